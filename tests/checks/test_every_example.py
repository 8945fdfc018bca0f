"""Every worked example of the pocket edition holds, or its reason is listed."""

from __future__ import annotations

import tomllib
from functools import cache

import pytest

from rulesite.checks.models import Binding
from rulesite.checks.results.status import HOLDS, NOT_MODELLED, standings
from tests.scenarios import FOLDER, GAPS, scenarios

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_pocket")]


@cache
def _listed():
    rows = tomllib.loads(GAPS.read_text("utf-8"))["row"]
    return {
        (row["document"], str(row["edition"]), str(row["rule"]), row.get("ordinal", 1), row["labelled"]): row["reason"]
        for row in rows
    }


def _editions():
    """Document and day of each edition of the pocket edition."""
    sources = tomllib.loads((FOLDER.parent / "sources.toml").read_text("utf-8"))["source"]
    return {(source["document"], str(source["effective"])) for source in sources}


def _cited():
    """Every example of these editions that a scenario cites or the list names, with its opening words."""
    found = dict.fromkeys(_listed(), "")
    editions = _editions()
    for cite in (cite for scenario in scenarios() for cite in scenario.cites):
        if cite.openings and (cite.document, cite.edition) in editions:
            slot = (cite.document, cite.edition, cite.rule, cite.ordinal, cite.labelled)
            found[slot] = cite.openings[-1]
    return found


CITED = _cited()
MIN_PRINTED = 70
"""Of these, the pocket edition prints more than so many."""


@pytest.fixture(scope="module")
def known(played_pocket, django_db_blocker):
    """The standing of every example of the pocket edition, by its slot."""
    with django_db_blocker.unblock():
        return {
            (*standing.example.slot[:1], standing.ruleset, *standing.example.slot[2:]): standing
            for standing in standings()
        }


def _fault(slot, standing):
    """What is wrong with how a cited example stands; "" if nothing is."""
    if slot in _listed():
        listed = standing.outcome == NOT_MODELLED and _listed()[slot] in standing.reason
        return "" if listed else f"{standing.outcome} ({standing.reason}), and the list says {_listed()[slot]}"
    checks = [check for verdict in standing.verdicts for check in verdict.transcript.record["checks"]]
    if standing.outcome != HOLDS or not checks:
        return f"{standing.outcome}: {standing.reason}"
    return "; ".join(str(check) for check in checks if not (check["passed"] or check["differs"]))


def test_every_cited_example_that_is_printed_holds_or_its_reason_is_listed(known):
    printed = [slot for slot in CITED if slot in known]
    assert len(printed) > MIN_PRINTED
    faults = {f"{slot} {CITED[slot]}": _fault(slot, known[slot]) for slot in printed}
    assert {name: fault for name, fault in faults.items() if fault} == {}


def test_no_labelled_example_is_without_a_scenario_or_a_listed_reason(known):
    strays = [
        str(slot) for slot, standing in known.items() if standing.outcome not in (HOLDS, NOT_MODELLED) and slot[4]
    ]
    assert strays == []


def test_every_cite_of_the_pocket_editions_is_bound_to_the_very_words(known):
    cited = {slot for slot in CITED if slot in known and slot not in _listed()}
    bound = {slot for slot in cited if any(row.state == Binding.State.BOUND for row in known[slot].bindings)}
    assert cited - bound == set()
