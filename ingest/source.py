"""Bytes in, characters out: a `Source` knows its encoding, its line ends, and how to give its bytes back.

Reading follows what the file itself proves: a byte order mark first, then strict UTF-8, then the single-byte
encodings in which these documents were ever published.  Whatever is not text is refused with a `SourceError`.
"""

from __future__ import annotations

import codecs
import hashlib
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from rulesite.text import encodings

_MAGIC = {
    b"%PDF": "a PDF: export it as plain text first",
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
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before the mark of UTF-16, with which it begins
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = {"utf-32-le": 4, "utf-32-be": 4, "utf-16-le": 2, "utf-16-be": 2}
"""Bytes of a character of the encodings that write each in as many."""
_TYPOGRAPHY = set("‘’“”–—…•©®™éáâûúòöüçñ°½−")
LINE_END = re.compile(r"\r\n|\r|\n")
MOST_HANDED_OVER = 64 * 1024 * 1024
"""Bytes of the largest file that is taken at all: an archive of every edition there is."""
MOST_BYTES = 16 * 1024 * 1024
"""The largest document that is read: three times the longest rules document in its widest encoding."""
MOST_LINES = 500_000
"""Fifty times as many as the longest rules document has."""

_MOST_STRAY = 8
"""Bytes before a text that may be stray, at most."""
_PRINTED = re.compile(rb"[!-~]")
_PLAINLY = 0.7
"""The share of NUL bytes where those of UTF-16 stand, from which a text is plainly that; of English nearly all."""


def printable(text: str) -> str:
    r"""A text as it may be shown on a terminal: what steers one, or is no character, is shown as lost.

    >>> printable("a\x1b[2Jb\n.txt")
    'a\ufffd[2Jb\ufffd.txt'
    """
    return "".join("\ufffd" if unicodedata.category(sign)[0] == "C" else sign for sign in text)


class SourceError(Exception):
    """A source can't be read: the message names the source, the line where there is one, and the mend."""

    def __init__(self, name: str, problem: str, *, line: int | None = None, mend: str = "") -> None:
        name, problem = printable(name), printable(problem)
        self.name, self.problem, self.line, self.mend = name, problem, line, mend
        place = name if line is None else f"{name}, line {line}"
        super().__init__(f"{place}: {problem}" + (f" ({mend})" if mend else ""))

    def __reduce__(self) -> tuple[object, ...]:
        """As it travels from one process to another."""
        return _again, (self.name, self.problem, self.line, self.mend)


def too_large(name: str, most: int) -> SourceError:
    """The error of a file that has more than so many bytes."""
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
    """One file as it was found.

    ``text`` holds every character of the file but the byte order mark; ``encode`` gives the bytes back.
    """

    name: str
    data: bytes = field(repr=False)
    text: str = field(repr=False)
    encoding: str
    bom: bytes = b""
    warnings: tuple[str, ...] = ()

    @cached_property
    def sha256(self) -> str:
        """The sha256 of the bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the text, whatever ends them."""
        return tuple(split_lines(self.text))

    @property
    def line_ends(self) -> str:
        """Which line ends the file uses: CR, LF, CRLF, a mixture, or none."""
        counts = {"CRLF": 0, "CR": 0, "LF": 0}
        for found in LINE_END.finditer(self.text):
            counts[{"\r\n": "CRLF", "\r": "CR", "\n": "LF"}[found.group()]] += 1
        used = [f"{name}" for name, count in counts.items() if count]
        return " and ".join(used) or "none"

    def encode(self, text: str) -> bytes:
        """Bytes of a text in this source's encoding, with its byte order mark."""
        return encodings.encode(text, self.encoding, self.data)

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
    r"""Cut a text at CR, LF and CRLF, and nowhere else.

    >>> [line.text for line in split_lines("a\r\nb\rc\n")]
    ['a', 'b', 'c']
    """
    start, number = 0, 1
    for found in LINE_END.finditer(text):
        yield Line(number, start, found.start(), found.end(), text[start : found.start()])
        start, number = found.end(), number + 1
    if start < len(text):
        yield Line(number, start, len(text), len(text), text[start:])


def number_of(text: str, offset: int) -> int:
    """The number of the line on which an offset lies."""
    return len(LINE_END.findall(text, 0, offset)) + 1


def read_bytes(name: str, data: bytes) -> Source:
    """Turn a file's bytes into a `Source`, or refuse them with a `SourceError`.

    >>> read_bytes("a.txt", "402.1. It’s".encode("cp1252")).encoding
    'cp1252'
    """
    if len(data) > MOST_BYTES:
        raise too_large(name, MOST_BYTES)
    if not data.strip(b"\0 \t\r\n\f\v"):
        raise SourceError(name, "the file is empty", mend="nothing to read; was the download complete?")
    for magic, what in _MAGIC.items():
        if data.startswith(magic) or (magic == b"%PDF" and b"%PDF-" in data[:1024]):
            raise SourceError(name, f"this is not a text file but {what}")
    source = _with_bom(name, data) or _wide(name, data) or _utf8(name, data) or _single_byte(name, data)
    _refuse_control_characters(source)
    if max(source.text.count("\n"), source.text.count("\r")) > MOST_LINES:
        raise SourceError(name, f"has more than {MOST_LINES:,} lines", mend="see whether it is a rules document")
    if lost := source.text.count("\ufffd"):
        where = number_of(source.text, source.text.index("\ufffd"))
        warning = f"{lost} characters were lost before this copy was made (\ufffd, first in line {where})"
        source = replace(source, warnings=(*source.warnings, warning))
    if source.encode(source.text) != data:
        raise SourceError(name, f"reading it as {source.encoding} would lose bytes", mend="save the file as UTF-8")
    return source


def _with_bom(name: str, data: bytes) -> Source | None:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            body = data[len(bom) :]
            _refuse_half_characters(name, body, encoding)
            try:
                text = body.decode("utf-8" if encoding == "utf-8-sig" else encoding)
            except UnicodeDecodeError as error:
                raise _undecodable(name, data, error, encoding) from error
            return Source(name, data, text, encoding, bom)
    return None


def _refuse_half_characters(name: str, body: bytes, encoding: str) -> None:
    """Refuse a text that ends within a character, of an encoding whose characters have so many bytes each."""
    if len(body) % _WIDE.get(encoding, 1):
        what = f"the file is truncated: {encoding[:6].upper()} text of an odd number of bytes"
        raise SourceError(name, what, mend="get the whole file again")


def _wide(name: str, data: bytes) -> Source | None:
    """UTF-16 or UTF-32 without its mark, where it is plainly that: the NUL bytes of its English stand in one place.

    Stray bytes before the text (a line end of another encoding, half a mark) are kept, and are no text.
    """
    if b"\0" not in data:
        return None
    found = [
        (stray, codec)
        for stray in range(_MOST_STRAY + 1)
        if not _PRINTED.search(data[:stray])
        for codec, width in _WIDE.items()
        if _is_plainly(data[stray:], codec, width)
    ]
    for stray, codec in found:
        try:
            text = data[stray:].decode(codec)
        except UnicodeDecodeError:
            continue
        return Source(name, data, text, encodings.unmarked(codec, stray), data[:stray])
    for stray, codec in found[:1]:
        _refuse_half_characters(name, data[stray:], codec)
    return None


def _is_plainly(body: bytes, codec: str, width: int) -> bool:
    """Whether bytes are English in an encoding of so many bytes a character, from the first of them on."""
    places = [body[place::width] for place in range(width)]
    letters, *others = places if codec.endswith("le") else places[::-1]
    if not letters or letters.count(0) > len(letters) / 50 or any(other[:1] != b"\0" for other in others):
        return False
    plain = min(other.count(0) / len(other) for other in others) >= _PLAINLY
    return plain and (0x20 <= letters[0] < 0x7F or letters[0] in b"\t\r\n")


def _utf8(name: str, data: bytes) -> Source | None:
    if b"\0" in data:
        line = _line_of(data, data.index(b"\0"))
        share = data.count(b"\0") / len(data)
        shape = "looks like UTF-16 without its byte order mark" if share > 0.3 else "holds NUL bytes"
        raise SourceError(
            name, f"the file {shape}", line=line, mend="save it as UTF-8, or as UTF-16 with a byte order mark"
        )
    try:
        return Source(name, data, data.decode("ascii" if data.isascii() else "utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        tail = error.reason == "unexpected end of data" and error.start >= len(data) - 3
        punctuation = data[error.start :].startswith(b"\xe2\x80")
        if tail and (punctuation or not data[: error.start].isascii()):
            raise SourceError(
                name,
                "the file is truncated: it ends in the middle of a UTF-8 character",
                line=_line_of(data, error.start),
                mend="get the whole file again",
            ) from error
        return None


def _single_byte(name: str, data: bytes) -> Source:
    """Choose between the single-byte encodings, and GBK, by what their high bytes would say."""
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        pass
    else:
        special = re.findall(r"[^\x00-\x7f]", text)
        if sum(sign in _TYPOGRAPHY or "\xc0" <= sign <= "\xff" for sign in special) > 0.9 * len(special):
            warning = "read as GBK: check the punctuation, which this encoding often damages"
            return Source(name, data, text, "gb18030", warnings=(warning,))
    readings = []
    for encoding in ("cp1252", "mac_roman"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        readings.append((_plausibility(text), encoding == "cp1252", encoding, text))
    if not readings:
        raise SourceError(name, "the file's encoding is not one this reader knows", mend="save the file as UTF-8")
    (score, _, encoding, text), *others = sorted(readings, reverse=True)
    close = others and others[0][0] == score
    doubt = f"read as {encoding}: its few special characters would also fit another encoding"
    return Source(name, data, text, encoding, warnings=(doubt,) if close else ())


def _plausibility(text: str) -> float:
    """How well the special characters of a decoded text sit in English: quotes at word edges, letters in words."""
    score, total = 0.0, 0
    for found in re.finditer(r"[^\x00-\x7f]", text):
        character, at = found.group(), found.start()
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        total += 1
        inside = before.isalpha() and after.isalpha()
        if character in "’" or (character in _TYPOGRAPHY and not character.isalpha()):
            score += 1 if character in "’–—" or not inside else 0
        elif character.isalpha():
            score += 1 if before.isalpha() or (after.isalpha() and character.isupper()) else -1
            score -= 1 if character.isupper() and before.islower() else 0
        else:
            score -= 1
    return score / total if total else 0.0


def _line_of(data: bytes, at: int) -> int:
    """The number of the line on which a byte lies, whatever ends the lines."""
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
