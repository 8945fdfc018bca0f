"""Tokens created besides others: with them, in the same way, and changed by what changes them all; small games."""

from collections import Counter

import pytest

from rulesite.engine.state.characteristics import keywords
from tests.engine.table import put, start

SQUIRRELS = (
    "If one or more tokens would be created under your control, those tokens plus that many 1/1 green Squirrel creature"
    " tokens are created instead."
)
TWICE = (
    "If an effect would create one or more tokens under your control, it creates twice that many of those tokens"
    " instead."
)


def created(game):
    return Counter(
        thing.card.name.removesuffix(" Token") for thing in game.state.things.values() if thing.kind == "token"
    )


@pytest.mark.parametrize("first", ["Tale", "Lives"])
def test_tokens_besides_others_are_doubled_with_them(first):
    game = start()
    put(game, "Ann", "Tale", "Enchantment", SQUIRRELS)
    put(game, "Ann", "Lives", "Enchantment", TWICE)
    put(game, "Ann", "Call", "Sorcery {0}", "Create three 3/3 green Elephant creature tokens.", zone="hand")
    game.will("replacement", first)
    game.play("Ann", "Call")
    game.resolve_all()
    assert created(game) == {"Elephant": 6, "Squirrel": 6}


def test_two_such_effects_each_add_as_many_as_there_are_by_then():
    game = start()
    put(game, "Ann", "Tale", "Enchantment", SQUIRRELS)
    put(game, "Ann", "Song", "Enchantment", SQUIRRELS)
    put(game, "Ann", "Call", "Sorcery {0}", "Create two 3/3 green Elephant creature tokens.", zone="hand")
    game.will("replacement", "Tale")
    game.play("Ann", "Call")
    game.resolve_all()
    assert created(game) == {"Elephant": 2, "Squirrel": 6}


def test_they_enter_as_the_others_do_and_are_those_tokens_too():
    game = start()
    put(game, "Ann", "Tale", "Enchantment", SQUIRRELS)
    text = "Create a tapped 3/3 green Elephant creature token. That token gains haste until end of turn."
    put(game, "Ann", "Call", "Sorcery {0}", text, zone="hand")
    game.play("Ann", "Call")
    game.resolve_all()
    tokens = [thing for thing in game.state.things.values() if thing.kind == "token"]
    assert created(game) == {"Elephant": 1, "Squirrel": 1}
    assert all(thing.tapped for thing in tokens)
    assert all("haste" in keywords(game.characteristics(thing.id)) for thing in tokens)
    assert sorted(game.power_toughness(thing.id) for thing in tokens) == [(1, 1), (3, 3)]


def test_an_additional_token_of_a_kind_is_added_to_that_kind_alone():
    game = start()
    text = "If you would create one or more Treasure tokens, instead create those tokens plus an additional Treasure token."
    put(game, "Ann", "Xorn", "Creature 3/2", text)
    put(game, "Ann", "Lives", "Enchantment", TWICE)
    put(game, "Ann", "Call", "Sorcery {0}", "Create two Treasure tokens. Create a Food token.", zone="hand")
    game.will("replacement", "Xorn")
    game.play("Ann", "Call")
    game.resolve_all()
    assert created(game) == {"Treasure": 6, "Food": 2}
