"""Questions about keywords, answered from one table of rows (`keywords.toml` explains the columns)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _table() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(files(__package__).joinpath("keywords.toml").read_text("utf-8"))


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a keyword: several if its text changed.

    >>> [row.get("until") for row in rows("lifelink")], rows("no such keyword")
    (['2009-07-11'], [])
    """
    return _by_name().get(name, [])


def titled(title: str) -> list[dict[str, Any]]:
    """The rows of the keyword that a rule's title names; cards may use another name for it.

    >>> [row["name"] for row in titled("splice")], [row["name"] for row in titled("flying")]
    (['splice onto arcane', 'splice onto instant or sorcery'], ['flying'])
    """
    return [row for row in _table()["keyword"] if row.get("title") == title] or rows(title)


def action(name: str) -> dict[str, Any] | None:
    """The row of a keyword action, or None."""
    return next((row for row in _table()["action"] if row["name"] == name), None)


@cache
def _by_name() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in _table()["keyword"]:
        found.setdefault(row["name"], []).append(row)
    return found


@cache
def taking(what: str) -> frozenset[str]:
    """The keywords that are printed with `what` after them: "cost", "number", "number and cost", … or nothing (``""``).

    >>> "flashback" in taking("cost"), "echo" in taking("cost") & taking(""), "flying" in taking("")
    (True, True, True)
    >>> sorted(taking("name"))
    ['partner with']
    """
    return frozenset(
        name
        for name, (first, *_) in _by_name().items()
        if not (first.get("unread") or first.get("apart"))
        and (first.get("takes", "") == what or (not what and first.get("optional")))
    )


@cache
def unread() -> frozenset[str]:
    """The keywords whose words cannot even be read."""
    return frozenset(name for name, (first, *_) in _by_name().items() if first.get("unread"))


@cache
def played_by_name() -> frozenset[str]:
    """The keywords that the engine refers to by name, where the rules do so."""
    return frozenset(name for name, found in _by_name().items() if any(row.get("by_name") for row in found))


@cache
def of_decks() -> frozenset[str]:
    """The keywords that limit which cards a deck may begin with, and do nothing in a game.

    >>> "partner" in of_decks()
    True
    """
    return frozenset(name for name, found in _by_name().items() if any(row.get("of_decks") for row in found))


@cache
def defined() -> frozenset[str]:
    """The keywords whose meaning is defined by a function."""
    return frozenset(name for name, found in _by_name().items() if any(row.get("defined") for row in found))


@cache
def dated() -> frozenset[str]:
    """The keywords with several definitions, each valid for a period."""
    return frozenset(name for name, found in _by_name().items() if any("until" in row for row in found))


@cache
def days_of_change() -> frozenset[str]:
    """The days on which the definition of a keyword changed."""
    return frozenset(row["until"] for row in _table()["keyword"] if "until" in row)


def text_on(name: str, day: str) -> dict[str, Any] | None:
    """The row with the words that a keyword stands for on a day; None if it stands for no words then."""
    for row in rows(name):
        if "text" in row and day < row.get("until", "9999"):
            return row
    return None


def dungeons_on(day: str) -> list[dict[str, Any]]:
    """The rows of the dungeon cards that there are on a day.

    >>> [row["name"] for row in dungeons_on("2021-11-19")][0], dungeons_on("2018-01-19")
    ('Lost Mine of Phandelver', [])
    """
    return [row for row in _table()["dungeon"] if row["since"] <= day]


def token_of(subtypes: tuple[str, ...]) -> dict[str, Any] | None:
    """The row of the token that the rules define by one of these subtypes alone ("a Clue token"), or None."""
    return next((row for row in _table()["token"] if row["name"] in subtypes), None)
