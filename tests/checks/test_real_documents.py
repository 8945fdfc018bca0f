"""The scenarios and the real documents: every cite finds the very words that it names."""

from __future__ import annotations

import re
from functools import cache

import pytest

from ingest.document.source import read_bytes
from rulesite.checks.models import Binding, Scenario
from rulesite.checks.results.status import CONTRADICTED, HOLDS, NOT_MODELLED, NOT_PLAYED, standings
from rulesite.rulebook.models import Edition
from rulesite.text.characters import fold
from rulesite.text.emphasis import unmarked
from tests.libraries import HISTORY
from tests.scenarios import scenarios

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.documents,
    pytest.mark.slow,
    pytest.mark.usefixtures("played_documents"),
]
FOUNDING = ("cr/2006-10-01", "dangelo/2002-10-15", "dangelo/2008-03-17")


@pytest.fixture(scope="module")
def played_documents(real_database, django_db_blocker):
    from rulesite.checks.playing.runner import check_all

    with django_db_blocker.unblock():
        yield check_all()


def test_every_cite_with_opening_words_is_bound_where_it_says(played_documents):
    astray = []
    held = {edition.address for edition in Edition.objects.select_related("document")}
    for scenario in Scenario.objects.all():
        for cite in scenario.cites:
            if f"{cite['document']}/{cite['edition']}" not in held:
                continue
            place = f"{cite['document']}/{cite['edition']}/{cite['rule']} "
            rows = Binding.objects.filter(scenario=scenario, address__startswith=place, state=Binding.State.BOUND)
            if cite["openings"] and not rows.exists():
                astray.append((scenario.slug, place))
    assert astray == []


@pytest.mark.skipif(not HISTORY.is_dir(), reason="the editions between the real documents are not here")
def test_every_cite_of_an_edition_between_the_real_documents_opens_with_words_of_it():
    astray = []
    for scenario in scenarios():
        for cite in scenario.cites:
            path = HISTORY / f"{cite.document}-{cite.edition}.txt"
            if path.exists() and cite.openings and not any(_folded(each) in _said(path) for each in cite.openings):
                astray.append((scenario.title, cite.edition, cite.rule, cite.openings))
    assert astray == []


@cache
def _said(path):
    return _folded(read_bytes(path.name, path.read_bytes()).text)


def _folded(text):
    return " ".join(re.findall(r"[^\W_]+", fold(unmarked(text))))


def test_no_scenario_is_unusable(played_documents):
    assert played_documents.problems == []


@pytest.mark.parametrize("address", FOUNDING)
def test_what_is_bound_to_a_founding_edition_holds_or_is_listed(address):
    found = standings([Edition.at(address)])
    assert not [standing for standing in found if standing.outcome == CONTRADICTED]
    assert not [each for each in found if each.outcome == NOT_PLAYED]
    assert sum(standing.outcome == HOLDS for standing in found) > sum(
        standing.outcome == NOT_MODELLED for standing in found
    )


def test_no_edition_contradicts_what_is_bound_to_its_words():
    found = standings()
    assert [str(standing.example) for standing in found if standing.outcome == CONTRADICTED] == []
    holding = {(standing.example.document, standing.example.edition) for standing in found if standing.outcome == HOLDS}
    assert len(holding) > 15


def test_a_third_of_the_newest_edition_is_played_and_holds():
    newest = standings([Edition.at("cr/2026-06-19")])
    assert sum(standing.outcome == HOLDS for standing in newest) * 3 > len(newest) > 300


def test_a_scenario_goes_with_its_words_through_the_editions():
    states = dict(
        Binding.objects.filter(scenario__slug="illegal-targets-1").values_list(
            "example__version__edition__effective", "state"
        )
    )
    by_day = {str(day): state for day, state in states.items()}
    assert by_day["2006-10-01"] == by_day["2009-05-01"] == Binding.State.BOUND
    assert by_day["2018-01-19"] == Binding.State.OTHER_WORDS
