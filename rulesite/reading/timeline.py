"""The timeline of a rule: what its page tells moment by moment, and the picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from rulesite.rulebook.history import Line, Moment
from rulesite.rulebook.models import Descent, RuleVersion

_WIDTH, _MARGIN = 720, 30
_LANES = {"": 34, "source": 82, "restates": 130}
"""Heights of the lanes of the picture: the line itself, what it split off from or merged, other documents."""
_LABEL = 46
"""Labels nearer to each other than this many units would overlap."""


@dataclass(frozen=True)
class Stage:
    """A moment as it is told: what changed, the words before it where they differ, and the evidence."""

    moment: Moment
    before: RuleVersion | None
    said: str
    current: bool

    @property
    def version(self) -> RuleVersion:
        """The version that came."""
        return self.moment.version

    @property
    def shows_words(self) -> bool:
        """Whether the words are worth showing: they are new, or more than cited numbers and punctuation changed."""
        return self.before is None or self.moment.reworded

    @property
    def folded(self) -> bool:
        """Whether the change is one of cited numbers or punctuation alone, shown on request."""
        return self.before is not None and (self.moment.only_references or self.moment.only_punctuation)


def stages(line: Line, current: RuleVersion) -> list[Stage]:
    """The moments of a line, oldest first, as they are told."""
    told: list[Stage] = []
    before: RuleVersion | None = None
    for moment in line.moments:
        if moment.side:
            told.append(Stage(moment, None, _said_beside(moment), moment.version.pk == current.pk))
            continue
        shown = before
        if before is None and moment.edge is not None and moment.edge.kind in (Descent.Kind.SPLIT, Descent.Kind.MERGED):
            shown = moment.edge.earlier
        told.append(Stage(moment, shown, _said(moment, before), _covers(moment, current, line)))
        before = moment.version
    return told


def _said(moment: Moment, before: RuleVersion | None) -> str:
    if before is None:
        return "First held"
    if moment.renumbered and not moment.reworded:
        return f"Renumbered from {before.number}, same words"
    how = (
        "cited numbers alone changed"
        if moment.only_references
        else "punctuation alone changed"
        if moment.only_punctuation
        else "reworded"
    )
    return f"Renumbered from {before.number}, {how}" if moment.renumbered else how.capitalize()


def _said_beside(moment: Moment) -> str:
    work = moment.version.edition.document.title
    if moment.side == "restates":
        return f"Restated in the {work}"
    return "Part of it came from here"


def _covers(moment: Moment, current: RuleVersion, line: Line) -> bool:
    """Whether the version that is being read stands in the span of a moment."""
    if current.pk not in {version.pk for version in line.versions}:
        return False
    return moment.version.edition.effective <= current.edition.effective <= moment.until.effective


@dataclass(frozen=True)
class Dot:
    """A moment in the picture."""

    x: int
    y: int
    label: str
    href: str
    title: str
    kind: str
    low: bool


@dataclass(frozen=True)
class Drawing:
    """The picture of a line: dots in lanes over a scale of years."""

    width: int
    height: int
    dots: Sequence[Dot]
    spans: Sequence[tuple[int, int, int]]
    joints: Sequence[tuple[int, int, int, int]]
    years: Sequence[tuple[int, int]]
    scale: int


def draw(line: Line) -> Drawing | None:
    """The picture of a line; None where there is but one moment and nothing to see."""
    moments = list(line.moments)
    if len(moments) < 2:
        return None
    days = [moment.version.edition.effective for moment in moments] + [moment.until.effective for moment in moments]
    first, last = min(days), max(days)
    total = max(1, (last - first).days)

    def x(day: date) -> int:
        return _MARGIN + round((day - first).days / total * (_WIDTH - 2 * _MARGIN))

    used = sorted({_LANES[moment.side] for moment in moments})
    heights = {lane: 34 + 46 * at for at, lane in enumerate(used)}
    height = 34 + 46 * (len(used) - 1) + 52
    dots: list[Dot] = []
    labelled: dict[int, int] = {}
    for moment in moments:
        at, y = x(moment.version.edition.effective), heights[_LANES[moment.side]]
        crowded = at - labelled.get(y, -_WIDTH) < _LABEL
        if not crowded:
            labelled[y] = at
        kind = "side" if moment.side else "new" if moment.edge is None else "changed" if moment.reworded else "moved"
        dots.append(
            Dot(
                at,
                y,
                "" if crowded else moment.version.key,
                f"#{anchor_of(moment)}",
                f"{moment.version.key}, {moment.version.edition.effective}",
                kind,
                low=False,
            )
        )
    spans = [
        (x(moment.version.edition.effective), x(moment.until.effective), heights[_LANES[moment.side]])
        for moment in moments
    ]
    main = [dot for dot, moment in zip(dots, moments, strict=True) if not moment.side]
    spans += [(one.x, other.x, one.y) for one, other in pairwise(main)]
    joints = []
    for dot, moment in zip(dots, moments, strict=True):
        if moment.side and main:
            nearest = min(main, key=lambda each: (abs(each.x - dot.x), each.x))
            joints.append((dot.x, dot.y, nearest.x, nearest.y))
    step = 1 if last.year - first.year < 9 else 2 if last.year - first.year < 16 else 5
    years = [
        (x(date(year, 1, 1)), year)
        for year in range(first.year, last.year + 1)
        if year % step == 0 and first <= date(year, 1, 1) <= last
    ]
    return Drawing(_WIDTH, height, dots, spans, joints, years, height - 26)


def anchor_of(moment: Moment) -> str:
    """The anchor of a moment on its page."""
    version = moment.version
    return f"m-{version.edition.document.slug}-{version.edition.slug}-{version.key.replace('~', '-')}"
