"""The text of a stored source, by line, with the segments of its ledger."""

from __future__ import annotations

import re
import sys
import threading
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse

from rulesite.reading.rendering import languages as rendering_languages
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Source
from rulesite.text import languages
from rulesite.text.numbering import RuleNumber

LINES_A_PAGE = 750
"""Lines of a source on one page of its ledger."""
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class SourceText:
    """The characters of a file, and the offsets of its lines."""

    text: str
    starts: array[int]

    @property
    def size(self) -> int:
        """Bytes of memory that it takes."""
        return sys.getsizeof(self.text) + sys.getsizeof(self.starts)

    def line_at(self, offset: int) -> int:
        """The number, from 1, of the line that holds a character."""
        return max(1, bisect_right(self.starts, offset))

    def end_of(self, line: int) -> int:
        """The end offset of a line, including its line end."""
        return self.starts[line] if line < len(self.starts) else len(self.text)


@dataclass(frozen=True)
class LinePiece:
    """A stretch of one line with one role."""

    text: str
    role: str
    owner: str
    note: str
    lang: str = ""


@dataclass(frozen=True)
class Reading:
    """Words of a line that are in another encoding, decoded from that one, and their language."""

    text: str
    lang: str


@dataclass(frozen=True)
class Line:
    """One line of a source. ``owner`` names what begins on it, with its URL if it has a page."""

    number: int
    pieces: list[LinePiece]
    owner: str
    href: str
    skipped: int
    """Lines left out before it, when only some are shown."""
    readings: list[Reading]


@dataclass(frozen=True)
class ShownRepair:
    """A repair for review: its place, the original, the replacement, and the reason."""

    line: int
    before: str
    after: str
    reason: str
    owner: str
    href: str


def text_of(source: Source, data: bytes | None = None) -> SourceText:
    """The decoded text of a source and its lines; ``data`` are the file's bytes, if at hand."""
    cached = _TEXTS.get(source.sha256)
    if cached is None:
        cached = _split(source.text_of(data))
        _remember(source.sha256, cached)
    return cached


_TEXTS: dict[str, SourceText] = {}
"""Texts by sha256, which never change."""
_MOST_BYTES = 8_000_000
"""Maximum bytes of memory of all kept texts together: four or five books; one document may use all of it."""
_lock = threading.Lock()


def _remember(sha256: str, text: SourceText) -> None:
    with _lock:
        _TEXTS[sha256] = text
        while sum(cached.size for cached in _TEXTS.values()) > _MOST_BYTES:
            _TEXTS.pop(next(iter(_TEXTS)))


def _split(text: str) -> SourceText:
    starts = array("I", [0])
    starts.extend(ending.end() for ending in _LINE_END.finditer(text))
    if len(starts) > 1 and starts[-1] == len(text):
        starts.pop()
    return SourceText(text, starts)


def lines(source: Source, numbers: Sequence[int], above: int = 0) -> Iterator[Line]:
    """Some lines (by ascending numbers), cut into pieces by role; ``above`` is the last line shown before them."""
    if not numbers:
        return
    text = text_of(source)
    first, last = text.starts[numbers[0] - 1], text.end_of(numbers[-1])
    segments = [segment for segment in source.segments if segment.end > first and segment.start < last]
    path = source.edition.get_absolute_url()
    position = 0
    owner_above = ""
    for number in numbers:
        start, end = text.starts[number - 1], text.end_of(number)
        shown_end = start + len(text.text[start:end].rstrip("\r\n"))
        while position < len(segments) and segments[position][1] <= start:
            position += 1
        pieces: list[LinePiece] = []
        readings: list[Reading] = []
        index = position
        while index < len(segments) and segments[index][0] < end:
            low, high, role, owner, reason, after = segments[index]
            piece = text.text[max(low, start) : min(high, shown_end)]
            if piece:
                why, reread = rendering_languages.reread(reason)
                pieces.append(
                    LinePiece(piece, role, owner, _note(role, owner, why, after), languages.of_letters(piece))
                )
                if reread and low >= start:
                    readings.append(Reading(reread, languages.of_letters(reread)))
            index += 1
        owner = next((piece.owner for piece in pieces if piece.owner), "")
        begins = owner if owner != owner_above else ""
        owner_above = owner or owner_above
        yield Line(number, pieces, begins, owner_url(path, begins), number - above - 1, readings)
        above = number


@lru_cache(maxsize=64)
def _lines_with(source_pk: int, sha256: str, roles: tuple[str, ...]) -> array[int]:
    source = Source.objects.get(pk=source_pk)
    text = text_of(source)
    numbers: set[int] = set()
    for start, end, role, *_ in source.segments:
        if role not in roles:
            continue
        stripped = text.text[start:end].rstrip("\r\n")
        numbers.update(range(text.line_at(start), text.line_at(start + max(0, len(stripped) - 1)) + 1))
    return array("I", sorted(numbers))  # a tuple takes ten times the memory


def lines_with(source: Source, roles: Sequence[str]) -> Sequence[int]:
    """The numbers of the lines with a segment of any of some roles."""
    return _lines_with(source.pk, source.sha256, tuple(sorted(roles)))


def repairs(source: Source) -> list[ShownRepair]:
    """Every repair of a source, in order."""
    text = text_of(source)
    path = source.edition.get_absolute_url()
    return [
        ShownRepair(
            text.line_at(segment.start), text.text[segment.start : segment.end], segment.after, segment.reason,
            segment.owner, owner_url(path, segment.owner),
        )
        for segment in source.segments
        if segment.role == "repair"
    ]  # fmt: skip


def owner_url(path: str, owner: str) -> str:
    """The page of the owner of a segment, "" if it has none.

    >>> owner_url("/cr/2006-10-01/", "402.8g/example/1"), owner_url("/cr/2006-10-01/", "glossary/haste")
    ('/cr/2006-10-01/402.8g/#402.8g', '/cr/2006-10-01/glossary/haste/')
    """
    head, _, rest = owner.partition("/")
    if head == "glossary" and rest:
        return f"{path}glossary/{rest.partition('/')[0]}/"
    if RuleNumber.try_parse(head.partition("~")[0]) is None:  # nothing, the introduction, the title
        return ""
    return rule_url(path, head)


def _note(role: str, owner: str, reason: str, after: str) -> str:
    """The tooltip of a piece."""
    note = role
    if role == "repair":
        note = f"repair: read as “{after}”" if after else "repair: left out"
    if reason:
        note += f" — {reason}"
    return f"{note} ({owner})" if owner else note


def line_url(source_pk: int, line: int) -> str:
    """The URL of a line of a source in its ledger."""
    page = (line - 1) // LINES_A_PAGE + 1
    return reverse("reading:ledger", args=[source_pk]) + (f"?page={page}" if page > 1 else "") + f"#L{line}"
