"""What is "other" in the words of a spell, and what "it" is that fights: small games."""

from __future__ import annotations

import pytest
from printed import creatures, play, put, start

TODAY = "2021-11-19"


@pytest.mark.parametrize(
    "text",
    [
        "Target creature you control gets +2/+2 until end of turn. Each other creature you control gets +1/+1 until "
        "end of turn.",
        "Until end of turn, target creature you control gets +2/+2 and other creatures you control get +1/+1.",
        "Choose one —\n• Draw a card.\n• Target creature you control gets +2/+2 until end of turn. Other creatures you "
        "control get +1/+1 until end of turn.",
    ],
)
def test_others_than_the_target_of_a_spell(text: str) -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2", Elk="2/2")
    play(game, "Tactics", text, targets=["Ox"], **({"modes": [2]} if "one —" in text else {}))
    assert [game.power_toughness(name) for name in ("Ox", "Elk")] == [(4, 4), (3, 3)]


def test_others_become_copies_of_a_target_that_stays_what_it_is() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2", Elk="5/5")
    text = "Target creature gets +1/+0 until end of turn. Each other creature has base power and toughness 1/1 until "
    play(game, "Mirror", text + "end of turn.", targets=["Elk"])
    assert [game.power_toughness(name)[0] for name in ("Ox", "Elk")] == [1, 6]


def test_all_creatures_but_the_chosen_ones_are_sacrificed() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2", Elk="5/5")
    creatures(game, "Bob", Cub="1/1")
    text = "Each player chooses a creature they control, then sacrifices all other creatures they control."
    game.will("object", "Elk", player="Ann")
    play(game, "Cull", text)
    assert game.cards_in("battlefield") == ["Elk", "Cub"]


def test_all_other_cards_revealed_are_not_the_one_that_was_taken() -> None:
    game = start(TODAY)
    before = len(game.hand("Ann"))
    text = "Reveal the top three cards of your library and put one of them into your hand. Put all other cards "
    game.will("put", ["Card 2"])
    play(game, "Vapors", text + "revealed this way into your graveyard.")
    assert len(game.hand("Ann")) == before + 1
    assert len(game.cards_in("graveyard", "Ann")) == 3


def test_up_to_one_other_target_is_another_than_the_first() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2", Elk="2/2")
    text = "Target creature gets +2/+0 until end of turn. Up to one other target creature gets +0/+2 until end of turn."
    put(game, "Ann", "Maneuver", "Instant", text, zone="hand")
    assert not game.is_legal(lambda game: game.play("Ann", "Maneuver", targets=["Ox", "Ox"]))
    game.play("Ann", "Maneuver", targets=["Ox", "Elk"])
    game.resolve_all()
    assert [game.power_toughness(name) for name in ("Ox", "Elk")] == [(4, 2), (2, 4)]


@pytest.mark.parametrize("first", ["Put a +1/+1 counter on target creature you control.", "Untap target creature."])
@pytest.mark.parametrize("line", ["Sorcery", "Creature 9/9"])
def test_it_that_fights_is_what_was_spoken_of(first: str, line: str) -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/3")
    creatures(game, "Bob", Elk="1/2")
    text = f"{first} It fights target creature you don't control."
    if line == "Sorcery":
        play(game, "Brawl", text, targets=["Ox", "Elk"])
    else:
        put(game, "Ann", "Marshal", line, f"{{0}}: {text}")
        game.activate("Ann", "Marshal", targets=["Ox", "Elk"])
        game.resolve_all()
    assert game.zone_of("Elk") == "graveyard"
    assert [event["ref"] for event in game.happened("damage")] != []
    assert game.zone_of("Ox") == "battlefield"


@pytest.mark.parametrize(("alone", "has"), [("no other creatures", True), ("another creature", False)])
def test_others_than_the_enchanted_creature(alone: str, has: bool) -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2")
    text = f"Enchant creature\nEnchanted creature has flying as long as its controller controls {alone}."
    put(game, "Ann", "Gambit", "Enchantment — Aura", text, attached_to="Ox")
    assert game.has_keyword("Ox", "flying") is has
    creatures(game, "Ann", Elk="2/2")
    assert game.has_keyword("Ox", "flying") is not has


def test_two_others_than_the_creature_that_enters() -> None:
    game = start(TODAY)
    text = "Whenever a creature enters the battlefield, if there are two or more other creatures on the battlefield, "
    put(game, "Ann", "Gate", "Artifact", text + "exile that creature.")
    for name in ("Ox", "Elk", "Boar"):
        play(game, name, "", "Creature 2/2")
    assert game.cards_in("battlefield") == ["Gate", "Ox", "Elk"]


@pytest.mark.parametrize(
    "text",
    [
        "Whenever equipped creature attacks, other attacking creatures get +1/+1 until end of turn.",
        "Whenever equipped creature attacks, another target attacking creature gets +1/+1 until end of turn.",
    ],
)
def test_others_than_the_equipped_creature_that_attacks(text: str) -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="2/2", Elk="2/2")
    put(game, "Ann", "Banner", "Artifact — Equipment", f"{text}\nEquip {{1}}", attached_to="Ox")
    game.to_step("declare attackers", "Ann")
    game.attack("Ann", {"Ox": "Bob", "Elk": "Bob"})
    game.resolve_all()
    assert [game.power_toughness(name) for name in ("Ox", "Elk")] == [(2, 2), (3, 3)]
