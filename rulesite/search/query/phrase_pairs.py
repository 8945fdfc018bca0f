"""The dictionary of phrase pairs as search uses it: a phrase's current wording, and its former ones.

The pairs (`PhrasePair`) were extracted from descent or come from a glossary; pairs struck by a maintainer are left out.
A former phrase is also searched in its current wording, through several rewordings; a current phrase also as older
editions worded it.
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

_MAX_WORDINGS = 2
"""How many current or former wordings of a phrase are searched."""
_MAX_REWORDINGS = 4
"""How many successive rewordings of a phrase are followed."""

Stems = tuple[str, ...]


@dataclass(frozen=True)
class Pair:
    """A word or phrase, one or several equivalents, and the reason why they are equivalent."""

    word: str
    says: tuple[str, ...]
    why: str


class Phrases(dict[Stems, Pair]):
    """Pairs by the stems of the searched phrase; never changed."""

    @cached_property
    def reach(self) -> Mapping[str, int]:
        """First stem to the word count of the longest phrase that starts with it."""
        lengths: dict[str, int] = {}
        for first, *further in filter(None, self):
            lengths[first] = max(lengths.get(first, 0), 1 + len(further))
        return lengths


@dataclass(frozen=True)
class Dictionary:
    """The pairs in both directions, by the stems of the searched phrase."""

    state: tuple[Any, ...] = ()
    """A value that changes whenever the pairs do."""
    today: Phrases = field(default_factory=Phrases)
    formerly: Phrases = field(default_factory=Phrases)
    whole: Phrases = field(default_factory=Phrases)
    """The glossary's equivalents of a term: they apply only if the term is the full query."""


def current() -> Dictionary:
    """The dictionary of the published book; memoized."""
    state = _state()
    dictionary = _held.get(state)
    if dictionary is None:
        dictionary = _read(state)
        _held.clear()
        _held[state] = dictionary
    return dictionary


_held: dict[tuple[Any, ...], Dictionary] = {}


def _state() -> tuple[Any, ...]:
    """The library revision. Every search reads it, so it bypasses the ORM."""
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
    today = {
        stems: Pair(phrase_pairs[0].old, _finally(phrase_pairs, became), _since(phrase_pairs[0]))
        for stems, phrase_pairs in became.items()
    }
    formerly = Phrases(
        {
            stems: Pair(phrase_pairs[0].new, _once(phrase_pairs), _until(phrase_pairs[0]))
            for stems, phrase_pairs in was.items()
        }
    )
    whole = {
        stems: Pair(phrase_pairs.old, _finally([phrase_pairs], became), _BASES[phrase_pairs.basis])
        for stems, phrase_pairs in glossary.items()
    }
    return Dictionary(state, _saying(today), formerly, _saying(whole))


_BASES: dict[str, str] = {
    PhrasePair.Basis.OBSOLETE: "the glossary says so",
    PhrasePair.Basis.SEE: "the glossary says to look there",
}


def _saying(pairs: Mapping[Stems, Pair]) -> Phrases:
    return Phrases({stems: pair for stems, pair in pairs.items() if pair.says})


def _finally(pairs: Sequence[PhrasePair], became: Mapping[Stems, Sequence[PhrasePair]]) -> tuple[str, ...]:
    """The current wordings of a phrase, the surest first, without the phrase itself."""
    stems = tuple(analysis.stems(pairs[0].old))
    wordings: dict[Stems, str] = {}
    for pair in pairs[:_MAX_WORDINGS]:
        phrase, seen = pair.new, {stems}
        for _ in range(_MAX_REWORDINGS):
            phrase_stems = tuple(analysis.stems(phrase))
            rewordings = became.get(phrase_stems)
            if rewordings is None or phrase_stems in seen:
                break
            seen.add(phrase_stems)
            phrase = rewordings[0].new
        phrase_stems = tuple(analysis.stems(phrase))
        if phrase_stems != stems:
            wordings.setdefault(phrase_stems, phrase)
    return tuple(wordings.values())


def _once(pairs: Sequence[PhrasePair]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(pair.old for pair in pairs))[:_MAX_WORDINGS]


def _since(pair: PhrasePair) -> str:
    return f"the rules say so since {pair.since.rpartition('/')[2]}, in {pair.sentences} sentences"


def _until(pair: PhrasePair) -> str:
    return f"older editions say so, before {pair.since.rpartition('/')[2]}"
