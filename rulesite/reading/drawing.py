"""The picture of a rule's timeline: its line, other documents beside it, and where it split or was merged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.urls import reverse

from rulesite.reading.timeline import anchor_of
from rulesite.rulebook.history import Line, Moment
from rulesite.rulebook.models import Descent, RuleVersion

# All measures in units of the picture, which are pixels at its natural size.
_WIDTH, _MARGIN = 720, 34
_SIDES = ("", "source", "restates")
"""The lanes from the top: the line itself, what it split off from or merged, other documents."""
_LANE, _LEVEL = 54, 18
_LABEL = 48
"""Labels of one lane nearer to each other than this would overlap."""
_LETTER = 7.5
"""How wide a letter of a label is, at most."""
_MOST_BRANCHES = 8
"""Branches drawn at one edition; the list below the picture has all of them."""
_SCALE_BELOW = 38


@dataclass(frozen=True)
class Dot:
    """A moment in the picture."""

    x: int
    y: int
    label: str
    label_y: int
    href: str
    title: str
    kind: str


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
    spans: Sequence[tuple[int, int, int]]
    joints: Sequence[tuple[int, int, int, int]]
    branches: Sequence[Branch]
    trunks: Sequence[tuple[int, int]]
    years: Sequence[tuple[int, int]]
    scale: int

    @property
    def right(self) -> int:
        """Where the scale ends."""
        return self.width - _MARGIN


def draw(line: Line) -> Drawing | None:
    """The picture of a line; None where there is but one moment, no branch, and nothing to see."""
    moments = list(line.moments)
    shown = {moment.version.pk for moment in moments if moment.side}
    edges = [edge for edge in line.branches if edge.earlier_id not in shown and edge.later_id not in shown]
    if len(moments) + len(edges) < 2:
        return None
    days = [moment.version.edition.effective for moment in moments] + [moment.until.effective for moment in moments]
    days += [edge.later.edition.effective for edge in edges]
    x = _scale_of(min(days), max(days))
    keys = {version.pk for version in line.versions}
    branches = _branches(edges, keys, x)
    top = 30 + max((at for at, *_ in branches), default=0) * _LEVEL
    used = [side for side in _SIDES if any(moment.side == side for moment in moments)]
    heights = {side: top + _LANE * nth for nth, side in enumerate(used)}
    dots = list(_dots(moments, heights, x))
    main = [dot for dot, moment in zip(dots, moments, strict=True) if not moment.side]
    spans = [(dot.x, x(each.until.effective), dot.y) for dot, each in zip(dots, moments, strict=True) if each.side]
    if main:
        spans.append((main[0].x, max(x(each.until.effective) for each in moments if not each.side), top))
    joints = []
    for dot, moment in zip(dots, moments, strict=True):
        if moment.side and main:
            nearest = min(main, key=lambda each: (abs(each.x - dot.x), each.x))
            joints.append((dot.x, dot.y, nearest.x, nearest.y))
    placed = [Branch(at, top - 12 - level * _LEVEL, *rest) for level, at, *rest in branches]
    trunks = {branch.x: min(each.y for each in placed if each.x == branch.x) for branch in placed}
    scale = top + _LANE * (len(used) - 1) + _SCALE_BELOW
    years = _years(min(days), max(days), x)
    return Drawing(_WIDTH, scale + 26, top, dots, spans, joints, placed, sorted(trunks.items()), years, scale)


def _scale_of(first: date, last: date) -> Callable[[date], int]:
    total = max(1, (last - first).days)

    def x(day: date) -> int:
        return _MARGIN + round((day - first).days / total * (_WIDTH - 2 * _MARGIN))

    return x


def _dots(moments: Iterable[Moment], heights: dict[str, int], x: Callable[[date], int]) -> Iterable[Dot]:
    """The moments; a number is written where it first stands in its lane, on a second row when the first is taken."""
    rows: dict[tuple[str, int], int] = {}
    numbers: dict[str, str] = {}
    for moment in moments:
        at, lane, key = x(moment.version.edition.effective), moment.side, moment.version.key
        free = [row for row in (0, 1) if at - rows.get((lane, row), -_WIDTH) >= _LABEL]
        label, row = "", 0
        if free and (lane or numbers.get(lane) != key):
            label, row = key, free[0]
            rows[lane, row], numbers[lane] = at, key
        kind = "side" if lane else "new" if moment.edge is None else "changed" if moment.reworded else "moved"
        named = f"{key}, {moment.version.edition.document.short_title} {moment.version.edition.slug}"
        y = heights[lane]
        yield Dot(at, y, label, y + 21 + 13 * row, f"#{anchor_of(moment)}", named, kind)


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


def _years(first: date, last: date, x: Callable[[date], int]) -> list[tuple[int, int]]:
    span = last.year - first.year
    step = 1 if span < 9 else 2 if span < 16 else 5
    return [
        (x(date(year, 1, 1)), year)
        for year in range(first.year, last.year + 1)
        if year % step == 0 and first <= date(year, 1, 1) <= last
    ]
