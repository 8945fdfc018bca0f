"""Which players, which events and what happened before: small games with printed words."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game

TODAY = "2022-04-29"


def library_of(game: Game, player: str) -> int:
    return len(game.cards_in("library", player))


@pytest.mark.parametrize(("lands", "left"), [((1, 2), 18), ((2, 2), 20)])
def test_each_opponent_who_controls_more_lands_than_you(lands: tuple[int, int], left: int) -> None:
    game = start(TODAY)
    for player, count in zip(("Ann", "Bob"), lands, strict=True):
        for _ in range(count):
            put(game, player, "Field", "Land")
    put(game, "Ann", "Toll", "Sorcery", "Each opponent who controls more lands than you loses 2 life.", zone="hand")
    game.play("Ann", "Toll")
    game.resolve_all()
    assert (game.life("Bob"), game.life("Ann")) == (left, 20)


def test_each_opponent_who_cannot_do_it_pays_for_it() -> None:
    for cards, left in ((0, 17), (1, 20)):
        game = start(TODAY)
        for player in ("Ann", "Bob")[: 1 + cards]:
            put(game, player, "Junk", "Creature 1/1", zone="hand")
        text = "Each player discards a card. Each opponent who can't loses 3 life."
        put(game, "Ann", "Purge", "Sorcery", text, zone="hand")
        game.play("Ann", "Purge")
        game.resolve_all()
        assert (game.life("Ann"), game.life("Bob")) == (20, left)


@pytest.mark.slow
def test_each_player_who_lost_life_this_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Sting", "Sorcery", "Target player loses 1 life.", zone="hand")
    put(game, "Ann", "Feast", "Sorcery", "Each player who lost life this turn gains 3 life.", zone="hand")
    game.play("Ann", "Sting", targets=["Bob"])
    game.resolve_all()
    game.play("Ann", "Feast")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, 22)


@pytest.mark.parametrize(
    ("owner", "condition", "so"),
    [
        ("Ann", "you had a land enter the battlefield under your control this turn", True),
        ("Bob", "you had a land enter the battlefield under your control this turn", False),
        ("Bob", "an opponent had a land enter the battlefield under their control this turn", True),
        ("Bob", "an opponent had two or more lands enter the battlefield under their control this turn", False),
    ],
)
def test_what_a_player_had_enter_this_turn(owner: str, condition: str, so: bool) -> None:
    game = start(TODAY)
    put(game, owner, "Field", "Land", zone="hand")
    text = "Put a land card from your hand onto the battlefield."
    put(game, owner, "Growth", "Instant", text, zone="hand")
    game.will("put", ["Field"])
    if owner == "Bob":
        game.pass_priority("Ann")
    game.play(owner, "Growth")
    game.resolve_all()
    put(game, "Ann", "Gift", "Instant", f"If {condition}, you gain 5 life.", zone="hand")
    game.play("Ann", "Gift")
    game.resolve_all()
    assert game.life("Ann") == (25 if so else 20)


@pytest.mark.parametrize(("power", "drawn"), [(3, 0), (4, 1)])
def test_the_power_with_which_you_attacked_is_that_of_the_attack(power: int, drawn: int) -> None:
    game = start(TODAY)
    text = (
        "Whenever Wolf attacks, if you attacked with creatures with total power 6 or greater this combat, draw a card."
    )
    put(game, "Ann", "Wolf", "Creature 2/2", text)
    put(game, "Ann", "Ox", f"Creature {power}/3")
    game.to_step("declare attackers", "Ann")
    game.attack("Ann", ["Wolf", "Ox"])
    before = library_of(game, "Ann")
    game.resolve_all()
    assert before - library_of(game, "Ann") == drawn


def test_the_first_spell_of_a_kind_is_counted_among_its_kind() -> None:
    game = start(TODAY)
    text = "Whenever you cast your first instant or sorcery spell each turn, you gain 1 life."
    put(game, "Ann", "Idol", "Artifact", text)
    put(game, "Ann", "Ox", "Creature 3/3", zone="hand")
    for name in ("One", "Two"):
        put(game, "Ann", name, "Sorcery", "Draw a card.", zone="hand")
    for name, life in (("Ox", 20), ("One", 21), ("Two", 21)):
        game.play("Ann", name)
        game.resolve_all()
        assert game.life("Ann") == life


def test_the_next_spell_alone_is_copied() -> None:
    game = start(TODAY)
    text = "When you cast your next instant or sorcery spell this turn, copy that spell."
    put(game, "Ann", "Echo", "Sorcery", text, zone="hand")
    game.play("Ann", "Echo")
    game.resolve_all()
    for name, life in (("One", 22), ("Two", 23)):
        put(game, "Ann", name, "Instant", "You gain 1 life.", zone="hand")
        game.play("Ann", name)
        game.resolve_all()
        assert game.life("Ann") == life


@pytest.mark.parametrize(("target", "drawn"), [("Ann", 1), ("Ox", 1), ("Elk", 0)])
def test_you_or_a_permanent_you_control_becomes_a_target(target: str, drawn: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Bob", "Elk", "Creature 3/3")
    text = "Whenever you or a permanent you control becomes the target of a spell, draw a card."
    put(game, "Ann", "Ward", "Enchantment", text)
    put(game, "Ann", "Spark", "Instant", "Spark deals 1 damage to any target.", zone="hand")
    before = library_of(game, "Ann")
    game.play("Ann", "Spark", targets=[target])
    game.resolve_all()
    assert before - library_of(game, "Ann") == drawn


@pytest.mark.parametrize(("text", "life"), [("", 21), ("Field enters the battlefield tapped.", 20)])
def test_when_it_enters_untapped(text: str, life: int) -> None:
    game = start(TODAY)
    more = "When Field enters the battlefield untapped, you gain 1 life."
    put(game, "Ann", "Field", "Land", f"{text}\n{more}".strip(), zone="hand")
    game.play_land("Ann", "Field")
    game.resolve_all()
    assert game.life("Ann") == life


def test_unattached_from_what_it_was_attached_to() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Ann", "Elk", "Creature 3/3")
    text = "Whenever Chain becomes unattached from a permanent, sacrifice that permanent.\nEquip {0}"
    put(game, "Ann", "Chain", "Artifact - Equipment", text, attached_to="Ox")
    game.activate("Ann", "Chain", targets=["Elk"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("graveyard", "battlefield")


def test_an_aura_attached_to_a_creature_is_attached_to_any() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Bob", "Elk", "Creature 3/3")
    put(game, "Bob", "Coat", "Enchantment - Aura", "Enchant creature", attached_to="Elk")
    put(game, "Ann", "Harpist", "Creature 1/1", "{T}: Destroy target Aura attached to a creature.")
    game.activate("Ann", "Harpist", targets=["Coat"])
    game.resolve_all()
    assert game.zone_of("Coat") == "graveyard"


@pytest.mark.parametrize(("pays", "life"), [(True, 20), (False, 17)])
def test_unless_one_of_two_is_done(pays: bool, life: int) -> None:
    game = start(TODAY)
    put(game, "Bob", "Junk", "Creature 1/1", zone="hand")
    text = "Target opponent loses 3 life unless that player sacrifices a creature or discards a card."
    put(game, "Ann", "Threat", "Sorcery", text, zone="hand")
    game.play("Ann", "Threat", targets=["Bob"])
    game.will("pay", pays)
    if pays:
        game.will("cost", 2)
    game.resolve_all()
    assert game.life("Bob") == life


@pytest.mark.parametrize(("text", "drawn"), [("card you've drawn this turn", 2), ("spell you've cast this turn", 1)])
def test_what_you_have_done_this_turn_is_counted(text: str, drawn: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Think", "Instant", "Draw two cards.", zone="hand")
    game.play("Ann", "Think")
    game.resolve_all()
    put(game, "Ann", "Sum", "Instant", f"You gain 1 life for each {text}.", zone="hand")
    game.play("Ann", "Sum")
    game.resolve_all()
    assert game.life("Ann") == 20 + drawn + ("cast" in text)
