"""Editions between known ones: their own text says which rules they have, or nobody claims to know."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from types import SimpleNamespace

import pytest

from rulesite.checks.results.undated_editions import AFTER, BEFORE, UNDECIDED, BetweenEditions, day_after
from rulesite.engine.eras.known_editions import KNOWN_EDITIONS, open_changes
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.rulebook.models import Rule
from tests import factories

pytestmark = pytest.mark.django_db

UNKNOWN, UNTIL = date(2013, 6, 1), date(2013, 7, 13)
OLD, NEW = "All legends of one name go.", "Each player keeps one legend of a name."
HELD = SimpleNamespace(outcome="holds", reason="")
WRONG = SimpleNamespace(outcome="contradicted", reason="one is left")


def books(here, earlier=OLD, later=NEW):
    """A library whose rule on legends, cited for the change, reads so in three editions; "" leaves it out of one."""
    thread = Rule.objects.create(document=factories.document())
    for day, text in (("2013-05-01", earlier), (UNKNOWN.isoformat(), here), (UNTIL.isoformat(), later)):
        edition = factories.edition(day)
        if text:
            factories.version(edition, "704.5j", text, rule=thread)
    factories.version(factories.edition("2016-09-30"), "704.5k", later or NEW, rule=thread)


def choice(before=HELD, after=WRONG, used=("legend_rule",), turned_by=()):
    return BetweenEditions().choose(UNKNOWN, (UNKNOWN, UNTIL), (before, after), used, turned_by)


@pytest.mark.parametrize(("here", "side"), [(OLD, BEFORE), (NEW, AFTER), ("Legends are odd.", UNDECIDED)])
def test_the_text_of_the_cited_rule_decides(here, side):
    books(here)
    assert choice().side == side


@pytest.mark.parametrize(("here", "side"), [("", BEFORE), (NEW, AFTER)])
def test_a_rule_that_the_change_brought_decides_by_being_there(here, side):
    books(here, earlier="")
    assert choice().side == side


def test_typography_and_cited_numbers_decide_nothing():
    books("“All legends” of one name go, see rule 704.5.", earlier='"All legends" of one name go, see rule 704.4.')
    assert choice().side == BEFORE


def test_a_rule_that_reads_alike_before_and_after_decides_nothing():
    books(OLD, later=OLD)
    undecided = choice()
    assert undecided.side == UNDECIDED
    assert "legend rule" in undecided.reason
    assert "2013-07-13" in undecided.reason


def test_without_the_edition_that_is_cited_nothing_is_decided():
    factories.edition(UNKNOWN.isoformat())
    assert choice().side == UNDECIDED


def test_where_both_games_come_out_alike_there_is_nothing_to_decide():
    assert choice(after=HELD).side == BEFORE


def test_an_example_that_neither_side_s_rules_bear_out_is_decided_as_well_or_not_known():
    assert choice(before=WRONG).side == UNDECIDED
    assert choice(before=WRONG, used=["mana_burn"]).side == BEFORE


def test_changes_that_neither_game_looked_at_do_not_count():
    books(NEW)
    assert choice(used=["legend_rule", "mana_burn"]).side == AFTER
    assert choice(used=["mana_burn"]).side == UNDECIDED


def test_a_change_that_alone_turns_the_game_decides_alone():
    books(NEW)
    used = ["legend_rule", "indestructible_is_ability"]
    assert choice(used=used).side == UNDECIDED
    assert choice(used=used, turned_by=["legend_rule"]).side == AFTER


def test_only_editions_of_the_rules_between_known_ones_are_in_doubt():
    assert day_after("cr", UNKNOWN) == UNTIL
    assert not any(day_after("cr", date.fromisoformat(day)) for day in KNOWN_EDITIONS)
    assert day_after("cr", date(2199, 1, 1)) is None
    assert day_after("dangelo", UNKNOWN) is None


def test_every_change_of_a_switch_is_open_between_some_two_known_editions_or_dates_from_the_first():
    opened = {
        (change.switch, change.new)
        for earlier, later in pairwise(KNOWN_EDITIONS)
        for change in open_changes(earlier, later)
    }
    changes = {(name, since) for name, since in Ruleset.citations() if since.date > KNOWN_EDITIONS[0]}
    first = {(name, changes[0]) for name, changes in Ruleset.switches()}
    assert changes - first == opened
