"""The interface of full-text engines, which search for phrases: words as printed, or stems, side by side."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

Scores = dict[int, float]
"""Text to its score."""
Column = Literal["words", "stems"]


class Phrase(NamedTuple):
    """Words as printed, or stems, side by side."""

    column: Column
    words: tuple[str, ...]


class Engine(Protocol):
    """A full-text engine. All words of the phrases must be in the vocabulary."""

    def find(self, groups: Sequence[Sequence[Phrase]], excluded: Sequence[Phrase]) -> Scores:
        """The texts that have a phrase of each group and no excluded one, with their BM25 scores."""

    def saying(self, phrase: Phrase) -> set[int]:
        """The texts that have a phrase."""

    def near(self, stems: Iterable[str], apart: int, among: Iterable[int]) -> set[int]:
        """The texts in ``among`` with some stems in any order and at most ``apart`` other words between them."""

    def close(self) -> None:
        """Release the files or connections of the engine."""


def rarity(texts: int, saying: int) -> float:
    """The rarity of something that ``saying`` of all texts have, by the formula of Whoosh's scoring models.

    >>> rarity(1000, 0) > rarity(1000, 10) > rarity(1000, 999) == 1
    True
    """
    return math.log(texts / (saying + 1)) + 1


def narrowest(places: Iterable[Sequence[int]]) -> float:
    """The smallest span with a place of each kind.

    >>> narrowest([[1, 20], [9, 22], [21]])
    2
    """
    kinds = [*places]
    order = sorted((place, kind) for kind, positions in enumerate(kinds) for place in positions)
    counts: Counter[int] = Counter()
    first, smallest = 0, math.inf
    for place, kind in order:
        counts[kind] += 1
        while len(counts) == len(kinds):
            start, leaving = order[first]
            smallest = min(smallest, place - start)
            counts[leaving] -= 1
            if not counts[leaving]:
                del counts[leaving]
            first += 1
    return smallest
