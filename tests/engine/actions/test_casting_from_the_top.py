"""Cascade looks at mana values as everything else does (202.3, 702.85a)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.table import start


@pytest.mark.slow
@given(st.integers(0, 5), st.integers(0, 6))
def test_cascade_counts_the_x_of_the_spell_on_the_stack(x: int, value: int) -> None:
    game = start()
    game.put(game.card("Find", "Instant", text="You gain 7 life.", cost=f"{{{value}}}"), "Ann", "library", position=0)
    game.put(game.card("Storm", "Sorcery", text="Cascade", cost="{X}{R}"), "Ann", "hand")
    game.add_mana("Ann", "{R}" * (x + 1))
    game.will("may", True)
    game.play("Ann", "Storm", x=x)
    game.resolve_all()
    assert (game.life("Ann") == 27) == (value < x + 1)
