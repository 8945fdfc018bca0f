"""The picture of a rule's timeline: its line, other documents beside it, and where it split or was merged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.urls import reverse

from rulesite.reading.timeline import anchor_of, happened
from rulesite.rulebook.history import Line, Moment
from rulesite.rulebook.models import Descent, Edition, RuleVersion

# All measures in units of the picture, which are pixels at its natural size.
_WIDTH, _LEFT, _RIGHT = 840, 118, 44
"""The picture, and the gutters at either side: the left one holds the names of the lanes."""
_SIDES = ("", "source", "restates")
"""The lanes from the top: the line itself, what it split off from or merged, other documents."""
_LANES = {"": "This rule", "source": "Came from", "restates": "Restated in"}
_LANE, _LEVEL, _ROW = 46, 18, 14
_APART = 24
"""Dots of one lane are drawn at least so far apart, where there is room: each can be hit and seen."""
_LETTER = 7.2
"""How wide a letter of a label is, at most."""
_MOST_ROWS = 6
_MOST_BRANCHES = 8
"""Branches drawn at one edition; the list below the picture has all of them."""
_SCALE_BELOW = 14
_SHAPES = {
    "new": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
    "changed": "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
    "moved": "M-5.5 -5.5h11v11h-11z",
    "small": "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
    "side": "M0 -6.5L6.5 5H-6.5z",
    "ended": "M-5.5 -5.5L5.5 5.5M-5.5 5.5L5.5 -5.5",
}
"""Outlines around the middle of a dot; "new" is drawn hollow and "changed" full."""
_MEANS = {
    "new": "first held",
    "changed": "reworded",
    "moved": "renumbered, same words",
    "small": "cited numbers or punctuation alone",
    "side": "another paragraph",
    "ended": "removed",
}


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
        """Its outline, around its middle."""
        return _SHAPES[self.kind]


@dataclass(frozen=True)
class Branch:
    """The label of another rule to which part went, or from which part came, on a trunk that rises from the line."""

    x: int
    y: int
    left: bool
    label: str
    href: str
    title: str

    @property
    def text_x(self) -> int:
        """Where the label begins, or ends when it stands to the left."""
        return self.x - 14 if self.left else self.x + 14

    @property
    def twig(self) -> int:
        """Where the twig to the label ends."""
        return self.x - 10 if self.left else self.x + 10


@dataclass(frozen=True)
class Drawing:
    """The picture of a line: dots in lanes over a scale of years, branches above."""

    width: int
    height: int
    top: int
    dots: Sequence[Dot]
    lanes: Sequence[tuple[int, str]]
    spans: Sequence[tuple[int, int, int]]
    joints: Sequence[tuple[int, int, int, int]]
    branches: Sequence[Branch]
    trunks: Sequence[tuple[int, int]]
    years: Sequence[tuple[int, str]]
    scale: int
    left: int = _LEFT

    @property
    def right(self) -> int:
        """Where the scale ends."""
        return self.width - _RIGHT

    @property
    def legend(self) -> list[tuple[str, str, str]]:
        """Kind, outline and meaning of each shape that occurs."""
        used = {dot.kind for dot in self.dots}
        return [(kind, _SHAPES[kind], said) for kind, said in _MEANS.items() if kind in used]


def draw(line: Line) -> Drawing | None:
    """The picture of a line; None where there is but one moment, no branch, and nothing to see."""
    moments = list(line.moments)
    shown = {moment.version.pk for moment in moments if moment.side}
    edges = [edge for edge in line.branches if edge.earlier_id not in shown and edge.later_id not in shown]
    if len(moments) + len(edges) + (line.removed is not None) < 2:
        return None
    days = [moment.version.edition.effective for moment in moments] + [moment.until.effective for moment in moments]
    days += [edge.later.edition.effective for edge in edges]
    days += [line.removed.effective] if line.removed else []
    x = _scale_of(min(days), max(days))
    lanes = [_Lane(side, moments, x, line.removed) for side in _SIDES]
    lanes = [lane for lane in lanes if lane.places]
    at = {day: place for lane in lanes[:1] for day, place in zip(lane.days, lane.places, strict=True)}
    keys = {version.pk for version in line.versions}
    branches = _branches(edges, keys, lambda day: at.get(day, x(day)))
    top = 24 + max((level for level, *_ in branches), default=0) * _LEVEL
    heights, bottom = {}, top
    for lane in lanes:
        heights[lane.side] = bottom
        bottom += _LANE + _ROW * max(0, lane.rows - 1)
    dots = {lane.side: list(lane.dots(heights[lane.side])) for lane in lanes}
    main = dots.get("", [])
    spans = []
    for lane in lanes:
        y = heights[lane.side]
        ends = [x(moment.until.effective) for moment in lane.moments]
        if lane.side:
            spans += [(place, max(place, end), y) for place, end in zip(lane.places, ends, strict=False)]
        else:
            spans.append((lane.places[0], max(*ends, *lane.places), y))
    joints = []
    for dot in (dot for side in _SIDES[1:] for dot in dots.get(side, ())):
        if main:
            nearest = min(main, key=lambda each: (abs(each.x - dot.x), each.x))
            joints.append((dot.x, dot.y, nearest.x, nearest.y))
    placed = [Branch(place, top - 12 - level * _LEVEL, *rest) for level, place, *rest in branches]
    trunks = {branch.x: min(each.y for each in placed if each.x == branch.x) for branch in placed}
    scale = bottom - _LANE + 30 + _SCALE_BELOW
    return Drawing(
        _WIDTH, scale + 26, top, [dot for lane in lanes for dot in dots[lane.side]],
        [(heights[lane.side], _LANES[lane.side]) for lane in lanes], spans, joints, placed, sorted(trunks.items()),
        _years(min(days), max(days), x), scale,
    )  # fmt: skip


def _scale_of(first: date, last: date) -> Callable[[date], int]:
    total = max(1, (last - first).days)

    def x(day: date) -> int:
        return _LEFT + round((day - first).days / total * (_WIDTH - _LEFT - _RIGHT))

    return x


class _Lane:
    """The moments of one side, and where each stands from left to right."""

    def __init__(
        self, side: str, moments: Iterable[Moment], x: Callable[[date], int], removed: Edition | None
    ) -> None:
        self.side = side
        self.moments = [moment for moment in moments if moment.side == side]
        self.removed = removed if self.moments and not side else None
        self.days = [moment.version.edition.effective for moment in self.moments]
        self.days += [self.removed.effective] if self.removed else []
        self.places = _apart([x(day) for day in self.days])
        self._labels = self._laid_out()
        self.rows = max((row for _, _, row in self._labels), default=0) + 1

    def _laid_out(self) -> list[tuple[str, int, int]]:
        """Text, place and row of each label: a number where it first stands, on a lower row while one is taken."""
        taken: list[float] = []
        found: list[tuple[str, int, int]] = []
        number = ""
        for moment, at in zip(self.moments, self.places, strict=False):
            key = moment.version.key
            half = _LETTER * len(key) / 2 + 3
            middle = round(min(max(at, half), _WIDTH - half))
            row = next((row for row, end in enumerate(taken) if middle - half >= end), len(taken))
            if key == number or row >= _MOST_ROWS:
                found.append(("", middle, 0))
                continue
            number = key
            taken[row : row + 1] = [middle + half]
            found.append((key, middle, row))
        return found + [("", 0, 0)] * (self.removed is not None)

    def dots(self, y: int) -> Iterable[Dot]:
        """The moments of the lane as they are drawn at a height."""
        before: RuleVersion | None = None
        for moment, at, (label, middle, row) in zip(self.moments, self.places, self._labels, strict=False):
            edition = moment.version.edition
            named = f"{moment.version.key}, {edition.document.short_title} {edition.slug}: {happened(moment, before)}"
            yield Dot(at, y, label, middle, y + 23 + _ROW * row, f"#{anchor_of(moment)}", named, _kind(moment, before))
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
    """Places from left to right, those that stand too near to one another moved apart, none off the scale.

    >>> _apart([118, 120, 300]), _apart([700, 795, 796])
    ([118, 142, 300], [700, 772, 796])
    """
    gap = min(_APART, (_WIDTH - _LEFT - _RIGHT) // max(1, len(places) - 1))
    found: list[int] = []
    for place in places:
        found.append(max(place, found[-1] + gap) if found else place)
    end = _WIDTH - _RIGHT
    for nth in reversed(range(len(found))):
        found[nth] = min(found[nth], end)
        end = found[nth] - gap
    return found


def _branches(
    edges: Sequence[Descent], keys: set[int], x: Callable[[date], int]
) -> list[tuple[int, int, bool, str, str, str]]:
    """Level, place, side, label, address and title of each branch: no two labels on one level overlap."""
    taken: list[tuple[int, float, float]] = []
    found: list[tuple[int, int, bool, str, str, str]] = []
    ordered = sorted(edges, key=lambda edge: edge.later.edition.effective)
    for day, together in groupby(ordered, key=lambda edge: edge.later.edition.effective):
        at, level = x(day), 0
        for label, href, title in reversed(list(_labels(list(together), keys))):
            size = 16 + _LETTER * len(label)
            left = at + size > _WIDTH
            reach = (at - size, at + 4.0) if left else (at - 4.0, at + size)
            level += 1
            while any(each == level and reach[0] < end and start < reach[1] for each, start, end in taken):
                level += 1
            taken.append((level, *reach))
            found.append((level, at, left, label, href, title))
    return found


def _labels(edges: list[Descent], keys: set[int]) -> Iterable[tuple[str, str, str]]:
    for edge in edges[:_MOST_BRANCHES]:
        leaves = edge.earlier_id in keys
        other = edge.later if leaves else edge.earlier
        kind = "split" if edge.kind == Descent.Kind.SPLIT else "merged"
        said = f"Part of it went to {other.key}" if leaves else f"Part of it came from {other.key}"
        yield (
            f"{other.key} →" if leaves else f"← {other.key}",
            history_url(other),
            f"{said}, {other.edition.slug} ({kind})",
        )
    if len(edges) > _MOST_BRANCHES:
        more = len(edges) - _MOST_BRANCHES
        yield f"and {more} more", "#branches", f"{more} more, listed below"


def history_url(version: RuleVersion) -> str:
    """The page of a rule's history, from one of its versions."""
    return reverse("reading:history", args=[version.edition.document.slug, version.edition.slug, version.key])


def _years(first: date, last: date, x: Callable[[date], int]) -> list[tuple[int, str]]:
    """The years to mark; both ends where no year begins between them."""
    span = last.year - first.year
    step = 1 if span < 9 else 2 if span < 16 else 5
    years = [date(year, 1, 1) for year in range(first.year, last.year + 1) if year % step == 0]
    marks = [(x(day), str(day.year)) for day in years if first <= day <= last]
    return marks or [(x(day), day.isoformat()) for day in sorted({first, last})]
