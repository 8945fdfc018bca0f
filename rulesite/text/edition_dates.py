"""Named days: the date of an edition beside a citation.

``402.1 (2008-02-01)``, as this site writes it, ``402.1@2008-02``, ``rule 502.3 (2005)``, ``401.6 of the 2008 rules``,
``CR 402.1 (February 1, 2008)``, ``the 2003 rule 420.5``.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from typing import NamedTuple

from rulesite.text.characters import IN_CLASS, JOINING_IN_CLASS

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_YEAR = r"(?:199[3-9]|20[0-9]{2})"
_WHEN = (
    rf"(?:(?P<year>{_YEAR})(?:(?P<sign>[{IN_CLASS}/.])(?P<month>[0-9]{{1,2}})(?:(?P=sign)(?P<day>[0-9]{{1,2}}))?)?"
    rf"|(?:(?P<first>[0-9]{{1,2}})\s)?(?P<named>{_MONTH})\s(?:(?P<nth>[0-9]{{1,2}})(?:st|nd|rd|th)?,?\s)?(?P<of>{_YEAR}))"
    rf"(?![\w{JOINING_IN_CLASS}])"
)
_BOOK = r"(?:(?:Magic|MTG)\s)?(?:Comp(?:rehensive|\.)?\s?)?(?:rules?|rulebook|edition|CRs?)"
_CLOSED = r"[\]*_]*(?:\([ \t]*\))?"
"""The end of a citation's emphasis or link; the link's address has been blanked out."""
_BRACKETED = re.compile(
    rf"{_CLOSED}(?:\s(?:of|in)\sthe\s{_BOOK},?)?[ \t]*[(\[](?:(?:{_BOOK}|as\sof|in|from|of|effective|the)\s)*{_WHEN}"
    rf"(?:\s{_BOOK})?[)\]]",
    re.IGNORECASE,
)
_AT = re.compile(rf"{_CLOSED}[ \t]*@[ \t]?{_WHEN}", re.IGNORECASE)
_IN_EDITION = re.compile(
    rf"{_CLOSED}(?:,?\s(?:of|in|from|under|as\sof|as\sin)\s(?:the\s)?{_WHEN}(?:\s{_BOOK})?)", re.IGNORECASE
)
_EDITION = re.compile(rf"{_CLOSED},\s(?:the\s)?{_WHEN}\s{_BOOK}", re.IGNORECASE)
_BEFORE = re.compile(
    rf"\b(?:the|in|under|from)\s(?:the\s)?{_WHEN}(?:['’]s)?(?:\s{_BOOK})?,?\s(?:(?:rules?|sections?|CRs?)\s?)?$",
    re.IGNORECASE,
)
_WHOLE = re.compile(_WHEN, re.IGNORECASE)
_MAX_LENGTH = 60


class Period(NamedTuple):
    """A day, a month or a year; missing parts are 0."""

    year: int
    month: int = 0
    day: int = 0

    @property
    def first(self) -> date:
        """Its first day. Raises ValueError for a day that does not exist."""
        return date(self.year, self.month or 1, self.day or 1)

    @property
    def last(self) -> date:
        """Its last day. Raises ValueError for a day that does not exist."""
        month = self.month or 12
        return date(self.year, month, self.day or monthrange(self.year, month)[1])


def after(text: str, at: int) -> tuple[Period, int] | None:
    """The period named from an offset on, and the end of its name; None without one, or if the day does not exist.

    >>> after("402.1 of the Feb. 2008 rules", 5)
    (Period(year=2008, month=2, day=0), 28)
    """
    for pattern in (_BRACKETED, _AT, _IN_EDITION, _EDITION):
        if match := pattern.match(text, at):
            period = _period(match)
            return (period, match.end()) if period else None
    return None


def beside(text: str, start: int, end: int) -> date | None:
    """The day of the edition named directly after or before a citation; the last day of a month or a year.

    None if no edition is named, or if the day does not exist.

    >>> text = "Rule 402.1 (2008-02) and the 2003 rule 420.5, but 502.3 (2008-02-31)"
    >>> beside(text, 5, 10), beside(text, 39, 44), beside(text, 50, 55)
    (datetime.date(2008, 2, 29), datetime.date(2003, 12, 31), None)
    """
    if dated := after(text, end):
        return dated[0].last
    before = _BEFORE.search(text[max(0, start - _MAX_LENGTH) : start])
    period = _period(before) if before else None
    return period.last if period else None


def names_rules(text: str, end: int) -> bool:
    """Whether a date follows directly after a number, so that it can only be a rule of that date.

    >>> [names_rules(text, 5) for text in ("401.6 of the 2008 rules", "401.6@2008-02-01", "401.6 in 2008")]
    [True, True, False]
    """
    match = _IN_EDITION.match(text, end)
    return _AT.match(text, end) is not None or (match is not None and match.group()[-1:].isalpha())


def read(text: str) -> Period | None:
    """The period that a text is; None for any other text, or if the day does not exist.

    >>> read("August 2026"), read("2009-07-11"), read("1 Feb 2008"), read("702")
    (Period(year=2026, month=8, day=0), Period(year=2009, month=7, day=11), Period(year=2008, month=2, day=1), None)
    """
    match = _WHOLE.fullmatch(text.strip())
    return _period(match) if match else None


def _period(named: re.Match[str]) -> Period | None:
    parts = {name: value for name, value in named.groupdict().items() if value}
    month = int(parts.get("month") or 0)
    if "named" in parts:
        month = _MONTHS.index(parts["named"][:3].lower()) + 1
    day = int(parts.get("day") or parts.get("first") or parts.get("nth") or 0)
    period = Period(int(parts.get("year") or parts["of"]), month, day)
    try:
        _ = period.last
    except ValueError:
        return None
    return period
