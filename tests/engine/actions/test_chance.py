"""Coins and dice: the script says how they fall, and only what can be shown may be said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine.state.choices import IllegalAction
from tests.engine.table import cast, put, start

FLIP = "Flip a coin. If you win the flip, you gain 3 life. If you lose the flip, you lose 2 life."


@given(st.sampled_from(["heads", "tails"]), st.sampled_from(["heads", "tails"]))
def test_who_calls_the_side_that_comes_up_wins_the_flip(called: str, side: str) -> None:
    game = start("2026-06-19")
    put(game, "Ann", "Gamble", "Sorcery", FLIP, "hand")
    game.will("call", called)
    game.will("coin", side)
    cast(game, "Ann", "Gamble")
    assert game.life("Ann") == (23 if called == side else 18)


@pytest.mark.slow
@given(st.sampled_from([4, 6, 8, 10, 12, 20]), st.integers(-1, 22))
def test_a_die_shows_a_number_that_it_has(sides: int, shown: int) -> None:
    game = start("2026-06-19")
    put(game, "Ann", "Throw", "Sorcery", f"Roll a d{sides}. You gain life equal to the result.", "hand")
    game.will("die", shown)
    if 1 <= shown <= sides:
        cast(game, "Ann", "Throw")
        assert game.life("Ann") == 20 + shown
    else:
        with pytest.raises(IllegalAction):
            cast(game, "Ann", "Throw")


@given(st.integers(1, 20))
def test_the_row_of_the_table_that_has_the_number_is_done(shown: int) -> None:
    game = start("2026-06-19")
    words = "Roll a d20.\n1—9 | You gain 1 life.\n10—19 | You gain 5 life.\n20 | You gain 9 life."
    put(game, "Ann", "Throw", "Sorcery", words, "hand")
    game.will("die", shown)
    cast(game, "Ann", "Throw")
    assert game.life("Ann") == 20 + (1 if shown < 10 else 5 if shown < 20 else 9)
