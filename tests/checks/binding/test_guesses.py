"""What was found by its first words alone counts only where the very game that was written is played."""

from __future__ import annotations

from datetime import date

import pytest

from rulesite.checks.binding.binder import bind
from rulesite.checks.binding.guesses import settle
from rulesite.checks.models import Binding, Outcome, Transcript, Verdict
from rulesite.checks.results.status import CONTRADICTED, HOLDS, NO_SCENARIO, NOT_PLAYED, standings
from tests.checks.binding.test_binder import FONT, cite, example, scenario

pytestmark = pytest.mark.django_db
LATER = FONT.replace("so you gain 3 life", "so you gain nothing, for a font reads once a turn")
OPENING = {"openings": ["A font reads “Whenever a beast dies"]}


def game(slug="font", **fields):
    made = scenario(slug=slug, **OPENING, **fields)
    made.ruleset = date(2006, 10, 1)
    made.save()
    return made


def played(row, *spans):
    """Let games speak for days: (first day, first day after, outcome) of each."""
    for since, until, outcome in spans:
        made = Transcript.objects.create(
            scenario=row, outcome=outcome, packed=b"", scenario_digest="d", engine_digest="e"
        )
        Verdict.objects.create(scenario=row, since=since, until=until, transcript=made)
    settle()


def stands():
    (found,) = standings()
    return found.outcome


def test_a_guess_waits_for_its_game():
    example(LATER, "2009-07-11")
    bind([game()])
    row = Binding.objects.get()
    assert (row.state, row.guessed, row.counts) == (Binding.State.FIRST_WORDS, True, True)
    assert stands() == NOT_PLAYED
    assert "cr/2006-10-01/410.6" in row.note


def test_a_guess_counts_where_the_game_is_that_of_the_day_it_was_written_for():
    example(LATER, "2009-07-11")
    row = game()
    bind([row])
    played(row, ("1999-04-23", "9999-12-31", Outcome.HOLDS))
    assert stands() == HOLDS


def test_a_guess_counts_where_the_game_is_that_of_the_day_of_a_cite():
    example(LATER, "2009-07-11")
    row = game()
    row.cites = [cite(**OPENING), cite(edition="2009-05-01", **OPENING)]
    row.save()
    bind([row])
    played(row, ("1999-04-23", "2009-05-01", Outcome.CONTRADICTED), ("2009-05-01", "9999-12-31", Outcome.HOLDS))
    assert stands() == HOLDS


@pytest.mark.parametrize("outcome", list(Outcome))
def test_a_guess_does_not_count_where_another_game_is_played(outcome):
    example(LATER, "2009-07-11")
    row = game()
    bind([row])
    played(row, ("1999-04-23", "2009-07-11", Outcome.HOLDS), ("2009-07-11", "9999-12-31", outcome))
    assert stands() == NO_SCENARIO
    assert not Binding.objects.get().counts


def test_a_guess_counts_again_when_games_agree_again():
    example(LATER, "2009-07-11")
    row = game()
    bind([row])
    played(row, ("1999-04-23", "2009-07-11", Outcome.HOLDS), ("2009-07-11", "9999-12-31", Outcome.HOLDS))
    Verdict.objects.all().delete()
    played(row, ("1999-04-23", "9999-12-31", Outcome.HOLDS))
    assert stands() == HOLDS


def test_an_opening_of_two_examples_means_neither():
    there = example(LATER, "2009-07-11", "603.2")
    example(LATER.replace("once a turn", "twice a turn"), there.version.edition, "603.3")
    bind([game()])
    assert not Binding.objects.exclude(example=None).exists()


def test_of_several_examples_with_one_opening_that_with_the_number_of_the_cite_is_meant():
    there = example(LATER, "2009-07-11", "410.6")
    example(LATER.replace("once a turn", "twice a turn"), there.version.edition, "410.5")
    bind([game()])
    assert [row.example for row in Binding.objects.exclude(example=None)] == [there]


def test_an_opening_that_is_cited_for_two_places_of_an_edition_means_neither_elsewhere():
    example(LATER, "2009-07-11", "603.2")
    bind([game(), game("well", rule="410.7")])
    assert not Binding.objects.exclude(example=None).exists()


def test_of_several_games_with_one_opening_that_of_the_nearest_edition_is_meant():
    example(LATER, "2009-07-11")
    near = game("well", edition="2009-05-01")
    bind([game(), near])
    assert [row.scenario for row in Binding.objects.exclude(example=None)] == [near]


@pytest.mark.parametrize(("says", "outcome", "stands_as"), [
    ("a font reads once a turn", Outcome.HOLDS, HOLDS),
    ("a font reads once a turn", Outcome.CONTRADICTED, NO_SCENARIO),
    ("so you gain 3 life", Outcome.HOLDS, NO_SCENARIO),
])  # fmt: skip
def test_a_guess_counts_under_other_rules_if_all_that_was_taken_from_the_example_stands_there(says, outcome, stands_as):
    example(LATER, "2009-07-11")
    row = game()
    row.text = f'[[expect]]\nthat = "Font triggered 1 times"\nsays = "{says}"'
    row.save()
    bind([row])
    played(row, ("1999-04-23", "2009-07-11", Outcome.HOLDS), ("2009-07-11", "9999-12-31", outcome))
    assert stands() == stands_as


def test_what_stands_in_other_words_beside_a_guess_is_a_guess_as_well():
    example(LATER, "2009-07-11")
    there = example(LATER.replace("A font reads", "A font says"), "2013-05-01", "603.2")
    bind([game()])
    row = Binding.objects.get(example=there)
    assert (row.guessed, row.state) == (True, Binding.State.FIRST_WORDS)
    assert row.differences


def test_a_guess_ends_when_the_edition_of_the_cite_arrives():
    there = example(LATER, "2009-07-11")
    row = game()
    bind([row])
    example(FONT)
    bind([row])
    assert not Binding.objects.filter(guessed=True).exists()
    assert Binding.objects.get(example=there).state == Binding.State.OTHER_WORDS


def test_the_very_words_of_a_cite_are_no_guess_whatever_game_is_played():
    example(FONT)
    row = game()
    bind([row])
    played(row, ("1999-04-23", "2006-10-01", Outcome.HOLDS), ("2006-10-01", "9999-12-31", Outcome.CONTRADICTED))
    assert stands() == CONTRADICTED
