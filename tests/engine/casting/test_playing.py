"""The total cost on every day, and undoing what is illegal."""

import pytest
from stock import (
    CREATURE,
    MINE,
    MURDER,
    SWAMP,
    instant,
    static,
    targeting,
    vanilla,
)

from rulesite.engine import abilities as ir
from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction, UnscriptedChoice


def familiar():
    return vanilla(
        "Familiar",
        "Creature 1/1, red",
        static(ir.You(), ir.CostChange(ir.All((ir.IsSpell(), ir.HasColor("black"))), "{1}", True)),
    )


def death_bomb():
    cost = ir.Cost((ir.Act(ir.Sacrifice(ir.Chosen(ir.All((CREATURE, MINE))))),))
    return instant(
        "Death Bomb",
        ir.Destroy(ir.Target(0), False),
        *targeting(ir.All((CREATURE, ir.Not(ir.HasColor("black"))))),
        cost="{3}{B}",
        also=(ir.StaticAbility((ir.AdditionalCost(cost),), zones=("stack",)),),
    )


@pytest.mark.parametrize("pay", [["sacrifice Familiar", "{2}{B}"], ["{2}{B}", "sacrifice Familiar"]])
@pytest.mark.parametrize("date", ["2003-10-01", "2006-10-01", "2009-07-11", "2018-01-19", "2026-06-19"])
def test_the_total_cost_is_locked_in_before_it_is_paid(date, pay):
    game = Game(date)
    game.put(familiar(), "Ann")
    game.put(death_bomb(), "Ann", "hand")
    game.put(vanilla(), "Bob")
    game.add_mana("Ann", "{2}{B}")
    game.play("Ann", "Death Bomb", targets=["Bear"], pay=pay)
    assert game.total_cost("Death Bomb") == ["{2}{B}", "sacrifice"]
    assert game.mana_pool("Ann") == ""


def test_a_cost_that_is_not_locked_in_rises_when_the_reduction_is_sacrificed():
    game = Game(without={"cost_lock_in"})
    game.put(familiar(), "Ann")
    game.put(death_bomb(), "Ann", "hand")
    game.put(vanilla(), "Bob")
    game.add_mana("Ann", "{2}{B}")
    before = game.to_json()
    with pytest.raises(IllegalAction, match=r"\{3\}\{B\}"):
        game.play("Ann", "Death Bomb", targets=["Bear"], pay=["sacrifice Familiar", "{2}{B}"])
    assert (game.zone_of("Death Bomb"), game.zone_of("Familiar")) == ("hand", "battlefield")
    assert game.mana_pool("Ann") == "{C}{C}{B}"
    after = Game.from_json(game.to_json()).state
    assert after.things == Game.from_json(before).state.things


def test_an_illegal_play_is_undone_with_its_mana_abilities():
    game = Game()
    game.put(SWAMP, "Ann")
    game.put(death_bomb(), "Ann", "hand")
    game.put(vanilla(), "Bob")
    game.put(vanilla("Fodder"), "Ann")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Death Bomb", targets=["Bear"], mana=["Swamp"], choices={"sacrifice": "Fodder"})
    assert not game.is_tapped("Swamp")
    assert game.zone_of("Death Bomb") == "hand"
    assert game.state.priority == "Ann"
    assert game.trace.steps[-1].text.startswith("illegal, and undone")


def test_a_choice_that_nobody_wrote_is_named_and_nothing_has_happened():
    game = Game()
    game.put(vanilla(), "Ann")
    game.put(vanilla("Wolf"), "Bob")
    game.put(MURDER, "Ann", "hand")
    with pytest.raises(UnscriptedChoice) as caught:
        game.play("Ann", "Murder")
    assert caught.value.choice.kind == "target"
    assert set(caught.value.choice.options) == {"Bear", "Wolf"}
    assert game.hand("Ann") == ["Murder"]
