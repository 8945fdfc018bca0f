"""Rules documents whose lines carry marks: Markdown, bullets, the arrows of a quoted mail.

The marks are booked as mark-up, and what they leave is read as plain text. A document is taken for a marked one only
where marks stand before its numbers; elsewhere a star or a dash is a sign of the text.
"""

from __future__ import annotations

import re

from ingest.source import Source
from ingest.tree import Reading
from ingest.words import Words, Writer, lone_numbers, read_words, runs
from rulesite.text.numbering import LETTER

_BEFORE = r"[ \t\u200b\ufeff]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|[-+*•·‣▪◦][ \t]+)*\u200b?(?:\*{1,6}(?=[1-9][0-9]{2}\\?\.))?"
_LINE = re.compile(rf"^{_BEFORE}", re.MULTILINE)
"""What stands before the words of a line: a quotation's arrows, a heading's signs, a bullet; a wiki's stars."""
_NUMBERED = re.compile(
    rf"^(?P<marks>{_BEFORE}(?:__?|`)?)[1-9][0-9]{{2}}(?P<slash>\\?)\."
    rf"(?:[ \t*]|[0-9]{{1,3}}{LETTER}?[.*_` \t]+(?![ \t]|- ))",
    re.MULTILINE,
)
"""A line that begins with a number, perhaps with marks before it; one of D'Angelo's items is none."""
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+[^\s#]|\*\*[^*\n]+\*\*[ \t\r]*$)", re.MULTILINE)
"""A line that is marked as a heading, or bold from end to end."""
_WITHIN = re.compile(
    r"\*\*|__|`"
    r"|\\(?=[!-/:-@\[-`{-~])"
    r"|(?<![\w*/+])\*(?=[\w\"“(\[{][^*\n]*[\w.:!?)\"”\]}]\*(?![\w*/]))"
    r"|(?<=[\w.:!?)\"”\]}])\*(?![\w*/])"
    r"|(?<!\w)_(?=\w[^_\n]*\w_(?!\w))|(?<=\w)_(?!\w)"
)
"""Marks of emphasis, and the stroke before a sign that is meant as itself."""
_LINK = re.compile(r"(\[)[^\]\n]*(\]\([^)\s]*\))")
_FEW = 2
"""Fewer marked numbers and headings than this may be chance."""


def is_marked(source: Source) -> bool:
    """Whether the numbers of a source have marks before them or lines of their own, or its headings are marked."""
    marked = sum(bool(found["marks"].strip() or found["slash"]) for found in _NUMBERED.finditer(source.text))
    marked += len(_HEADING.findall(source.text))
    return marked >= _FEW or bool(lone_numbers(source.text))


def read(source: Source, dialect: str = "") -> Reading:
    """Read a marked text; raise SourceError when no rule is numbered in its words."""
    return read_words(_plain(source.text, _marks(source.text)), source, dialect, "text with marks")


def _marks(text: str) -> list[tuple[int, int]]:
    """The spans of everything in a text that is a mark."""
    spans = [found.span() for pattern in (_LINE, _WITHIN) for found in pattern.finditer(text) if found.group()]
    for found in _LINK.finditer(text):
        spans += [found.span(1), found.span(2)]
    return runs(sorted(spans))


def _plain(text: str, marks: list[tuple[int, int]]) -> Words:
    """A text without its marks."""
    whole = Words(text, list(range(len(text))), list(range(1, len(text) + 1)))
    writer = Writer()
    at = 0
    for start, end in [*marks, (len(text), len(text))]:
        writer.copy(whole, at, start)
        at = end
    return writer.words
