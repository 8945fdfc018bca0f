"""Devotion that is increased, what a creature stations with, and the mana that was spent: counted as the rules say."""

from __future__ import annotations

import pytest

from tests.engine.table import put, start

ALTAR = "Your devotion to each color and each combination of colors is increased by one."
CURSE = "When this creature enters, you gain life equal to your devotion to red."


@pytest.mark.parametrize("altars", [0, 1, 2])
def test_each_altar_of_ones_own_adds_to_devotion(altars):
    game = start()
    for _ in range(altars):
        put(game, "Ann", "Altar", "Artifact", ALTAR)
    put(game, "Bob", "Altar", "Artifact", ALTAR)
    game.put(game.card("Fire", "Enchantment", cost="{R}{R/G}{G}"), "Ann")
    put(game, "Ann", "Priest", "Creature 1/1", CURSE, zone="hand")
    game.play("Ann", "Priest")
    game.resolve_all()
    assert game.life("Ann") == 20 + 2 + altars


@pytest.mark.parametrize(("size", "charge"), [("1/4", 4), ("3/3", 3), ("5/2", 5)])
def test_only_a_greater_toughness_is_stationed_with(size, charge):
    game = start()
    words = (
        "Each creature you control with toughness greater than its power stations permanents using its toughness"
        " rather than its power."
    )
    put(game, "Ann", "Warden", "Creature 1/1", words)
    put(game, "Ann", "Ship", "Artifact - Spacecraft", "Station")
    put(game, "Ann", "Ox", f"Creature {size}", "")
    game.activate("Ann", "Ship", pay=["tap Ox"])
    game.resolve_all()
    assert game.counters("Ship", "charge") == charge


@pytest.mark.parametrize(("text", "life"), [("the amount of mana", 23), ("the number of colors of mana", 22)])
def test_what_was_spent_on_a_permanent_is_known_once_it_is_there(text, life):
    game = start()
    words = f"When this creature enters, you gain life equal to {text} spent to cast it."
    game.put(game.card("Sage", "Creature 1/1", cost="{3}", text=words), "Ann", "hand")
    game.add_mana("Ann", "{R}{R}{G}")
    game.play("Ann", "Sage")
    game.resolve_all()
    assert game.life("Ann") == life
