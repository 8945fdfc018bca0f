"""Binding goes by words: the same words anywhere, other words only when a person says so."""

from __future__ import annotations

import pytest

from rulesite.checks.binding import bind
from rulesite.checks.models import Binding, Confirmation, Scenario
from rulesite.checks.printed import begins_with
from rulesite.rulebook.models import Example, Rule
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
