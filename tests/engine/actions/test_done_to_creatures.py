"""Keyword actions in small games: detain, goad, amass, exert."""

from __future__ import annotations

from tests.engine.table import put, start

DAY = "2024-06-07"


def cast(game, name, **how):
    game.play("Ann", name, **how)
    game.resolve_all()


def in_hand(game, name, line, text, cost="{0}"):
    game.put(game.card(name, line, text=text, cost=cost), "Ann", "hand")


def test_a_goaded_creature_attacks_and_another_player_until_the_next_turn_of_who_goaded_it():
    game = start(DAY, ("Ann", "Bob", "Cid"))
    put(game, "Bob", "Ox", "Creature 2/2")
    for number in (1, 2):
        in_hand(game, f"Taunt {number}", "Instant", "Goad target creature.")
        cast(game, f"Taunt {number}", targets=["Ox"])
    assert sum(each.bound.record.goads is not None for each in game.state.effects) == 1
    game.to_step("declare attackers", "Bob")
    assert not game.is_legal(lambda g: g.attack("Bob", {}))
    assert not game.is_legal(lambda g: g.attack("Bob", {"Ox": "Ann"}))
    assert game.is_legal(lambda g: g.attack("Bob", {"Ox": "Cid"}))


def test_an_army_of_others_becomes_a_zombie_as_well():
    game = start(DAY)
    put(game, "Ann", "Band", "Creature - Elf Army 1/1")
    put(game, "Bob", "Horde", "Creature - Zombie Army 1/1")
    in_hand(game, "March", "Sorcery", "Amass 2.")
    cast(game, "March")
    assert game.power_toughness("Band") == (3, 3)
    assert {"Elf", "Zombie", "Army"} <= game.characteristics("Band").subtypes
    assert game.power_toughness("Horde") == (1, 1)


def test_whoever_watches_for_exerting_sees_it_done_by_an_ability_as_well():
    game = start(DAY)
    put(game, "Ann", "Watcher", "Enchantment", "Whenever you exert a creature, you gain 1 life.")
    put(game, "Ann", "Ox", "Creature 2/2", "Exert ~: You gain 10 life.")
    put(game, "Bob", "Cow", "Creature 2/2", "Exert ~: You gain 10 life.")
    game.activate("Ann", "Ox")
    game.resolve_all()
    assert game.life("Ann") == 31
    game.pass_priority("Ann")
    game.activate("Bob", "Cow")
    game.resolve_all()
    assert game.life("Ann") == 31
