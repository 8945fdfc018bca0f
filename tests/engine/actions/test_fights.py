"""Creatures that fight each other, of which one is gone."""

import pytest
from table import cast, put, start

TWO = "Two target creatures fight each other."
CHOSEN = "Choose target creature you control and target creature you don't control. Those creatures fight each other."
THEY = "Choose two target creatures. They fight each other."


def damage(game, name):
    return game.state.things[game.id(name)].damage


@pytest.mark.parametrize(("text", "one_slot"), [(TWO, True), (CHOSEN, False), (THEY, True)])
@pytest.mark.parametrize(("gone", "left"), [("Ox", "Elk"), ("Elk", "Ox")])
def test_who_is_left_alone_does_not_fight_itself(text, one_slot, gone, left):
    game = start()
    put(game, "Ann", "Ox", "Creature 2/9")
    put(game, "Bob", "Elk", "Creature 1/9")
    put(game, "Ann", "Joust", "Sorcery", text, zone="hand")
    put(game, "Bob", "Out", "Instant", "Exile target creature.", zone="hand")
    game.play("Ann", "Joust", targets=[["Ox", "Elk"]] if one_slot else ["Ox", "Elk"])
    game.pass_priority("Ann")
    cast(game, "Bob", "Out", gone)
    game.resolve_all()
    assert damage(game, left) == 0


def test_a_creature_that_is_told_to_fight_itself_does():
    game = start()
    put(game, "Ann", "Ox", "Creature 2/9")
    put(game, "Ann", "Spite", "Sorcery", "Target creature fights itself.", zone="hand")
    cast(game, "Ann", "Spite", "Ox")
    assert damage(game, "Ox") == 4
