"""One player controls another: who decides, for how long, and what of it is seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.card_reader import card
from rulesite.engine.game import Game
from rulesite.engine.players.controlling import control_next_turn, who_sees
from rulesite.engine.seating.variants import agreed

NAMES = ["Ann", "Bob", "Cid"]


def table(**more):
    game = Game("2026-06-19", NAMES, **more)
    for player in NAMES:
        game.fill_library(player, 20)
    return game


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=6))
def test_of_several_effects_the_last_has_a_player_for_one_turn(effects):
    game = table()
    for player, by in effects:
        control_next_turn(game.kernel, player, by)
    for _ in range(2 * len(NAMES)):
        first = game.state.turn <= len(NAMES)
        game.to_step("upkeep")
        active = game.state.active
        last = [by for player, by in effects if player == active][-1:]
        assert game.kernel.decider(active) == (last[0] if last and first else active)
        assert all(game.kernel.decider(other) == other for other in NAMES if other != active)


def test_a_team_is_controlled_whole():
    heads = ["Ann", "Abe", "Bob", "Bea"]
    game = Game("2026-06-19", heads, options=agreed(heads, "Two-Headed Giant", [heads[:2], heads[2:]]))
    control_next_turn(game.kernel, "Bea", "Abe")
    game.to_step("upkeep", "Bob")
    assert [game.kernel.decider(each) for each in heads] == ["Ann", "Abe", "Abe", "Abe"]


def test_a_hand_is_its_owner_s_and_a_face_down_permanent_its_controller_s():
    game = table()
    bear = card("Bear", "Creature 2/2, green")
    held = game.state.things[game.put(bear, "Bob", "hand")]
    lent = game.state.things[game.put(bear, "Bob", controller="Cid")]
    lent.face_down = True
    assert (who_sees(game.kernel, held), who_sees(game.kernel, lent)) == (["Bob"], ["Cid"])
    control_next_turn(game.kernel, "Bob", "Ann")
    game.to_step("upkeep", "Bob")
    assert who_sees(game.kernel, held) == ["Bob", "Ann"]
    assert who_sees(game.kernel, lent) == ["Cid"]
