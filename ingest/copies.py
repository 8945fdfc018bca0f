"""Copies: the database of the site, and whole copies of it beside it: the stages of ingests and of the desk, and the
states of the book that are kept from before a publication.

A copy of a database of SQLite is a file, and of one of PostgreSQL a schema in it with tables of the same names. What
is asked of the published book and a copy of it together (`joined`) is asked in SQL that both understand.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.db import connection

from ingest import schema_copies
from rulesite.rulebook import annexes

TIMEOUT = 60.0
"""Seconds to wait for another writer of the published database."""
_STATEMENTS = 16
"""How many of its latest statements the connection to a copy keeps: some have thousands of parameters, and weigh more
than what they are about."""
_KILOBYTES = 16_000
"""Of the copy that the connection keeps; more makes no ingest faster."""
_FILE = "rulebook.sqlite3"


class Copy(Protocol):
    """The published database, or a copy of it."""

    def exists(self) -> bool:
        """Whether it is there, whole."""

    def settings(self) -> dict[str, Any]:
        """What the settings of a connection say that leads to it."""


@dataclass(frozen=True)
class FileCopy:
    """A database that is a file of SQLite."""

    path: Path

    def exists(self) -> bool:
        """Whether the file is there."""
        return self.path.exists()

    def settings(self) -> dict[str, Any]:
        """The file's name, and that the connection holds little, however large the library is."""
        options = connection.settings_dict["OPTIONS"]
        begin = f"{options.get('init_command', '')} PRAGMA cache_size = -{_KILOBYTES};"
        return {"NAME": str(self.path), "OPTIONS": options | {"cached_statements": _STATEMENTS, "init_command": begin}}


@dataclass(frozen=True)
class SchemaCopy:
    """The tables of a schema of PostgreSQL."""

    name: str

    def exists(self) -> bool:
        """Whether a copy was finished there."""
        with annexes.beside() as other, other.cursor() as cursor:
            cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [f"{self.name}.{schema_copies.WHOLE}"])
            return bool(cursor.fetchone()[0])

    def settings(self) -> dict[str, Any]:
        """That the connection looks into the schema, and nowhere else."""
        options = connection.settings_dict["OPTIONS"]
        return {"OPTIONS": options | {"options": f"{options.get('options', '')} -c search_path={self.name}".strip()}}


class Joined:
    """Two copies on one connection, each by the name before its tables; parameters are question marks."""

    def __init__(self, cursor: Any, main: str, beside: str, vendor: str) -> None:
        self.main, self.beside, self.vendor = main, beside, vendor
        self._cursor = cursor

    def execute(self, query: str, given: Sequence[Any] = ()) -> Any:
        """Ask for something, or have it done; what it gives is fetched before the next thing is asked."""
        if self.vendor == "sqlite":
            return self._cursor.execute(query, given)
        self._cursor.execute(query.replace("?", "%s"), list(given)) if given else self._cursor.execute(query)
        return self._cursor

    @property
    def utc(self) -> str:
        """What a moment of UTC ends with where it is written down."""
        return "" if self.vendor == "sqlite" else "+00"

    def carry_on(self) -> None:
        """Have tables of the first copy give no id that those of the second have given."""
        if self.vendor != "sqlite":
            schema_copies.carry_on(self._cursor, self.beside, self.main)
            return
        counted = f"FROM {self.beside}.sqlite_sequence AS theirs WHERE theirs.name = sqlite_sequence.name"
        self.execute(
            f"UPDATE {self.main}.sqlite_sequence SET seq = max(seq, (SELECT theirs.seq {counted})) "
            f"WHERE EXISTS (SELECT 1 {counted})"
        )

    def is_whole(self) -> bool:
        """Whether all of the second copy is there: of a file, parts may be missing where the power failed."""
        if self.vendor != "sqlite":
            return True
        return bool(self.execute(f"PRAGMA {self.beside}.quick_check(1)").fetchone()[0] == "ok")

    @contextlib.contextmanager
    def writing(self, names: Iterable[str] = ()) -> Iterator[None]:
        """One transaction, within which nobody else writes to tables of the first copy."""
        if self.vendor == "sqlite":
            self.execute("BEGIN IMMEDIATE")
        else:
            schema_copies.begin_alone(self._cursor, [f"{self.main}.{name}" for name in names])
        try:
            yield
        except BaseException:
            self.execute("ROLLBACK")
            raise
        self.execute("COMMIT")


def published() -> Copy:
    """The database that this process works in."""
    if annexes.is_shared():
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_schema()")
            return SchemaCopy(cursor.fetchone()[0])
    return FileCopy(Path(str(connection.settings_dict["NAME"])))


def of(annex: annexes.Annex) -> Copy:
    """The copy in an annex, whether there is one yet or not."""
    if isinstance(annex, annexes.Schema):
        return SchemaCopy(annex.name)
    assert isinstance(annex, annexes.Folder)  # noqa: S101 - there are two kinds
    return FileCopy(annex.path / _FILE)


@contextlib.contextmanager
def joined(main: Copy, beside: Copy | None = None) -> Iterator[Joined]:
    """Two copies on a connection of their own, where each statement is committed by itself."""
    if isinstance(main, SchemaCopy):
        other = beside.name if isinstance(beside, SchemaCopy) else ""
        with annexes.beside() as opened, opened.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{TIMEOUT:.0f}s'")
            yield Joined(cursor, main.name, other, "postgresql")
        return
    assert isinstance(main, FileCopy)  # noqa: S101 - there are two kinds
    with contextlib.closing(sqlite3.connect(main.path, timeout=TIMEOUT, isolation_level=None)) as database:
        if isinstance(beside, FileCopy):
            database.execute("ATTACH ? AS beside", (str(beside.path),))
        yield Joined(database, "main", "beside", "sqlite")


def copy(source: Copy, target: Copy, *, lasting: bool) -> None:
    """Make a copy of what another one is at this moment, in place of what was there; whole or not at all.

    One that need not be ``lasting`` may be gone when the power fails.
    """
    if isinstance(source, SchemaCopy) and isinstance(target, SchemaCopy):
        with annexes.beside() as other:
            schema_copies.copy(other, source.name, target.name, lasting=lasting)
        return
    assert isinstance(source, FileCopy)  # noqa: S101 - both are of one kind
    assert isinstance(target, FileCopy)  # noqa: S101
    target.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = target.path.with_suffix(".new")
    for old in target.path.parent.glob(f"{target.path.stem}.*"):
        old.unlink()
    fresh.touch(mode=0o600)
    with (
        contextlib.closing(sqlite3.connect(source.path, timeout=TIMEOUT)) as given,
        contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as made,
    ):
        if not lasting:
            made.execute("PRAGMA synchronous = OFF")
        given.backup(made)
        if lasting:
            made.execute("PRAGMA journal_mode = DELETE")
    fresh.replace(target.path)
