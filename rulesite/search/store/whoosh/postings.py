"""Postings: a codec for Whoosh that stores the lists of a word in its own format.

Whoosh's own codec writes a list as blocks of pickles. Here it is three arrays of numbers, each as narrow as possible:
the documents with a word, the counts, and the places. A list is read in one piece, and reading cannot run code;
what else Whoosh would pickle is JSON in a `Folder`.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import sub
from typing import Any

from whoosh import formats
from whoosh.codec import whoosh3
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import StructFile
from whoosh.matching import ListMatcher
from whoosh.system import pack_ushort

from rulesite.search.store.seals import DamageError

_HEAD = struct.Struct("<BII")
"""The form of the arrays, the number of documents, and the bytes of their numbers and counts."""
_CODES = "BHI"
_LARGE = 64
"""Arrays with more bytes are compressed."""
_COMPRESSED = 1 << 6, 1 << 7
"""The bits for compressed numbers and counts, and for compressed places."""
_ROW = whoosh3.W3TermInfo._struct
"""A term's row: how often it occurs, in how many documents, and statistics for Whoosh's optimizer."""
_EXTENT = struct.Struct("!qi")
"""The end of a term's row: the offset and size of its list."""


class PostingList:
    """The documents with a word in order, its counts, and its places, which are unpacked on request."""

    def __init__(self, documents: array[int], counts: array[int], places: bytes, code: str, is_packed: bool) -> None:
        self.documents, self.counts = documents, counts
        self._places, self._code, self._is_packed = places, code, is_packed

    def places(self) -> array[int]:
        """The places of the word, document by document."""
        return _array(self._code, zlib.decompress(self._places) if self._is_packed else self._places)

    def spans(self) -> Iterator[tuple[int, array[int]]]:
        """Yield each document with the places of the word in it."""
        places, start = self.places(), 0
        for document, end in zip(self.documents, accumulate(self.counts), strict=True):
            yield document, places[start:end]
            start = end


def pack(documents: Sequence[int], counts: Sequence[int], places: Sequence[int] = ()) -> bytes:
    """The stored form of a list.

    >>> posting = unpack(pack([3, 9, 400], [1, 2, 1], [5, 1, 70_000, 0]))
    >>> [(document, [*places]) for document, places in posting.spans()]
    [(3, [5]), (9, [1, 70000]), (400, [0])]
    """
    gaps = [documents[0], *map(sub, documents[1:], documents)]
    numbers, form = b"", 0
    for index, values in enumerate((gaps, counts)):
        code = _narrowest(values)
        form |= code << 2 * index
        numbers += array(_CODES[code], values).tobytes()
    code = _narrowest(places)
    form |= code << 4
    where = array(_CODES[code], places).tobytes()
    if len(numbers) > _LARGE:
        form |= _COMPRESSED[0]
        numbers = zlib.compress(numbers)
    if len(where) > _LARGE:
        form |= _COMPRESSED[1]
        where = zlib.compress(where)
    return _HEAD.pack(form, len(documents), len(numbers)) + numbers + where


def unpack(stored: bytes) -> PostingList:
    """A list, from its stored form. Raises DamageError if it is invalid."""
    try:
        form, many, size = _HEAD.unpack_from(stored)
        numbers, places = stored[_HEAD.size : _HEAD.size + size], stored[_HEAD.size + size :]
        numbers = zlib.decompress(numbers) if form & _COMPRESSED[0] else numbers
        of_gaps, of_counts, of_places = (_CODES[form >> 2 * index & 3] for index in range(3))
        until = many * array(of_gaps).itemsize
        documents = array("I", accumulate(_array(of_gaps, numbers[:until])))
        return PostingList(
            documents, _array(of_counts, numbers[until:]), places, of_places, bool(form & _COMPRESSED[1])
        )
    except (struct.error, zlib.error, ValueError, IndexError, OverflowError) as error:
        raise DamageError(f"a list of the index can't be read: {error}") from error


def _array(code: str, stored: bytes) -> array[int]:
    values = array(code)
    values.frombytes(stored)
    return values


def _narrowest(numbers: Sequence[int]) -> int:
    """The index of the narrowest type code for some numbers."""
    most = max(numbers) if numbers else 0
    return 0 if most < 1 << 8 else 1 if most < 1 << 16 else 2


class Places(formats.Positions):
    """The places of a word in a document, in the form for Whoosh's own matchers."""

    def encode(self, places: Sequence[int]) -> bytes:
        """Places as bytes."""
        return array("I", places).tobytes()

    def decode_positions(self, value: bytes) -> list[int]:
        """Places from bytes."""
        return [*_array("I", value)]

    def decode_frequency(self, value: bytes) -> int:
        """The number of places."""
        return len(value) // array("I").itemsize


class Codec(whoosh3.W3Codec):
    """Whoosh's codec with the lists of this module."""

    def field_writer(self, storage: FileStorage, segment: Any) -> FieldWriter:
        """The writer of the words of a segment."""
        return FieldWriter(self, storage, segment)

    def terms_reader(self, storage: FileStorage, segment: Any) -> TermsReader:
        """The reader of the words of a segment."""
        name = segment.make_filename(self.TERMS_EXT)
        lists = segment.open_file(storage, self.POSTS_EXT)
        return TermsReader(self, storage.open_file(name), storage.file_length(name), lists)


class FieldWriter(whoosh3.W3FieldWriter):
    """Writes the words of a segment, each with its list."""

    def add_list(self, word: str, documents: Sequence[int], counts: Sequence[int], places: Sequence[int] = ()) -> None:
        """Add the next word, in the order of `key_of`."""
        stored = pack(documents, counts, places)
        about = sum(counts), len(documents), 0, 0, max(counts), documents[0], documents[-1]
        extent = _EXTENT.pack(self._postfile.tell(), len(stored))
        self._postfile.write(stored)
        self._tindex.add(pack_ushort(self._fieldid) + key_of(word), _ROW.pack(0, *about) + extent)


class TermsReader(whoosh3.W3TermsReader):
    """Reads the words of a segment; threads may share it."""

    def times(self, field: str, word: str) -> int:
        """How often a word occurs in the segment."""
        try:
            return int(self.frequency(field, key_of(word)))
        except KeyError:
            return 0

    def posting(self, field: str, word: str) -> PostingList | None:
        """The list of a word; None if the segment has none. Raises DamageError if it can't be read."""
        try:
            position, size = self._range_for_key(field, key_of(word))
        except KeyError:
            return None
        except (struct.error, ValueError) as error:
            raise DamageError(f"the words of the index can't be read: {error}") from error
        start, length = _EXTENT.unpack(self._dbfile.get(position + size - _EXTENT.size, _EXTENT.size))
        return unpack(self._postfile.get(start, length))

    def matcher(self, field: str, word: bytes, form: Any, scorer: Any = None) -> ListMatcher:
        """The list of a word for Whoosh's own searcher."""
        row = self.term_info(field, word)
        posting = self.posting(field, word.decode("utf-8", "surrogatepass"))
        assert posting is not None  # noqa: S101 - it has a row
        weights = array("f", posting.counts)
        values = [form.encode(places) for _, places in posting.spans()] if form.supports("positions") else None
        return ListMatcher(posting.documents, weights, values, form, scorer=scorer, term=(field, word), terminfo=row)


def key_of(word: str) -> bytes:
    """The key of a word among those of a field."""
    return word.encode("utf-8", "surrogatepass")


class Folder(FileStorage):
    """A folder of Whoosh's files, with JSON in place of pickles."""

    def create_file(self, name: str, **kwargs: Any) -> _File:
        """A new file, for writing."""
        return _File(open(self._fpath(name), "xb"), name=name)

    def open_file(self, name: str, **kwargs: Any) -> _File:
        """A file, for reading."""
        return _File(open(self._fpath(name), "rb"), name=name)


class _File(StructFile):
    """A file that threads may read at the same time, with a line of JSON for each pickle."""

    def get(self, position: int, length: int) -> bytes:
        """``length`` bytes from a position on."""
        return os.pread(self.fileno(), length, position)

    def write_pickle(self, value: Any, protocol: int = -1) -> None:
        """Write JSON data."""
        self.write(json.dumps(value).encode() + b"\n")

    def read_pickle(self) -> Any:
        """Read JSON data."""
        return json.loads(self.readline())
