"""Read a generation from its files; `postgres.reader` reads one in PostgreSQL.

All queries are SQL that both understand, except for full text, for which each has its own engine.
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
    """The interface through which a `Searcher` reads a generation; threads may share it."""

    @property
    def name(self) -> str:
        """The name of the generation."""

    @property
    def number(self) -> str:
        """The SQL for the number of a place, regardless of case."""

    @property
    def engine(self) -> Engine:
        """The full-text engine of the generation."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """The errors that it raises if the generation can't be read."""

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
        """The full-text engine, opened at first use after checking the seal of its files."""
        from rulesite.search.store.whoosh.engine import Whoosh
        from rulesite.search.store.whoosh.segments import FOLDER  # only commands that search need them

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
