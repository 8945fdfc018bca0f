"""A land that becomes a creature and is "still a land" keeps its land types, however the sentence before is built."""

import pytest
from table import put, start

STILL = [
    "{0}: You may have target land you control become a 3/3 Elemental creature with haste until end of turn. It's still a land.",
    "{0}: Target land becomes a 3/3 Elemental creature for as long as ~ remains on the battlefield. It's still a land.",
    "{0}: Target land becomes a 3/3 Elemental creature until end of turn and can't be blocked this turn. It's still a land.",
    "{0}: Target land becomes a 3/3 Elemental creature until end of turn. You gain 1 life. It's still a land.",
]  # fmt: skip


@pytest.mark.parametrize("text", STILL)
def test_it_keeps_its_land_types_and_nothing_else_becomes_a_land(text):
    game = start()
    put(game, "Ann", "Druid", "Creature 1/1", text)
    put(game, "Ann", "Grove", "Basic Land - Forest")
    game.activate("Ann", "Druid", targets=["Grove"])
    game.will("may", True)
    game.resolve_all()
    grove, druid = game.characteristics("Grove"), game.characteristics("Druid")
    assert game.power_toughness("Grove") == (3, 3)
    assert {"land", "creature"} <= set(grove.types)
    assert {"Forest", "Elemental"} <= set(grove.subtypes)
    assert "land" not in druid.types
    game.to_step("upkeep", "Bob")
    if "until end of turn" in text:
        assert set(game.characteristics("Grove").types) == {"land"}
