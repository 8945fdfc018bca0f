"""Copies: what they take over, and when (rule 707.2 of 2018-01-19)."""

import pytest
from printed import KILL, put, start

BEAR = ("Bear", "Creature - Bear 2/2 {1}{G}")
WOLF = ("Wolf", "Creature - Wolf 3/3 {2}{R}")
WEAVE = ("Weave", "Instant", "Each other creature becomes a copy of target creature until end of turn.")
CLONE = (
    "Clone",
    "Creature - Shapeshifter 0/0",
    "You may have this creature enter as a copy of any creature on the battlefield.",
)


def resolve(game, player, name, *targets):
    game.play(player, name, targets=list(targets))
    game.all_pass()


def woven(date="2026-06-19"):
    game = start(date)
    put(game, "Ann", *BEAR)
    put(game, "Ann", *WOLF)
    put(game, "Ann", *WEAVE, zone="hand")
    resolve(game, "Ann", "Weave", "Bear")
    return game


def size(game, name):
    found = game.characteristics(name)
    return found.power, found.toughness


@pytest.mark.parametrize("date", ["2006-10-01", "2026-06-19"])
def test_a_copy_of_what_is_a_copy_for_a_turn_stays_what_it_was_then(date):
    game = woven(date)
    assert size(game, "Wolf") == (2, 2)
    put(game, "Ann", *CLONE, zone="hand")
    game.will("may", True)
    game.will("object", ["Wolf"])
    resolve(game, "Ann", "Clone")
    game.to_step("upkeep", "Bob")
    assert size(game, "Wolf") == (3, 3)
    assert size(game, "Clone") == (2, 2)


def test_what_became_a_copy_stays_one_when_the_original_goes():
    game = woven()
    put(game, "Bob", *KILL, zone="hand")
    game.pass_priority("Ann")
    resolve(game, "Bob", "Kill", "Bear")
    assert game.zone_of("Bear") == "graveyard"
    assert size(game, "Wolf") == (2, 2)


def test_a_token_copies_what_the_original_is_a_copy_of():
    game = woven()
    put(game, "Ann", "Twin", "Instant", "Create a token that's a copy of target creature.", zone="hand")
    resolve(game, "Ann", "Twin", "Wolf")
    game.to_step("upkeep", "Bob")
    tokens = [each for each in game.state.things.values() if each.kind == "token"]
    assert [(each.card.name, each.card.power) for each in tokens] == [("Bear", 2)]


@pytest.mark.parametrize(("words", "copied"), [("Target creature", True), ("Target creature with flying", False)])
def test_a_copy_is_made_only_if_what_it_is_to_target_can_be_its_target(words, copied):
    game = start("2026-06-19")
    put(
        game,
        "Ann",
        "Heroism",
        "Enchantment",
        "Whenever you cast a spell that targets only a single creature you control, create a 1/1 red Soldier creature "
        "token, then copy that spell. The copy targets that token.",
    )
    put(game, "Ann", "Hawk", "Creature 2/2", "Flying")
    game.put(game.card("Growth", "Instant", text=f"{words} gets +2/+2 until end of turn.", cost="{0}"), "Ann", "hand")
    game.play("Ann", "Growth", targets=["Hawk"])
    game.all_pass()
    assert game.power_toughness("Soldier") == (1, 1)
    game.resolve_all()
    assert game.power_toughness("Soldier") == ((3, 3) if copied else (1, 1))
    assert game.power_toughness("Hawk") == (4, 4)


@pytest.mark.parametrize(("targets", "fits"), [(["Hawk"], True), (["Ox"], False), (["Hawk", "Ox"], False)])
def test_a_spell_that_targets_only_one_thing_of_a_kind_is_told_from_others(targets, fits):
    game = start("2026-06-19")
    put(
        game,
        "Ann",
        "Font",
        "Enchantment",
        "Whenever you cast a spell that targets only a single creature you control, you gain 1 life.",
    )
    put(game, "Ann", "Hawk", "Creature 2/2")
    put(game, "Bob", "Ox", "Creature 2/2")
    text = "Up to two target creatures get +2/+2 until end of turn."
    game.put(game.card("Growth", "Instant", text=text, cost="{0}"), "Ann", "hand")
    game.play("Ann", "Growth", targets=targets)
    game.resolve_all()
    assert game.life("Ann") == 20 + fits
