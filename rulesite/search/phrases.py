"""Phrases that full text is asked for, whatever engine has it: words as they are printed, or stems, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

Scores = dict[int, float]
"""Texts, and how well each fits."""
Column = Literal["words", "stems"]


class Phrase(NamedTuple):
    """Words side by side as they are printed, or stems; the last of them may only be a beginning."""

    column: Column
    words: tuple[str, ...]
    begins: bool = False


class Engine(Protocol):
    """An engine of full text. It is asked for phrases of words that the vocabulary holds."""

    def find(self, groups: Sequence[Sequence[Phrase]], excluded: Sequence[Phrase]) -> Scores:
        """The texts that say one phrase of each group, and none that is excluded, with their BM25."""

    def saying(self, phrase: Phrase) -> set[int]:
        """The texts that say a phrase."""

    def near(self, stems: Iterable[str], apart: int) -> set[int]:
        """The texts that have stems in any order with no more than so many other words between them."""
