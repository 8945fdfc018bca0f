"""Texts as they are printed: their titles and bodies, to be shown.

Each body is compressed by itself, beside a sample of what the texts of the generation say (zlib's preset dictionary):
rules repeat each other's turns of phrase, so that it takes a third of its room and is read again in microseconds.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from rulesite.search.store import schema

SAMPLE = "sample"
"""Under this name the sample is kept with the generation."""
_LENGTH = 1 << 15
"""Characters of a sample; zlib looks no further back."""
QUERY = "SELECT text, title, packed FROM printed WHERE text IN (SELECT value FROM json_each(?))"
"""The rows of some texts; for `Sample.read`."""


class Sample:
    """What the texts of a generation usually say, and bodies packed by it.

    >>> sample = Sample("Whenever a creature attacks")
    >>> sample.unpack(sample.pack("Whenever a creature attacks or blocks"))
    'Whenever a creature attacks or blocks'
    >>> len(sample.pack("a creature attacks")) < len(Sample("").pack("a creature attacks"))
    True
    """

    def __init__(self, said: str) -> None:
        self._said = _encoded(said)

    @cached_property
    def _compressing(self) -> Any:
        return zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, self._said)

    def pack(self, body: str) -> bytes:
        """A body as it is stored."""
        compressing = self._compressing.copy()
        return compressing.compress(_encoded(body)) + compressing.flush()

    def unpack(self, packed: bytes) -> str:
        """A body that was stored."""
        return zlib.decompressobj(-zlib.MAX_WBITS, self._said).decompress(packed).decode("utf-8", "surrogatepass")

    def read(self, rows: Iterable[tuple[int, str, bytes]]) -> dict[int, tuple[str, str]]:
        """The titles and bodies in some rows of `QUERY`, by their texts."""
        return {text: (title, self.unpack(packed)) for text, title, packed in rows}


class Printed:
    """The titles and bodies of a generation that is being written."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._sample = Sample(schema.kept(db, SAMPLE) if self._texts() else "")

    def of(self, texts: Iterable[int]) -> dict[int, tuple[str, str]]:
        """The titles and bodies of some texts."""
        return self._sample.read(schema.many(self._db, QUERY, texts))

    def expect(self, coming: int, some: Iterable[str]) -> None:
        """So many texts will be put, of which some have such bodies: the sample, where most of all texts are new."""
        if coming < self._texts():
            return
        held = self.of(text for (text,) in self._db.execute("SELECT text FROM printed").fetchall())
        said = "\n".join(some)[:_LENGTH]
        schema.keep(self._db, SAMPLE, said)
        self._sample = Sample(said)
        for text, (title, body) in held.items():
            self.put(text, title, body)

    def put(self, text: int, title: str, body: str) -> None:
        """Store a text."""
        self._db.execute("INSERT OR REPLACE INTO printed VALUES (?, ?, ?)", [text, title, self._sample.pack(body)])

    def _texts(self) -> int:
        ((texts,),) = self._db.execute("SELECT count(*) FROM printed")
        return texts


def _encoded(said: str) -> bytes:
    return said.encode("utf-8", "surrogatepass")
