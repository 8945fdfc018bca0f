"""Queries about changes: "what changed in August 2026", "new since 2024", "changes from M10 to 2013"."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from rulesite.text import edition_dates
from rulesite.text.changes import card_sets
from rulesite.text.changes.card_sets import CardSet
from rulesite.text.edition_dates import Period

_ASKS = re.compile(
    r"(?:what(?:['’]s|s|\s+is|\s+are|\s+has|\s+have|\s+rules?)?\s+)?(?:the\s+|all\s+)?"
    r"(?:(?:rules?\s+)?(?:change[sd]?|new|differs|different|update[sd]?)|(?:release|patch|update)\s+notes|diff)"
    r"(?:\s+(?:rules?|to\s+the\s+rules?))?",
    re.IGNORECASE,
)
_SINCE = re.compile(r"(?:since|after|from)\s+(?P<first>.+)", re.IGNORECASE)
_BETWEEN = re.compile(
    r"(?:from|between)\s+(?P<first>.+?)\s+(?:to|and|until|till)\s+(?P<last>.+)|(?P<one>\S+)\s*(?:→|->|\.\.)\s*(?P<other>\S+)",
    re.IGNORECASE,
)
_TIME_ALONE = re.compile(r"(?:since|in|during)\s", re.IGNORECASE)
"""A time that is asked for without a word of change; a day or a card set alone are searched for."""
_IN = re.compile(r"(?:in|on|of|with|for|by|at|during|as\s+of)\s+", re.IGNORECASE)
_MAX_LENGTH = 120


class When(NamedTuple):
    """A time that a reader names: its first and last day, its name, and whether it is a card set."""

    first: date
    last: date
    name: str
    card_set: CardSet | None = None


class ChangeQuery(NamedTuple):
    """A query about changes: ``start`` None for those of one time, ``end`` None for up to today.

    Both are None for the latest changes.
    """

    start: When | None
    end: When | None


def read(text: str) -> ChangeQuery | None:
    """The query about changes that a text is; None for any other text.

    >>> query = read("What changed in August 2026?")
    >>> query.start, query.end.first, query.end.name
    (None, datetime.date(2026, 8, 1), 'August 2026')
    >>> read("changes since 2024").start.last, read("what's new in m10").end.name
    (datetime.date(2024, 12, 31), 'Magic 2010 (M10)')
    >>> read("what changed"), read("what changed in haste"), read("haste")
    (ChangeQuery(start=None, end=None), None, None)
    >>> read("since 2024").start.name, read("in M10").end.name
    ('2024', 'Magic 2010 (M10)')
    >>> read("M10"), read("2009-07-11"), read("in play")
    (None, None, None)
    """
    plain = " ".join(text[:_MAX_LENGTH].split()).rstrip("?!. ")
    if len(text) > _MAX_LENGTH:
        return None
    asks = _ASKS.match(plain)
    if asks is None:
        return _times(plain) if _TIME_ALONE.match(plain) else None
    rest = plain[asks.end() :]
    if not rest:
        return ChangeQuery(None, None) if " " in plain else None
    if not rest.startswith(" "):
        return None
    return _times(rest.strip())


def _times(text: str) -> ChangeQuery | None:
    if span := _BETWEEN.fullmatch(text):
        start, end = _when(span["first"] or span["one"]), _when(span["last"] or span["other"])
        return ChangeQuery(start, end) if start and end else None
    if since := _SINCE.fullmatch(text):
        start = _when(since["first"])
        return ChangeQuery(start, None) if start else None
    end = _when(_IN.sub("", text, count=1) if _IN.match(text) else text)
    return ChangeQuery(None, end) if end else None


def _when(text: str) -> When | None:
    """The time that a text names: a day, a month, a year, or a card set."""
    plain = text.strip().removeprefix("the ").strip()
    if (period := edition_dates.read(plain)) is not None:
        return When(period.first, period.last, _name_of(period))
    card_set = card_sets.named(plain) or card_sets.named(f"the {plain}")
    if card_set is None:
        return None
    return When(*card_set.days, f"{card_set.name} ({card_set.code})", card_set)


def _name_of(period: Period) -> str:
    """The name of a period: "1 February 2008", "August 2026", "2024"."""
    day = f"{period.day} " if period.day else ""
    return f"{day}{period.first:%B} {period.year}" if period.month else str(period.year)
