"""The map of a rule's citations: the rules that cite it on the left, those that it cites on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulesite.reading.links.backlinks import Backlink

_MAX_ENDS = 6
"""Rules drawn on each side; the lists beside the map have all of them."""
_ROW, _TOP = 19, 4
_LEFT, _MIDDLE, _RIGHT = 70, (98, 162), 190


@dataclass(frozen=True)
class CitationEnd:
    """A rule on one side: its link, the y of its label, and the line between it and the middle."""

    href: str
    label: str
    y: int
    path: str


@dataclass(frozen=True)
class CitationMap:
    """The ends on both sides, and how many are not drawn."""

    citing: Sequence[CitationEnd]
    cites: Sequence[CitationEnd]
    more_citing: int
    more_cites: int
    height: int
    middle: int
    width: int = 260


def map_of(citing: Sequence[Backlink], cites: Sequence[Backlink]) -> CitationMap | None:
    """The map of a rule; None if there are fewer than two rules to draw."""
    if len(citing) + len(cites) < 2:
        return None
    rows = max(len(side[:_MAX_ENDS]) + (len(side) > _MAX_ENDS) for side in (citing, cites))
    height = 2 * _TOP + rows * _ROW
    middle = height // 2
    return CitationMap(
        _ends(citing, middle, (_LEFT, _MIDDLE[0])),
        _ends(cites, middle, (_RIGHT, _MIDDLE[1])),
        max(0, len(citing) - _MAX_ENDS),
        max(0, len(cites) - _MAX_ENDS),
        height,
        middle,
    )


def _ends(links: Sequence[Backlink], middle: int, xs: tuple[int, int]) -> list[CitationEnd]:
    shown = links[:_MAX_ENDS]
    top = middle - (len(shown) + (len(links) > _MAX_ENDS)) * _ROW // 2
    ends = []
    for index, link in enumerate(shown):
        y = top + index * _ROW + _ROW // 2
        half = sum(xs) // 2
        ends.append(
            CitationEnd(link.href, link.label, y + 4, f"M{xs[0]} {y}C{half} {y} {half} {middle} {xs[1]} {middle}")
        )
    return ends
