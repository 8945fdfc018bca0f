"""The text of a document with mark-up, with the position of each character in the file.

The mark-up is removed, the text is read as plain text, and every position of the reading is mapped back to the file;
stretches between the characters of the text become mark-up in the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ingest import dialects
from ingest.document.ledger import Role, Segment, check_tiling
from ingest.document.pdf_tables import CELL
from ingest.document.source import Source
from ingest.document.tree import Provision, Reading
from rulesite.text.numbering import LETTER

WEB_PAGE = "web page"
"""The sort of source whose tables have cells."""
_MARKUP = "mark-up"
_LONE_NUMBER = re.compile(
    rf"^[ \t\xa0]*[1-9][0-9]{{2}}\.(?:[0-9]{{1,3}}{LETTER}?\.?)?[ \t\xa0]*(?P<end>\r?\n\s*)(?=[A-Z\"“‘(])", re.MULTILINE
)
_NUMBER_AND_TEXT = re.compile(
    rf"^[ \t\xa0]*[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?\.?[ \t\xa0]+(?=[A-Z\"“‘(])", re.MULTILINE
)


@dataclass(frozen=True)
class Words:
    """The plain text of a document; its character n is at ``starts[n]`` to ``ends[n]`` of the file."""

    text: str
    starts: list[int]
    ends: list[int]

    def joined(self) -> Words:
        """The text with each number joined to the line of its rule."""
        writer = Writer()
        offset = 0
        for start, end in [*lone_numbers(self.text), (len(self.text), len(self.text))]:
            writer.copy(self, offset, start)
            if end > start:
                writer.space(self.starts[start])
            offset = end
        return writer.words


def lone_numbers(text: str) -> list[tuple[int, int]]:
    """The line ends after numbers that are on a line of their own, above their rule.

    None if more numbers are on the line of their rule: the others then end a sentence of wrapped text.
    """
    ends = [match.span("end") for match in _LONE_NUMBER.finditer(text)]
    return ends if len(ends) > len(_NUMBER_AND_TEXT.findall(text)) else []


class Writer:
    """Writes text with positions, folding white space as a browser does."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def text(self, text: str, start: int, end: int, *, kept: bool) -> None:
        """Write characters from ``start`` to ``end`` of the page; ``kept`` preserves their white space."""
        exact = len(text) == end - start
        for index, character in enumerate(text):
            if not kept and character in " \t\r\n\f":
                if not self.pieces or self.pieces[-1] in " \n":
                    continue
                character = " "
            self._put(character, start + index if exact else start, start + index + 1 if exact else end)

    def end_line(self, at: int, *, times: int = 1) -> None:
        """End the current line; with ``times=2`` leave a blank line after it."""
        if not self.pieces:
            return
        have = 2 if self.pieces[-2:] == ["\n", "\n"] else 1 if self.pieces[-1] == "\n" else 0
        for _ in range(times - have):
            self._put("\n", at, at)

    def new_line(self, at: int) -> None:
        """Begin another line, even if that leaves a blank one."""
        self._put("\n", at, at)

    def space(self, at: int) -> None:
        """Separate text on one line by a space."""
        if self.pieces and not self.pieces[-1].isspace():
            self._put(" ", at, at)

    def cell(self, at: int) -> None:
        """Begin the next cell of a table's row."""
        self._put(CELL, at, at)

    def empty_cell(self, at: int) -> None:
        """Mark the cell that has begun as an empty one."""
        if not self.pieces or self.pieces[-1] in (CELL, "\n"):
            self._put(" ", at, at)

    def copy(self, words: Words, start: int, end: int) -> None:
        """Copy a stretch of other text, with its positions."""
        self.pieces += words.text[start:end]
        self.starts += words.starts[start:end]
        self.ends += words.ends[start:end]

    @property
    def words(self) -> Words:
        """The text so far."""
        return Words("".join(self.pieces), self.starts, self.ends)

    def _put(self, character: str, start: int, end: int) -> None:
        self.pieces.append(character)
        self.starts.append(start)
        self.ends.append(end)


def read_words(words: Words, source: Source, dialect: str, kind: str) -> Reading:
    """Read the text of a source, and map the reading back to it; ``kind`` names the sort of source."""
    words = words.joined()
    plain = Source(
        source.name, words.text.encode("utf-8", "surrogatepass"), words.text, "utf-8", has_cells=kind == WEB_PAGE
    )
    return _lift(dialects.choose(plain, dialect).read(plain), words, source, kind)


def _lift(reading: Reading, words: Words, source: Source, kind: str) -> Reading:
    """Map a reading of the text back to the file."""
    segments: list[Segment] = []
    offset = 0
    for piece in reading.segments:
        spans = [
            (words.starts[n], words.ends[n]) for n in range(piece.start, piece.end) if words.ends[n] > words.starts[n]
        ]
        for low, end in runs(spans):
            start = max(low, offset)
            if end > start:
                segments += _unworded(offset, start, source.text)
                segments.append(replace(piece, start=start, end=end))
                offset = end
    segments += _unworded(offset, len(source.text), source.text)
    check_tiling(segments, len(source.text))

    plain = reading.source.lines

    def line(number: int) -> int:
        return source.line_at(words.starts[plain[min(number, len(plain)) - 1].start])

    def last_line(number: int) -> int:
        ended = plain[min(number, len(plain)) - 1]
        return source.line_at(words.starts[max(ended.start, ended.end - 1)])

    tree = reading.tree
    return replace(
        reading,
        source=source,
        because=f"{reading.because} of the words of a {kind}",
        segments=tuple(segments),
        repairs=tuple(
            replace(
                repair,
                start=words.starts[repair.start],
                end=words.ends[max(repair.start, repair.end - 1)],
                line=line(repair.line),
            )
            for repair in reading.repairs
        ),
        strays=tuple(
            replace(stray, line=line(stray.line), start=words.starts[stray.start]) for stray in reading.strays
        ),
        tree=replace(
            tree,
            provisions=tuple(_moved(provision, line, last_line) for provision in tree.provisions),
            glossary=tuple(
                replace(entry, first_line=line(entry.first_line), last_line=last_line(entry.last_line))
                for entry in tree.glossary
            ),
            index=tuple(
                replace(entry, first_line=line(entry.first_line), last_line=last_line(entry.last_line))
                for entry in tree.index
            ),
            parts=tuple(
                replace(part, first_line=line(part.first_line), last_line=last_line(part.last_line))
                for part in tree.parts
            ),
        ),
    )


def _unworded(start: int, end: int, text: str) -> list[Segment]:
    """The segments between characters of the text: mark-up, or mere white space."""
    if end <= start:
        return []
    if not text[start:end].strip():
        return [Segment(start, end, Role.BLANK)]
    return [Segment(start, end, Role.FURNITURE, "", _MARKUP)]


def runs(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Adjacent spans joined."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _moved(provision: Provision, line: Callable[[int], int], last_line: Callable[[int], int]) -> Provision:
    return replace(
        provision,
        first_line=line(provision.first_line),
        last_line=last_line(provision.last_line),
        examples=tuple(
            replace(example, first_line=line(example.first_line), last_line=last_line(example.last_line))
            for example in provision.examples
        ),
        flags=tuple(replace(flag, line=line(flag.line)) for flag in provision.flags),
    )
