"""Which subtypes an object can gain: those of a card type that it has (205.3d in 2013-05-01)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.eras.subtypes import subtypes_on
from rulesite.engine.state.land_types import sort_of

_SHARED = {"creature": {"creature", "kindred", "tribal"}, "instant": {"instant", "sorcery"}}
"""Card types that share their subtypes."""


def suiting(rules: Ruleset, subtypes: Iterable[str], types: Collection[str]) -> list[str]:
    """Those of some subtypes that correspond to one of an object's card types.

    >>> suiting(Ruleset.on("2026-06-19"), ["Illusion", "Vehicle", "Forest"], ["artifact"])
    ['Vehicle']
    >>> suiting(Ruleset.on("2026-06-19"), ["Illusion", "Gideon"], ["planeswalker"])
    ['Gideon']
    >>> suiting(Ruleset.on("2009-07-11"), ["Illusion"], ["artifact"])
    ['Illusion']
    """
    if not rules.subtypes_suit_types:
        return list(subtypes)
    kept = _suiting(rules.date, frozenset(subtypes), frozenset(types))
    return [word for word in subtypes if word in kept]


@lru_cache(4096)
def _suiting(day: str, subtypes: frozenset[str], types: frozenset[str]) -> frozenset[str]:
    """The same as a set: it is asked for every object whenever the layers are computed."""
    return frozenset(word for word in subtypes if _suits(day, word, types))


def _suits(day: str, word: str, types: Collection[str]) -> bool:
    sort = sort_of(word)
    if sort == "creature" and word not in subtypes_on("creature", day):
        return True  # a planeswalker type and the like
    return not _SHARED.get(sort, {sort}).isdisjoint(types)
