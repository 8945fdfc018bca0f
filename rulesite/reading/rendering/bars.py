"""Counts as small bar charts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LENGTH = 240
"""The length of the longest bar, in units of its picture."""


@dataclass(frozen=True)
class Bar:
    """One count: its name in URLs and style sheets, its label, and where its bar starts and how long it is."""

    name: str
    label: str
    count: int
    length: int
    start: int = 0


def bars(counts: Iterable[tuple[str, str, int]]) -> list[Bar]:
    """Bars side by side, in proportion to their counts; a count above zero stays visible.

    >>> [bar.length for bar in bars([("new", "New", 480), ("gone", "Gone", 1), ("split", "Split", 0)])]
    [240, 2, 0]
    """
    counted = list(counts)
    highest = max([1, *(count for _, _, count in counted)])
    return [Bar(name, label, count, _length(count, highest)) for name, label, count in counted]


def stacked(counts: Iterable[tuple[str, str, int]]) -> list[Bar]:
    """Parts of one bar, each starting where the previous one ends.

    >>> [(bar.start, bar.length) for bar in stacked([("a", "A", 1), ("b", "B", 0), ("c", "C", 3)])]
    [(0, 60), (60, 0), (60, 180)]
    """
    counted = list(counts)
    total = max(1, sum(count for _, _, count in counted))
    bars: list[Bar] = []
    done = 0
    for name, label, count in counted:
        start = round(LENGTH * done / total)
        done += count
        bars.append(Bar(name, label, count, round(LENGTH * done / total) - start, start))
    return bars


def _length(count: int, most: int) -> int:
    return max(2, round(LENGTH * count / most)) if count else 0
