"""How often a permission may be used each turn."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.state.choices import IllegalAction

TODAY = "2026-06-19"


def played(text: str) -> int:
    """How many of two sorceries in the graveyard can be cast in one turn."""
    game = start(TODAY)
    put(game, "Ann", "Tome", "Artifact", text)
    cast = 0
    for name in ("Gift", "Boon"):
        put(game, "Ann", name, "Sorcery", "You gain 1 life.", zone="graveyard")
    for name in ("Gift", "Boon"):
        try:
            game.play("Ann", name)
            game.resolve_all()
        except IllegalAction:
            continue
        cast += 1
    return cast


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("During each of your turns, you may cast instant and sorcery spells from your graveyard.", 2),
        ("During each of your turns, you may cast an instant or sorcery spell from your graveyard.", 1),
        ("Once during each of your turns, you may cast a sorcery spell from your graveyard.", 1),
    ],
)
def test_spells_may_be_cast_any_number_of_times_and_a_spell_once(text: str, times: int) -> None:
    assert played(text) == times
