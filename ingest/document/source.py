"""Bytes in, characters out: a `Source` knows its encoding, its line ends, and how to reproduce its bytes.

The encoding comes from the file's own evidence: a byte order mark first, then its bytes
(`ingest.document.encoding_detection`); a PDF gives its text page by page
(`ingest.document.pdf`). Files that are not text, and text with undecodable bytes, are refused with a `SourceError`.
"""

from __future__ import annotations

import codecs
import hashlib
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ingest.document import encoding_detection, pdf
from ingest.document.encoding_detection import Bad, Detected
from rulesite.text import encodings

_MAGIC = {
    b"PK\x03\x04": "a zip archive (or a word-processor document): unpack it, or name it .zip",
    b"\x1f\x8b": "gzip data: unpack it first",
    b"{\\rtf": "rich text (RTF): save it as plain text first",
    b"\xd0\xcf\x11\xe0": "an old word-processor document: save it as plain text first",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"BZh": "bzip2 data: unpack it first",
    b"7z\xbc\xaf": "a 7z archive: unpack it first",
    b"\xfd7zXZ": "xz data: unpack it first",
}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before the mark of UTF-16, which is a prefix of it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
LINE_END = re.compile(r"\r\n|\r|\n")
MOST_HANDED_OVER = 64 * 1024 * 1024
"""Maximum bytes of any file: an archive of every edition there is."""
MOST_BYTES = 16 * 1024 * 1024
"""Maximum bytes of a document: three times the longest rules document in its widest encoding."""
MOST_LINES = 500_000
"""Maximum lines: fifty times as many as the longest rules document has."""


def printable(text: str) -> str:
    r"""A text made safe for a terminal: control and invalid characters are replaced.

    >>> printable("a\x1b[2Jb\n.txt")
    'a\ufffd[2Jb\ufffd.txt'
    """
    return "".join("\ufffd" if unicodedata.category(sign)[0] == "C" else sign for sign in text)


class SourceError(Exception):
    """A source can't be read: the message names the source, the line if there is one, and the remedy."""

    def __init__(self, name: str, problem: str, *, line: int | None = None, mend: str = "") -> None:
        name, problem = printable(name), printable(problem)
        self.name, self.problem, self.line, self.mend = name, problem, line, mend
        place = name if line is None else f"{name}, line {line}"
        super().__init__(f"{place}: {problem}" + (f" ({mend})" if mend else ""))

    def __reduce__(self) -> tuple[object, ...]:
        """Support for pickling, as errors pass between processes."""
        return _again, (self.name, self.problem, self.line, self.mend)


def too_large(name: str, most: int) -> SourceError:
    """The error for a file of more than ``most`` bytes."""
    return SourceError(name, f"larger than {most // 2**20} MiB: not a rules document", mend="name the right file")


def _again(name: str, problem: str, line: int | None, mend: str) -> SourceError:
    return SourceError(name, problem, line=line, mend=mend)


@dataclass(frozen=True)
class Line:
    """One line of a source: its number from 1, and its span without (`end`) and with (`stop`) its line end."""

    number: int
    start: int
    end: int
    stop: int
    text: str


@dataclass(frozen=True)
class Source:
    """One original file.

    ``text`` holds every character of the file but the byte order mark; ``encode`` reproduces the bytes. Of a PDF it is
    the text of the pages.
    """

    name: str
    data: bytes = field(repr=False)
    text: str = field(repr=False)
    encoding: str
    bom: bytes = b""
    warnings: tuple[str, ...] = ()
    has_cells: bool = False
    """Whether tabs stand between the cells of tables, and for nothing else: in a PDF, and in the words of a page."""

    @cached_property
    def sha256(self) -> str:
        """The sha256 of the bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the text, with any kind of line end."""
        return tuple(split_lines(self.text))

    @property
    def line_ends(self) -> str:
        """The kind of line ends in the file: CR, LF, CRLF, a mixture, or none."""
        counts = {"CRLF": 0, "CR": 0, "LF": 0}
        for match in LINE_END.finditer(self.text):
            counts[{"\r\n": "CRLF", "\r": "CR", "\n": "LF"}[match.group()]] += 1
        used = [f"{name}" for name, count in counts.items() if count]
        return " and ".join(used) or "none"

    def encode(self, text: str) -> bytes:
        """The bytes of a text in this source's encoding, with its byte order mark."""
        return encodings.encode(text, self.encoding, self.data, self.text)

    def line_at(self, offset: int) -> int:
        """The number of the line that holds a character.

        >>> read_bytes("two.txt", b"one\\ntwo").line_at(4)
        2
        """
        return max(1, bisect_right(self._starts, offset))

    @cached_property
    def _starts(self) -> list[int]:
        return [line.start for line in self.lines]


def split_lines(text: str) -> Iterator[Line]:
    r"""Split a text at CR, LF and CRLF, and nowhere else.

    >>> [line.text for line in split_lines("a\r\nb\rc\n")]
    ['a', 'b', 'c']
    """
    start, number = 0, 1
    for line_end in LINE_END.finditer(text):
        yield Line(number, start, line_end.start(), line_end.end(), text[start : line_end.start()])
        start, number = line_end.end(), number + 1
    if start < len(text):
        yield Line(number, start, len(text), len(text), text[start:])


def number_of(text: str, offset: int) -> int:
    """The number of the line that contains an offset."""
    return len(LINE_END.findall(text, 0, offset)) + 1


def read_bytes(name: str, data: bytes, *, damaged: bool = False) -> Source:
    """Decode a file's bytes into a `Source`. Raises SourceError if it is refused.

    ``damaged`` consents to reading undecodable bytes as U+FFFD.

    >>> read_bytes("a.txt", "402.1. It’s".encode("cp1252")).encoding
    'cp1252'
    """
    if len(data) > MOST_BYTES:
        raise too_large(name, MOST_BYTES)
    if not data.strip(b"\0 \t\r\n\f\v"):
        raise SourceError(name, "the file is empty", mend="nothing to read; was the download complete?")
    if b"%PDF-" in data[:1024]:
        return _checked(Source(name, data, _pdf_text(name, data), encodings.PDF, has_cells=True))
    for magic, what in _MAGIC.items():
        if data.startswith(magic):
            raise SourceError(name, f"this is not a text file but {what}")
    source = _with_bom(name, data, damaged=damaged) or _wide(name, data) or _unmarked(name, data, damaged=damaged)
    source = _checked(source)
    if not encodings.is_damaged(source.encoding) and (lost := source.text.count(encodings.LOST)):
        where = number_of(source.text, source.text.index(encodings.LOST))
        warning = f"{lost} characters were lost before this copy was made (\ufffd, first in line {where})"
        source = replace(source, warnings=(*source.warnings, warning))
    if source.encode(source.text) != data:
        raise SourceError(name, f"reading it as {source.encoding} would lose bytes", mend="save the file as UTF-8")
    return source


def _pdf_text(name: str, data: bytes) -> str:
    try:
        return pdf.text_of(data)
    except pdf.PdfError as error:
        raise SourceError(name, error.problem, mend=error.mend) from error


def _checked(source: Source) -> Source:
    """A source that has no control characters and not too many lines. Raises SourceError if it has."""
    _refuse_control_characters(source)
    if max(source.text.count("\n"), source.text.count("\r")) > MOST_LINES:
        raise SourceError(source.name, f"has more than {MOST_LINES:,} lines", mend="check that it is a rules document")
    return source


def _with_bom(name: str, data: bytes, *, damaged: bool) -> Source | None:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            if encoding == "utf-8-sig":
                return _marked_utf8(name, data, damaged=damaged)
            body = data[len(bom) :]
            _refuse_half_characters(name, body, encoding)
            try:
                text = body.decode(encoding)
            except UnicodeDecodeError as error:
                raise _undecodable(name, data, error, encoding) from error
            return Source(name, data, text, encoding, bom)
    return None


def _marked_utf8(name: str, data: bytes, *, damaged: bool) -> Source:
    """A text with the byte order mark of UTF-8."""
    encoding, before = "utf-8-sig", len(codecs.BOM_UTF8)
    bad = encoding_detection.undecodable(data, "utf-8")
    if not damaged:
        _refuse_cut(name, data, before, bad)
        if bad:
            raise _damage(name, data, encoding_detection.damage("utf-8", bad))
    return _with_damage(name, data, encoding, bad, ())


def _refuse_half_characters(name: str, body: bytes, encoding: str) -> None:
    """Refuse a text that ends within a character, in an encoding of fixed width."""
    if len(body) % encoding_detection.WIDE.get(encoding, 1):
        what = f"the file is truncated: {encoding[:6].upper()} text of an odd number of bytes"
        raise SourceError(name, what, mend="get the whole file again")


def _wide(name: str, data: bytes) -> Source | None:
    """UTF-16 or UTF-32 without a mark, if it is plainly that: the NUL bytes of its English are all at one position.

    Stray bytes before the text (a line end in another encoding, half a mark) are kept, but are not part of the text.
    """
    if b"\0" not in data:
        return None
    candidates = encoding_detection.wide(data)
    for stray, codec in candidates:
        try:
            text = data[stray:].decode(codec)
        except UnicodeDecodeError:
            continue
        return Source(name, data, text, encodings.unmarked(codec, stray), data[:stray])
    for stray, codec in candidates[:1]:
        _refuse_half_characters(name, data[stray:], codec)
    return None


def _unmarked(name: str, data: bytes, *, damaged: bool) -> Source:
    """A text without a mark, in an encoding without NUL bytes."""
    if b"\0" in data:
        line = _line_of(data, data.index(b"\0"))
        share = data.count(b"\0") / len(data)
        shape = "looks like UTF-16 without its byte order mark" if share > 0.3 else "holds NUL bytes"
        raise SourceError(
            name, f"the file {shape}", line=line, mend="save it as UTF-8, or as UTF-16 with a byte order mark"
        )
    detected = encoding_detection.detect(data)
    if damaged and detected.encoding:
        return _with_damage(name, data, detected.encoding, detected.bad, detected.warnings)
    if detected.encoding == "utf-8":
        _refuse_cut(name, data, 0, detected.bad)
    if detected.bad:
        raise _damage(name, data, detected)
    return Source(name, data, data.decode(detected.encoding), detected.encoding, warnings=detected.warnings)


def _with_damage(name: str, data: bytes, encoding: str, bad: Sequence[Bad], warnings: tuple[str, ...]) -> Source:
    """A text in which each undecodable byte is marked as lost; a sound one if there are none."""
    before = encodings.read(encoding)[1]
    if not bad:
        return Source(name, data, encodings.decode(data, encoding), encoding, data[:before], warnings)
    line, column = _place(data, bad[0][0], encodings.read(encoding)[0])
    count = sum(len(each) for _, each in bad)
    warning = f"damaged bytes are read as {encodings.LOST}: {count:,} (first in line {line}, column {column})"
    encoding = encodings.damaged(encoding)
    return Source(name, data, encodings.decode(data, encoding), encoding, data[:before], (*warnings, warning))


def _refuse_cut(name: str, data: bytes, before: int, bad: Sequence[Bad]) -> None:
    """Refuse UTF-8 that is sound but ends within a character; ``before`` is the number of bytes before the text."""
    if len(bad) != 1 or bad[0][0] + len(bad[0][1]) != len(data):
        return
    offset, cut = bad[0]
    begun = re.fullmatch(rb"[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2}", cut)
    if begun and (cut.startswith(b"\xe2\x80") or not data[before:offset].isascii()):
        what = "the file is truncated: it ends in the middle of a UTF-8 character"
        raise SourceError(name, what, line=_line_of(data, offset), mend="get the whole file again")


def _damage(name: str, data: bytes, detected: Detected) -> SourceError:
    """The error for a text with undecodable bytes: the place of the first, and what the bytes are."""
    offset, strange = detected.bad[0]
    line, column = _place(data, offset, encodings.read(detected.encoding)[0] if detected.encoding else "utf-8")
    shown = " ".join(f"0x{byte:02x}" for byte in strange[:4])
    first = "" if len(detected.bad) == 1 else "the first: "
    mend = "save the whole file as UTF-8"
    if detected.encoding:
        mend = (
            "get the file again, or fix that place; to accept it with a mark there, set damaged = true in sources.toml "
            "(--damaged)"
        )
    return SourceError(name, f"{detected.problem} ({first}{shown} in column {column})", line=line, mend=mend)


def _place(data: bytes, at: int, codec: str) -> tuple[int, int]:
    """The line of a byte, and the column of its character."""
    start = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1
    return _line_of(data, at), len(encodings.escaped(data[start:at], codec)) + 1


def _line_of(data: bytes, at: int) -> int:
    """The number of the line that contains a byte, with any kind of line end."""
    return len(re.findall(rb"\r\0?\n|\r|\n", data[:at])) + 1


def _undecodable(name: str, data: bytes, error: UnicodeDecodeError, encoding: str) -> SourceError:
    line = _line_of(data, error.start)
    what = "truncated" if error.reason in ("unexpected end of data", "truncated data") else "damaged"
    return SourceError(
        name, f"the file is {what}: byte {error.start} is not {encoding}", line=line, mend="get the file again"
    )


def _refuse_control_characters(source: Source) -> None:
    strange = re.search(r"[\x00-\x08\x0e-\x1f]", source.text)
    if strange:
        count = len(re.findall(r"[\x00-\x08\x0e-\x1f]", source.text))
        what = "NUL" if strange.group() == "\0" else f"control (0x{ord(strange.group()):02x})"
        raise SourceError(
            source.name,
            f"holds {count} {what} character{'s' if count > 1 else ''}: this is not plain text",
            line=number_of(source.text, strange.start()),
            mend="save it as UTF-8 text without control characters",
        )
