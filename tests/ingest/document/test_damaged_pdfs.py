"""Two real PDFs, each damaged in a dozen ways: refused by name and with a remedy, or read whole."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter

from ingest.document.source import SourceError, read_bytes
from tests.ingest.policy_guide import GUIDE
from tests.libraries import DOCUMENTS

JUDGE = DOCUMENTS.parent / "judge"
_REFUSED = "refused by name"
NAMES = ("mtr-2005-03-20.pdf", "ipg-2005-01-20.pdf")


def _flipped(data: bytes) -> bytes:
    """Forty bits flipped, anywhere behind the head."""
    chance, damaged = random.Random(1), bytearray(data)
    for _ in range(40):
        damaged[chance.randrange(100, len(data))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def _hollow(data: bytes) -> bytes:
    """A kilobyte of zeros in the middle, as of a download that left a block out."""
    middle = len(data) // 2
    return data[:middle] + bytes(1024) + data[middle + 1024 :]


def _locked(data: bytes) -> bytes:
    return _written(data, lambda writer: writer.encrypt("secret"))


def _emptied(data: bytes) -> bytes:
    """As many pages, and nothing on them."""
    writer = PdfWriter()
    for _ in PdfReader(BytesIO(data)).pages:
        writer.add_blank_page(612, 792)
    return _bytes_of(writer)


def _written(data: bytes, change: Callable[[PdfWriter], object]) -> bytes:
    writer = PdfWriter(clone_from=BytesIO(data))
    change(writer)
    return _bytes_of(writer)


def _bytes_of(writer: PdfWriter) -> bytes:
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _huge(data: bytes) -> bytes:
    """An object that unpacks to a hundred megabytes, before all others."""
    packed = zlib.compress(bytes(100 * 1024 * 1024))
    bomb = b"9999 0 obj\n<</Length %d/Filter/FlateDecode>>\nstream\n" % len(packed) + packed + b"\nendstream\nendobj\n"
    end = data.index(b"\n") + 1
    return data[:end] + bomb + data[end:]


WAYS: dict[str, Callable[[bytes], bytes]] = {
    "truncated": lambda data: data[: int(len(data) * 0.6)],
    "without its last hundred bytes": lambda data: data[:-100],
    "bits flipped": _flipped,
    "hollow": _hollow,
    "directory misplaced": lambda data: re.sub(rb"startxref\s+\d+", b"startxref\n7", data),
    "directory broken": lambda data: re.sub(rb"\d{10} \d{5} n", b"0000000001 00000 n", data),
    "locked": _locked,
    "pages emptied": _emptied,
    "huge object": _huge,
    "wrong type": lambda data: re.sub(rb"/Type\s*/Page\b", b"/Type/Font", data),
    "contents lost": lambda data: data.replace(b"/Contents", b"/Kontents"),
    "fonts lost": lambda data: re.sub(rb"/Font\s*<<", b"/Tnof<<", data),
    "a picture under its name": lambda data: b"\x89PNG\r\n\x1a\n" + data[8:2000].replace(b"%PDF-", b"     "),
    "joined to itself": lambda data: data + data,
}


@pytest.mark.parametrize("way", WAYS)
def test_an_invented_document_that_is_damaged_is_refused_by_name_or_read_whole(way: str) -> None:
    _is_refused_or_whole("guide.pdf", GUIDE, way)


@pytest.mark.documents
@pytest.mark.skipif(not JUDGE.is_dir(), reason="the policy documents are not beside the clone: ../shared/judge")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("way", WAYS)
def test_a_real_document_that_is_damaged_is_refused_by_name_or_read_whole(name: str, way: str) -> None:
    _is_refused_or_whole(name, (JUDGE / name).read_bytes(), way)


def _is_refused_or_whole(name: str, data: bytes, way: str) -> None:
    damaged = WAYS[way](data)
    assert damaged != data
    assert _read(name, damaged) in (read_bytes(name, data).text, _REFUSED)


def _read(name: str, data: bytes) -> str:
    try:
        return read_bytes(name, data).text
    except SourceError as error:
        named = str(error).startswith(name) and (error.mend or "picture" in error.problem)
        return _REFUSED if named else str(error)


def test_a_locked_document_is_called_locked() -> None:
    with pytest.raises(SourceError, match="locked with a password"):
        read_bytes("guide.pdf", _locked(GUIDE))
