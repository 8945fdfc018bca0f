"""Facts of a day: the span of days on which every fact that a game uses is the same, so that one game stands for all of
them.

:mod:`.tracking` describes the facts. The module that has a kind of fact registers it here (:func:`knows`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from .concepts import CONCEPTS, rule_number
from .counterfactual import supposed
from .ruleset import OLDEST, Ruleset
from .tracking import noticing


@dataclass(frozen=True)
class Kind:
    """One kind of fact: the names of its facts, the value of each on a day, and the days on which any of them
    changes."""

    names: Callable[[], Iterable[str]]
    value: Callable[[str, str], object]
    days: Callable[[], Iterable[str]]


_KINDS: dict[str, Kind] = {}


def knows(kind: str, of: Kind) -> None:
    """Register a kind of fact; its facts are called ``kind:name``, those of the kind ``""`` by their names only."""
    _KINDS[kind] = of
    every_fact.cache_clear()
    days_of_change.cache_clear()


def value(fact: str, day: str) -> object:
    """The value of a fact on a day.

    >>> value("mana_burn", "2006-10-01"), value("number:announce", "2006-10-01")
    (True, '409.1a')
    """
    held = supposed()
    return held[fact] if fact in held else _value(fact, day)


@cache
def _value(fact: str, day: str) -> object:
    kind, _, name = fact.rpartition(":")
    with noticing():
        return _KINDS[kind].value(name, day)


@cache
def every_fact() -> frozenset[str]:
    """All facts that a game can use."""
    return frozenset(f"{kind}:{name}" if kind else name for kind, of in _KINDS.items() for name in of.names())


@cache
def days_of_change() -> tuple[str, ...]:
    """Every day on which any fact may change, oldest first; the first is the oldest day whose rules are known.

    >>> days_of_change()[0], "2009-07-11" in days_of_change()
    ('1999-04-21', True)
    """
    days = {day for of in _KINDS.values() for day in of.days()}
    return (OLDEST, *sorted(day for day in days if day > OLDEST))


knows(
    "",
    Kind(
        lambda: (name for name, _ in Ruleset.citations()),
        lambda name, day: getattr(Ruleset.on(day), name),
        lambda: (since.date for _, since in Ruleset.citations()),
    ),
)
knows(
    "number", Kind(lambda: CONCEPTS, rule_number, lambda: (day for each in CONCEPTS.values() for day, _ in each.since))
)
