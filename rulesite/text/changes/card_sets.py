"""Card sets and the days on which they came out: readers know an edition of the rules by the set it came with.

The days are facts of print; `card_sets.toml` has the sets of regular play since 1999. An edition belongs to a set when
it took effect in the days around it, from the prereleases on.
"""

from __future__ import annotations

import tomllib
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulesite.text.wording import words

_BEFORE, _AFTER = timedelta(days=14), timedelta(days=4)
"""How long before a set comes out, and after, its edition of the rules takes effect."""


class CardSet(NamedTuple):
    """A card set: its code, its name, and the day on which it came out."""

    code: str
    name: str
    released: date

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day on which its edition of the rules can have taken effect."""
        return self.released - _BEFORE, self.released + _AFTER


@cache
def all_sets() -> tuple[CardSet, ...]:
    """The known sets, oldest first."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(sorted((CardSet(code, *row) for code, row in table.items()), key=lambda each: each.released))


def named(text: str) -> CardSet | None:
    """The set with a code or a name.

    >>> named("m10").name, named("magic 2010").code, named("Return to Ravnica").released, named("2010")
    ('Magic 2010', 'M10', datetime.date(2012, 10, 5), None)
    """
    return _names().get(" ".join(words(text)))


@cache
def _names() -> dict[str, CardSet]:
    return {" ".join(words(name)): each for each in all_sets() for name in (each.code, each.name)}


def of_edition(effective: date) -> CardSet | None:
    """The set that an edition of the rules came with; None if none came out in those days.

    >>> of_edition(date(2009, 7, 11)).code, of_edition(date(2009, 9, 1))
    ('M10', None)
    """
    near = [each for each in all_sets() if each.days[0] <= effective <= each.days[1]]
    return min(near, key=lambda each: abs(each.released - effective), default=None)
