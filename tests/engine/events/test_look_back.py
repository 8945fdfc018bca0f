"""Leaves-play triggers look at the moment before the event."""

import pytest
from stock import CREATURE, FONT, PURGE, vanilla

from rulesite.engine.abilities import ZoneChange
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.evaluation.looking_back import looks_back
from rulesite.engine.game import Game
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import PUBLIC_ZONES


def purge(without=(), font_zone="battlefield", date="2006-10-01"):
    game = Game(date, without=without)
    game.put(vanilla(), "Ann")
    game.put(FONT, "Ann", font_zone)
    game.put(vanilla(), "Bob")
    game.put(PURGE, "Ann", "hand")
    game.play("Ann", "Purge")
    game.all_pass()
    return game


@pytest.mark.parametrize("date", ["2001-07-23", "2006-10-01", "2009-07-11", "2018-01-19", "2026-06-19"])
def test_an_artifact_that_leaves_play_with_two_creatures_sees_both_die(date):
    game = purge(date=date)
    assert game.times_triggered("Font") == 2
    assert game.same_event("Font", "Ann's Bear")
    assert game.same_event("Ann's Bear", "Bob's Bear")
    game.resolve_all()
    assert game.life("Ann") == 22


def test_without_looking_back_the_artifact_is_gone_and_sees_nothing():
    assert purge(without={"look_back"}).times_triggered("Font") == 0


def test_an_artifact_already_in_the_graveyard_sees_nothing():
    assert purge(font_zone="graveyard").times_triggered("Font") == 0


def test_one_at_a_time_each_trigger_comes_only_from_what_died_while_the_artifact_was_there():
    assert purge(without={"simultaneous_event"}).times_triggered("Font") == 1


@pytest.mark.parametrize("date", ["2006-10-01", "2018-01-19", "2026-06-19"])
def test_what_everybody_sees_and_nobody_sees_any_more_is_looked_at_as_it_was_in_every_zone(date):
    assert {"battlefield", "graveyard", "stack", "exile", "command"} == PUBLIC_ZONES
    seen = {
        (before, after)
        for before in (*PUBLIC_ZONES, "hand", "library")
        for after in ("hand", "library")
        if looks_back(Ruleset.on(date), ZoneChange(CREATURE, None, after), Event("move", zone=after, from_zone=before))
    }
    assert seen == {(before, after) for before in PUBLIC_ZONES for after in ("hand", "library")}
