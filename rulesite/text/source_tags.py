"""Source tags: the square brackets in D'Angelo's rulings that give an authority and a date.

``[CompRules 2001/07/23 - 502.10b]``, ``[Duelist Magazine #12, Page 26]``, ``[bethmo 1994]``.  The Comprehensive Rules
use the same brackets for placeholders (``[cost]``, ``[This creature]``, ``[color 1]``).  A bracket is a tag if it has a
date or a place: an authority with a date, a year, a page, or a rule number after a dash, or the name of a kind of
publication as its last word.  All other brackets are left alone.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from enum import StrEnum

from rulesite.text.characters import DASH, DASHES, IN_CLASS
from rulesite.text.numbering import NotARuleNumber, NumberRange, RuleNumber
from rulesite.text.wording import normalise


class Precision(StrEnum):
    """How much of a tag's date is known; the unknown parts of `SourceTag.date` are 1."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    NONE = "none"


@dataclass(frozen=True)
class SourceTag:
    """One source tag in a text, ``text[start:end]``, brackets included."""

    start: int
    end: int
    text: str
    authority_text: str
    """The authority as printed: ``bethmo``, ``Duelist Magazine``."""
    authority: str
    """The authority in its standard spelling: ``Bethmo``."""
    document: str | None = None
    """Slug of the document in the library whose numbers it cites: ``cr`` for the Comprehensive Rules."""
    date: datetime.date | None = None
    date_text: str = ""
    precision: Precision = Precision.NONE
    cited: tuple[RuleNumber | NumberRange, ...] = ()
    issue: str = ""
    page: int | None = None
    problem: str = ""
    """An error in the tag, for a maintainer to judge; "" if there is none."""


_BRACKET = re.compile(r"\[(?P<body>[^\[\]\n]{3,120})\]")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(
    r"(?<![\d/])(?:"
    r"(?P<day>[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}|[0-9]{1,2}/[0-9]{1,2}/(?:[0-9]{4}|[0-9]{2}))"
    rf"|(?P<month>(?:{'|'.join(_MONTHS)})[a-z]*\.? (?:19|20)[0-9]{{2}})"
    r"|(?P<year>(?:19|20)[0-9]{2}))(?![\d/])",
    re.IGNORECASE,
)
_CITED = re.compile(rf"\s{DASH}\s(?P<cited>[1-9][0-9]{{2}}\.[\w./,\s(){IN_CLASS}]*|[A-Z]\.[0-9][\w./,\s{IN_CLASS}]*)$")
_PAGE = re.compile(r",?\s(?:Page|p\.)\s(?P<page>[0-9]{1,4})$", re.IGNORECASE)
_ISSUE = re.compile(r"\s(?P<issue>#[0-9]{1,4})$")
_PUBLICATION = re.compile(r"(?:[A-Z][\w'’]*\s)+(?:Rulecards?|Rulebook|Page|FAQ|Insert|Letter|Magazine)")
"""Publications cited as a whole, without a date or a page: ``[Urza's Saga Rule Page]``, ``[Legends Rulecards]``."""
_AUTHORITY = re.compile(r"[A-Za-z][\w'’.&:!-]*(?:,?\s[\w'’.&:!-]+)*")

_SPELLINGS = {
    "bethmo": "Bethmo",
    "rules team": "WotC Rules Team",
    "tourney updated": "Tournament Update",
    "comprules": "CompRules",
}
_FIRST_YEAR = 1993
"""The game appeared in 1993, so a two-digit year before 93 belongs to the next century."""


def find(text: str) -> list[SourceTag]:
    """The source tags of a text, in order.

    >>> [tag] = find("They are applied in order. [CompRules 2001/07/23 - 502.10a/10i]")
    >>> tag.authority, tag.document, tag.date.isoformat(), tag.cited
    ('CompRules', 'cr', '2001-07-23', (RuleNumber('502.10a'), RuleNumber('502.10i')))
    >>> find('"[This creature] can\\'t block" costs [cost] more for each [color 1] card.')
    []
    """
    if "[" not in text:
        return []
    tags = (_read(bracket) for bracket in _BRACKET.finditer(text))
    return [tag for tag in tags if tag]


def _read(bracket: re.Match[str]) -> SourceTag | None:
    """The tag in a bracket, None for a placeholder."""
    rest = bracket["body"].strip()
    problems: list[str] = []
    cited_at = _CITED.search(rest)
    if cited_at:
        rest = rest[: cited_at.start()]
    page = _PAGE.search(rest)
    if page:
        rest = rest[: page.start()]
    dated = _last(_DATE, rest)
    if dated:
        rest = rest[: dated.start()].rstrip(f" ,{DASHES}")
    issue = _ISSUE.search(rest)
    authority_text = rest[: issue.start()] if issue else rest
    if not _AUTHORITY.fullmatch(authority_text):
        return None
    if not (authority_text[0].isupper() or authority_text.casefold() in _SPELLINGS):
        return None  # "[cost 1994]" is a placeholder; people write bethmo in lower case
    if not (cited_at or page or dated or issue or _PUBLICATION.fullmatch(rest)):
        return None
    when, precision = _read_date(dated, problems) if dated else (None, Precision.NONE)
    authority = normalise(authority_text)
    return SourceTag(
        bracket.start(),
        bracket.end(),
        bracket.group(),
        authority_text,
        _SPELLINGS.get(authority.casefold(), authority),
        "cr" if authority.casefold().startswith("comprules") else None,
        when,
        dated.group() if dated else "",
        precision,
        _read_cited(cited_at["cited"], problems) if cited_at else (),
        issue["issue"] if issue else "",
        int(page["page"]) if page else None,
        "; ".join(problems),
    )


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The match at the end of the text, None without one: an authority's date comes last."""
    for match in pattern.finditer(text):
        if match.end() == len(text):
            return match
    return None


def _read_date(dated: re.Match[str], problems: list[str]) -> tuple[datetime.date | None, Precision]:
    """A date written 2001/07/23, 07/23/01 (month first), Jan 1994 or 1994; an impossible one adds a problem."""
    printed = dated.group()
    if dated["year"]:
        return datetime.date(int(printed), 1, 1), Precision.YEAR
    if dated["month"]:
        return datetime.date(int(printed[-4:]), _MONTHS.index(printed[:3].lower()) + 1, 1), Precision.MONTH
    parts = [int(part) for part in printed.split("/")]
    if len(printed.split("/")[0]) == 4:
        year, month, day = parts
    else:
        month, day, year = parts
        if year < 100:
            year += 1900 if year + 1900 >= _FIRST_YEAR else 2000
    try:
        return datetime.date(year, month, day), Precision.DAY
    except ValueError:
        problems.append(f"{printed} is not a date")
        return None, Precision.NONE


def _read_cited(printed: str, problems: list[str]) -> tuple[RuleNumber | NumberRange, ...]:
    """The numbers after the dash: one, a list with slashes or commas (``502.10a/10i``), ranges (``409.1b-i``)."""
    cited: list[RuleNumber | NumberRange] = []
    latest: RuleNumber | None = None
    for part in re.split(r"\s*[/,]\s*|\s+and\s+", printed.strip()):
        first, *ends = (re.sub(r"[\s()]", "", piece) for piece in re.split(DASH, part, maxsplit=1))
        try:
            start = latest.completed(first) if latest else RuleNumber.parse(first)
            cited.append(NumberRange.parse(str(start), ends[0]) if ends else start)
            latest = start
        except NotARuleNumber:
            problems.append(f"{part} is not a rule number")
    return tuple(cited)
