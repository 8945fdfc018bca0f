"""Find what the pages of a PDF add to its text: page numbers, running heads, the breaks themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ingest.document.pdf import PAGE_END
from ingest.document.source import Line, Source
from rulesite.text import encodings

_NUMBER = re.compile(r"\s*(?:page\s+)?[0-9]{1,3}(?:\s+of\s+[0-9]{1,3})?\s*", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+")
_MIN_REPEATS = 3
_SHARE = 0.4
"""Share of the pages on which a running head occurs."""


def furniture(source: Source) -> dict[int, str]:
    """Return the reasons for lines that belong to pages and not to the text, by line index."""
    if source.encoding != encodings.PDF:
        return {}
    pages = list(_pages(source.lines))
    reasons = {page[0] - 1: "page break" for page in pages[1:]}
    edges = [[index for index in page if source.lines[index].text.strip()] for page in pages]
    heads = Counter(_shape(source.lines[index]) for page in edges for index in {*page[:2], *page[-2:]})
    for page in edges:
        for index in page[:1]:
            if _NUMBER.fullmatch(source.lines[index].text):
                reasons[index] = "page number"
        if len(page) > 1 and page[0] not in reasons and _NUMBER.fullmatch(source.lines[page[-1]].text):
            reasons[page[-1]] = "page number"
        for index in {*page[:2], *page[-2:]}:
            repeats = heads[_shape(source.lines[index])]
            if index not in reasons and repeats >= max(_MIN_REPEATS, _SHARE * len(pages)):
                reasons[index] = "running head"
    return reasons


def _pages(lines: Sequence[Line]) -> Iterator[range]:
    """Yield the indexes of each page's lines."""
    start = 0
    for index, line in enumerate(lines):
        if line.text == PAGE_END:
            yield range(start, index)
            start = index + 1
    yield range(start, len(lines))


def _shape(line: Line) -> str:
    return _DIGITS.sub("#", " ".join(line.text.split()))
