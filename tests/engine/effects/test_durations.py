"""How long effects last that speak of something: "for as long as you control this creature"."""

import pytest
from printed import KILL, put, start

SOWER = (
    "Sower",
    "Creature - Faerie 2/2",
    "When this creature enters, gain control of target creature for as long as you control this creature.",
)


def sown(date, killed=""):
    game = start(date)
    put(game, "Bob", "Ogre", "Creature 3/3")
    put(game, "Ann", *SOWER, zone="hand")
    put(game, "Bob", *KILL, zone="hand")
    game.will("target", ["Ogre"])
    game.play("Ann", "Sower")
    game.all_pass()
    if killed == "before":
        game.pass_priority("Ann")
        game.play("Bob", "Kill", targets=["Sower"])
        game.all_pass()
    game.all_pass()
    if killed == "after":
        game.pass_priority("Ann")
        game.play("Bob", "Kill", targets=["Sower"])
        game.all_pass()
    return game.controller("Ogre")


@pytest.mark.parametrize("date", ["1999-04-23", "2006-10-01", "2026-06-19"])
def test_an_effect_for_as_long_as_a_creature_is_controlled_needs_the_creature(date):
    assert sown(date) == "Ann"
    assert sown(date, "after") == "Bob"
    assert sown(date, "before") == "Bob", "it neither begins nor lasts for ever (611.2b)"
