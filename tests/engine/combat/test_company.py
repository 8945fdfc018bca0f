"""Creatures that attack or block only along with others: "unless at least two other creatures attack"."""

import pytest
from table import put, start

from rulesite.engine.state.choices import IllegalAction


@pytest.mark.parametrize("others", range(4))
def test_who_needs_two_others_attacks_with_two_others_or_more(others):
    game = start("2006-10-01")
    put(game, "Ann", "Conscript", "Creature 2/2", "Conscript can't attack unless at least two other creatures attack.")
    names = [f"Bear {letter}" for letter in "ABC"[:others]]
    for name in names:
        put(game, "Ann", name, "Creature 2/2")
    if others < 2:
        with pytest.raises(IllegalAction):
            game.attack("Ann", ["Conscript", *names])
    else:
        game.attack("Ann", ["Conscript", *names])


@pytest.mark.parametrize(("line", "legal"), [("Creature 2/2 green", True), ("Creature 2/2 white", False)])
def test_only_others_that_fit_are_company(line, legal):
    game = start("2006-10-01")
    put(game, "Ann", "Puma", "Creature 2/1 red", "Puma can't attack unless a black or green creature also attacks.")
    put(game, "Ann", "Bear", line)
    if legal:
        game.attack("Ann", ["Puma", "Bear"])
    else:
        with pytest.raises(IllegalAction):
            game.attack("Ann", ["Puma", "Bear"])


@pytest.mark.parametrize("others", range(4))
def test_who_needs_two_others_blocks_with_two_others_or_more(others):
    game = start("2006-10-01")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Bob", "Conscript", "Creature 2/2", "Conscript can't block unless at least two other creatures block.")
    names = [f"Bear {letter}" for letter in "ABC"[:others]]
    for name in names:
        put(game, "Bob", name, "Creature 2/2")
    game.attack("Ann", ["Ox"])
    blocks = dict.fromkeys(["Conscript", *names], "Ox")
    if others < 2:
        with pytest.raises(IllegalAction):
            game.block("Bob", blocks)
    else:
        game.block("Bob", blocks)
