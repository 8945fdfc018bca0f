"""Seats around a table: players are listed in turn order, and turn order goes to the left."""

from __future__ import annotations

from collections.abc import Sequence


def beside(players: Sequence[str], player: str, steps: int) -> str:
    """The player so many seats to a player's left; to the right if ``steps`` is negative.

    >>> beside(["Ann", "Bob", "Cid"], "Ann", 1), beside(["Ann", "Bob", "Cid"], "Ann", -1)
    ('Bob', 'Cid')
    """
    return players[(players.index(player) + steps) % len(players)]


def apart(players: Sequence[str], one: str, other: str) -> int:
    """The distance of two players in seats, the shorter way round.

    >>> apart(["Ann", "Bob", "Cid", "Dan", "Eve"], "Ann", "Dan")
    2
    """
    way = abs(players.index(one) - players.index(other))
    return min(way, len(players) - way)
