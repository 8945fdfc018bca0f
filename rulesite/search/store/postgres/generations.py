"""The PostgreSQL store: generations of the index in a database that all machines of the site share.

Each generation has its own schema, written in one transaction before it is published, and then only read. It lists the
`chunks` of the generation's files, from which a machine makes its own copy (`fetch`), and, if PostgreSQL does the
searching, it has the searched tables (`bulk_load`). Writes are committed at once, on a connection beside Django's: a
generation of a transaction that is rolled back is never published, and is removed with other unused ones.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection

from rulesite.rulebook import workspaces
from rulesite.search.store import seals
from rulesite.search.store.postgres import chunks
from rulesite.search.store.schema import FILE

if TYPE_CHECKING:
    import psycopg

_PREFIX = "index_"
_NOT_CONNECTION = ("context", "cursor_factory", "prepare_threshold")


def applies() -> bool:
    """Whether the database is PostgreSQL."""
    return connection.vendor == "postgresql"


def searched() -> bool:
    """Whether PostgreSQL also does the searching."""
    return bool(settings.SEARCH == "postgres")


def schema_of(name: str) -> str:
    """The schema of a generation, quoted for SQL."""
    return '"' + f"{_PREFIX}{name}".replace('"', '""') + '"'


def connect(name: str = "") -> psycopg.Connection[Any]:
    """Open a connection beside Django's in autocommit mode, with the schema of a generation as its search path."""
    import psycopg

    given = connection.get_connection_params()
    opened = psycopg.connect(
        **{key: value for key, value in given.items() if key not in _NOT_CONNECTION}, autocommit=True
    )
    if name:
        opened.execute(f"SET search_path = {schema_of(name)}".encode())
    return opened


@contextmanager
def _writing() -> Iterator[psycopg.Connection[Any]]:
    """Open a transaction with the writers' lock of the store."""
    with _connected() as db, db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [workspaces.LOCKS, "rulesite.search.depot"])
        yield db


@contextmanager
def _connected() -> Iterator[psycopg.Connection[Any]]:
    opened = connect()
    try:
        yield opened
    finally:
        opened.close()


def put(generation: Path) -> None:
    """Store a finished generation, unless it is stored already."""
    with _writing() as db:
        if generation.name in _names(db):
            return
        schema = schema_of(generation.name)
        db.execute(f"CREATE SCHEMA {schema}".encode())
        chunks.put(db, schema, generation, seals.files(generation))
        if searched():
            db.execute(f"SET LOCAL search_path = {schema}".encode())
            _pour(db, generation)


def _pour(db: psycopg.Connection[Any], generation: Path) -> None:
    """Write the searched tables: the differences from the newest fully loaded generation, or all of them."""
    from rulesite.search.store.postgres import bulk_load, delta  # only needed to write the index

    ground = _newest_ground(db)
    if ground:
        with tempfile.TemporaryDirectory(prefix="making-", dir=generation.parent) as made:
            file = generation.parent / ground / FILE
            if not file.is_file():
                file = Path(made) / FILE
                chunks.fetch(db, schema_of(ground), Path(made), generation, FILE)
            with suppress(ValueError, sqlite3.DatabaseError), db.transaction():  # of another version, or damaged
                if delta.pour(db, generation / FILE, schema_of(ground), file):
                    db.execute("CREATE TABLE upon AS SELECT %s::text AS ground", [ground])
                    return
    bulk_load.pour(db, generation / FILE)


def _newest_ground(db: psycopg.Connection[Any]) -> str:
    poured = [name for name in _names(db) if _has(db, name, "said") and _has(db, name, chunks.MADE_OF)]
    newest = max(poured, key=_made, default="")
    return _ground_of(db, newest) or newest


def _ground_of(db: psycopg.Connection[Any], name: str) -> str:
    """The base of a generation, "" if it was loaded in full."""
    if not name or not _has(db, name, "upon"):
        return ""
    return "".join(row[0] for row in db.execute(f"SELECT ground FROM {schema_of(name)}.upon".encode()))


def holds(name: str) -> bool:
    """Whether a generation is stored so that it can be searched as the settings require."""
    with _connected() as db:
        return _has(db, name, "said" if searched() else chunks.MADE_OF)


def fetch(name: str, folder: Path) -> bool:
    """Copy a generation into a new folder on this machine; return False if it is not stored.

    The folder appears complete or not at all, even if another process makes it at the same time.
    """
    with _connected() as db:
        if not _has(db, name, chunks.MADE_OF):
            return False
        making = folder.with_name(f"making-{os.getpid()}-{time.monotonic_ns()}")
        making.mkdir(mode=0o700, parents=True)
        try:
            others = sorted((file.parent for file in folder.parent.glob(f"g*/{FILE}")), key=lambda one: _made(one.name))
            if not chunks.fetch(db, schema_of(name), making, others[-1] if others else None):
                return False
            if folder.is_dir():  # its file is missing, or another process has just written it
                for file in sorted(filter(Path.is_file, making.rglob("*")), key=lambda file: file.name == FILE):
                    there = folder / file.relative_to(making)
                    there.parent.mkdir(mode=0o700, exist_ok=True)
                    file.replace(there)
            else:
                making.rename(folder)
        except OSError:
            if not (folder / FILE).is_file():
                raise
        finally:
            shutil.rmtree(making, ignore_errors=True)
    return True


def discard(name: str) -> None:
    """Delete a generation, unless it is the base of another."""
    with _writing() as db:
        if name not in {_ground_of(db, other) for other in _names(db)}:
            _drop(db, name)


def tidy(current: str, seconds: float) -> None:
    """Delete generations older than the current one, each ``seconds`` after its successor was made.

    A running ingest may still publish a younger one.
    """
    with _connected() as db:
        if not _overtaken(db, current, seconds):
            return
    with _writing() as db:
        if names := _overtaken(db, current, seconds):
            for name in names:
                _drop(db, name)
            chunks.tidy(db, [schema_of(name) for name in _names(db) if _has(db, name, chunks.MADE_OF)])


def _overtaken(db: psycopg.Connection[Any], current: str, seconds: float) -> list[str]:
    names = sorted(_names(db), key=_made)
    until = [name for name in names if _made(name) <= _made(current)]
    old = {name for name, after in pairwise(until) if time.time() - _made(after) > seconds}
    grounds = {_ground_of(db, name) for name in names if name not in old}
    return [name for name in names if name in old and name not in grounds]


def _made(name: str) -> float:
    """The time when a generation was begun, by its name."""
    digits = name[1:].partition("-")[0]
    return int(digits) / 1e9 if digits.isdigit() else 0.0


def _names(db: psycopg.Connection[Any]) -> list[str]:
    query = "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s) ORDER BY 1"
    return [str(row[0]).removeprefix(_PREFIX) for row in db.execute(query, [_PREFIX])]


def _has(db: psycopg.Connection[Any], name: str, table: str) -> bool:
    return chunks.has(db, schema_of(name), table)


def _drop(db: psycopg.Connection[Any], name: str) -> None:
    db.execute(f"DROP SCHEMA IF EXISTS {schema_of(name)} CASCADE".encode())
