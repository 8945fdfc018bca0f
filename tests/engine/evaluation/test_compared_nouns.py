"""An event whose one noun is compared with its other: "blocks a creature with lesser power"."""

from __future__ import annotations

import pytest
from table import put, start

from rulesite.engine.card_reader import card


@pytest.mark.parametrize(
    ("text", "small", "gone"),
    [
        (
            "Whenever a creature becomes blocked by a creature with lesser power, destroy the blocking creature.",
            1,
            "Guard",
        ),
        ("Whenever a creature becomes blocked by a creature with lesser power, destroy the blocking creature.", 3, ""),
        ("Whenever a creature blocks a creature with lesser power, destroy the attacking creature.", 3, "Raider"),
        ("Whenever a creature blocks a creature with lesser power, destroy the attacking creature.", 1, ""),
        ("Whenever a creature blocks a creature with greater power, tap the attacking creature.", 1, ""),
    ],
)
def test_the_one_creature_of_a_block_is_compared_with_the_other(text, small, gone):
    game = start("2021-11-19")
    put(game, "Ann", "Duel", "Enchantment", text)
    game.put(card("Raider", "Creature 2/6"), "Ann")
    game.put(card("Guard", f"Creature {small}/6"), "Bob")
    game.attack("Ann", ["Raider"])
    game.block("Bob", {"Guard": "Raider"})
    game.resolve_all()
    assert [name for name in ("Raider", "Guard") if game.zone_of(name) == "graveyard"] == ([gone] if gone else [])
