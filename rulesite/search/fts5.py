"""SQLite's full text as an engine: FTS5 finds phrases and ranks by BM25.

Nothing that is typed reaches its language: an expression is made of phrases in quotes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulesite.search.fulltext import phrase
from rulesite.search.phrases import Phrase, Scores

_SCORED = "SELECT rowid, -bm25(said) FROM said WHERE said MATCH ?"
_BARE = "SELECT rowid FROM said WHERE said MATCH ?"


class Fts5:
    """Full text of a file; ``rows`` gives the rows of a query there."""

    def __init__(self, rows: Callable[[str, Sequence[Any]], list[Any]]) -> None:
        self._rows = rows

    def find(self, groups: Sequence[Sequence[Phrase]], excluded: Sequence[Phrase]) -> Scores:
        """The texts that say one phrase of each group, and none that is excluded, with their BM25."""
        expression = " AND ".join(_one_of(group) for group in groups)
        if not excluded:
            return dict(self._rows(_SCORED, [expression]))
        # Beside NOT in one expression some phrases of an OR count nothing in some texts (SQLite 3.40).
        return dict(self._rows(f"{_SCORED} AND rowid NOT IN ({_BARE})", [expression, _one_of(excluded)]))

    def saying(self, phrase: Phrase) -> set[int]:
        """The texts that say a phrase."""
        return {text for (text,) in self._rows(_BARE, [_expression(phrase)])}

    def near(self, stems: Iterable[str], apart: int) -> set[int]:
        """The texts that have stems in any order with no more than so many other words between them."""
        expression = f"stems : NEAR({' '.join(phrase([stem]) for stem in stems)}, {apart})"
        return {text for (text,) in self._rows(_BARE, [expression])}


def _one_of(group: Iterable[Phrase]) -> str:
    return f"({' OR '.join(map(_expression, group))})"


def _expression(one: Phrase) -> str:
    return f"{one.column} : {phrase(one.words)}{' *' if one.begins else ''}"
