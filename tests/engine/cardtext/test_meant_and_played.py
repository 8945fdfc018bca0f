"""What words mean where print alone does not show it: each text is played."""

from __future__ import annotations

import pytest
from printed import creatures, put, start

from rulesite.engine.game import Game

TODAY = "2024-06-07"


@pytest.mark.parametrize(("side", "life", "zone"), [("heads", 14, "graveyard"), ("tails", 20, "hand")])
def test_of_two_outcomes_neither_speaks_of_what_the_other_did(side: str, life: int, zone: str) -> None:
    game = start(TODAY)
    text = (
        "Whenever you cast an instant spell, flip a coin. If you lose the flip, return that spell to its owner's hand. "
        "If you win the flip, copy that spell."
    )
    put(game, "Ann", "Gambler", "Enchantment", text)
    put(game, "Ann", "Bolt", "Instant", "~ deals 3 damage to any target.", zone="hand")
    game.will("call", "heads")
    game.will("coin", side)
    game.play("Ann", "Bolt", targets=["Bob"])
    game.resolve_all()
    assert (game.life("Bob"), game.zone_of("Bolt")) == (life, zone)


@pytest.mark.parametrize(
    ("line", "tokens", "life"),
    [
        ("Creature 1/1", ["Rogue"], 20),
        ("Land", ["Treasure"], 20),
        ("Land Creature 1/1", ["Rogue", "Treasure"], 20),
        ("Sorcery", [], 23),
    ],
)
def test_a_card_is_no_token_and_otherwise_is_if_it_is_neither(line: str, tokens: list[str], life: int) -> None:
    game = start(TODAY)
    text = (
        "Exile target card from a graveyard. If it was a creature card, create a 2/2 black Rogue creature token. "
        "If it was a land card, create a Treasure token. Otherwise, you gain 3 life."
    )
    put(game, "Ann", "Fortune", "Sorcery", text, zone="hand")
    put(game, "Bob", "Thing", line, zone="graveyard")
    game.play("Ann", "Fortune", targets=["Thing"])
    game.resolve_all()
    assert (game.cards_in("battlefield"), game.life("Ann")) == (tokens, life)


@pytest.mark.parametrize(("line", "token"), [("Land", "Treasure"), ("Creature 1/1", "Rogue")])
def test_a_card_exiled_with_something_is_not_what_exiled_it(line: str, token: str) -> None:
    game = start(TODAY)
    text = (
        "{T}: Exile target card from a graveyard.\n{0}: Put a card exiled with ~ into its owner's graveyard. "
        "If it's a land card, create a Treasure token. If it's a nonland card, create a 2/2 black Rogue creature token."
    )
    put(game, "Ann", "Purse", "Artifact", text)
    put(game, "Bob", "Thing", line, zone="graveyard")
    game.activate("Ann", "Purse", 1, targets=["Thing"])
    game.resolve_all()
    game.activate("Ann", "Purse", 2)
    game.resolve_all()
    assert (game.zone_of("Thing"), game.cards_in("battlefield")) == ("graveyard", ["Purse", token])


@pytest.mark.parametrize(
    "cards",
    [
        "each creature card exiled with ~ to the battlefield under its owner's control",
        "all cards exiled with ~ to the battlefield under their owners' control",
    ],
)
def test_each_of_several_is_returned_under_the_control_of_its_own_owner(cards: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Pit", "Land", f"{{0}}: Exile target creature.\n{{T}}, Sacrifice ~: Return {cards}.")
    creatures(game, "Ann", Elf="1/1")
    creatures(game, "Bob", Ox="3/3")
    for name in ("Elf", "Ox"):
        game.activate("Ann", "Pit", 1, targets=[name])
        game.resolve_all()
    game.activate("Ann", "Pit", 2)
    game.resolve_all()
    assert (game.controller("Elf"), game.controller("Ox")) == ("Ann", "Bob")


@pytest.mark.parametrize(("target", "legal"), [("Ox", True), ("Elk", False)])
def test_with_the_same_quality_is_the_same_as_what_entered(target: str, legal: bool) -> None:
    game = start(TODAY)
    text = (
        "Whenever a creature enters under your control, it fights up to one target creature with the same mana value."
    )
    put(game, "Ann", "Ring", "Enchantment", text)
    for name, cost in (("Ox", "{2}"), ("Elk", "{3}")):
        put(game, "Bob", name, "Creature 3/3", cost=cost)
    put(game, "Ann", "New", "Creature 3/3", zone="hand", cost="{2}")
    game.add_mana("Ann", "{2}")
    game.will("target", target)
    game.play("Ann", "New")
    assert game.is_legal(lambda g: g.all_pass()) == legal


@pytest.mark.parametrize(("zone", "legal"), [("graveyard", True), ("hand", False)])
def test_mana_for_spells_from_a_zone_pays_for_what_is_cast_from_there(zone: str, legal: bool) -> None:
    game = start(TODAY)
    put(game, "Ann", "Moss", "Land", "{T}: Add {G}{G}. Spend this mana only to cast spells from your graveyard.")
    put(game, "Ann", "Echo", "Sorcery", "You gain 3 life.\nFlashback {2}", zone=zone, cost="{2}")
    game.activate("Ann", "Moss")
    how = "flashback" if zone == "graveyard" else ""
    assert game.is_legal(lambda g: g.play("Ann", "Echo", alternative=how)) == legal


@pytest.mark.parametrize("cast", [["Heal", "Gain"], ["Gain"], []])
def test_of_several_cards_a_player_casts_any_number(cast: list[str]) -> None:
    game = start(TODAY)
    text = "Exile two target cards from your graveyard. You may cast them without paying their mana costs."
    put(game, "Ann", "Past", "Sorcery", text, zone="hand")
    for name in ("Heal", "Gain"):
        put(game, "Ann", name, "Sorcery", "You gain 3 life.", zone="graveyard", cost="{5}")
    game.play("Ann", "Past", targets=["Heal", "Gain"])
    game.will("may", True)
    game.will("object", cast)
    game.resolve_all()
    assert game.life("Ann") == 20 + 3 * len(cast)
    assert [name for name in ("Heal", "Gain") if game.zone_of(name) == "exile"] == [
        name for name in ("Heal", "Gain") if name not in cast
    ]


@pytest.mark.parametrize(("takes", "ann", "bob"), [(True, ["Two"], ["One"]), (False, ["One", "Two"], [])])
def test_the_rest_is_all_of_it_if_nobody_takes_any(takes: bool, ann: list[str], bob: list[str]) -> None:
    game = start(TODAY)
    text = (
        "Look at the top three cards of your library, exile up to two creature cards from among them, then shuffle. "
        "Target opponent may choose one of the exiled cards and put it onto the battlefield under their control. "
        "Put the rest onto the battlefield under your control."
    )
    put(game, "Ann", "Offer", "Sorcery", text, zone="hand")
    for place, name in enumerate(("One", "Two", "Three")):
        put(game, "Ann", name, "Creature 2/2", zone="library", position=place)
    game.will("exile", ["One", "Two"])
    game.will("may", takes)
    if takes:
        game.will("object", "One")
    game.play("Ann", "Offer", targets=["Bob"])
    game.resolve_all()
    held = {name: game.controller(name) for name in game.cards_in("battlefield")}
    assert ([name for name in held if held[name] == "Ann"], [name for name in held if held[name] == "Bob"]) == (
        ann,
        bob,
    )


def test_of_cards_that_remain_exiled_each_may_be_played_as_long_as_it_does() -> None:
    game = start(TODAY)
    text = (
        "Exile the top three cards of your library. "
        "You may play lands from among those cards for as long as they remain exiled."
    )
    put(game, "Ann", "Trek", "Sorcery", text, zone="hand")
    for name, line in (("Hill", "Land"), ("Dale", "Land"), ("Ox", "Creature 3/3")):
        put(game, "Ann", name, line, zone="library", position=0)
    game.play("Ann", "Trek")
    game.resolve_all()
    game.play_land("Ann", "Hill")
    game.to_step("precombat main", "Bob")
    game.to_step("precombat main", "Ann")
    game.play_land("Ann", "Dale")
    assert (game.zone_of("Dale"), game.zone_of("Ox")) == ("battlefield", "exile")
    assert not game.is_legal(lambda g: g.play("Ann", "Ox", alternative="permission"))


def test_what_an_aura_is_attached_to_is_what_somebody_controls() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Elf="1/1")
    creatures(game, "Bob", Ox="3/3")
    for name, host in (("Near", "Elf"), ("Far", "Ox")):
        line = "Enchantment — Aura"
        put(game, "Ann", name, line, "Enchant creature", attached_to=host, controller="Bob")
    text = "Return all Auras you own attached to creatures you control to their owners' hands."
    put(game, "Ann", "Recall", "Sorcery", text, zone="hand")
    game.play("Ann", "Recall")
    game.resolve_all()
    assert (game.zone_of("Near"), game.zone_of("Far")) == ("hand", "battlefield")


def test_that_card_in_what_is_searched_for_was_named_before() -> None:
    game = start(TODAY)
    text = (
        "Exile target card from your graveyard. Search your library for any number of cards with the same name as that "
        "card, reveal them, put them into your hand, then shuffle."
    )
    put(game, "Ann", "Salvage", "Sorcery", text, zone="hand")
    put(game, "Ann", "Rat", "Creature 1/1", zone="graveyard")
    for name in ("Rat", "Ox"):
        put(game, "Ann", name, "Creature 1/1", zone="library")
    assert not game.is_legal(lambda g: _salvages(g, "Ox"))
    _salvages(game, "Rat 2")
    assert game.hand("Ann") == ["Rat 2"]


def _salvages(game: Game, found: str) -> None:
    game.play("Ann", "Salvage", targets=["Rat"])
    game.will("search", [found])
    game.resolve_all()
