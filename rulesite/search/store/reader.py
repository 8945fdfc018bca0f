"""A generation opened for reading: the files in which it lies. `reader` is the same in PostgreSQL.

All that search asks is asked in SQL that both understand, but for full text, of which each has an engine of its own.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from rulesite.search.store import schema, seals
from rulesite.search.store.backend import Engine


class IndexReader(Protocol):
    """What a library reads a generation through; threads may share it."""

    @property
    def name(self) -> str:
        """The name of the generation."""

    @property
    def number(self) -> str:
        """A number of a place, in SQL, whatever letters it has."""

    @property
    def engine(self) -> Engine:
        """Its full text."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What it raises where the generation can't be read."""

    def rows(self, query: str, given: Sequence[Any]) -> list[Any]:
        """The rows of a query."""

    def many(self, query: str, ids: Iterable[int | str]) -> list[Any]:
        """The rows of a query that has one ``IN (SELECT value FROM json_each(?))`` in it."""

    def close(self) -> None:
        """Read no more."""


class File:
    """The files of a generation. Raises as `schema.read` does."""

    errors = (sqlite3.DatabaseError,)
    number = "number"

    def __init__(self, path: Path) -> None:
        self.name, self._path = path.name, path
        self._db = schema.read(path / schema.FILE)
        self._reading = threading.Lock()

    @cached_property
    def engine(self) -> Engine:
        """Its full text, which is opened when it is first asked for, and only as it was written."""
        from rulesite.search.store.whoosh.engine import Whoosh
        from rulesite.search.store.whoosh.segments import FOLDER  # a command that does not search has no need of them

        seals.check(self._path, FOLDER)
        return Whoosh(self._path / FOLDER)

    def rows(self, query: str, given: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query."""
        with self._reading:
            return self._db.execute(query, given).fetchall()

    def many(self, query: str, ids: Iterable[int | str]) -> list[Any]:
        """The rows of a query that has one ``json_each(?)`` in it."""
        with self._reading:
            return schema.many(self._db, query, ids)

    def close(self) -> None:
        """Read no more."""
        self._db.close()
        if "engine" in vars(self):
            self.engine.close()
