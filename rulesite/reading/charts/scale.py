"""The scale of years beneath a timeline: the width of the picture, and the x of each day.

All measures are in units of the picture, which are pixels at its natural size.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

WIDTH, LEFT, RIGHT = 840, 118, 44
"""Width of the picture, and of the gutters at either side: the left one holds the names of the lanes."""
LETTER = 7.2
"""Maximum width of a letter of a label."""


def scale_of(first: date, last: date) -> Callable[[date], int]:
    """A function from a day to its x on a scale between two days."""
    total = max(1, (last - first).days)

    def x(day: date) -> int:
        return LEFT + round((day - first).days / total * (WIDTH - LEFT - RIGHT))

    return x


def years_of(first: date, last: date, x: Callable[[date], int]) -> list[tuple[int, str]]:
    """The years to mark, with their x; both ends if no year begins between them."""
    span = last.year - first.year
    step = 1 if span < 9 else 2 if span < 16 else 5
    years = [date(year, 1, 1) for year in range(first.year, last.year + 1) if year % step == 0]
    marks = [(x(day), str(day.year)) for day in years if first <= day <= last]
    return marks or [(x(day), day.isoformat()) for day in sorted({first, last})]
