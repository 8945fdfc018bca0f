"""What is still done to a player who has left a game that goes on, and who chooses in the place of an owner."""

from __future__ import annotations

import pytest

from rulesite.engine.game import Game
from rulesite.engine.seating.variants import agreed
from tests.engine.table import TODAY, cast, put, start

BELL = "Whenever a creature you control deals combat damage to a player, you gain 1 life."


@pytest.mark.parametrize("date", ["2006-10-01", TODAY])
@pytest.mark.parametrize("step", ["declare attackers", "combat damage"])
def test_a_creature_that_attacks_a_player_who_has_left_deals_nothing_to_anybody(date, step):
    game = start(date, players=("Ann", "Bob", "Cid"))
    put(game, "Ann", "Wolf", "Creature 2/2")
    put(game, "Ann", "Bear", "Creature 3/3", "Trample")
    put(game, "Ann", "Bell", "Enchantment", BELL)
    game.attack("Ann", {"Wolf": "Bob", "Bear": "Cid"})
    if step == "combat damage" and game.rules.combat_damage_on_stack:
        game.to_step("combat damage", "Ann")
    game.concede("Bob")
    game.to_step("end of combat", "Ann")
    assert (game.life("Bob"), game.life("Cid"), game.life("Ann")) == (20, 17, 21)


def test_the_controller_and_not_the_owner_chooses_between_replacements():
    game = start()
    put(game, "Ann", "Void", "Enchantment", "If a creature would die, exile it instead.")
    put(game, "Ann", "Tide", "Enchantment", "If a creature would die, return it to its owner's hand instead.")
    put(game, "Bob", "Bear", "Creature 2/2", controller="Ann")
    put(game, "Ann", "Zap", "Instant", "Destroy target creature.", "hand")
    game.will("replacement", "Void", player="Bob")
    game.will("replacement", "Tide", player="Ann")
    cast(game, "Ann", "Zap", "Bear")
    assert game.zone_of("Bear") == "hand"


@pytest.mark.parametrize("date", ["2006-10-01", TODAY])
def test_an_effect_locked_in_on_what_goes_out_of_range_does_not_apply_there_and_does_again_when_it_is_back(date):
    names = ["Ann", "Bob", "Cid", "Dora", "Eve"]
    game = Game(date, names, options=agreed(names, ranges=1))
    put(game, "Bob", "Wolf", "Creature 2/2")
    put(game, "Ann", "Surge", "Sorcery", "All creatures get +1/+1 until end of turn.", "hand")
    for player in ("Bob", "Cid"):
        put(game, player, "Theft", "Instant", "Gain control of target creature.", "hand", label=f"{player}'s Theft")
    cast(game, "Ann", "Surge")
    sizes = [game.power_toughness("Wolf")]
    for player in ("Cid", "Bob"):
        while game.state.priority != player:
            game.pass_priority()
        cast(game, player, f"{player}'s Theft", "Wolf")
        sizes.append(game.power_toughness("Wolf"))
    assert sizes == [(3, 3), (2, 2), (3, 3)]
