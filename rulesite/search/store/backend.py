"""Phrases that full text is asked for, whatever engine has it: words as they are printed, or stems, side by side."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

Scores = dict[int, float]
"""Texts, and how well each fits."""
Column = Literal["words", "stems"]


class Phrase(NamedTuple):
    """Words side by side as they are printed, or stems."""

    column: Column
    words: tuple[str, ...]


class Engine(Protocol):
    """An engine of full text. It is asked for phrases of words that the vocabulary holds."""

    def find(self, groups: Sequence[Sequence[Phrase]], excluded: Sequence[Phrase]) -> Scores:
        """The texts that say one phrase of each group, and none that is excluded, with their BM25."""

    def saying(self, phrase: Phrase) -> set[int]:
        """The texts that say a phrase."""

    def near(self, stems: Iterable[str], apart: int, among: Iterable[int]) -> set[int]:
        """Those of some texts that have stems in any order with no more than so many other words between them."""

    def close(self) -> None:
        """Read no more."""


def rarity(texts: int, saying: int) -> float:
    """How much something tells that so many of all texts say, as Whoosh's models of weighing have it.

    >>> rarity(1000, 0) > rarity(1000, 10) > rarity(1000, 999) == 1
    True
    """
    return math.log(texts / (saying + 1)) + 1


def narrowest(places: Iterable[Sequence[int]]) -> float:
    """How far apart the places are, one of each kind, that stand nearest to each other.

    >>> narrowest([[1, 20], [9, 22], [21]])
    2
    """
    each = [*places]
    order = sorted((place, nth) for nth, where in enumerate(each) for place in where)
    held: Counter[int] = Counter()
    first, found = 0, math.inf
    for place, nth in order:
        held[nth] += 1
        while len(held) == len(each):
            start, leaving = order[first]
            found = min(found, place - start)
            held[leaving] -= 1
            if not held[leaving]:
                del held[leaving]
            first += 1
    return found
