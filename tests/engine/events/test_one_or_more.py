""" "Whenever one or more …": one ability for all of one time, which knows each of them and what they did together."""

from __future__ import annotations

import pytest
from printed import creatures, put, start

TODAY = "2024-06-07"


def test_that_many_are_all_that_attack_together() -> None:
    game = start(TODAY)
    put(game, "Ann", "Roost", "Enchantment", "Whenever one or more Dragons you control attack, draw that many cards.")
    creatures(game, "Ann", Bear="2/2")
    for name in ("Red", "Blue"):
        put(game, "Ann", name, "Creature — Dragon 4/4")
    game.attack("Ann", ["Red", "Blue", "Bear"])
    game.resolve_all()
    assert (len(game.hand("Ann")), game.times_triggered("Roost")) == (2, 1)


def test_each_of_those_is_each_of_them() -> None:
    game = start(TODAY)
    text = "Whenever one or more creatures attack, ~ deals 1 damage to each of those creatures."
    put(game, "Bob", "Mire", "Enchantment", text)
    creatures(game, "Ann", Elf="1/1", Rat="1/1", Ox="3/3")
    game.attack("Ann", ["Elf", "Rat"])
    game.resolve_all()
    assert [game.zone_of(name) for name in ("Elf", "Rat")] == ["graveyard", "graveyard"]
    assert game.state.things[game.id("Ox")].damage == 0


@pytest.mark.parametrize("on", ["Enchantment", "Sorcery"])
def test_damage_is_added_up_for_each_player_apart(on: str) -> None:
    game = start(TODAY, players=("Ann", "Bob", "Cid"))
    game.fill_library("Cid", 20)
    this_turn = " this turn" if on == "Sorcery" else ""
    text = (
        f"Whenever one or more creatures you control deal combat damage to a player{this_turn}, "
        "that player loses that much life."
    )
    put(game, "Ann", "Rush", on, text, zone="hand" if on == "Sorcery" else "battlefield")
    if on == "Sorcery":
        game.play("Ann", "Rush")
        game.resolve_all()
    creatures(game, "Ann", Elf="1/1", Bear="2/2", Ox="3/3")
    game.attack("Ann", {"Elf": "Bob", "Bear": "Bob", "Ox": "Cid"})
    game.to_step("postcombat main")
    assert (game.life("Bob"), game.life("Cid"), game.times_triggered("Rush")) == (14, 14, 2)


def test_cards_discarded_together_are_found_together() -> None:
    game = start(TODAY)
    put(game, "Ann", "Vault", "Enchantment", "Whenever you discard one or more cards, exile them from your graveyard.")
    for name in ("One", "Two"):
        put(game, "Ann", name, "Creature 1/1", zone="hand")
    put(game, "Ann", "Loss", "Sorcery", "Discard two cards.", zone="hand")
    game.play("Ann", "Loss")
    game.resolve_all()
    assert sorted(game.cards_in("exile")) == ["One", "Two"]
