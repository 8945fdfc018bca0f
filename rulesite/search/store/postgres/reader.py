"""Read a generation in PostgreSQL; see `store.reader`.

The reader has its own connection, whose search path is the schema of that generation. It reconnects if the server
closed the connection, or if it was inherited from the parent process.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Sequence
from typing import Any

import psycopg

from rulesite.search.store import schema
from rulesite.search.store.backend import Engine
from rulesite.search.store.postgres import generations
from rulesite.search.store.postgres.tsquery import TsQuery

_MANY = "IN (SELECT value FROM json_each(?))"


class PostgresReader:
    """Reads a generation in PostgreSQL. Raises FileNotFoundError if there is none with that name."""

    errors = (psycopg.Error,)
    number = "lower(number)"

    def __init__(self, name: str) -> None:
        self.name = name
        self._reading = threading.Lock()
        self._db, self._process = generations.connect(name), os.getpid()
        self.engine: Engine = TsQuery(self.rows)
        if not generations.holds(name):
            raise FileNotFoundError(name)
        ((form,),) = self.rows("SELECT value FROM about WHERE name = 'format'")
        if form.decode() != schema.FORMAT:
            raise schema.OtherFormat(f"{name} has the format {form.decode()}, but {schema.FORMAT} is needed")

    def rows(self, query: str, given: Sequence[Any] = ()) -> list[Any]:
        """The rows of a query in SQLite's syntax."""
        statement = query.replace("%", "%%").replace("?", "%s").encode()
        with self._reading:
            if self._process != os.getpid() or self._db.closed:
                self._db, self._process = generations.connect(self.name), os.getpid()
            try:
                return self._db.execute(statement, given).fetchall()
            except psycopg.OperationalError:
                if not self._db.broken:
                    raise
                self._db = generations.connect(self.name)
                return self._db.execute(statement, given).fetchall()

    def many(self, query: str, ids: Iterable[int | str]) -> list[Any]:
        """The rows of a query that has one ``IN (SELECT value FROM json_each(?))`` in it."""
        values = list(ids)
        return self.rows(query.replace(_MANY, "= ANY(?)"), [values]) if values else []

    def close(self) -> None:
        """Read no more."""
        if self._process == os.getpid():
            self._db.close()
