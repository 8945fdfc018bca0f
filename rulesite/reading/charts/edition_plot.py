"""The plot of a document's editions: how large each is, and how much of it is new or changed.

It is as wide as the page: what lies across is in percent, heights are pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from math import sqrt

from rulesite.reading.pages.edition_steps import DocumentSteps, EditionStep

MIN_EDITIONS = 6
"""With fewer editions a list says as much."""
_SIZES, _GAP, _CHANGES, _YEARS = 50, 6, 36, 18
"""Heights of the two halves, of the space between them, and of the years."""
_RIGHT = 2.0
"""The share of the width, in percent, that the newest edition has."""


@dataclass(frozen=True)
class Column:
    """An edition: where its column begins and how wide it is, in percent, and its two bars."""

    step: EditionStep
    x: float
    width: float
    size_y: int
    size_height: int
    change_y: int
    change_height: int


@dataclass(frozen=True)
class EditionPlot:
    """The columns of a plot, oldest first, and its years with their x in percent."""

    columns: Sequence[Column]
    years: Sequence[tuple[float, int]]
    largest: int
    most_changed: int
    height: int = _SIZES + _GAP + _CHANGES + _YEARS
    years_y: int = _SIZES + _GAP + _CHANGES + 14
    base_y: int = _SIZES + _GAP + _CHANGES
    top_y: int = _SIZES


def plot_of(steps: DocumentSteps) -> EditionPlot | None:
    """The plot of a document's whole editions; None for fewer than `MIN_EDITIONS`.

    Changes are drawn as the square root of their number, so that the small ones show beside a rewritten book.
    """
    editions = steps.editions
    if len(editions) < MIN_EDITIONS:
        return None
    first, last = editions[0].edition.effective, editions[-1].edition.effective
    total = max(1, (last - first).days)

    def x(day: date) -> float:
        return round((day - first).days / total * (100 - _RIGHT), 2)

    largest = max(step.size for step in editions)
    most = max(1, *(step.changed for step in editions))
    columns = []
    for step, following in zip_longest(editions, editions[1:]):
        start = x(step.edition.effective)
        end = x(following.edition.effective) if following else 100.0
        size = round(step.size / max(1, largest) * _SIZES)
        change = round(sqrt(step.changed / most) * _CHANGES)
        columns.append(
            Column(step, start, round(end - start, 2), _SIZES - size, size, _SIZES + _GAP + _CHANGES - change, change)
        )
    years = [(x(date(year, 1, 1)), year) for year in range(first.year + 1, last.year + 1) if year % 5 == 0]
    return EditionPlot(columns, years, largest, most)
