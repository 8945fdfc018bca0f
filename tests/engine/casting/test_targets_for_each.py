"""Targets that are chosen for each of several players, and those that a reflexive ability chooses once it triggers."""

from __future__ import annotations

import pytest

from rulesite.engine.state.choices import IllegalAction
from tests.engine.table import cast, put, start

THIEVERY = "For each opponent, gain control of target permanent that player controls."


def test_who_has_nothing_is_passed_over() -> None:
    game = start("2026-06-19", ("Ann", "Bob", "Cid"))
    put(game, "Ann", "Theft", "Sorcery", THIEVERY, "hand")
    put(game, "Cid", "Ox", "Creature 3/3")
    cast(game, "Ann", "Theft", "Ox")
    assert game.controller("Ox") == "Ann"


def test_each_has_a_target_of_his_or_her_own() -> None:
    game = start("2026-06-19", ("Ann", "Bob", "Cid"))
    put(game, "Ann", "Theft", "Sorcery", THIEVERY, "hand")
    for name, player in (("Ox", "Cid"), ("Elk", "Cid"), ("Cow", "Bob")):
        put(game, player, name, "Creature 3/3")
    with pytest.raises(IllegalAction):
        cast(game, "Ann", "Theft", "Ox", "Elk")
    cast(game, "Ann", "Theft", "Cow", "Elk")
    assert [game.controller(name) for name in ("Ox", "Elk", "Cow")] == ["Cid", "Ann", "Ann"]


def test_a_reflexive_ability_chooses_its_target_when_it_has_triggered_and_keeps_that_of_the_first() -> None:
    game = start("2026-06-19")
    words = "When this creature enters, tap target artifact. When you do, destroy target creature. You gain 1 life."
    put(game, "Bob", "Rock", "Artifact")
    put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Ann", "Sage", "Creature 1/1", words, "hand")
    cast(game, "Ann", "Sage")
    game.will("target", "Ox")
    game.all_pass()
    assert game.is_tapped("Rock")
    assert game.zone_of("Ox") == "battlefield"
    game.all_pass()
    assert game.zone_of("Ox") == "graveyard"


def test_up_to_one_target_for_each_opponent_is_chosen_among_what_that_opponent_has() -> None:
    game = start("2021-11-19", ("Ann", "Bob", "Cid"))
    words = "For each opponent, exile up to one target creature card from that player's graveyard."
    put(game, "Ann", "Church", "Artifact", "{0}: " + words)
    put(game, "Bob", "Ox", "Creature 3/3", zone="graveyard")
    put(game, "Cid", "Elk", "Creature 3/3", zone="graveyard")
    game.activate("Ann", "Church", 1, targets=[["Ox"], ["Elk"]])
    game.all_pass()
    assert [game.zone_of(name) for name in ("Ox", "Elk")] == ["exile", "exile"]
