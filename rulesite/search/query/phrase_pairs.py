"""Rephrased: the book's own dictionary as search uses it, what is said today for a phrase, and what was said for it.

Its pairs were learned from descent or are said by a glossary (`PhrasePair`); those that a person struck are left out.
An old phrase is looked for as today's rules say it, through as many rewordings as there were; a phrase of today also as
older editions said it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from django.db import connection

from rulesite.rulebook.models import Library, PhrasePair
from rulesite.search import analysis

_MOST = 2
"""How many things are looked for, at most, that a phrase became or was."""
_FURTHER = 4
"""Through how many rewordings a phrase is followed."""

Stems = tuple[str, ...]


@dataclass(frozen=True)
class Pair:
    """Words, what is said for them (one thing, or several), and why that is the same."""

    word: str
    says: tuple[str, ...]
    why: str


class Phrases(dict[Stems, Pair]):
    """Pairs by the stems of the phrase that is looked for; they are never changed."""

    @cached_property
    def reach(self) -> Mapping[str, int]:
        """How many words the longest phrase has that begins with a stem."""
        found: dict[str, int] = {}
        for first, *further in filter(None, self):
            found[first] = max(found.get(first, 0), 1 + len(further))
        return found


@dataclass(frozen=True)
class Dictionary:
    """The pairs in both directions, by the stems of the phrase that is looked for."""

    state: tuple[Any, ...] = ()
    """What is another one where the pairs are."""
    today: Phrases = field(default_factory=Phrases)
    formerly: Phrases = field(default_factory=Phrases)
    whole: Phrases = field(default_factory=Phrases)
    """What a glossary says of a term: meant only where nothing else is asked."""


def current() -> Dictionary:
    """The dictionary of the book as it is published now."""
    state = _state()
    held = _held.get(state)
    if held is None:
        held = _read(state)
        _held.clear()
        _held[state] = held
    return held


_held: dict[tuple[Any, ...], Dictionary] = {}


def _state() -> tuple[Any, ...]:
    """The state of the book; for every search, and so without the ORM."""
    with connection.cursor() as cursor:
        cursor.execute(*_query())
        return cursor.fetchone() or ()


@cache
def _query() -> tuple[str, tuple[Any, ...]]:
    columns = "index", "publication", "revision", "changed"
    return Library.objects.order_by("pk").values_list(*columns)[:1].query.sql_with_params()


def _read(state: tuple[Any, ...]) -> Dictionary:
    became: dict[Stems, list[PhrasePair]] = defaultdict(list)
    was: dict[Stems, list[PhrasePair]] = defaultdict(list)
    glossary: dict[Stems, PhrasePair] = {}
    for pair in PhrasePair.objects.not_struck().defer("evidence"):
        old, new = tuple(analysis.stems(pair.old)), tuple(analysis.stems(pair.new))
        if pair.basis != PhrasePair.Basis.DESCENT:
            glossary.setdefault(old, pair)
        elif old != new:
            became[old].append(pair)
            was[new].append(pair)
    today = {stems: Pair(held[0].old, _finally(held, became), _since(held[0])) for stems, held in became.items()}
    formerly = Phrases({stems: Pair(held[0].new, _once(held), _until(held[0])) for stems, held in was.items()})
    whole = {stems: Pair(held.old, _finally([held], became), _BASES[held.basis]) for stems, held in glossary.items()}
    return Dictionary(state, _saying(today), formerly, _saying(whole))


_BASES: dict[str, str] = {
    PhrasePair.Basis.OBSOLETE: "the glossary says so",
    PhrasePair.Basis.SEE: "the glossary says to look there",
}


def _saying(pairs: Mapping[Stems, Pair]) -> Phrases:
    return Phrases({stems: pair for stems, pair in pairs.items() if pair.says})


def _finally(pairs: Sequence[PhrasePair], became: Mapping[Stems, Sequence[PhrasePair]]) -> tuple[str, ...]:
    """What a phrase is in the end, the surest first; nothing that leads back to it."""
    stems = tuple(analysis.stems(pairs[0].old))
    found: dict[Stems, str] = {}
    for pair in pairs[:_MOST]:
        said, seen = pair.new, {stems}
        for _ in range(_FURTHER):
            here = tuple(analysis.stems(said))
            further = became.get(here)
            if further is None or here in seen:
                break
            seen.add(here)
            said = further[0].new
        here = tuple(analysis.stems(said))
        if here != stems:
            found.setdefault(here, said)
    return tuple(found.values())


def _once(pairs: Sequence[PhrasePair]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(pair.old for pair in pairs))[:_MOST]


def _since(pair: PhrasePair) -> str:
    return f"the rules say so since {pair.since.rpartition('/')[2]}, in {pair.sentences} sentences"


def _until(pair: PhrasePair) -> str:
    return f"older editions say so, before {pair.since.rpartition('/')[2]}"
