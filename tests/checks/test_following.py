"""A corrected example takes its bindings and the figures of its edition with it, and no other edition."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesite.checks import receivers
from rulesite.checks.binding import binder
from rulesite.checks.models import Binding, Scenario
from rulesite.checks.playing.runner import missing
from rulesite.checks.results.badges import badges_of
from rulesite.checks.results.figures import figures_of_editions
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Example, Made, PhrasePair, StruckPair

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_pocket")]


@pytest.fixture
def row():
    return Binding.objects.filter(
        scenario__slug="look-back", state=Binding.State.BOUND, example__labelled=True
    ).select_related("example__wording", "example__version__edition__document")[0]


def state_of(example):
    return Binding.objects.get(scenario__slug="look-back", example=example).state


@pytest.mark.slow
def test_other_words_of_an_example_wait_for_a_person_and_the_old_ones_bind_again(row):
    figures = {each.key: each.counts for each in figures_of_editions()}
    elsewhere = Binding.objects.exclude(example__version__edition=row.example.version.edition)
    others = set(elsewhere.exclude(scenario=row.scenario).values_list("pk"))
    before = row.example.wording.text
    made = corrections.correct(row.example, before + " It is so.", reason="a sentence was lost", author=None)
    assert state_of(row.example) == Binding.State.OTHER_WORDS
    assert others <= set(Binding.objects.values_list("pk"))
    address = row.example.version.edition.address
    now = {each.key: each.counts for each in figures_of_editions()}
    assert now.pop(address) != figures[address]
    assert now.items() <= figures.items()
    assert missing() == []
    corrections.withdraw(made, reason="it was not", author=None)
    assert state_of(row.example) == Binding.State.BOUND
    assert {each.key: each.counts for each in figures_of_editions()} == figures


def bindings():
    facts = ("scenario__slug", "cite", "address", "fingerprint", "state", "note")
    return sorted(Binding.objects.values_list(*facts))


@pytest.mark.slow(seconds=6)
@pytest.mark.parametrize(("nth", "words"), [(0, "more"), (1, "another's"), (2, "strange"), (3, "of before")])
def test_what_follows_a_correction_is_what_binding_from_nothing_gives(row, nth, words):
    held = Example.objects.filter(version__edition=row.example.version.edition).order_by("pk")
    examples = [each for each in held.select_related("wording") if each.labelled]
    example, other = examples[nth % len(examples)], examples[(nth + 1) % len(examples)]
    before = example.wording.text
    said = {"more": f"{before} It is so.", "another's": other.wording.text, "strange": "Zyx wvu tsr qpo nml kji hgf."}
    made = corrections.correct(example, said.get(words, f"{before} So."), reason="a test of words", author=None)
    if words == "of before":
        corrections.withdraw(made, reason="it was right", author=None)
    followed = bindings()
    Binding.objects.all().delete()
    Made.objects.all().delete()
    binder.bind(Scenario.objects.filter(problem=""))
    assert bindings() == followed


def test_words_that_no_example_has_change_nothing(row):
    version = row.example.version.edition.versions.filter(examples__isnull=True, wording__isnull=False).first()
    held = set(Binding.objects.values_list("pk"))
    corrections.correct(version, version.wording.text + " So it is.", reason="a sentence was lost", author=None)
    assert set(Binding.objects.values_list("pk")) == held


def test_who_follows_keeps_nobody_waiting_where_nothing_is_to_be_bound(row):
    version = row.example.version
    corrections.correct(version, version.wording.text + " So it is.", reason="a sentence was lost", author=None)
    with CaptureQueriesContext(connection) as queries:
        receivers.follow()
    writes = ("INSERT", "UPDATE", "DELETE")
    assert [query["sql"] for query in queries if query["sql"].lstrip().upper().startswith(writes)] == []


@pytest.mark.slow
def test_pages_of_games_are_answered_with_304_until_something_changes(client, row):
    for path in ("/games/", "/games/concepts/", "/games/look-back/"):
        first = client.get(path)
        again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (first.status_code, again.status_code) == (200, 304)
    corrections.correct(row.example, row.example.wording.text + " It is so.", reason="a sentence was lost", author=None)
    assert client.get("/games/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_the_games_of_a_rule_are_found_by_as_many_queries_however_many_there_are(row):
    every = list(row.example.version.edition.versions.values_list("pk", flat=True))
    asked = []
    for versions in ([row.example.version_id], every):
        with CaptureQueriesContext(connection) as queries:
            badges_of(versions)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 7


@pytest.mark.slow
def test_a_pair_that_is_struck_unbinds_what_was_the_same_by_it_alone(row):
    before = row.example.wording.text
    word = [each for each in before.split() if each.isalpha() and each.islower() and len(each) > 5][-1]
    PhrasePair.objects.create(old=word, new="xyzzy", basis="descent", since="cr/2006-10-01", sentences=9)
    corrections.correct(row.example, before.replace(word, "xyzzy"), reason="a test of words", author=None)
    elsewhere = Binding.objects.filter(scenario__slug="look-back", state=Binding.State.BOUND).count()
    assert elsewhere, "another edition prints the known words"
    assert state_of(row.example) == Binding.State.REWORDED
    struck = StruckPair.objects.create(old=word, new="xyzzy", reason="it is no word")
    assert state_of(row.example) == Binding.State.OTHER_WORDS
    assert missing() == []
    struck.delete()
    assert state_of(row.example) == Binding.State.REWORDED
    assert Binding.objects.filter(scenario__slug="look-back", state=Binding.State.BOUND).count() == elsewhere
