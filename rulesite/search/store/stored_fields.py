"""Stored titles and bodies of texts, for display.

Each body is compressed by itself with a sample of the texts of the generation (zlib's preset dictionary): rules share
phrases, so a body takes a third of the space and is unpacked in microseconds.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from rulesite.search.store import schema

SAMPLE = "sample"
"""The name of the sample in the generation."""
_LENGTH = 1 << 15
"""Characters of a sample, the size of zlib's window."""
QUERY = "SELECT text, title, packed FROM printed WHERE text IN (SELECT value FROM json_each(?))"
"""Selects the rows of some texts for `Sample.read`."""


class Sample:
    """A sample of the texts of a generation; packs and unpacks bodies with it.

    >>> sample = Sample("Whenever a creature attacks")
    >>> sample.unpack(sample.pack("Whenever a creature attacks or blocks"))
    'Whenever a creature attacks or blocks'
    >>> len(sample.pack("a creature attacks")) < len(Sample("").pack("a creature attacks"))
    True
    """

    def __init__(self, text: str) -> None:
        self._bytes = _encoded(text)

    @cached_property
    def _compressing(self) -> Any:
        return zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, self._bytes)

    def pack(self, body: str) -> bytes:
        """A body as it is stored."""
        compressing = self._compressing.copy()
        return compressing.compress(_encoded(body)) + compressing.flush()

    def unpack(self, packed: bytes) -> str:
        """A body, from its stored form."""
        return zlib.decompressobj(-zlib.MAX_WBITS, self._bytes).decompress(packed).decode("utf-8", "surrogatepass")

    def read(self, rows: Iterable[tuple[int, str, bytes]]) -> dict[int, tuple[str, str]]:
        """Text to its title and body, from rows of `QUERY`."""
        return {text: (title, self.unpack(packed)) for text, title, packed in rows}


class Printed:
    """The titles and bodies of a generation that is being written."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._sample = Sample(schema.kept(db, SAMPLE) if self._texts() else "")

    def of(self, texts: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Text to its title and body, for some texts."""
        return self._sample.read(schema.many(self._db, QUERY, texts))

    def expect(self, coming: int, some: Iterable[str]) -> None:
        """Make a new sample from ``some`` bodies if most texts will be new; ``coming`` is the number of new texts."""
        if coming < self._texts():
            return
        stored = self.of(text for (text,) in self._db.execute("SELECT text FROM printed").fetchall())
        sample = "\n".join(some)[:_LENGTH]
        schema.keep(self._db, SAMPLE, sample)
        self._sample = Sample(sample)
        for text, (title, body) in stored.items():
            self.put(text, title, body)

    def put(self, text: int, title: str, body: str) -> None:
        """Store a text."""
        self._db.execute("INSERT OR REPLACE INTO printed VALUES (?, ?, ?)", [text, title, self._sample.pack(body)])

    def _texts(self) -> int:
        ((texts,),) = self._db.execute("SELECT count(*) FROM printed")
        return texts


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
