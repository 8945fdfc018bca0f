"""Two courses of the same sentences under the rules of two days: where they part first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from rulesite.engine.scenario.outcome import TraceStep

from .replay import TableState

_UNSEEN = ("after", "step", "layers", "text", "unread")
"""What two moments of a game may differ in and still be the same."""


@dataclass(frozen=True)
class Parting:
    """The first place where two courses differ: the number of the sentence (0: the set-up), the first step of each that
    differs there, if any, and what is different on the table after it, in words."""

    sentence: int
    steps: tuple[TraceStep | None, TraceStep | None]
    differences: tuple[str, ...]


def parting(one: TableState, other: TableState) -> Parting | None:
    """Where two courses part: after the first sentence that leaves the table otherwise, or that only one of them
    carries out; None where the same comes of all of them."""
    for number in range(max(len(one.snapshots), len(other.snapshots))):
        moments = [each.snapshots[number] if number < len(each.snapshots) else None for each in (one, other)]
        differences = _differences(*moments)
        if differences:
            return Parting(number, _first_steps(one, other, number), differences)
    if (one.stop, one.reason) != (other.stop, other.reason):
        number = len(one.snapshots)
        return Parting(number, _first_steps(one, other, number), _stops(one, other))
    return None


def _stops(one: TableState, other: TableState) -> tuple[str, ...]:
    return (f"{one.reason or 'it goes on'} / {other.reason or 'it goes on'}",)


def _first_steps(one: TableState, other: TableState, number: int) -> tuple[TraceStep | None, TraceStep | None]:
    """The first steps of a sentence that differ in their words, or in the rule that they follow."""
    parts = [[step for step in each.steps if step.sentence == number] for each in (one, other)]
    for left, right in zip_longest(*parts):
        if left is None or right is None or (left.text, left.concept) != (right.text, right.concept):
            return left, right
    return None, None


def _differences(one: dict[str, Any] | None, other: dict[str, Any] | None) -> tuple[str, ...]:
    """What differs between two moments, in words: the first day's before the stroke.

    >>> _differences({"turn": 1, "players": [{"name": "Ann", "life": 20}], "battlefield": []},
    ...     {"turn": 1, "players": [{"name": "Ann", "life": 17}], "battlefield": []})
    ('Ann’s life: 20 / 17',)
    """
    if one is None or other is None:
        return (f"{'carried out' if one else 'not carried out'} / {'carried out' if other else 'not carried out'}",)
    found = [
        f"{key}: {_said(one[key])} / {_said(other.get(key))}"
        for key in one
        if not isinstance(one[key], list | dict) and key not in _UNSEEN and one[key] != other.get(key)
    ]
    for left, right in zip(one["players"], other["players"], strict=False):
        found += [
            f"{left['name']}’s {key}: {_said(left[key])} / {_said(right[key])}"
            for key in left
            if _names(left[key]) != _names(right[key])
        ]
    for zone in ("battlefield", "stack", "exile"):
        rows, others = one.get(zone, []), other.get(zone, [])
        if _names(rows) != _names(others):
            found.append(f"{zone}: {_said(rows)} / {_said(others)}")
            continue
        for left, right in zip(rows, others, strict=True):
            found += [
                f"{left['name']}’s {key}: {_said(left[key])} / {_said(right[key])}"
                for key in left
                if key not in _UNSEEN and left[key] != right[key]
            ]
    return tuple(found)


def _names(value: Any) -> Any:
    return [row["name"] for row in value] if isinstance(value, list) else value


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{number} {kind}" for kind, number in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(row["name"] if isinstance(row, dict) else str(row) for row in value) or "none"
    return "none" if value in ("", None) else str(value)
