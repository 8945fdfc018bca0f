"""Paths through the rules as diagrams: casting a spell, the turn, combat, state-based actions, the layers.

`paths.toml` names the rule of each step by its number and its opening words in one edition. In another the step leads
to the rule that opens so and has the number, or else to the only one of its section; to none if there is none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.search.current.questions import opening

_WIDTH, _BOX, _HEIGHT, _GAP = 348, 270, 36, 14
_LANE = 16
"""How far apart loops lie beside the boxes."""
_SECTION_LENGTH = 3
"""How many characters of a number are its section."""


@dataclass(frozen=True)
class PathStep:
    """A box of a diagram: its label, and the number and URL of its rule, "" if the edition has none."""

    label: str
    number: str
    href: str
    y: int

    @property
    def text_y(self) -> int:
        """The baseline of its label."""
        return self.y + _HEIGHT // 2 + 5

    @property
    def bottom(self) -> int:
        """Its lower edge."""
        return self.y + _HEIGHT


@dataclass(frozen=True)
class Loop:
    """A way back from one step to an earlier one, or to itself: its outline, and when it is taken."""

    path: str
    first: PathStep
    last: PathStep
    when: str


@dataclass(frozen=True)
class Diagram:
    """A path as a column of boxes, with its loops beside it."""

    name: str
    title: str
    about: str
    steps: Sequence[PathStep]
    loops: Sequence[Loop]
    height: int
    width: int = _WIDTH
    box: int = _BOX
    box_height: int = _HEIGHT
    number_x: int = _BOX - 12
    middle: int = _BOX // 2

    @property
    def arrows(self) -> list[tuple[int, int]]:
        """Where the arrow to each next step begins and ends."""
        return [(step.bottom, step.bottom + _GAP - 3) for step in self.steps[:-1]]


def diagrams_of(edition: Edition, library: Library | None) -> Sequence[Diagram]:
    """The diagrams, with links to the rules of an edition."""
    return _diagrams(library, edition)


@partial(memoize, most=4, of=of_one)
def _diagrams(edition: Edition) -> Sequence[Diagram]:
    sections = {step[0][:_SECTION_LENGTH] for path in _paths().values() for step in path["steps"]}
    versions = RuleVersion.objects.filter(edition=edition).select_related("wording").order_by("position")
    rows = [
        row
        for row in versions.only("key", "number", "title", "wording__text")
        if row.number[:_SECTION_LENGTH] in sections
    ]
    return [_diagram(name, path, rows, edition.get_absolute_url()) for name, path in _paths().items()]


@cache
def _paths() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _diagram(name: str, path: dict[str, Any], rows: Sequence[RuleVersion], root: str) -> Diagram:
    steps = []
    for index, (number, opens, label) in enumerate(path["steps"]):
        version = _rule(rows, number, opens)
        href = rule_url(root, version.key) if version else ""
        steps.append(PathStep(label, version.number if version else "", href, 2 + index * (_HEIGHT + _GAP)))
    loops = []
    for lane, (start, end, when) in enumerate(path.get("loops", ())):
        first, last = steps[start - 1], steps[end - 1]
        loops.append(Loop(_way_back(first.y + 24, last.y + 12, _BOX + 18 + lane * _LANE), first, last, when))
    return Diagram(name, path["title"], path["about"], steps, loops, steps[-1].bottom + 2)


def _rule(rows: Sequence[RuleVersion], number: str, opens: str) -> RuleVersion | None:
    """The rule with a number that opens with some words, else the only one of its section that does."""
    words = opening(opens, 12)
    alike = [
        row
        for row in rows
        if row.number[:_SECTION_LENGTH] == number[:_SECTION_LENGTH]
        and opening(row.text or row.title, len(words)) == words
    ]
    return next((row for row in alike if row.number == number), alike[0] if len(alike) == 1 else None)


def _way_back(start: int, end: int, x: int) -> str:
    """The outline of a loop: out of a box to the right, up, and back into a box."""
    return f"M{_BOX} {start}H{x - 6}Q{x} {start} {x} {start - 6}V{end + 6}Q{x} {end} {x - 6} {end}H{_BOX + 5}"
