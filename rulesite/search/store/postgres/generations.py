"""The depot: generations of the index in a database of PostgreSQL, where every machine of the site has them.

Each is a schema of its own, written in one transaction before anybody names it, and then only read. It says of which
`chunks` the files of the generation are made, so that a machine makes its own copy (`fetch`), and, where search is
PostgreSQL's, it has the tables that are searched (`bulk_load`). What is written here is committed at once, on a
connection beside Django's: a generation that belongs to a transaction which is rolled back is named by nobody, and goes
with the others.
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
    """Whether the database is one of PostgreSQL."""
    return connection.vendor == "postgresql"


def searched() -> bool:
    """Whether it is PostgreSQL that searches, too."""
    return bool(settings.SEARCH == "postgres")


def schema_of(name: str) -> str:
    """The schema of a generation, as it stands in a statement."""
    return '"' + f"{_PREFIX}{name}".replace('"', '""') + '"'


def connect(name: str = "") -> psycopg.Connection[Any]:
    """A connection beside Django's, where each statement is committed by itself; it looks into one generation."""
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
    """A transaction in which nobody else writes to the depot."""
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
    """Keep a finished generation, unless it is kept already."""
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
    """Write the tables that are searched: what differs from the newest that were written whole, or all."""
    from rulesite.search.store.postgres import bulk_load, delta  # what writes the index is seldom needed

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
    """What a generation lies upon, "" where it was written whole."""
    if not name or not _has(db, name, "upon"):
        return ""
    return "".join(row[0] for row in db.execute(f"SELECT ground FROM {schema_of(name)}.upon".encode()))


def holds(name: str) -> bool:
    """Whether a generation is kept, so that it can be searched as the settings say."""
    with _connected() as db:
        return _has(db, name, "said" if searched() else chunks.MADE_OF)


def fetch(name: str, folder: Path) -> bool:
    """Make this machine's copy of a generation, in a folder that is not there yet; False where it is not kept.

    The folder is there whole or not at all, whoever else makes it at the same time.
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
            if folder.is_dir():  # its file is gone, or somebody else has just put it there
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
    """Keep a generation no more, unless others lie upon it."""
    with _writing() as db:
        if name not in {_ground_of(db, other) for other in _names(db)}:
            _drop(db, name)


def tidy(current: str, seconds: float) -> None:
    """Give up the generations that were made before the current one, each so many seconds after the next was made.

    What is younger may still be named by an ingest that is at work.
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
    """When a generation was begun, by its name."""
    digits = name[1:].partition("-")[0]
    return int(digits) / 1e9 if digits.isdigit() else 0.0


def _names(db: psycopg.Connection[Any]) -> list[str]:
    query = "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s) ORDER BY 1"
    return [str(row[0]).removeprefix(_PREFIX) for row in db.execute(query, [_PREFIX])]


def _has(db: psycopg.Connection[Any], name: str, table: str) -> bool:
    return chunks.has(db, schema_of(name), table)


def _drop(db: psycopg.Connection[Any], name: str) -> None:
    db.execute(f"DROP SCHEMA IF EXISTS {schema_of(name)} CASCADE".encode())
