"""Archives: the files of a zip, unpacked in memory and counted as they come out, whatever the archive says of them."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ingest.source import MOST_BYTES, SourceError, too_large

MOST_FILES = 5_000
"""Entries of one archive, wanted or not: fifty libraries of documents."""
MOST_UNPACKED = 256 * 1024 * 1024
"""Bytes of all that is taken out of one archive: every edition there is, twice."""
MOST_RATIO = 100
"""How many times its packed size a file may have; text has ten."""
_UNJUDGED, _UNJUDGED_IN_ALL = 1024 * 1024, 16 * 1024 * 1024
"""Bytes that may come of next to nothing, in one file and in all of an archive: a file of one letter is no attack."""
_CHUNK = 64 * 1024
_ENTRY = b"PK\x01\x02"
"""How each entry of a zip's directory begins."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How files may be packed: the ways in which they can be unpacked a little at a time."""
_ENCRYPTED = 0x1
_BROKEN = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    ArithmeticError,
    LookupError,
)
"""What zipfile raises for archives that are damaged, or are not what they say."""
_AGAIN = "get the archive again, or unpack it yourself and name the folder"


@dataclass(frozen=True)
class Member:
    """A file of an archive: its path there, and its bytes, or why there are none."""

    path: str
    data: bytes = b""
    error: SourceError | None = None


def is_zip(data: bytes) -> bool:
    """Whether bytes begin as a zip archive does, an empty one too."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unpack(name: str, data: bytes, wanted: Callable[[str], bool]) -> list[Member]:
    """The files of a zip whose paths are wanted, by path; one that can't be unpacked is there with its error.

    Raises SourceError for an archive that is damaged as a whole, or that holds more than an archive of documents can.
    """
    if data.count(_ENTRY) > MOST_FILES:  # before the directory is read, of which every entry costs memory
        raise SourceError(
            name, f"holds more than {MOST_FILES:,} files", mend="unpack it yourself and name what to read"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = sorted(archive.infolist(), key=lambda entry: entry.filename)
            most = min(MOST_UNPACKED, max(_UNJUDGED_IN_ALL, MOST_RATIO * len(data)))
            return list(_members(name, archive, [entry for entry in entries if wanted(entry.filename)], most))
    except _BROKEN as error:
        raise SourceError(name, f"the zip archive is damaged: {error}", mend=_AGAIN) from error


def _members(name: str, archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], most: int) -> Iterator[Member]:
    """The files of some entries, as long as no more than ``most`` bytes come out, what is refused among them."""
    left = most
    for entry in entries:
        if entry.is_dir():
            continue
        parts: list[bytes] = []
        error: SourceError | None = None
        try:
            for part in _parts(archive, entry):
                parts.append(part)
                left -= len(part)
                if left < 0:
                    what = f"unpacks to more than {most // 2**20} MiB"
                    raise _TooMuch(name, what, mend="unpack it yourself and see what it is, or ingest it in parts")
        except _TooMuch:
            raise
        except SourceError as refused:
            error = refused
        except _BROKEN as broken:
            error = SourceError(entry.filename, f"can't be unpacked: {broken or type(broken).__name__}", mend=_AGAIN)
        yield Member(entry.filename, b"" if error else b"".join(parts), error)


class _TooMuch(SourceError):  # noqa: N818
    """An archive holds more than one may."""


def _parts(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """What really comes out of an entry, little by little; raises SourceError where it is no document's."""
    if entry.flag_bits & _ENCRYPTED:
        raise SourceError(entry.filename, "is encrypted", mend="unpack it yourself and name the file")
    if entry.compress_type not in _METHODS:
        how = f"is packed in a way (number {entry.compress_type}) that is not read"
        raise SourceError(entry.filename, how, mend="unpack it yourself, or pack it with deflate")
    most = max(_UNJUDGED, MOST_RATIO * entry.compress_size)
    size = 0
    with archive.open(entry) as file:
        while part := file.read(_CHUNK):
            size += len(part)
            if size > MOST_BYTES:
                raise too_large(entry.filename, MOST_BYTES)
            if size > most:
                raise SourceError(
                    entry.filename,
                    f"unpacks to more than {MOST_RATIO} times its size: not a rules document",
                    mend="unpack it yourself and see what it is",
                )
            yield part
