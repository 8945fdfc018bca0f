"""A shield that cannot prevent all damage dealt at one time: who is dealt it chooses what is prevented (615.7)."""

from __future__ import annotations

import pytest

from rulesite.engine.state.choices import IllegalAction, UnscriptedChoice
from tests.engine.table import cast, put, start

SHIELD = "Prevent the next 3 damage that would be dealt to any target this turn."


def attacked(order=("Ox", "Wolf")):
    """Bob has a shield of 3, and is attacked for 2 (lifelink) and for 3."""
    game = start()
    put(game, "Bob", "Shield", "Instant", SHIELD, "hand")
    creatures = {"Wolf": ("Creature 2/2", "Lifelink"), "Ox": ("Creature 3/3", "")}
    for name in order:
        put(game, "Ann", name, *creatures[name])
    game.pass_priority("Ann")
    cast(game, "Bob", "Shield", "Bob")
    game.attack("Ann", list(order))
    return game


@pytest.mark.parametrize("order", [("Ox", "Wolf"), ("Wolf", "Ox")])
@pytest.mark.parametrize(("wolf", "ox"), [(0, 3), (1, 2), (2, 1)])
def test_whoever_is_dealt_damage_chooses_which_of_it_a_shield_prevents(order, wolf, ox):
    game = attacked(order)
    for name, number in (("Wolf", wolf), ("Ox", ox)):
        game.will("prevention", number, player="Bob", about=name)
    game.to_step("end of combat")
    assert (game.life("Bob"), game.life("Ann")) == (18, 20 + 2 - wolf)


def test_nobody_chooses_for_the_player_or_wastes_the_shield():
    with pytest.raises(UnscriptedChoice, match="prevented"):
        attacked().to_step("end of combat")
    game = attacked()
    game.will("prevention", 0, player="Bob", about="Ox")
    with pytest.raises(IllegalAction):
        game.to_step("end of combat")


def test_nothing_is_asked_where_the_shield_is_enough():
    game = start()
    put(game, "Bob", "Shield", "Instant", SHIELD, "hand")
    for name in ("Elf", "Imp"):
        put(game, "Ann", name, "Creature 1/1")
    game.pass_priority("Ann")
    cast(game, "Bob", "Shield", "Bob")
    game.attack("Ann", ["Elf", "Imp"])
    game.to_step("end of combat")
    assert game.life("Bob") == 20
