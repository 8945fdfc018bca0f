"""What must attack or block, what may not, what it costs: looked at together."""

import pytest

from tests.engine.table import put, start

LURE = "All creatures able to block {} do so."


def may_attack(game, *attackers):
    return game.is_legal(lambda g: g.attack("Ann", list(attackers)))


def may_block(game, **blocks):
    return game.is_legal(lambda g: g.block("Bob", blocks))


def test_of_two_lured_attackers_a_lone_blocker_blocks_either():
    game = start()
    for name in ("Brute", "Ogre"):
        put(game, "Ann", name, "Creature 3/3", LURE.format(name))
    put(game, "Bob", "Bear", "Creature 2/2")
    game.attack("Ann", ["Brute", "Ogre"])
    assert not may_block(game)
    assert may_block(game, Bear="Brute")
    assert may_block(game, Bear="Ogre")


@pytest.mark.parametrize(("blockers", "must"), [(["Bear"], False), (["Bear", "Wolf"], True)])
def test_a_requirement_that_a_restriction_makes_impossible_is_not_asked_for(blockers, must):
    game = start()
    put(game, "Ann", "Brute", "Creature 3/3", "Menace\n" + LURE.format("Brute"))
    for name in blockers:
        put(game, "Bob", name, "Creature 2/2")
    game.attack("Ann", ["Brute"])
    assert may_block(game) is not must
    assert may_block(game, **dict.fromkeys(blockers, "Brute")) is must


def test_a_blocker_is_sent_where_more_requirements_are_obeyed():
    game = start()
    put(game, "Ann", "Brute", "Creature 3/3", LURE.format("Brute"))
    put(game, "Ann", "Plain", "Creature 3/3")
    put(game, "Bob", "Bear", "Creature 2/2")
    game.attack("Ann", ["Brute", "Plain"])
    assert not may_block(game, Bear="Plain")
    assert may_block(game, Bear="Brute")


def test_what_must_attack_but_not_alone_takes_a_companion_along_if_there_is_one():
    game = start()
    put(game, "Ann", "Goblin", "Creature 3/3", "Goblin attacks each combat if able.\nGoblin can't attack alone.")
    assert may_attack(game)
    assert not may_attack(game, "Goblin")
    put(game, "Ann", "Bear", "Creature 2/2")
    assert not may_attack(game)
    assert not may_attack(game, "Bear")
    assert may_attack(game, "Goblin", "Bear")


def with_moat():
    game = start()
    text = (
        "Creatures can't attack you unless their controller pays {2} "
        "for each creature they control that's attacking you."
    )
    put(game, "Bob", "Moat", "Enchantment", text)
    put(game, "Ann", "Goblin", "Creature 3/3", "Goblin attacks each combat if able.")
    return game


def test_a_tax_on_attacking_is_paid_by_who_attacks_and_forces_nobody():
    game = with_moat()
    assert may_attack(game)
    assert not may_attack(game, "Goblin")
    game.set_turn("Ann", "declare attackers")
    game.add_mana("Ann", "{2}")
    game.attack("Ann", ["Goblin"])
    assert sum(game.state.players["Ann"].mana.values()) == 0


def test_the_tax_is_for_attacking_its_owner_and_for_nobody_else():
    game = with_moat()
    put(game, "Bob", "Bear", "Creature 2/2")
    game.set_turn("Bob")
    game.attack("Bob", ["Bear"])
    assert game.happened("attack", ref="Bear")


def test_opponents_who_cannot_attack_you_attack_somebody_else():
    game = start(players=("Ann", "Bob", "Cal"))
    put(game, "Bob", "Peace", "Enchantment", "Your opponents can't attack you.")
    put(game, "Ann", "Bear", "Creature 2/2")
    assert not game.is_legal(lambda g: g.attack("Ann", {"Bear": "Bob"}))
    assert game.is_legal(lambda g: g.attack("Ann", {"Bear": "Cal"}))


def test_opponents_who_cannot_attack_do_not():
    game = start()
    put(game, "Bob", "Peace", "Enchantment", "Your opponents can't attack.")
    put(game, "Ann", "Bear", "Creature 2/2")
    assert not may_attack(game, "Bear")
    put(game, "Bob", "Wolf", "Creature 2/2")
    game.set_turn("Bob")
    assert game.is_legal(lambda g: g.attack("Bob", ["Wolf"]))


def test_each_defending_player_declares_blockers_against_what_attacks_him():
    game = start(players=("Ann", "Bob", "Cal"))
    for name in ("Bear", "Wolf", "Boar"):
        put(game, "Ann", name, "Creature 2/2")
    put(game, "Bob", "Ox", "Creature 1/4")
    put(game, "Cal", "Cow", "Creature 1/4")
    game.attack("Ann", {"Bear": "Bob", "Wolf": "Cal", "Boar": "Cal"})
    assert not game.is_legal(lambda g: g.block("Cal", {"Cow": "Bear"}))
    game.block("Bob", {"Ox": "Bear"})
    game.block("Cal", {"Cow": "Wolf"})
    assert not game.is_legal(lambda g: g.block("Cal", {}))
    game.to_step("combat damage")
    assert (game.life("Bob"), game.life("Cal")) == (20, 18)


def test_equipment_falls_off_what_is_protected_from_it():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Ann", "Sword", "Artifact - Equipment", "Equipped creature gets +2/+0.\nEquip {1}", attached_to="Bear")
    game.put(
        game.card(
            "Ward", "Instant", text="Target creature gains protection from artifacts until end of turn.", cost="{0}"
        ),
        "Ann",
        "hand",
    )
    game.play("Ann", "Ward", targets=["Bear"])
    game.all_pass()
    assert game.power_toughness("Bear") == (2, 2)
    assert game.zone_of("Sword") == "battlefield"


def test_when_all_lose_at_once_nobody_wins_and_the_game_is_over():
    game = start()
    text = "Quake deals 20 damage to each player."
    game.put(game.card("Quake", "Sorcery", text=text, cost="{0}"), "Ann", "hand")
    game.play("Ann", "Quake")
    game.all_pass()
    assert [game.has_lost("Ann"), game.has_lost("Bob"), game.winner()] == [True, True, ""]
    assert not game.is_legal(lambda g: g.all_pass())
    assert not game.is_legal(lambda g: g.to_step("end"))


@pytest.mark.parametrize(
    ("date", "nobody", "other_alone"),
    [("2001-07-23", True, True), ("2003-10-01", True, False), ("2007-07-13", False, False)],
)
def test_how_far_requirements_reach_is_a_matter_of_the_day(date, nobody, other_alone):
    game = start(date)
    put(game, "Ann", "Ogre", "Creature 3/3", "Ogre can't be blocked except by two or more creatures.")
    put(game, "Bob", "Guard", "Creature 1/4", "Guard blocks each turn if able.")
    put(game, "Bob", "Bear", "Creature 2/2")
    game.attack("Ann", ["Ogre"])
    assert may_block(game) is nobody
    assert may_block(game, Guard="Ogre", Bear="Ogre")
    attack = start(date)
    put(attack, "Ann", "Berserker", "Creature 3/3", "Berserker attacks each turn if able.")
    put(attack, "Ann", "Bear", "Creature 2/2")
    put(attack, "Bob", "Gate", "Enchantment", "No more than one creature can attack each turn.")
    assert not may_attack(attack)
    assert may_attack(attack, "Berserker")
    assert may_attack(attack, "Bear") is other_alone
