"""Tokens created besides others, where another effect then changes what is created: refused, not guessed."""

import pytest

from rulesite.engine.state.choices import NotModelled
from tests.engine.table import put, start

SQUIRRELS = (
    "If one or more tokens would be created under your control, those tokens plus that many 1/1 green Squirrel creature"
    " tokens are created instead."
)
TWICE = (
    "If an effect would create one or more tokens under your control, it creates twice that many of those tokens"
    " instead."
)


def test_tokens_besides_others_that_are_then_doubled_are_refused():
    game = start()
    put(game, "Ann", "Tale", "Enchantment", SQUIRRELS)
    put(game, "Ann", "Lives", "Enchantment", TWICE)
    put(game, "Ann", "Call", "Sorcery {0}", "Create a 3/3 green Elephant creature token.", zone="hand")
    game.will("replacement", "Tale")
    game.play("Ann", "Call")
    with pytest.raises(NotModelled, match="tokens besides others"):
        game.resolve_all()
