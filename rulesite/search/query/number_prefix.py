"""Parse typed text as the start of an address: a document, a date, and a number that may be unfinished.

The spelling of numbers, and the words before them, are those of `rulesite.text.number_query`.
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
    """Parsed text: ``words`` is all of it but a leading "rule"; ``number`` is "" if it has no number."""

    words: str
    number: str = ""
    book: str = ""
    """The slug of a document."""
    date: str = ""
    """An ISO date, or the start of one."""


def read(text: str, books: dict[str, str]) -> Typed:
    """Parse folded text; ``books`` maps the folded names of documents to their slugs.

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
    match = _SHAPE.fullmatch(rest.rstrip("/ "))
    if match is None:
        return _whole(text, words, books)
    date = match["before"] or match["after"] or match["spaced"] or ""
    return Typed(words, match["number"] or "", book, date)


def _whole(text: str, words: str, books: dict[str, str]) -> Typed:
    """Parse text that is a complete address in any form."""
    query = number_query.read(text)
    if query is None or query.title or (query.document and query.document not in books):
        return Typed(words)
    date = "-".join(f"{part:02d}" for part in (query.year, query.month, query.day) if part)
    return Typed(words, str(query.number).lower(), books.get(query.document, ""), date)


def fold(text: str, longest: int) -> str:
    """Typed text folded to lower case with single spaces, cut to the length of a search box."""
    return " ".join(analysis.fold(text[:longest]).split())
