"""Annexes (workspaces): storage beside the published book for work in progress.

A workspace has a copy of the book, the request, uploads, and the progress.

With SQLite an annex is a folder in the data folder. With PostgreSQL, which several machines share, it is a schema of
that database, so that any machine can continue the work. Data written to an annex is visible at once, whatever
transaction the writer is in.
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
"""Distinguishes our advisory locks in a database from those of other programs."""
_PREFIX = "work_"
_MAX_PIECE = 1 << 20


class Workspace(Protocol):
    """A named workspace beside the published book; the name is the same for every process."""

    def exists(self) -> bool:
        """Whether it contains anything."""

    def read(self, name: str) -> bytes | None:
        """The data under a name, None if there is none."""

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Store data under a name, completely or not at all."""

    def forget(self, name: str) -> None:
        """Delete the data under a name."""

    def discard(self) -> None:
        """Delete the whole workspace."""


def of(name: str) -> Workspace:
    """The workspace with a name, such as ``stage`` or ``desk/7``."""
    return Schema(schema_of(name)) if is_shared() else Folder(Path(settings.DATA_DIR) / name)


def within(name: str) -> list[str]:
    """The names of the workspaces inside another, as ``desk/7`` is inside ``desk``."""
    if is_shared():
        pattern = f"{_PREFIX}{name}_"
        with beside() as second, second.cursor() as cursor:
            cursor.execute("SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s) ORDER BY 1", [pattern])
            return [f"{name}/{row[0].removeprefix(pattern)}" for row in cursor.fetchall()]
    folder = Path(settings.DATA_DIR) / name
    return sorted(f"{name}/{path.name}" for path in folder.iterdir()) if folder.is_dir() else []


def is_shared() -> bool:
    """Whether several machines share the database."""
    return connection.vendor == "postgresql"


def schema_of(name: str) -> str:
    """The schema name of a workspace, which needs no quoting in a statement.

    >>> schema_of("desk/7")
    'work_desk_7'
    """
    return _PREFIX + re.sub("[^a-z0-9]", "_", name)


@contextlib.contextmanager
def beside() -> Iterator[BaseDatabaseWrapper]:
    """A second connection to the database, on which each statement is committed by itself."""
    second: BaseDatabaseWrapper = connection.copy()
    try:
        yield second
    finally:
        second.close()


class Folder:
    """A workspace on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def exists(self) -> bool:
        """Whether the folder exists."""
        return self.path.is_dir()

    def has(self, name: str) -> bool:
        """Whether a file exists."""
        return (self.path / name).exists()

    def read(self, name: str) -> bytes | None:
        """The content of a file."""
        try:
            return (self.path / name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write a file; meanwhile readers see its old content."""
        path = self.path / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = path.with_name(f"{path.name}.new")
        with temporary.open("wb") as file:
            file.writelines(pieces)
        temporary.replace(path)

    def forget(self, name: str) -> None:
        """Remove a file."""
        (self.path / name).unlink(missing_ok=True)

    def discard(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.path, ignore_errors=True)


class IsThere(Func):
    """A query expression for whether a workspace exists, for use within another query on a shared database.

    >>> IsThere("stage").template
    '%(function)s(%(expressions)s) IS NOT NULL'
    """

    function = "to_regnamespace"
    template = "%(function)s(%(expressions)s) IS NOT NULL"
    output_field = BooleanField()

    def __init__(self, name: str) -> None:
        super().__init__(Value(schema_of(name)))


class Schema:
    """A workspace in a PostgreSQL database; all its data lies in one table, in pieces."""

    def __init__(self, name: str) -> None:
        self.name = name

    def exists(self) -> bool:
        """Whether the schema exists; a single query, because it could be dropped between two."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regnamespace(%s) IS NOT NULL", [self.name])
            return bool(cursor.fetchone()[0])

    def read(self, name: str) -> bytes | None:
        """The data under a name."""
        with beside() as second, second.cursor() as cursor:
            if not self._has_table(cursor):
                return None
            try:
                cursor.execute(f"SELECT piece FROM {self.name}.kept WHERE name = %s ORDER BY nth", [name])
            except ProgrammingError:  # it was dropped meanwhile
                return None
            pieces = [bytes(row[0]) for row in cursor.fetchall()]
        return b"".join(pieces) if pieces else None

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Store data under a name; meanwhile readers see the old data."""
        with beside() as second, second.cursor() as cursor, second.connection.transaction():
            if not self._has_table(cursor):
                cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {self.name}")
                cursor.execute(
                    f"CREATE TABLE {self.name}.kept (name text, nth integer, piece bytea, PRIMARY KEY (name, nth))"
                )
            cursor.execute(f"DELETE FROM {self.name}.kept WHERE name = %s", [name])
            for index, piece in enumerate(_cut(pieces)):
                cursor.execute(f"INSERT INTO {self.name}.kept VALUES (%s, %s, %s)", [name, index, piece])

    def forget(self, name: str) -> None:
        """Delete the data under a name."""
        with beside() as second, second.cursor() as cursor:
            if self._has_table(cursor):
                cursor.execute(f"DELETE FROM {self.name}.kept WHERE name = %s", [name])

    def discard(self) -> None:
        """Drop the schema."""
        with beside() as second, second.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {self.name} CASCADE")

    def _has_table(self, cursor: Any) -> bool:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [f"{self.name}.kept"])
        return bool(cursor.fetchone()[0])


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces small enough to send; a single empty piece for no bytes."""
    empty = True
    for piece in pieces:
        for start in range(0, len(piece), _MAX_PIECE):
            empty = False
            yield piece[start : start + _MAX_PIECE]
    if empty:
        yield b""
