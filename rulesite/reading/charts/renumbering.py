"""The map of a renumbering: bands between the sections of two editions, for the rules that moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from rulesite.reading.changes.comparison import Comparison, section_of
from rulesite.text.numbering import RuleNumber

LEAST_MOVED = 50
"""Minimum of renumbered rules; with fewer a map shows nothing that the list does not."""
_WIDTH = 100
"""Width of the bands' own picture, which is stretched to the page; heights are pixels."""
_TOP, _GAP, _MIN_HEIGHT = 2, 4, 15
_PER_RULE = 0.55
"""Height of one rule, in units of the picture."""
_TINTS = 3


@dataclass(frozen=True)
class Stay:
    """The bar of a section at one side of the map."""

    key: str
    title: str
    y: int
    height: int

    @property
    def middle(self) -> int:
        """The y of its label."""
        return self.y + self.height // 2 + 4


@dataclass(frozen=True)
class Band:
    """Rules that moved from one section to another; ``path`` is its outline, ``tint`` the colour of its chapter."""

    old: str
    new: str
    count: int
    path: str
    tint: int

    @property
    def query(self) -> str:
        """The query string that lists its rules."""
        return urlencode({"from": self.old, "section": self.new})


@dataclass(frozen=True)
class Map:
    """Old sections on the left, new ones on the right, bands between them; ``moved`` counts the rules."""

    height: int
    left: Sequence[Stay]
    right: Sequence[Stay]
    bands: Sequence[Band]
    moved: int
    width: int = _WIDTH


def renumbering(comparison: Comparison) -> Map | None:
    """The map of the renumbered rules between two editions; None for fewer than `LEAST_MOVED`.

    A split or merged rule follows its main line.
    """
    moves: Counter[tuple[str, str]] = Counter()
    for row in comparison.rows:
        if row.before and row.after and row.renumbered:
            moves[section_of(row.before), section_of(row.after)] += 1
    if moves.total() < LEAST_MOVED:
        return None
    left = _side(moves, 0, {key: title for (side, key), title in comparison.titles.items() if side == "old"})
    right = _side(moves, 1, {key: title for (side, key), title in comparison.titles.items() if side == "new"})
    height = max(stay.y + stay.height for stay in (*left, *right)) + _TOP
    return Map(height, left, right, _bands(moves, left, right), moves.total())


def _side(went: Counter[tuple[str, str]], side: int, titles: dict[str, str]) -> list[Stay]:
    counts: Counter[str] = Counter()
    for pair, count in went.items():
        counts[pair[side]] += count
    stays, y = [], _TOP
    for key in sorted(counts, key=_order):
        height = max(_MIN_HEIGHT, round(counts[key] * _PER_RULE))
        stays.append(Stay(key, titles.get(key, ""), y, height))
        y += height + _GAP
    return stays


def _order(key: str) -> str:
    return RuleNumber.parse(key).sort_key


def _bands(went: Counter[tuple[str, str]], left: Sequence[Stay], right: Sequence[Stay]) -> list[Band]:
    """The bands in the order of the old book; those that share a bar are in the order of the other side's bars."""
    ends: dict[tuple[str, str], list[tuple[float, float]]] = {pair: [] for pair in went}
    for side, stays in ((0, left), (1, right)):
        for stay in stays:
            pairs = sorted((pair for pair in went if pair[side] == stay.key), key=lambda pair: _order(pair[1 - side]))
            total, top = sum(went[pair] for pair in pairs), float(stay.y)
            for pair in pairs:
                size = stay.height * went[pair] / total
                ends[pair].append((top, top + size))
                top += size
    tints = _tints(stay.key for stay in left)
    return [
        Band(*pair, went[pair], _outline(*ends[pair]), tints[pair[0]])
        for pair in sorted(went, key=lambda pair: (_order(pair[0]), _order(pair[1])))
    ]


def _tints(keys: Iterable[str]) -> dict[str, int]:
    """A number below `_TINTS` for each section: equal within a chapter, different in the next.

    >>> _tints(["101", "102", "200", "903"])
    {'101': 0, '102': 0, '200': 1, '903': 2}
    """
    chapters = groupby(keys, key=lambda key: RuleNumber.parse(key).chapter)
    return {key: index % _TINTS for index, (_, sections) in enumerate(chapters) for key in sections}


def _outline(one: tuple[float, float], other: tuple[float, float]) -> str:
    """The outline of a band from the left edge to the right one, as curves."""
    middle = _WIDTH // 2
    return (
        f"M0 {one[0]:.1f}C{middle} {one[0]:.1f} {middle} {other[0]:.1f} {_WIDTH} {other[0]:.1f}"
        f"V{other[1]:.1f}C{middle} {other[1]:.1f} {middle} {one[1]:.1f} 0 {one[1]:.1f}Z"
    )
