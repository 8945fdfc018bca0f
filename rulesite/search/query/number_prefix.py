"""What is typed, read as the beginning of an address: a book, a day, and the number as far as it goes.

The spelling of numbers and what people write before them are those of `rulesite.text.number_query`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulesite.search import analysis
from rulesite.text import number_query

_DATE = r"(?:19|20)\d\d(?:-\d{0,2}(?:-\d{0,2})?)?"
_NUMBER = r"[1-9]\d{0,2}(?:\.\w*)?|[a-z]\.[\w.]*|[a-z]"
_SHAPE = re.compile(
    rf"""
    (?:(?P<before>{_DATE})(?:[\s/:,]+|$))?
    (?:(?:rules?|sections?)\s+|§+\s*)?
    (?P<number>{_NUMBER})?
    (?:\s*(?:-|\bto\b)\s*[\w.]*)?
    (?:\s*[@(]\s*(?P<after>{_DATE}|(?:[12]\d{{0,2}})?)\)?|\s+(?:in\s+|of\s+|from\s+)?(?P<spaced>{_DATE}))?
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Typed:
    """``words`` is everything but a leading "rule"; ``number`` is "" where it does not read like one."""

    words: str
    number: str = ""
    book: str = ""
    """The slug of a document."""
    date: str = ""
    """The beginning of an ISO date."""


def read(text: str, books: dict[str, str]) -> Typed:
    """Read folded text; ``books`` are folded names of documents, and the slug of each.

    >>> read("cr 402.1@2008", {"cr": "cr"})
    Typed(words='cr 402.1@2008', number='402.1', book='cr', date='2008')
    >>> read("rule 100", {}).number, read("2008 402.1", {}).date, read("first str", {}).number
    ('100', '2008', '')
    >>> read("mtg rule 402,1 a", {}).number
    '402.1a'
    """
    lead = number_query.LEADS.match(text)
    words = text[lead.end() :] if lead else text
    rest, book = number_query.spelled(words.lstrip("/")), ""
    for name, slug in sorted(books.items(), reverse=True):
        if rest == name or re.match(rf"{re.escape(name)}[\s/:,]", rest):
            rest, book = rest[len(name) :].lstrip(" /:,"), slug
            break
        if f"@{name}/" in rest:
            rest, book = rest.replace(f"@{name}/", "@"), slug
            break
    found = _SHAPE.fullmatch(rest.rstrip("/ "))
    if found is None:
        return _whole(text, words, books)
    date = found["before"] or found["after"] or found["spaced"] or ""
    return Typed(words, found["number"] or "", book, date)


def _whole(text: str, words: str, books: dict[str, str]) -> Typed:
    """What is typed to its end, in any form of an address."""
    wanted = number_query.read(text)
    if wanted is None or wanted.title or (wanted.document and wanted.document not in books):
        return Typed(words)
    date = "-".join(f"{part:02d}" for part in (wanted.year, wanted.month, wanted.day) if part)
    return Typed(words, str(wanted.number).lower(), books.get(wanted.document, ""), date)


def fold(text: str, longest: int) -> str:
    """What is typed in small letters, with single spaces, cut to a length that a box is for."""
    return " ".join(analysis.fold(text[:longest]).split())
