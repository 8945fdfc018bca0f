"""Read the date that a document states for itself, and the rules that it says it describes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime

_MONTHS = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_STATED = re.compile(
    rf"(?:current|effective|in effect)\s+as\s+of\s+(?P<current>(?:{_MONTHS})\s+\d{{1,2}},?\s+\d{{4}})"
    rf"|\bbased on the (?P<search>(?:{_MONTHS}) \d{{1,2}}, \d{{4}}) release"
    rf"|^[^\w\n]*effective(?: date)?(?::|\s[\u2013\u2014-])?\s+(?P<alone>(?:{_MONTHS})\s+\d{{1,2}},?\s+\d{{4}})\W*$"
    r"|Rulings Summary.{0,60}\sUpdated\s+(?P<updated>\d{4}/\d\d/\d\d)\s*$",
    re.IGNORECASE | re.MULTILINE,
)


_RULES = re.compile(
    r"\b(?:under|of|describes?) the "
    r"(?P<name>(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) edition) rules\b",
    re.IGNORECASE,
)


def rules_named(introduction: str) -> str:
    """Return the rules that a document's introduction says it describes, or "".

    >>> rules_named("This is the last release under the FIFTH EDITION rules.")
    'fifth edition'
    """
    match = _RULES.search(" ".join(introduction.split()))
    return match["name"].lower() if match else ""


def stated(text: str) -> tuple[date | None, str]:
    """Return the first date that a text states for itself, and how it is known; None and "" when it states none.

    >>> stated("These rules are effective as of July 11, 2009.")
    (datetime.date(2009, 7, 11), 'stated in the text')
    >>> stated("General Rulings Summary        Updated 2003/12/18")[0]
    datetime.date(2003, 12, 18)
    """
    return next(((day, "stated in the text") for day, _ in days(text)), (None, ""))


def days(text: str) -> Iterator[tuple[date, int]]:
    """Yield every date that a text states for itself, with its offset.

    >>> list(days("Current as of May 1, 2008."))
    [(datetime.date(2008, 5, 1), 0)]
    """
    for match in _STATED.finditer(text):
        printed = (match["current"] or match["search"] or match["alone"] or match["updated"]).replace(",", "")
        form = "%Y/%m/%d" if match["updated"] else "%b %d %Y"
        if not match["updated"]:
            month, *rest = printed.replace(".", "").split()
            printed = " ".join([month[:3], *rest])
        try:
            yield datetime.strptime(" ".join(printed.split()), form).date(), match.start()
        except ValueError:
            continue
