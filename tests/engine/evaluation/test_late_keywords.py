"""Keywords of later years in small games: sunburst, ascend, amplify, offspring, tribute."""

from __future__ import annotations

import pytest

from tests.engine.table import put, start

DAY = "2024-06-07"


def cast(game, name, **how):
    game.play("Ann", name, **how)
    game.resolve_all()


def in_hand(game, name, line, text, cost="{0}"):
    game.put(game.card(name, line, text=text, cost=cost), "Ann", "hand")


def many(game, number):
    for each in range(number):
        put(game, "Ann", f"Stone {each}", "Artifact")


@pytest.mark.parametrize(("line", "kind"), [("Artifact Creature 0/0", "+1/+1"), ("Artifact", "charge")])
@pytest.mark.parametrize(("mana", "counters"), [("{W}{U}{B}", 3), ("{W}{W}{U}", 2), ("{W}{2}", 1)])
def test_sunburst_counts_colours_with_the_counters_of_its_type(line, kind, mana, counters):
    game = start(DAY)
    in_hand(game, "Orb", line, "Sunburst", "{3}")
    game.add_mana("Ann", mana)
    cast(game, "Orb")
    assert game.counters("Orb", kind) == counters
    assert game.counters("Orb", "charge" if kind == "+1/+1" else "+1/+1") == 0


@pytest.mark.parametrize("number", [8, 9])
def test_ten_permanents_bless_for_the_rest_of_the_game(number):
    game = start(DAY)
    put(game, "Ann", "Squire", "Creature 1/1", "Ascend\nAs long as you have the city's blessing, ~ gets +3/+3.")
    many(game, number)
    put(game, "Ann", "Salt", "Instant", "Destroy all artifacts.", zone="hand")
    put(game, "Ann", "Rite", "Instant", "You gain 1 life.", zone="hand")
    cast(game, "Rite")
    assert game.state.players["Ann"].blessed is (number == 9)
    assert not game.state.players["Bob"].blessed
    cast(game, "Salt")
    assert game.power_toughness("Squire") == ((4, 4) if number == 9 else (1, 1))


@pytest.mark.parametrize(("number", "gained"), [(10, 5), (9, 1)])
def test_a_spell_with_ascend_blesses_as_it_resolves(number, gained):
    game = start(DAY)
    many(game, number)
    in_hand(game, "Psalm", "Sorcery", "Ascend\nYou gain 1 life. If you have the city's blessing, you gain 4 life.")
    game.play("Ann", "Psalm")
    assert not game.state.players["Ann"].blessed
    game.resolve_all()
    assert game.life("Ann") == 20 + gained


def test_without_ascend_nothing_blesses():
    game = start(DAY)
    many(game, 12)
    put(game, "Ann", "Squire", "Creature 1/1", "As long as you have the city's blessing, ~ gets +3/+3.")
    assert game.power_toughness("Squire") == (1, 1)


def test_amplify_counts_the_cards_of_its_type_that_are_revealed():
    game = start(DAY)
    for name, line in (
        ("Ghoul", "Creature - Zombie 1/1"),
        ("Wight", "Creature - Zombie 1/1"),
        ("Elf", "Creature - Elf"),
    ):
        put(game, "Ann", name, line + " 1/1" * ("/" not in line), zone="hand")
    in_hand(game, "Lord", "Creature - Zombie 1/1", "Amplify 2")
    game.will("object", ["Ghoul", "Wight"])
    cast(game, "Lord")
    assert game.power_toughness("Lord") == (5, 5)


@pytest.mark.parametrize("paid", [True, False])
def test_offspring_is_a_small_copy_that_was_paid_for(paid):
    game = start(DAY)
    in_hand(game, "Cat", "Creature - Cat 3/3", "Vigilance\nOffspring {0}")
    cast(game, "Cat", options=["offspring"] * paid)
    tokens = [thing for thing in game.state.things.values() if thing.kind == "token"]
    assert len(tokens) == paid
    for token in tokens:
        assert game.power_toughness(token.id) == (1, 1)
        assert game.has_keyword(token.id, "vigilance")


@pytest.mark.parametrize(("day", "cards"), [("2019-08-23", 0), ("2020-01-24", 1)])
def test_what_triggers_as_a_permanent_enters_knows_its_x_since_a_day(day, cards):
    game = start(day)
    in_hand(game, "Maw", "Creature 1/1", "When ~ enters the battlefield, if X is 5 or greater, draw a card.", "{X}")
    game.add_mana("Ann", "{5}")
    cast(game, "Maw", x=5)
    assert len(game.state.zone("hand", "Ann")) == cards


@pytest.mark.parametrize("pays", [True, False])
def test_tribute_is_counters_from_an_opponent_or_what_happens_without(pays):
    game = start(DAY)
    in_hand(game, "Oracle", "Creature 4/4", "Tribute 2\nWhen ~ enters, if tribute wasn't paid, you gain 8 life.")
    game.will("may", pays, player="Bob")
    cast(game, "Oracle")
    assert game.power_toughness("Oracle") == ((6, 6) if pays else (4, 4))
    assert game.life("Ann") == (20 if pays else 28)


def test_who_pays_tribute_is_the_opponent_that_the_controller_chooses():
    game = start(DAY, ("Ann", "Bob", "Cid"))
    in_hand(game, "Oracle", "Creature 4/4", "Tribute 2\nWhen ~ enters, if tribute wasn't paid, you gain 8 life.")
    game.will("player", ["Cid"])
    game.will("may", True, player="Cid")
    cast(game, "Oracle")
    assert game.power_toughness("Oracle") == (6, 6)
