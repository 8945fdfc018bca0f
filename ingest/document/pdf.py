"""The text of a PDF, page by page; pypdf reads it, and the rows of its tables have tabs between their cells.

pypdf mends what it can, and goes on without what it can't: half a page, a font without its characters. Nothing may be
lost in silence here, so a file in which it mends anything but a wrong address is refused, and the compressed streams
are checked against their own checksums.
"""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from ingest.document.pdf_tables import CELL, Drawing, with_cells

PAGE_END = "\f"
"""The line between two pages."""
MAX_PAGES = 500
"""Ten times the pages of the longest policy document."""
MAX_TEXT = 16_000_000
"""Maximum characters of all pages, as of any document."""
_MAX_STREAM = 64 * 1024 * 1024
_STREAM = re.compile(rb"stream\r?\n")
_END = b"endstream"
_DIRECTORY = re.compile(rb"\b(?:start)?xref\b")
"""The directory of a file's objects. Where it has begun, behind all objects, nothing of the pages is missing."""
_DICTIONARY = re.compile(rb"/Filter\s*(?:\[\s*)?/(?:FlateDecode|Fl)\b")
_STREAM_HEAD = 2000
"""Bytes before a stream among which its dictionary is looked for."""
_HARMLESS = ("incorrect startxref pointer", "parsing for Object Streams", "Multiple definitions in dictionary")
"""What pypdf says of a wrong address or a repeated word, after which the whole file is read nevertheless."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x85\u2028\u2029\ud800-\udfff]")
_MAX_UNKNOWN = 0.02
"""The share of characters that a font need not name: bullets and the like."""
_LOCK = re.compile(rb"/Encrypt\b")
_LOCKED = ("the PDF is locked with a password", "save it without one")
_AGAIN = "get the whole file again"


class PdfError(Exception):
    """A PDF can't be read: the problem, and the remedy."""

    def __init__(self, problem: str, mend: str) -> None:
        super().__init__(problem)
        self.problem, self.mend = problem, mend


def text_of(data: bytes) -> str:
    """The text of all pages, each two with a line between them that holds only a form feed.

    A control character that a font gives for a letter it can't name is read as U+FFFD. Raises PdfError if the file is
    truncated, damaged, locked, too long or a scan.
    """
    if not _DIRECTORY.search(data, max(0, data.rfind(b"endobj"))):
        raise PdfError("the PDF is truncated: its end is missing", _AGAIN)
    try:
        _check_streams(data)
    except PdfError as error:
        if _LOCK.search(data):
            raise PdfError(*_LOCKED) from error
        raise
    pages = list(_pages(data))
    if not any(page.strip() for page in pages):
        raise PdfError("the PDF has no text: its pages are pictures", "get one with text, or a text file")
    text = f"\n{PAGE_END}\n".join(_CONTROLS.sub("\ufffd", page.replace("\r\n", "\n")) for page in pages)
    if text.count("\ufffd") > _MAX_UNKNOWN * len(text):
        raise PdfError("the PDF is damaged: its fonts do not say what letters they show", _AGAIN)
    if len(text) > MAX_TEXT:
        raise PdfError(f"the PDF has more than {MAX_TEXT:,} characters", "check that it is a rules document")
    return text


def _pages(data: bytes) -> Iterator[str]:
    """Yield the text of each page."""
    from pypdf import PdfReader  # few documents need it, and it is slow to import
    from pypdf.errors import PyPdfError

    with _complaints() as complaints:
        try:
            reader = PdfReader(BytesIO(data))
            if reader.is_encrypted:
                raise PdfError(*_LOCKED)
            if len(reader.pages) > MAX_PAGES:
                raise PdfError(f"the PDF has more than {MAX_PAGES} pages", "check that it is a rules document")
            promised = int(reader.trailer["/Root"]["/Pages"].get("/Count", 0))  # type: ignore[index]
            if promised != len(reader.pages):
                raise PdfError(f"the PDF promises {promised} pages, and has {len(reader.pages)}", _AGAIN)
            for number, page in enumerate(reader.pages, start=1):
                if page.get_contents() is None:
                    raise PdfError(f"the PDF is damaged: page {number} has lost its content", _AGAIN)
                drawing = Drawing()
                text = page.extract_text(visitor_operand_before=drawing.visit)
                yield with_cells(text.replace(CELL, " "), drawing.grids, page)
                if complaints:
                    raise PdfError(f"the PDF is damaged ({complaints[0]}, page {number})", _AGAIN)
        except (
            PyPdfError,
            KeyError,
            ValueError,
            TypeError,
            AttributeError,
            IndexError,
            AssertionError,
            OSError,
        ) as error:
            what = f"{type(error).__name__}: {error}"
            raise PdfError(f"the PDF is damaged ({what[:120]})", _AGAIN) from error


@contextmanager
def _complaints() -> Iterator[list[str]]:
    """Collect what pypdf mended, and keep it from the screen."""
    collected: list[str] = []
    logger = logging.getLogger("pypdf")

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            message = record.getMessage()
            if record.levelno >= logging.WARNING and not message.startswith(_HARMLESS):
                collected.append(message[:80])

    collector, before = Collector(), logger.propagate
    logger.addHandler(collector)
    logger.propagate = False
    try:
        yield collected
    finally:
        logger.removeHandler(collector)
        logger.propagate = before


def _check_streams(data: bytes) -> None:
    """Raise PdfError if a compressed stream does not unpack to its own checksum."""
    offset = 0
    while opening := _STREAM.search(data, offset):
        start = offset = opening.end()
        head = data[max(0, opening.start() - _STREAM_HEAD) : opening.start()]
        head = head[head.rfind(b" obj") + 1 :]
        if data[opening.start() - 3 : opening.start()] == b"end" or not _DICTIONARY.search(head):
            continue
        unpacker = zlib.decompressobj()
        try:
            size = len(unpacker.decompress(data[start:], _MAX_STREAM))
        except zlib.error as error:
            raise PdfError(f"the PDF is damaged: what is packed at byte {start} can't be unpacked", _AGAIN) from error
        if not unpacker.eof:
            if size >= _MAX_STREAM:
                raise PdfError("the PDF unpacks to more than a document needs", "check that it is a rules document")
            raise PdfError(f"the PDF is truncated: what is packed at byte {start} is cut off", _AGAIN)
        offset = len(data) - len(unpacker.unused_data)
        if _END not in data[offset : offset + 64]:
            raise PdfError(f"the PDF is damaged: what is packed at byte {start} has no end", _AGAIN)
