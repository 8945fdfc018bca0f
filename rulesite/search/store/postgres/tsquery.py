"""PostgreSQL's full text as an engine: text vectors find phrases, and BM25 is computed here.

It finds the same texts as Whoosh (`whoosh.engine`), and scores them by the same formula.
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
"""Text to the number of times that it has something."""


class TsQuery:
    """The full text of a generation in PostgreSQL; ``rows`` runs a query there."""

    def __init__(self, rows: Callable[[str, Sequence[Any]], list[Any]]) -> None:
        self._rows = rows
        self._posting = lru_cache(maxsize=_KEPT)(self._read_posting)

    def find(self, groups: Sequence[Sequence[Phrase]], excluded: Sequence[Phrase]) -> Scores:
        """The texts that have a phrase of each group and no excluded one, with their BM25 scores."""
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
            counts = self._counts(phrase)
            weight = rarity(texts, len(counts))
            for text in scores.keys() & counts.keys() if len(counts) > len(scores) else counts:
                if text in scores:
                    times, levelled = counts[text], 1 - _LEVELLED + _LEVELLED * sizes[text] / length
                    scores[text] += weight * times * (_SATURATION + 1) / (times + _SATURATION * levelled)
        return scores

    def saying(self, phrase: Phrase) -> set[int]:
        """The texts that have a phrase."""
        return {text for (text,) in self._rows(f"SELECT text FROM said WHERE {_matches(phrase)}", [_query(phrase)])}

    def near(self, stems: Iterable[str], apart: int, among: Iterable[int]) -> set[int]:
        """The texts in ``among`` with some stems in any order and at most ``apart`` other words between them."""
        distinct = set(stems)
        query = " & ".join(map(quoted, sorted(distinct)))
        places = self._places("stems", query, distinct, among)
        return {text for text, positions in places.items() if narrowest(positions.values()) <= apart + 1}

    def close(self) -> None:
        """Do nothing: the connection belongs to the reader of the generation."""

    @cached_property
    def _all(self) -> tuple[int, float]:
        """The number of texts, and their average length."""
        ((texts, words),) = self._rows("SELECT count(*), coalesce(sum(size), 0) FROM said", [])
        return texts, float(words) / texts if texts else 1.0

    def _counts(self, phrase: Phrase) -> Counts:
        """The texts that have a phrase, and how often."""
        if len(phrase.words) == 1:
            return self._posting(phrase.column == "stems", phrase.words[0])
        counts: dict[int, int] = {}
        for text, where in self._places(phrase.column, _query(phrase), set(phrase.words)).items():
            each = [set(where[word]) for word in phrase.words]
            counts[text] = sum(all(start + index in places for index, places in enumerate(each)) for start in each[0])
        return counts

    def _read_posting(self, of_stems: bool, word: str) -> Counts:
        query = "SELECT texts, counts FROM posting WHERE of_stems = ? AND word = ?"
        rows = self._rows(query, [of_stems, word])
        return {text: times for row in rows for text, times in zip(array("I", row[0]), array("I", row[1]), strict=True)}

    def _places(
        self, column: str, query: str, words: Collection[str], among: Iterable[int] | None = None
    ) -> dict[int, dict[str, list[int]]]:
        """The positions of words in the texts that match a query, or in those of them in ``among``."""
        positions: dict[int, dict[str, list[int]]] = defaultdict(dict)
        condition, given = ("", []) if among is None else (" AND text = ANY(?)", [[*among]])
        rows = self._rows(
            f"SELECT text, lexeme, positions FROM said, unnest({column}) "
            f"WHERE {column} @@ ?::tsquery AND lexeme = ANY(?){condition}",
            [query, list(words), *given],
        )
        for text, word, places in rows:
            positions[text][word] = places
        return positions


def _one_of(group: Sequence[Phrase]) -> tuple[str, list[str]]:
    """The SQL condition that a text has any of some phrases, and its parameters."""
    columns: dict[str, list[str]] = defaultdict(list)
    for phrase in group:
        columns[phrase.column].append(f"({_query(phrase)})")
    condition = " OR ".join(f"{column} @@ ?::tsquery" for column in columns)
    return f"({condition})", [" | ".join(queries) for queries in columns.values()]


def _matches(phrase: Phrase) -> str:
    return f"{phrase.column} @@ ?::tsquery"


def _query(phrase: Phrase) -> str:
    """A phrase in PostgreSQL's syntax for text queries.

    >>> print(_query(Phrase("words", ("can't", "be"))))
    'can''t' <-> 'be'
    """
    return " <-> ".join(map(quoted, phrase.words))
