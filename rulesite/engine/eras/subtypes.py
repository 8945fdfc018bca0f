"""Which creature types and land types exist on a day (205.3m and 205.3i of 2026-06-19, and the lists before them)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from .tracking import notice
from .validity import Kind, knows


@cache
def _lists() -> dict[str, tuple[tuple[str, frozenset[str]], ...]]:
    """For each card type, the days on which its list changes, oldest first, each with the list from then on."""
    lists: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {}
    for card_type, rows in tomllib.loads(files(__package__).joinpath("subtypes.toml").read_text("utf-8")).items():
        types: frozenset[str] = frozenset()
        dated = []
        for row in rows:
            types = types.difference(row.get("gone", ())).union(row.get("added", ()))
            dated.append((row["since"], types))
        lists[card_type] = tuple(dated)
    return lists


def _dated(card_type: str, day: str) -> tuple[str, frozenset[str]]:
    """The list in force on a day, with the day from which it holds; the first list before there was one."""
    lists = _lists()[card_type]
    return next((dated for dated in reversed(lists) if dated[0] <= day), lists[0])


def subtypes_on(card_type: str, day: str) -> frozenset[str]:
    """Every creature type or land type that exists on a day.

    >>> "Lord" in subtypes_on("creature", "2007-07-13"), "Lord" in subtypes_on("creature", "2021-11-19")
    (True, False)
    >>> sorted(subtypes_on("land", "2026-06-19") - subtypes_on("land", "2023-06-16"))
    ['Cave', 'Planet', 'Town']
    """
    notice(f"subtypes:{card_type}")
    return _dated(card_type, day)[1]


knows(
    "subtypes",
    Kind(
        lambda: tuple(_lists()),
        lambda card_type, day: _dated(card_type, day)[0],
        lambda: (since for dated in _lists().values() for since, _ in dated),
    ),
)
