"""The lanes of a timeline: the moments of one line as dots from left to right, with a shape for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from rulesite.reading.charts.scale import LEFT, LETTER, RIGHT, WIDTH
from rulesite.reading.pages.timeline import anchor_of, happened
from rulesite.rulebook.descent.history import Moment
from rulesite.rulebook.models import Edition, RuleVersion

ROW = 14
"""Height of a row of labels."""
_MIN_DISTANCE = 24
"""Minimum distance of the dots of one lane, if there is room, so that each can be clicked and seen."""
_MAX_ROWS = 6
SHAPES = {
    "new": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
    "changed": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
    "moved": "M-5.5 -5.5h11v11h-11z",
    "small": "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
    "side": "M0 -6.5L6.5 5H-6.5z",
    "ended": "M-5.5 -5.5L5.5 5.5M-5.5 5.5L5.5 -5.5",
}
"""Outlines around the centre of a dot; "new" is drawn hollow and "changed" filled."""
MEANS = {
    "new": "first held",
    "changed": "reworded",
    "moved": "renumbered, same words",
    "small": "cited numbers or punctuation alone",
    "side": "another paragraph",
    "ended": "removed",
}
"""The meaning of each shape."""


@dataclass(frozen=True)
class Dot:
    """A moment in the picture."""

    x: int
    y: int
    label: str
    label_x: int
    label_y: int
    href: str
    title: str
    kind: str

    @property
    def shape(self) -> str:
        """Its outline, around its centre."""
        return SHAPES[self.kind]


class Lane:
    """The moments of one side, with the x of each."""

    def __init__(self, side: str, moments: Iterable[Moment], x: Callable[[date], int], removed: Edition | None) -> None:
        self.side = side
        self.moments = [moment for moment in moments if moment.side == side]
        self.removed = removed if self.moments and not side else None
        self.days = [moment.version.edition.effective for moment in self.moments]
        self.days += [self.removed.effective] if self.removed else []
        self.places = _apart([x(day) for day in self.days])
        self._labels = self._laid_out()
        self.rows = max((row for _, _, row in self._labels), default=0) + 1

    def _laid_out(self) -> list[tuple[str, int, int]]:
        """Text, x and row of each label: a number where it first occurs, on a lower row if the first is taken."""
        row_ends: list[float] = []
        labels: list[tuple[str, int, int]] = []
        number = ""
        for moment, center in zip(self.moments, self.places, strict=False):
            key = moment.version.key
            half = LETTER * len(key) / 2 + 3
            middle = round(min(max(center, half), WIDTH - half))
            row = next((row for row, end in enumerate(row_ends) if middle - half >= end), len(row_ends))
            if key == number or row >= _MAX_ROWS:
                labels.append(("", middle, 0))
                continue
            number = key
            row_ends[row : row + 1] = [middle + half]
            labels.append((key, middle, row))
        return labels + [("", 0, 0)] * (self.removed is not None)

    def dots(self, y: int) -> Iterable[Dot]:
        """The dots of the lane's moments at a given y."""
        before: RuleVersion | None = None
        for moment, center, (label, middle, row) in zip(self.moments, self.places, self._labels, strict=False):
            edition = moment.version.edition
            title = f"{moment.version.key}, {edition.document.short_title} {edition.slug}: {happened(moment, before)}"
            yield Dot(
                center, y, label, middle, y + 23 + ROW * row, f"#{anchor_of(moment)}", title, _kind(moment, before)
            )
            before = moment.version
        if self.removed:
            yield Dot(self.places[-1], y, "", 0, 0, "#removed", f"Removed in {self.removed.slug}", "ended")


def _kind(moment: Moment, before: RuleVersion | None) -> str:
    if moment.side:
        return "side"
    if before is None:
        return "new"
    if moment.only_references or moment.only_punctuation:
        return "small"
    return "changed" if moment.reworded else "moved"


def _apart(places: Sequence[int]) -> list[int]:
    """Ascending places with those too close together moved apart, none beyond the scale.

    >>> _apart([118, 120, 300]), _apart([700, 795, 796])
    ([118, 142, 300], [700, 772, 796])
    """
    gap = min(_MIN_DISTANCE, (WIDTH - LEFT - RIGHT) // max(1, len(places) - 1))
    spaced: list[int] = []
    for place in places:
        spaced.append(max(place, spaced[-1] + gap) if spaced else place)
    end = WIDTH - RIGHT
    for index in reversed(range(len(spaced))):
        spaced[index] = min(spaced[index], end)
        end = spaced[index] - gap
    return spaced
