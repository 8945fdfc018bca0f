"""The heat of change: for each section and year a square, the darker the more of its rules were new or changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from rulesite.reading.pages.edition_steps import GONE, DocumentSteps

_LEVELS = (1, 3, 8, 20, 50)
"""From how many rules on a square has each shade."""
_CELL, _ROW, _LEFT, _TOP = 20, 16, 210, 20


@dataclass(frozen=True)
class Cell:
    """A square: its x, its year, its count and its shade, from 1."""

    x: int
    year: int
    count: int
    shade: int


@dataclass(frozen=True)
class HeatRow:
    """A section with its squares; ``number`` "" is for the rules that the newest edition no longer has."""

    number: str
    title: str
    y: int
    cells: Sequence[Cell]
    total: int

    @property
    def text_y(self) -> int:
        """The baseline of its label."""
        return self.y + _ROW - 4


@dataclass(frozen=True)
class Heat:
    """The picture: a row for each section that ever changed, a column for each year."""

    rows: Sequence[HeatRow]
    years: Sequence[tuple[int, int]]
    width: int
    height: int
    levels: tuple[int, ...] = _LEVELS
    text_x: int = _LEFT - 8
    cell: int = _CELL - 2
    row: int = _ROW - 2


def heat_of(steps: DocumentSteps) -> Heat | None:
    """The heat of a document's changes; None if nothing ever changed."""
    if not steps.heat:
        return None
    years = range(min(year for _, year in steps.heat), max(year for _, year in steps.heat) + 1)
    rows: list[HeatRow] = []
    for number, title in [*steps.sections.items(), (GONE, "")]:
        cells = [
            Cell(_LEFT + index * _CELL, year, count, bisect_right(_LEVELS, count))
            for index, year in enumerate(years)
            if (count := steps.heat[number, year])
        ]
        if cells:
            total = sum(cell.count for cell in cells)
            rows.append(HeatRow(number, title, _TOP + len(rows) * _ROW, cells, total))
    marks = [(_LEFT + index * _CELL, year) for index, year in enumerate(years) if year % 5 == 0]
    return Heat(rows, marks, _LEFT + len(years) * _CELL + 20, _TOP + len(rows) * _ROW + 4)
