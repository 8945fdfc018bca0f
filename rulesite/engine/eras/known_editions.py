"""The editions that the switches were dated by, and what may already have changed in an edition between two of them.

A change is dated by the first of these editions that shows it. So an edition that comes later, with a day between two
of them, may have the rules of either: its own text can say which (`rulesite.checks.results.undated_editions`).
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from .ruleset import Ruleset
from .switches import Since

KNOWN_EDITIONS = tuple(
    day.isoformat() for day in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["days"]
)
"""The days of the editions of the Comprehensive Rules that were read for the switches, oldest first."""


class OpenChange(NamedTuple):
    """A change of a switch of which it is not known whether it had happened: ``old`` is what held before ``new``."""

    switch: str
    old: Since
    new: Since


def next_known_edition(day: str, known: Sequence[str] = KNOWN_EDITIONS) -> str:
    """The first known edition after a day, if no known edition is of that day; "" otherwise, and if none is later.

    >>> next_known_edition("2013-06-01"), next_known_edition("2013-05-01"), next_known_edition("2199-01-01")
    ('2013-07-13', '', '')
    """
    place = bisect_right(known, day)
    is_known = place > 0 and known[place - 1] == day
    return "" if is_known or place == len(known) else known[place]


def open_changes(day: str, until: str) -> list[OpenChange]:
    """The changes of switches after ``day`` that ``until`` shows.

    >>> [change.switch for change in open_changes("2013-06-01", "2013-07-13")]
    ['legend_rule', 'planeswalker_rule', 'indestructible_is_ability']
    """
    return [
        OpenChange(name, old, new)
        for name, changes in Ruleset.switches()
        for old, new in pairwise(changes)
        if day < new.date <= until
    ]
