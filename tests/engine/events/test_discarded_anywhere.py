""" "When you cycle ~" and "when you discard ~" trigger from whatever zone the card ends up in."""

from __future__ import annotations

import pytest
from printed import put, start

VOID = "If a card would be put into an opponent's graveyard from anywhere, exile it instead."


@pytest.mark.parametrize("void", [False, True])
@pytest.mark.parametrize("verb", ["cycle", "discard"])
def test_it_triggers_in_the_graveyard_and_in_exile(verb: str, void: bool) -> None:
    game = start("2024-06-07")
    if void:
        put(game, "Bob", "Void", "Enchantment", VOID)
    put(game, "Ann", "Wheel", "Creature 1/1", f"Cycling {{0}}\nWhen you {verb} ~, you gain 3 life.", zone="hand")
    game.activate("Ann", "Wheel")
    game.resolve_all()
    assert (game.zone_of("Wheel"), game.life("Ann")) == ("exile" if void else "graveyard", 23)
