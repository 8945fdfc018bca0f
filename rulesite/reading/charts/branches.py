"""Splits and merges of a rule: labels above its timeline that link to the other rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.urls import reverse

from rulesite.reading.charts.scale import LETTER, WIDTH
from rulesite.rulebook.models import Descent, RuleVersion

_MAX_BRANCHES = 8
"""Maximum branches drawn at one edition; the list below the picture has all of them."""


@dataclass(frozen=True)
class Branch:
    """The label of a rule that a part went to or came from, on a trunk that rises from the line."""

    x: int
    y: int
    left: bool
    label: str
    href: str
    title: str

    @property
    def text_x(self) -> int:
        """The x of the label's start, or of its end if it is to the left."""
        return self.x - 14 if self.left else self.x + 14

    @property
    def twig(self) -> int:
        """The x of the end of the twig to the label."""
        return self.x - 10 if self.left else self.x + 10


def branches_of(
    edges: Sequence[Descent], keys: set[int], x: Callable[[date], int]
) -> list[tuple[int, int, bool, str, str, str]]:
    """Level, x, side, label, URL and title of each branch; labels on one level never overlap."""
    occupied: list[tuple[int, float, float]] = []
    branches: list[tuple[int, int, bool, str, str, str]] = []
    ordered = sorted(edges, key=lambda edge: edge.later.edition.effective)
    for day, together in groupby(ordered, key=lambda edge: edge.later.edition.effective):
        place, level = x(day), 0
        for label, href, title in reversed(list(_labels(list(together), keys))):
            size = 16 + LETTER * len(label)
            left = place + size > WIDTH
            reach = (place - size, place + 4.0) if left else (place - 4.0, place + size)
            level += 1
            while any(row == level and reach[0] < end and start < reach[1] for row, start, end in occupied):
                level += 1
            occupied.append((level, *reach))
            branches.append((level, place, left, label, href, title))
    return branches


def _labels(edges: list[Descent], keys: set[int]) -> Iterable[tuple[str, str, str]]:
    for edge in edges[:_MAX_BRANCHES]:
        leaves = edge.earlier_id in keys
        neighbour = edge.later if leaves else edge.earlier
        kind = "split" if edge.kind == Descent.Kind.SPLIT else "merged"
        label = f"Part of it went to {neighbour.key}" if leaves else f"Part of it came from {neighbour.key}"
        yield (
            f"{neighbour.key} →" if leaves else f"← {neighbour.key}",
            _history_url(neighbour),
            f"{label}, {neighbour.edition.slug} ({kind})",
        )
    if len(edges) > _MAX_BRANCHES:
        hidden = len(edges) - _MAX_BRANCHES
        yield f"and {hidden} more", "#branches", f"{hidden} more, listed below"


def _history_url(version: RuleVersion) -> str:
    """The history page of a rule, from one of its versions."""
    return reverse("reading:history", args=[version.edition.document.slug, version.edition.slug, version.key])
