"""Binding goes by words: the same words anywhere, other words only when a person says so."""

from __future__ import annotations

import pytest

from rulesite.checks.binding.binder import bind
from rulesite.checks.examples import begins_with
from rulesite.checks.models import Binding, Confirmation, Scenario
from rulesite.rulebook.models import (
    Citation,
    CitationTarget,
    Example,
    PhrasePair,
    Reference,
    Rule,
    StruckPair,
)
from rulesite.text.wording import words
from tests import factories

pytestmark = pytest.mark.django_db

FONT = "A font reads “Whenever a beast dies, you gain 1 life.” Three beasts die at once, so you gain 3 life."


def cite(**fields):
    return {
        "document": "cr", "edition": "2006-10-01", "rule": "410.6", "ordinal": 1, "labelled": True,
        "openings": ["A font reads"], "says": "",
    } | fields  # fmt: skip


def scenario(**fields):
    return Scenario.objects.create(
        slug=fields.pop("slug", "font"), path="font.toml", title="A font", text="", digest="d", cites=[cite(**fields)]
    )


def example(text, day="2006-10-01", number="410.6", thread=None, labelled=True):
    edition = factories.edition(day) if not hasattr(day, "pk") else day
    version = factories.version(edition, number, "It triggers once for each.", rule=thread)
    return Example.objects.create(
        version=version, ordinal=1, labelled=labelled, wording=factories.wording(text), first_line=1, last_line=1
    )


def thread_of():
    return Rule.objects.create(document=factories.document())


def states():
    return {
        str(row.example.version.edition.effective) if row.example else None: row.state for row in Binding.objects.all()
    }


def test_a_cite_is_bound_to_the_example_that_begins_with_its_words():
    there = example(FONT)
    bind([scenario()])
    row = Binding.objects.get()
    assert (row.example, row.state) == (there, Binding.State.BOUND)


def test_the_same_words_are_bound_in_every_edition_whatever_their_number_and_typography():
    example(FONT)
    example(FONT.replace("“", '"').replace("”", '"'), "2007-07-13", "500.1")
    bind([scenario()])
    assert states() == {"2006-10-01": "bound", "2007-07-13": "bound"}


def test_other_words_of_the_same_rule_wait_for_a_person():
    thread = thread_of()
    example(FONT, thread=thread)
    later = example(FONT.replace("at once", "together"), "2009-07-11", "603.2", thread)
    game = scenario()
    bind([game])
    assert states() == {"2006-10-01": "bound", "2009-07-11": "other words"}
    Confirmation.objects.create(scenario=game.slug, fingerprint=later.wording.fingerprint)
    bind([game])
    assert states() == {"2006-10-01": "bound", "2009-07-11": "confirmed"}


def test_the_same_in_other_words_is_bound_and_says_how_they_differ():
    thread = thread_of()
    example(FONT, thread=thread)
    example(FONT.replace("reads", "says").replace("1 life", "one life"), "2007-07-13", "410.6", thread)
    later = example(FONT.replace("A font reads", "For example, a font states"), "2009-07-11", "603.2", thread)
    bind([scenario()])
    assert states() == {"2006-10-01": "bound", "2007-07-13": "other words", "2009-07-11": "reworded"}
    row = Binding.objects.get(example=later)
    assert row.counts
    assert [(each["known"], each["here"]) for each in row.differences] == [("", "For example"), ("reads", "states")]
    assert all(each["why"] for each in row.differences)
    assert "cr/2006-10-01/410.6 example 1" in row.note


def test_an_heir_is_found_by_its_words_where_its_rule_has_another_thread():
    example(FONT)
    example(FONT.replace("reads", "says"), "2009-07-11", "603.2")
    bind([scenario()])
    assert states() == {"2006-10-01": "bound", "2009-07-11": "reworded"}


@pytest.mark.slow
def test_a_pair_of_the_book_binds_until_it_is_struck():
    example(FONT)
    example(FONT.replace("beast", "monster"), "2009-07-11", "603.2")
    game = scenario()
    bind([game])
    assert states()["2009-07-11"] == "other words"
    PhrasePair.objects.create(old="beast", new="monster", basis="descent", since="cr/2009-07-11", sentences=9)
    assert bind([game]).scenarios == {"games/font"}
    assert states()["2009-07-11"] == "reworded"
    PhrasePair.objects.create(old="wolf", new="hound", basis="descent", since="cr/2009-07-11", sentences=9)
    assert bind([game]).scenarios == set(), "a pair that has none of its words"
    StruckPair.objects.create(old="beast", new="monster", reason="a beast is none")
    assert states()["2009-07-11"] == "other words"


def test_what_a_glossary_only_points_to_is_not_the_same():
    example(FONT)
    example(FONT.replace("beast", "monster"), "2009-07-11", "603.2")
    PhrasePair.objects.create(old="beast", new="monster", basis="see", since="cr/2009-07-11", sentences=1)
    bind([scenario()])
    assert states()["2009-07-11"] == "other words"


def test_a_phrase_is_followed_through_several_rewordings():
    example(FONT)
    example(FONT.replace("beast", "fiend"), "2009-07-11", "603.2")
    for old, new in (("beast", "monster"), ("monster", "fiend"), ("fiend", "beast")):
        PhrasePair.objects.create(old=old, new=new, basis="descent", since="cr/2009-07-11", sentences=9)
    bind([scenario()])
    assert states()["2009-07-11"] == "reworded"


def test_an_edition_that_arrives_in_other_words_is_bound_alone():
    example(FONT)
    game = scenario()
    bind([game])
    example(FONT.replace("reads", "says"), "2009-07-11", "603.2")
    bound = bind([game])
    assert (bound.editions, bound.scenarios) == ({"cr/2009-07-11"}, set())
    assert states() == {"2006-10-01": "bound", "2009-07-11": "reworded"}


@pytest.mark.parametrize(("later", "state"), [("same", "reworded"), ("another", "other words")])
def test_the_number_of_a_cited_rule_may_be_another_where_it_is_the_same_rule(later, state):
    threads = {"same": thread_of(), "another": thread_of()}
    for day, number, thread in (("2006-10-01", "502.51", "same"), ("2009-07-11", "702.55", later)):
        text = f"{FONT} See rule {number}."
        there = example(text, day, "410.6")
        cited = factories.version(there.version.edition, number, "Haunt", rule=threads[thread])
        reference = Reference.objects.create(
            wording=there.wording, start=len(FONT) + 10, end=len(text) - 1, cited=number, kind="rule"
        )
        citation = Citation.objects.create(reference=reference, edition=cited.edition, outcome="resolved")
        CitationTarget.objects.create(citation=citation, version=cited)
    bind([scenario()])
    assert states() == {"2006-10-01": "bound", "2009-07-11": state}


def test_words_are_bound_as_they_stand_rather_than_as_another_cite_has_them():
    example(FONT)
    example(FONT.replace("A font reads", "A font says"), "2007-07-13", "410.6")
    game = scenario()
    game.cites = [cite(), cite(edition="2007-07-13", openings=["A font says"])]
    game.save()
    bind([game])
    assert states() == {"2006-10-01": "bound", "2007-07-13": "bound"}


def test_an_example_whose_later_words_change_where_it_stands_is_other_words_too():
    there = example(FONT)
    game = scenario()
    bind([game])
    there.wording = factories.wording(FONT.replace("3 life", "1 life"))
    there.save()
    bind([game])
    assert states() == {"2006-10-01": "other words"}


def test_an_example_that_begins_otherwise_is_not_taken_for_the_cited_one():
    example("If a player controls nothing, nothing triggers.")
    bind([scenario()])
    assert states() == {"2006-10-01": "other words"}


def test_a_cite_of_an_edition_that_is_not_here_says_so():
    bind([scenario()])
    row = Binding.objects.get()
    assert (row.state, row.example) == (Binding.State.NOTHING, None)
    assert "not in this library" in row.note


def test_a_stranger_of_the_same_rule_is_left_alone():
    thread = thread_of()
    example(FONT, thread=thread)
    example(
        "Damage that was prevented is no damage, and so it is not dealt by anything.", "2009-07-11", "603.2", thread
    )
    bind([scenario()])
    assert states() == {"2006-10-01": "bound"}


def test_two_cites_of_one_scenario_give_an_example_one_binding_and_the_better_one():
    thread = thread_of()
    example(FONT, thread=thread)
    example(FONT.replace("A font reads", "A well reads"), "2007-07-13", "410.6", thread)
    game = scenario()
    game.cites = [cite(), cite(edition="2007-07-13", openings=["A well reads"])]
    game.save()
    bind([game])
    assert states() == {"2006-10-01": "bound", "2007-07-13": "bound"}
    assert Binding.objects.count() == 2


@pytest.mark.parametrize(("text", "opening", "same"), [
    ("For example, “Rampage 2”.", 'For example, "Rampage 2"', True),
    ("A creature can’t block.", "A creature can't", True),
    ("A creature can block.", "A creature can't", False),
    ("A creature", "", False),
])  # fmt: skip
def test_opening_words_are_compared_without_typography(text, opening, same):
    assert begins_with(words(text), opening) is same
