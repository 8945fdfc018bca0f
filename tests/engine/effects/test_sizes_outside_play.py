"""A size that is counted, in a graveyard."""

import pytest
from stock import CREATURE, vanilla

from rulesite.engine import abilities as ir
from rulesite.engine.game import Game


@pytest.mark.parametrize(("date", "power"), [("2006-10-01", 0), ("2008-02-01", 2), ("2018-01-19", 2)])
def test_a_star_is_defined_outside_play_from_2008_on(date, power):
    creatures = ir.Count(ir.Every(CREATURE))
    star = ir.StaticAbility((ir.Applies(ir.Self(), (ir.SetBasePowerToughness(creatures, creatures),)),), defines=True)
    game = Game(date)
    game.put(vanilla("Lhurgoyf", "Creature */*", star), "Ann", "graveyard")
    for _ in range(2):
        game.put(vanilla(), "Bob")
    assert game.power_toughness("Lhurgoyf") == (power, power)
