"""Damage of which a part is redirected is two events: what comes of one is not said of the other."""

from __future__ import annotations

from printed import put, start

REDIRECT = (
    "The next 3 damage that would be dealt to target creature or player this turn is dealt to another target creature"
    " or player instead."
)


def test_each_player_loses_the_life_of_the_own_part() -> None:
    game = start("2026-06-19")
    put(game, "Ann", "Deflection", "Instant", REDIRECT, zone="hand")
    put(game, "Ann", "Blast", "Instant", "Blast deals 5 damage to target player.", zone="hand")
    game.play("Ann", "Deflection", targets=["Bob", "Ann"])
    game.resolve_all()
    game.play("Ann", "Blast", targets=["Bob"])
    game.resolve_all()
    assert (game.life("Bob"), game.life("Ann")) == (18, 17)


def test_excess_damage_is_that_of_the_own_part() -> None:
    game = start("2026-06-19")
    put(game, "Ann", "Deflection", "Instant", REDIRECT, zone="hand")
    put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Bob", "Elk", "Creature 1/3")
    text = "Blast deals 7 damage to target creature. If excess damage was dealt this way, you gain 1 life."
    put(game, "Ann", "Blast", "Instant", text, zone="hand")
    game.play("Ann", "Deflection", targets=["Ox", "Elk"])
    game.resolve_all()
    game.play("Ann", "Blast", targets=["Ox"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Elk"), game.life("Ann")) == ("graveyard", "graveyard", 21)
