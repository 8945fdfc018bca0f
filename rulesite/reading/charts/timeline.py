"""The picture of a rule's timeline: its line, related documents, and its splits and merges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulesite.reading.charts.branches import Branch, branches_of
from rulesite.reading.charts.scale import LEFT, RIGHT, WIDTH, scale_of, years_of
from rulesite.reading.charts.timeline_lanes import MEANS, ROW, SHAPES, Dot, Lane
from rulesite.rulebook.descent.history import Line

_SIDES = ("", "source", "restates")
"""The lanes from the top: the line itself, the rules of splits and merges, other documents."""
_LANES = {"": "This rule", "source": "Came from", "restates": "Restated in"}
_LANE, _LEVEL = 46, 18
"""Heights of a lane and of a label above the lanes."""
_SCALE_BELOW = 14


@dataclass(frozen=True)
class Drawing:
    """The picture of a line: dots in lanes over a scale of years, branches above them."""

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
    left: int = LEFT

    @property
    def right(self) -> int:
        """The x of the scale's right end."""
        return self.width - RIGHT

    @property
    def legend(self) -> list[tuple[str, str, str]]:
        """Kind, outline and meaning of each shape that occurs."""
        kinds = {dot.kind for dot in self.dots}
        return [(kind, SHAPES[kind], meaning) for kind, meaning in MEANS.items() if kind in kinds]


def draw(line: Line) -> Drawing | None:
    """The picture of a line; None for a single moment without branches, which needs none."""
    moments = list(line.moments)
    shown = {moment.version.pk for moment in moments if moment.side}
    edges = [edge for edge in line.branches if edge.earlier_id not in shown and edge.later_id not in shown]
    if len(moments) + len(edges) + (line.removed is not None) < 2:
        return None
    days = [moment.version.edition.effective for moment in moments] + [moment.until.effective for moment in moments]
    days += [edge.later.edition.effective for edge in edges]
    days += [line.removed.effective] if line.removed else []
    x = scale_of(min(days), max(days))
    lanes = [Lane(side, moments, x, line.removed) for side in _SIDES]
    lanes = [lane for lane in lanes if lane.places]
    place_of_day = {day: place for lane in lanes[:1] for day, place in zip(lane.days, lane.places, strict=True)}
    keys = {version.pk for version in line.versions}
    branches = branches_of(edges, keys, lambda day: place_of_day.get(day, x(day)))
    top = 24 + max((level for level, *_ in branches), default=0) * _LEVEL
    heights, bottom = {}, top
    for lane in lanes:
        heights[lane.side] = bottom
        bottom += _LANE + ROW * max(0, lane.rows - 1)
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
    placed = [
        Branch(place, top - 12 - level * _LEVEL, left, label, href, title)
        for level, place, left, label, href, title in branches
    ]
    trunks = {branch.x: min(each.y for each in placed if each.x == branch.x) for branch in placed}
    scale = bottom - _LANE + 30 + _SCALE_BELOW
    return Drawing(
        WIDTH, scale + 26, top, [dot for lane in lanes for dot in dots[lane.side]],
        [(heights[lane.side], _LANES[lane.side]) for lane in lanes], spans, joints, placed, sorted(trunks.items()),
        years_of(min(days), max(days), x), scale,
    )  # fmt: skip
