"""Annexes: what is kept beside the published book while something is worked on: a copy of it, what was asked for, what
was uploaded, and how far the work is.

For a database of SQLite an annex is a folder of the data folder. For one of PostgreSQL, which many machines share, it
is a schema of that database, so that whichever machine takes the work up finds it there. What is written to an annex
is there at once, whatever transaction the writer is in.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.db import ProgrammingError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BooleanField, Func, Value

LOCKS = 1_381_585_993
"""Tells our locks of a database from those of others there."""
_PREFIX = "work_"
_PIECE = 1 << 20


class Annex(Protocol):
    """A place beside the published book, by the name that it has for everybody."""

    def exists(self) -> bool:
        """Whether there is anything in it."""

    def read(self, name: str) -> bytes | None:
        """What is kept in it under a name, None for nothing."""

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Keep something under a name, whole or not at all."""

    def forget(self, name: str) -> None:
        """Keep nothing under a name."""

    def discard(self) -> None:
        """Give up all of it."""


def of(name: str) -> Annex:
    """The annex of a name, such as ``stage`` or ``desk/7``."""
    return Schema(schema_of(name)) if is_shared() else Folder(Path(settings.DATA_DIR) / name)


def within(name: str) -> list[str]:
    """The names of the annexes beneath one, as ``desk/7`` is beneath ``desk``."""
    if is_shared():
        pattern = f"{_PREFIX}{name}_"
        with beside() as other, other.cursor() as cursor:
            cursor.execute("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s) ORDER BY 1", [pattern])
            return [f"{name}/{row[0].removeprefix(pattern)}" for row in cursor.fetchall()]
    folder = Path(settings.DATA_DIR) / name
    return sorted(f"{name}/{path.name}" for path in folder.iterdir()) if folder.is_dir() else []


def is_shared() -> bool:
    """Whether the database is one that many machines share."""
    return connection.vendor == "postgresql"


def schema_of(name: str) -> str:
    """The schema of an annex, which can stand in a statement as it is.

    >>> schema_of("desk/7")
    'work_desk_7'
    """
    return _PREFIX + re.sub("[^a-z0-9]", "_", name)


@contextlib.contextmanager
def beside() -> Iterator[BaseDatabaseWrapper]:
    """A connection to the database beside the one of this process, on which each statement is committed by itself."""
    other: BaseDatabaseWrapper = connection.copy()
    try:
        yield other
    finally:
        other.close()


class Folder:
    """An annex on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def exists(self) -> bool:
        """Whether it is there."""
        return self.path.is_dir()

    def has(self, name: str) -> bool:
        """Whether a file is there."""
        return (self.path / name).exists()

    def read(self, name: str) -> bytes | None:
        """What a file holds."""
        try:
            return (self.path / name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write a file; whoever reads it meanwhile sees what it held before."""
        path = self.path / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.new")
        with fresh.open("wb") as file:
            file.writelines(pieces)
        fresh.replace(path)

    def forget(self, name: str) -> None:
        """Remove a file."""
        (self.path / name).unlink(missing_ok=True)

    def discard(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.path, ignore_errors=True)


class IsThere(Func):
    """Whether an annex is there, as it is asked together with something else of a database that many machines share.

    >>> IsThere("stage").template
    '%(function)s(%(expressions)s) IS NOT NULL'
    """

    function = "to_regnamespace"
    template = "%(function)s(%(expressions)s) IS NOT NULL"
    output_field = BooleanField()

    def __init__(self, name: str) -> None:
        super().__init__(Value(schema_of(name)))


class Schema:
    """An annex in a database of PostgreSQL; what is kept under names lies in one table, in pieces."""

    def __init__(self, name: str) -> None:
        self.name = name

    def exists(self) -> bool:
        """Whether it is there; in one query, between which and another it could go."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regnamespace(%s) IS NOT NULL", [self.name])
            return bool(cursor.fetchone()[0])

    def read(self, name: str) -> bytes | None:
        """What is kept under a name."""
        with beside() as other, other.cursor() as cursor:
            if not self._has_table(cursor):
                return None
            try:
                cursor.execute(f"SELECT piece FROM {self.name}.kept WHERE name = %s ORDER BY nth", [name])
            except ProgrammingError:  # it went in between
                return None
            pieces = [bytes(row[0]) for row in cursor.fetchall()]
        return b"".join(pieces) if pieces else None

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Keep something under a name; whoever reads it meanwhile sees what was there before."""
        with beside() as other, other.cursor() as cursor, other.connection.transaction():
            if not self._has_table(cursor):
                cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {self.name}")
                cursor.execute(
                    f"CREATE TABLE {self.name}.kept (name text, nth integer, piece bytea, PRIMARY KEY (name, nth))"
                )
            cursor.execute(f"DELETE FROM {self.name}.kept WHERE name = %s", [name])
            for nth, piece in enumerate(_cut(pieces)):
                cursor.execute(f"INSERT INTO {self.name}.kept VALUES (%s, %s, %s)", [name, nth, piece])

    def forget(self, name: str) -> None:
        """Keep nothing under a name."""
        with beside() as other, other.cursor() as cursor:
            if self._has_table(cursor):
                cursor.execute(f"DELETE FROM {self.name}.kept WHERE name = %s", [name])

    def discard(self) -> None:
        """Drop the schema."""
        with beside() as other, other.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {self.name} CASCADE")

    def _has_table(self, cursor: Any) -> bool:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [f"{self.name}.kept"])
        return bool(cursor.fetchone()[0])


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces that are small enough to travel; one that is empty where there are none."""
    empty = True
    for piece in pieces:
        for start in range(0, len(piece), _PIECE):
            empty = False
            yield piece[start : start + _PIECE]
    if empty:
        yield b""
