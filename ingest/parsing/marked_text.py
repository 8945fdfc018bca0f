"""Rules documents with marks in their lines: Markdown, bullets, the arrows of quoted mail.

The marks become mark-up in the ledger, and the rest is read as plain text. Only a document with marks before its
numbers counts as marked; elsewhere a star or a dash is part of the text. Numbers written in another style throughout
count too: ``Section 100. General``, ``Rule 100.1.``, ``100.1(a)``, ``100.1A``.
"""

from __future__ import annotations

import re

from ingest.document.source import Source
from ingest.document.tree import Reading
from ingest.parsing.markup import Words, Writer, lone_numbers, read_words, runs
from rulesite.text.numbering import LETTER

_BEFORE = (
    r"[ \t\xa0\u200b\ufeff]*(?:>[ \t\xa0]?)*(?:#{1,6}[ \t\xa0]+|[-+*•·‣▪◦][ \t\xa0]+)*\u200b?"
    r"(?:\*{1,6}(?=[1-9][0-9]{2}\\?\.))?"
)
_LINE = re.compile(rf"^{_BEFORE}", re.MULTILINE)
"""Marks before the words of a line: arrows of a quotation, signs of a heading, a bullet; stars of a wiki."""
_NUMBERED = re.compile(
    rf"^(?P<marks>{_BEFORE}(?:__?|`)?)[1-9][0-9]{{2}}(?P<slash>\\?)\."
    rf"(?:[ \t\xa0*]|[0-9]{{1,3}}{LETTER}?[.*_` \t]+(?![ \t\xa0]|- ))",
    re.MULTILINE,
)
"""A line that begins with a number, perhaps after marks; D'Angelo's items are excluded."""
_HEADING = re.compile(r"^[ \t\xa0]*(?:#{1,6}[ \t\xa0]+[^\s#]|\*\*[^*\n]+\*\*[ \t\xa0\r]*$)", re.MULTILINE)
"""A line marked as a heading, or bold from end to end."""
_WITHIN = re.compile(
    r"\*\*|__|`"
    r"|\\(?=[!-/:-@\[-`{-~])"
    r"|(?<![\w*/+])\*(?=[\w\"“(\[{][^*\n]*[\w.:!?)\"”\]}]\*(?![\w*/]))"
    r"|(?<=[\w.:!?)\"”\]}])\*(?![\w*/])"
    r"|(?<!\w)_(?=\w[^_\n]*\w_(?!\w))|(?<=\w)_(?!\w)"
)
"""Marks of emphasis, and the backslash that escapes a mark."""
_LINK = re.compile(r"(\[)[^\]\n]*(\]\([^)\s]*\))")
_MIN_MARKED = 2
"""Minimum of marked numbers and headings; fewer may be chance."""


_NAMED = re.compile(
    r"^[ \t\xa0]*"
    r"(?P<word>(?:Section|Chapter|Rule|Subrule|Article|SECTION|CHAPTER|RULE|SUBRULE|ARTICLE|CR|§)[ \t\xa0]{0,3})"
    rf"(?=(?P<number>[1-9](?:[0-9]{{2}}(?:\.[0-9]{{1,3}}{LETTER}?)?)?)\.?[ \t\xa0]+[A-Z“\"‘(\[])",
    re.MULTILINE,
)
"""A word before a number that opens a line."""
_OPENED = re.compile(
    rf"^[ \t\xa0]*([1-9](?:[0-9]{{2}}(?:\.[0-9]{{1,3}}{LETTER}?)?)?)\.?[ \t\xa0]+[A-Z“\"‘(\[]", re.MULTILINE
)
_BRACKETED = re.compile(
    rf"^[ \t\xa0]*[1-9][0-9]{{2}}\.[0-9]{{1,3}}(?P<before>\(){LETTER}(?P<after>\))(?=\.?[ \t\xa0]+[A-Z“\"‘(\[])",
    re.MULTILINE,
)
_CAPITAL = re.compile(
    r"^[ \t\xa0]*[1-9][0-9]{2}\.[0-9]{1,3}(?P<letter>([A-Z])\2?|A[A-Z])(?=\.?[ \t\xa0]+[A-Z“\"‘(\[])", re.MULTILINE
)
_NO_WORDS = frozenset("BCDEFGHJKMN")
"""Letters that are words: ``402.8A player`` has lost a space, but beside ``402.8B`` the A is a letter."""


def is_marked(source: Source) -> bool:
    """Whether the numbers of a source have marks before them or lines of their own, or its headings are marked."""
    text = _flat(source.text)
    dressed = len(_words(text)) + len(_BRACKETED.findall(text)) + len(_capitals(text))
    return _has_marks(text) or dressed >= _MIN_MARKED or bool(lone_numbers(source.text))


def _has_marks(text: str) -> bool:
    """Whether there are marks before the numbers or the headings of a text."""
    marked = sum(bool(match["marks"].strip() or match["slash"]) for match in _NUMBERED.finditer(text))
    return marked + len(_HEADING.findall(text)) >= _MIN_MARKED


def read(source: Source, dialect: str = "") -> Reading:
    """Read a marked text. Raises SourceError if it has no numbered rule."""
    text = _flat(source.text)
    return read_words(_plain(source.text, _marks(text), _capitals(text)), source, dialect, "text with marks")


def _flat(text: str) -> str:
    """A text whose lines all end in a line feed; every character keeps its offset."""
    return re.sub(r"\r(?!\n)", "\n", text)


def _words(text: str) -> list[tuple[int, int]]:
    """The words before numbers, if no line opens with a number alone: otherwise such a line continues a sentence.

    Sections in a contents list may lack the word.
    """
    opened = list(_OPENED.finditer(text))
    body = next((match.start() for match in opened if "." in match[1]), 0)
    plain = {match[1] for match in opened if match.start() >= body or "." in match[1]}
    return [match.span("word") for match in _NAMED.finditer(text) if match["number"] not in plain]


def _capitals(text: str) -> list[tuple[int, int]]:
    """The letters of subrules, if they are capitals throughout."""
    matches = list(_CAPITAL.finditer(text))
    return (
        [match.span("letter") for match in matches]
        if len({match["letter"] for match in matches} & _NO_WORDS) > 1
        else []
    )


def _marks(text: str) -> list[tuple[int, int]]:
    """The spans of all marks in a text."""
    spans = _words(text)
    if _has_marks(text):
        spans += [match.span() for match in _LINE.finditer(text) if match.group().strip()]
        spans += [match.span() for match in _WITHIN.finditer(text)]
        for match in _LINK.finditer(text):
            spans += [match.span(1), match.span(2)]
    for match in _BRACKETED.finditer(text):
        spans += [match.span("before"), match.span("after")]
    return runs(sorted(spans))


def _plain(text: str, marks: list[tuple[int, int]], capitals: list[tuple[int, int]]) -> Words:
    """A text without its marks, and with the letters of its subrules in lower case."""
    for start, end in capitals:
        text = text[:start] + text[start:end].lower() + text[end:]
    whole = Words(text, list(range(len(text))), list(range(1, len(text) + 1)))
    writer = Writer()
    offset = 0
    for start, end in [*marks, (len(text), len(text))]:
        writer.copy(whole, offset, start)
        offset = end
    return writer.words
