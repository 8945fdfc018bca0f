"""Small games with cards in their printed words: how the tests set them up."""

from __future__ import annotations

from typing import Any

from rulesite.engine.game import Game

KILL = ("Kill", "Instant", "Destroy target creature.")


def start(date: str = "2006-10-01", **more: Any) -> Game:
    """A game in which nobody runs out of cards."""
    game = Game(date, **more)
    for player in ("Ann", "Bob"):
        game.fill_library(player, 20)
    return game


def put(
    game: Game,
    player: str,
    name: str,
    line: str,
    text: str = "",
    zone: str = "battlefield",
    cost: str | None = None,
    **more: Any,
) -> int:
    """Set a printed card up; free to play unless a cost is given."""
    cost = cost or ("{0}" if zone == "hand" and "Land" not in line else None)
    printed = {"cost": cost} if cost else {}
    return game.put(game.card(name, line, text=text, **printed), player, zone, **more)


def play(game: Game, name: str, text: str, line: str = "Sorcery", player: str = "Ann", **more: Any) -> None:
    """Have a player play a card with these words from hand, and all that follows resolve."""
    put(game, player, name, line, text, zone="hand")
    game.play(player, name, **more)
    game.resolve_all()


def creatures(game: Game, player: str, **sizes: str) -> None:
    """Give a player creatures, each with its size."""
    for name, size in sizes.items():
        put(game, player, name, f"Creature {size}")
