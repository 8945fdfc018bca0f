"""PostgreSQL's full text as an engine: text vectors find phrases, and BM25 is counted beside them.

It finds what Whoosh finds (`whoosh.engine`), and weighs it by the same formula.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from rulesite.search.store.backend import Phrase, Scores, narrowest, rarity
from rulesite.search.store.postgres.bulk_load import quoted

_SATURATION, _LEVELLED = 1.2, 0.75
"""BM25's k1 and b, as Whoosh has them."""
_KEPT = 256
Counts = Mapping[int, int]
"""Texts, and how often each says something."""


class TsQuery:
    """Full text of a generation in PostgreSQL; ``rows`` gives the rows of a query there."""

    def __init__(self, rows: Callable[[str, Sequence[Any]], list[Any]]) -> None:
        self._rows = rows
        self._posting = lru_cache(maxsize=_KEPT)(self._read_posting)

    def find(self, groups: Sequence[Sequence[Phrase]], excluded: Sequence[Phrase]) -> Scores:
        """The texts that say one phrase of each group, and none that is excluded, with their BM25."""
        conditions, given = [], []
        for group in groups:
            condition, values = _one_of(group)
            conditions.append(condition)
            given += values
        if excluded:
            condition, values = _one_of(excluded)
            conditions.append(f"NOT {condition}")
            given += values
        sizes = dict(self._rows(f"SELECT text, size FROM said WHERE {' AND '.join(conditions)}", given))
        scores = dict.fromkeys(sizes, 0.0)
        texts, length = self._all
        for phrase in (phrase for group in groups for phrase in group):
            said = self._said(phrase)
            tells = rarity(texts, len(said))
            for text in scores.keys() & said.keys() if len(said) > len(scores) else said:
                if text in scores:
                    times, levelled = said[text], 1 - _LEVELLED + _LEVELLED * sizes[text] / length
                    scores[text] += tells * times * (_SATURATION + 1) / (times + _SATURATION * levelled)
        return scores

    def saying(self, phrase: Phrase) -> set[int]:
        """The texts that say a phrase."""
        return {text for (text,) in self._rows(f"SELECT text FROM said WHERE {_matches(phrase)}", [_query(phrase)])}

    def near(self, stems: Iterable[str], apart: int, among: Iterable[int]) -> set[int]:
        """Those of some texts that have stems in any order with no more than so many other words between them."""
        wanted = set(stems)
        query = " & ".join(map(quoted, sorted(wanted)))
        places = self._places("stems", query, wanted, among)
        return {text for text, where in places.items() if narrowest(where.values()) <= apart + 1}

    def close(self) -> None:
        """Nothing is its own: whoever opened the generation closes it."""

    @cached_property
    def _all(self) -> tuple[int, float]:
        """How many texts there are, and how long they are on average."""
        ((texts, words),) = self._rows("SELECT count(*), coalesce(sum(size), 0) FROM said", [])
        return texts, float(words) / texts if texts else 1.0

    def _said(self, phrase: Phrase) -> Counts:
        """The texts that say a phrase, and how often."""
        if len(phrase.words) == 1:
            return self._posting(phrase.column == "stems", phrase.words[0])
        found: dict[int, int] = {}
        for text, where in self._places(phrase.column, _query(phrase), set(phrase.words)).items():
            each = [set(where[word]) for word in phrase.words]
            found[text] = sum(all(start + nth in places for nth, places in enumerate(each)) for start in each[0])
        return found

    def _read_posting(self, of_stems: bool, word: str) -> Counts:
        query = "SELECT texts, counts FROM posting WHERE of_stems = ? AND word = ?"
        rows = self._rows(query, [of_stems, word])
        return {text: times for row in rows for text, times in zip(array("I", row[0]), array("I", row[1]), strict=True)}

    def _places(
        self, column: str, query: str, words: Collection[str], among: Iterable[int] | None = None
    ) -> dict[int, dict[str, list[int]]]:
        """Where the texts that match, or those of some that do, have some words."""
        found: dict[int, dict[str, list[int]]] = defaultdict(dict)
        some, given = ("", []) if among is None else (" AND text = ANY(?)", [[*among]])
        rows = self._rows(
            f"SELECT text, lexeme, positions FROM said, unnest({column}) "
            f"WHERE {column} @@ ?::tsquery AND lexeme = ANY(?){some}",
            [query, list(words), *given],
        )
        for text, word, where in rows:
            found[text][word] = where
        return found


def _one_of(group: Sequence[Phrase]) -> tuple[str, list[str]]:
    """The condition that one of some phrases is said, and what it is given."""
    columns: dict[str, list[str]] = defaultdict(list)
    for phrase in group:
        columns[phrase.column].append(f"({_query(phrase)})")
    condition = " OR ".join(f"{column} @@ ?::tsquery" for column in columns)
    return f"({condition})", [" | ".join(queries) for queries in columns.values()]


def _matches(phrase: Phrase) -> str:
    return f"{phrase.column} @@ ?::tsquery"


def _query(phrase: Phrase) -> str:
    """A phrase in PostgreSQL's language of queries.

    >>> print(_query(Phrase("words", ("can't", "be"))))
    'can''t' <-> 'be'
    """
    return " <-> ".join(map(quoted, phrase.words))
