"""Rooms: split permanent cards, whose halves are unlocked one by one (709.5 in 2026-06-19)."""

import pytest
from table import put, start

from rulesite.engine.legal_actions import legal_actions
from rulesite.engine.state.choices import IllegalAction
from rulesite.engine.state.sides import joined

TODAY = "2026-06-19"


def room(game, left="Creatures you control have vigilance.", right="{T}: Draw a card.", cost="{1}{B}"):
    return joined(
        "split",
        game.card("Attic", "Enchantment - Room", text=left, cost="{2}{W}"),
        game.card("Walk", "Enchantment - Room", text=right, cost=cost),
    )


def entered(game, half="Attic", **texts):
    """A game in which Ann has cast a half of a Room."""
    game.put(room(game, **texts), "Ann", "hand")
    game.add_mana("Ann", "{2}{W}" if half == "Attic" else "{1}{B}")
    game.play("Ann", "Attic//Walk", face=half)
    game.all_pass()
    return game


def test_the_half_that_was_cast_is_the_only_one_the_permanent_has():
    game = entered(start(TODAY))
    found = game.characteristics("Attic//Walk")
    assert (found.name, found.mana_value, sorted(found.colours)) == ("Attic", 3, ["white"])
    assert len(found.abilities) == 1


def test_both_doors_give_both_names_and_the_sum_of_the_mana_values():
    game = entered(start(TODAY))
    game.add_mana("Ann", "{1}{B}")
    game.unlock("Ann", "Attic//Walk")
    found = game.characteristics("Attic//Walk")
    assert (sorted(found.names), found.mana_value, sorted(found.colours)) == (["Attic", "Walk"], 5, ["black", "white"])


def test_an_ability_keeps_its_place_whichever_doors_are_unlocked():
    game = entered(start(TODAY), half="Walk")
    alone = [held.key for held in game.characteristics("Attic//Walk").abilities]
    game.add_mana("Ann", "{2}{W}")
    game.unlock("Ann", "Attic//Walk", "Attic")
    assert [held.key for held in game.characteristics("Attic//Walk").abilities][1:] == alone


def test_what_is_offered_is_the_locked_door():
    game = entered(start(TODAY))
    game.add_mana("Ann", "{1}{B}")
    offered = [each.action.face for each in legal_actions(game, "Ann").legal if each.action.kind == "unlock"]
    assert offered == ["Walk"]


def test_a_door_is_unlocked_by_its_controller_at_sorcery_speed_and_once():
    game = entered(start(TODAY))
    put(game, "Ann", "Bolt", "Instant", "You gain 1 life.", zone="hand")
    with pytest.raises(IllegalAction):
        game.unlock("Bob", "Attic//Walk")
    game.play("Ann", "Bolt")
    game.add_mana("Ann", "{2}{B}")
    with pytest.raises(IllegalAction):
        game.unlock("Ann", "Attic//Walk")
    game.all_pass()
    game.unlock("Ann", "Attic//Walk")
    with pytest.raises(IllegalAction):
        game.unlock("Ann", "Attic//Walk")


def test_mana_for_doors_pays_for_doors_alone():
    game = entered(start(TODAY))
    says = "{T}: Add {B}{B}. Spend this mana only to cast Room spells and unlock doors."
    put(game, "Ann", "Lounge", "Artifact", says)
    game.put(game.card("Shade", "Creature 1/1", cost="{B}"), "Ann", "hand")
    game.activate("Ann", "Lounge")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Shade")
    game.unlock("Ann", "Attic//Walk")
    assert game.characteristics("Attic//Walk").mana_value == 5


def test_unlocking_costs_less_or_more_by_what_speaks_of_unlock_costs():
    game = entered(start(TODAY))
    put(game, "Ann", "Glimmer", "Enchantment", "Unlock costs you pay cost {1} less.")
    game.add_mana("Ann", "{B}")
    game.unlock("Ann", "Attic//Walk")
    assert game.characteristics("Attic//Walk").mana_value == 5


def test_a_copy_keeps_what_its_copy_effect_adds_though_its_doors_are_locked():
    game = entered(start(TODAY))
    says = "Create a token that's a copy of target enchantment you control, except it has flying."
    put(game, "Ann", "Twin", "Sorcery", says, zone="hand")
    game.play("Ann", "Twin", targets=["Attic//Walk"])
    game.resolve_all()
    (token,) = [each for each in game.state.things.values() if each.kind == "token"]
    assert [held.ability.keyword for held in game.characteristics(token.id).abilities] == ["flying"]
    assert game.characteristics(token.id).name == ""


def test_each_door_sees_its_own_unlocking_alone():
    gain = "When you unlock this door, you gain 1 life."
    game = entered(start(TODAY), left=gain, right="When you unlock this door, you gain 5 life.")
    game.resolve_all()
    assert game.life("Ann") == 21
    game.add_mana("Ann", "{1}{B}")
    game.unlock("Ann", "Attic//Walk")
    game.resolve_all()
    assert game.life("Ann") == 26


def test_different_names_among_doors_are_counted():
    game = entered(start(TODAY))
    for name, number in (("two", "two"), ("three", "three")):
        says = (
            f"You gain 3 life if there are {number} or more different names among unlocked doors of Rooms you control."
        )
        put(game, "Ann", name, "Sorcery", says, zone="hand")
    game.add_mana("Ann", "{1}{B}")
    game.unlock("Ann", "Attic//Walk")
    for name in ("two", "three"):
        game.play("Ann", name)
        game.resolve_all()
    assert game.life("Ann") == 23
