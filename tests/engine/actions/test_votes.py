"""Votes that nobody has cast; what votes decide is played in the situations."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.state.choices import EngineError


def test_votes_that_nobody_cast_are_named() -> None:
    game = start("2021-11-19")
    put(game, "Ann", "Council", "Sorcery", "You gain 3 life for each grace vote.", zone="hand")
    game.play("Ann", "Council")
    with pytest.raises(EngineError, match="votes for grace"):
        game.resolve_all()
