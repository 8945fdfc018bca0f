"""The dictionary of phrases in the database: learned step by step, made of all steps, and only where something
changed."""

import pytest

from ingest import builds
from ingest.descent import store
from ingest.phrases import store as phrases_store
from ingest.runs.outstanding import outstanding
from rulesite.rulebook.models import Edition, PhrasePair, Rephrased
from tests import factories
from tests.harbour import book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_asserted")]

SENTENCES = (
    "A ferry that {} carries at most seven passengers across the river.",
    "Whoever owns the boat which {} collects a toll of two silver coins.",
    "The bell in the harbour is rung once for each barge that {} after dark.",
)
DAYS = ("2001-01-01", "2002-02-02", "2003-03-03")
WAYS = ("comes ashore", "comes ashore", "lands")


def load(day, way):
    return book(day, {"300": ""} | {f"300.{nth}": text.format(way) for nth, text in enumerate(SENTENCES, 1)}, "Ferries")


def pairs():
    rows = PhrasePair.objects.values_list("old", "new", "basis", "since", "sentences", "evidence")
    return sorted(rows)


def follow():
    """Whether the dictionary became another one."""
    store.follow()
    told = []
    phrases_store.follow(changed=lambda: told.append(True))
    return bool(told)


def test_a_phrase_is_learned_with_the_step_and_the_rules_that_show_it():
    for day, way in zip(DAYS, WAYS, strict=True):
        load(day, way)
    assert follow()
    [(old, new, basis, since, sentences, [step])] = pairs()
    assert (old, new, basis, since, sentences) == ("comes ashore", "lands", "descent", "cr/2003-03-03", 3)
    assert (step["earlier"], step["later"]) == ("cr/2002-02-02", "cr/2003-03-03")
    assert step["places"] == [["300.1", "300.1"], ["300.2", "300.2"], ["300.3", "300.3"]]
    assert not phrases_store.is_undone()


def test_nothing_is_done_where_nothing_has_changed():
    for day, way in zip(DAYS, WAYS, strict=True):
        load(day, way)
    follow()
    before = list(Rephrased.objects.values_list("pk", flat=True)), list(PhrasePair.objects.values_list("pk", flat=True))
    assert not follow()
    after = list(Rephrased.objects.values_list("pk", flat=True)), list(PhrasePair.objects.values_list("pk", flat=True))
    assert after == before


@pytest.mark.slow
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (2, 0, 1)])
def test_the_order_in_which_editions_arrive_does_not_matter(order):
    for nth in order:
        load(DAYS[nth], WAYS[nth])
        follow()
    assert [(old, new, since) for old, new, _, since, *_ in pairs()] == [("comes ashore", "lands", "cr/2003-03-03")]
    assert Rephrased.objects.count() == 1


def test_what_an_edition_that_goes_was_evidence_of_is_forgotten():
    for day, way in zip(DAYS, WAYS, strict=True):
        load(day, way)
    follow()
    Edition.objects.get(effective="2003-03-03").delete()
    assert phrases_store.is_undone()
    assert follow()
    assert pairs() == []
    assert not Rephrased.objects.exists()


def test_only_the_steps_beside_an_edition_are_looked_at_again():
    for day, way in zip(DAYS, WAYS, strict=True):
        load(day, way)
    follow()
    before = builds.keys(phrases_store.STEP)
    load("2004-04-04", "lands")
    follow()
    after = builds.keys(phrases_store.STEP)
    assert {name: key for name, key in after.items() if name in before} == before
    assert len(after) == len(before) + 1


def test_a_glossary_says_what_is_said_for_a_term_since_when():
    for day in DAYS:
        edition = load(day, "lands")
        text = "An obsolete term for a ferry. It was printed on tickets." if day > DAYS[0] else "A boat."
        factories.term(edition, "Toll Boat", text)
    follow()
    [(old, new, basis, since, _, [step])] = pairs()
    assert (old, new, basis, since, step["later"]) == (
        "toll boat",
        "ferry",
        "obsolete",
        "cr/2002-02-02",
        "cr/2003-03-03",
    )


def test_the_entries_of_a_glossary_are_evidence_too_beside_provisions():
    for day, way in (("2001-01-01", "comes ashore"), ("2002-02-02", "lands")):
        rules = {f"300.{nth}": text.format(way) for nth, text in enumerate(SENTENCES[:2], 1)}
        edition = book(day, {"300": "", **rules}, "Ferries")
        factories.term(edition, "Barge", SENTENCES[2].format(way))
    follow()
    [(old, new, *_, [step])] = pairs()
    assert (old, new, step["places"][-1]) == ("comes ashore", "lands", ["glossary/barge", "glossary/barge"])


def test_entries_of_a_glossary_alone_are_not_enough():
    for day, way in (("2001-01-01", "comes ashore"), ("2002-02-02", "lands")):
        edition = load(day, "floats")
        for term, text in zip(("Boat", "Barge", "Ferry"), SENTENCES, strict=True):
            factories.term(edition, term, text.format(way))
    follow()
    assert pairs() == []


def test_a_dictionary_that_was_not_learned_is_said_to_be_undone():
    for day, way in zip(DAYS, WAYS, strict=True):
        load(day, way)
    store.follow()
    assert "the dictionary of phrases has to be learned" in outstanding()
    phrases_store.follow()
    assert "the dictionary of phrases has to be learned" not in outstanding()
