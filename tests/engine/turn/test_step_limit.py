"""A game that would never come to an end is stopped."""

import pytest
from printed import put, start

from rulesite.engine.state.choices import RunawayGame


def test_a_loop_of_mandatory_actions_stops_with_an_error():
    game = start(step_limit=600)
    put(game, "Ann", "Loop", "Enchantment", "Whenever you have no cards in hand, you gain 1 life.")
    with pytest.raises(RunawayGame, match="600 steps"):
        game.to_step("upkeep", "Ann")
