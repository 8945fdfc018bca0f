"""Archives: the files of a zip, unpacked in memory with limits on their real size, whatever the archive claims."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ingest.document.source import MOST_BYTES, SourceError, too_large

MOST_FILES = 5_000
"""Maximum entries of one archive, wanted or not: fifty libraries of documents."""
MOST_UNPACKED = 256 * 1024 * 1024
"""Maximum bytes unpacked from one archive: every edition there is, twice."""
MOST_RATIO = 100
"""Maximum ratio of a file's size to its packed size; for text it is about ten."""
_UNJUDGED, _UNJUDGED_IN_ALL = 1024 * 1024, 16 * 1024 * 1024
"""Bytes always allowed, in one file and in a whole archive, whatever the ratio: a file of one letter is no attack."""
_CHUNK = 64 * 1024
_ENTRY = b"PK\x01\x02"
"""Signature of each entry in a zip's directory."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The supported compression methods: those that can be unpacked in small chunks."""
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
"""Exceptions of zipfile for damaged or misleading archives."""
_AGAIN = "get the archive again, or unpack it yourself and name the folder"


@dataclass(frozen=True)
class Member:
    """A file of an archive: its path there, and its bytes or an error."""

    path: str
    data: bytes = b""
    error: SourceError | None = None


def is_zip(data: bytes) -> bool:
    """Whether bytes begin with the signature of a zip archive, empty ones included."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def unpack(name: str, data: bytes, wanted: Callable[[str], bool]) -> list[Member]:
    """The files of a zip whose paths are wanted, by path; a file that can't be unpacked is included with its error.

    Raises SourceError for an archive that is damaged as a whole, or larger than any archive of documents.
    """
    if data.count(_ENTRY) > MOST_FILES:  # checked before the directory is read, as every entry costs memory
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
    """The files of some entries, up to ``most`` unpacked bytes in all; refused files are included with their error."""
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
                    raise _TooMuch(name, what, mend="unpack it yourself and check it, or ingest it in parts")
        except _TooMuch:
            raise
        except SourceError as refused:
            error = refused
        except _BROKEN as broken:
            error = SourceError(entry.filename, f"can't be unpacked: {broken or type(broken).__name__}", mend=_AGAIN)
        yield Member(entry.filename, b"" if error else b"".join(parts), error)


class _TooMuch(SourceError):  # noqa: N818
    """An archive exceeds a limit."""


def _parts(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """The real content of an entry, in chunks. Raises SourceError if it can't be a document."""
    if entry.flag_bits & _ENCRYPTED:
        raise SourceError(entry.filename, "is encrypted", mend="unpack it yourself and name the file")
    if entry.compress_type not in _METHODS:
        how = f"uses compression method {entry.compress_type}, which is not supported"
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
                    mend="unpack it yourself and check it",
                )
            yield part
