"""Copies of the site's database beside it: the stages of ingests and of the desk, and the snapshots of the book from
before each publication.

A copy is a file with SQLite, and with PostgreSQL a schema with tables of the same names. Queries over the published
book and a copy together (`joined`) use SQL that both understand.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.db import connection

from ingest.staging import pg_copies
from rulesite.rulebook import workspaces

TIMEOUT = 60.0
"""Seconds to wait for another writer of the published database."""
_STATEMENTS = 16
"""Statements cached on the connection to a copy: some have thousands of parameters, larger than their data."""
_KILOBYTES = 16_000
"""Page cache of the connection to a copy; more makes no ingest faster."""
_FILE = "rulebook.sqlite3"


class Copy(Protocol):
    """The published database, or a copy of it."""

    def exists(self) -> bool:
        """Whether it exists, complete."""

    def settings(self) -> dict[str, Any]:
        """The settings for a connection to it."""


@dataclass(frozen=True)
class FileCopy:
    """A database that is a file of SQLite."""

    path: Path

    def exists(self) -> bool:
        """Whether the file is there."""
        return self.path.exists()

    def settings(self) -> dict[str, Any]:
        """The file's name, and small caches, however large the library is."""
        options = connection.settings_dict["OPTIONS"]
        begin = f"{options.get('init_command', '')} PRAGMA cache_size = -{_KILOBYTES};"
        return {"NAME": str(self.path), "OPTIONS": options | {"cached_statements": _STATEMENTS, "init_command": begin}}


@dataclass(frozen=True)
class SchemaCopy:
    """The tables of a schema of PostgreSQL."""

    name: str

    def exists(self) -> bool:
        """Whether a finished copy is there."""
        with workspaces.beside() as opened, opened.cursor() as cursor:
            cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [f"{self.name}.{pg_copies.WHOLE}"])
            return bool(cursor.fetchone()[0])

    def settings(self) -> dict[str, Any]:
        """Settings whose search path is the schema alone."""
        options = connection.settings_dict["OPTIONS"]
        return {"OPTIONS": options | {"options": f"{options.get('options', '')} -c search_path={self.name}".strip()}}


class Joined:
    """Two copies on one connection, each under its own schema name; parameters are question marks."""

    def __init__(self, cursor: Any, main: str, beside: str, vendor: str) -> None:
        self.main, self.beside, self.vendor = main, beside, vendor
        self._cursor = cursor

    def execute(self, query: str, given: Sequence[Any] = ()) -> Any:
        """Execute a statement; its rows are fetched before the next one."""
        if self.vendor == "sqlite":
            return self._cursor.execute(query, given)
        self._cursor.execute(query.replace("?", "%s"), list(given)) if given else self._cursor.execute(query)
        return self._cursor

    @property
    def utc(self) -> str:
        """The suffix of UTC times as the database writes them."""
        return "" if self.vendor == "sqlite" else "+00"

    def carry_on(self) -> None:
        """Make tables of the first copy give no id that those of the second have given."""
        if self.vendor != "sqlite":
            pg_copies.carry_on(self._cursor, self.beside, self.main)
            return
        counted = f"FROM {self.beside}.sqlite_sequence AS theirs WHERE theirs.name = sqlite_sequence.name"
        self.execute(
            f"UPDATE {self.main}.sqlite_sequence SET seq = max(seq, (SELECT theirs.seq {counted})) "
            f"WHERE EXISTS (SELECT 1 {counted})"
        )

    def is_whole(self) -> bool:
        """Whether the second copy is intact: a file may lack parts after a power failure."""
        if self.vendor != "sqlite":
            return True
        return bool(self.execute(f"PRAGMA {self.beside}.quick_check(1)").fetchone()[0] == "ok")

    @contextlib.contextmanager
    def writing(self, names: Iterable[str] = ()) -> Iterator[None]:
        """A transaction in which nobody else writes to tables of the first copy."""
        if self.vendor == "sqlite":
            self.execute("BEGIN IMMEDIATE")
        else:
            pg_copies.begin_alone(self._cursor, [f"{self.main}.{name}" for name in names])
        try:
            yield
        except BaseException:
            self.execute("ROLLBACK")
            raise
        self.execute("COMMIT")


def published() -> Copy:
    """The current database of this process."""
    if workspaces.is_shared():
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_schema()")
            return SchemaCopy(cursor.fetchone()[0])
    return FileCopy(Path(str(connection.settings_dict["NAME"])))


def of(annex: workspaces.Workspace) -> Copy:
    """The copy in a workspace, whether it exists yet or not."""
    if isinstance(annex, workspaces.Schema):
        return SchemaCopy(annex.name)
    assert isinstance(annex, workspaces.Folder)  # noqa: S101 - there are two kinds
    return FileCopy(annex.path / _FILE)


@contextlib.contextmanager
def joined(main: Copy, beside: Copy | None = None) -> Iterator[Joined]:
    """Two copies on a connection of their own, in autocommit mode."""
    if isinstance(main, SchemaCopy):
        beside_name = beside.name if isinstance(beside, SchemaCopy) else ""
        with workspaces.beside() as opened, opened.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{TIMEOUT:.0f}s'")
            yield Joined(cursor, main.name, beside_name, "postgresql")
        return
    assert isinstance(main, FileCopy)  # noqa: S101 - there are two kinds
    with contextlib.closing(sqlite3.connect(main.path, timeout=TIMEOUT, isolation_level=None)) as database:
        if isinstance(beside, FileCopy):
            database.execute("ATTACH ? AS beside", (str(beside.path),))
        yield Joined(database, "main", "beside", "sqlite")


def copy(source: Copy, target: Copy, *, lasting: bool) -> None:
    """Copy the current state of one copy to another, replacing what is there; completely or not at all.

    Without ``lasting`` the copy may be lost in a power failure.
    """
    if isinstance(source, SchemaCopy) and isinstance(target, SchemaCopy):
        with workspaces.beside() as opened:
            pg_copies.copy(opened, source.name, target.name, lasting=lasting)
        return
    assert isinstance(source, FileCopy)  # noqa: S101 - both are of one kind
    assert isinstance(target, FileCopy)  # noqa: S101
    target.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = target.path.with_suffix(".new")
    for old in target.path.parent.glob(f"{target.path.stem}.*"):
        old.unlink()
    fresh.touch(mode=0o600)
    with (
        contextlib.closing(sqlite3.connect(source.path, timeout=TIMEOUT)) as reader,
        contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as writer,
    ):
        if not lasting:
            writer.execute("PRAGMA synchronous = OFF")
        reader.backup(writer)
        if lasting:
            writer.execute("PRAGMA journal_mode = DELETE")
    fresh.replace(target.path)
