"""No damage is assigned to a player who has left a game that goes on; what becomes of it is a scenario's."""

from __future__ import annotations

import pytest

from rulesite.engine.combat.combat_damage import why_not_assign
from rulesite.engine.state.game_state import player_ref
from tests.engine.table import TODAY, put, start


@pytest.mark.parametrize("date", ["2006-10-01", TODAY])
def test_a_creature_that_attacks_a_player_who_has_left_may_assign_nothing_to_anybody(date):
    game = start(date, players=("Ann", "Bob", "Cid"))
    put(game, "Ann", "Wolf", "Creature 2/2")
    put(game, "Ann", "Bear", "Creature 3/3", "Trample")
    game.attack("Ann", {"Wolf": "Bob", "Bear": "Cid"})
    game.concede("Bob")
    assert why_not_assign(game.kernel, game.state.combat, game.id("Wolf"), {player_ref("Bob"): 2})[0]
    assert not why_not_assign(game.kernel, game.state.combat, game.id("Bear"), {player_ref("Cid"): 3})[0]
