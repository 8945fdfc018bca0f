"""The depot: generations of the index in a database of PostgreSQL, where every machine of the site has them.

Each is a schema of its own, written in one transaction before anybody names it, and then only read. In it lies the
file of the generation in pieces, from which a machine makes its own copy (`fetch`), and, where search is PostgreSQL's,
the tables that are searched (`pouring`). What is written here is committed at once, on a connection beside Django's:
a generation that belongs to a transaction which is rolled back is named by nobody, and goes with the others.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection

from rulesite.search.schema import FILE

if TYPE_CHECKING:
    import psycopg

_PREFIX = "index_"
_PIECE = 1 << 20
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
def _connected() -> Iterator[psycopg.Connection[Any]]:
    opened = connect()
    try:
        yield opened
    finally:
        opened.close()


def put(generation: Path) -> None:
    """Keep a finished generation, unless it is kept already."""
    from rulesite.search import pouring  # what writes the index is seldom needed

    with _connected() as db, db.transaction():
        if generation.name in _names(db):
            return
        db.execute(f"CREATE SCHEMA {schema_of(generation.name)}".encode())
        db.execute(f"SET LOCAL search_path = {schema_of(generation.name)}".encode())
        db.execute("CREATE TABLE file (nth integer PRIMARY KEY, piece bytea)")
        db.execute("ALTER TABLE file ALTER COLUMN piece SET STORAGE EXTERNAL")
        with (generation / FILE).open("rb") as file, db.cursor().copy("COPY file FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(["int4", "bytea"])
            for nth, piece in enumerate(iter(lambda: file.read(_PIECE), b"")):
                copy.write_row((nth, piece))
        if searched():
            pouring.pour(db, generation / FILE)


def holds(name: str) -> bool:
    """Whether a generation is kept, so that it can be searched as the settings say."""
    with _connected() as db:
        table = "said" if searched() else "file"
        query = "SELECT to_regclass(%s) IS NOT NULL"
        row = db.execute(query, [f"{schema_of(name)}.{table}"]).fetchone()
        return bool(row and row[0])


def fetch(name: str, folder: Path) -> bool:
    """Make this machine's copy of a generation, in a folder that is not there yet; False where it is not kept.

    The folder is there whole or not at all, whoever else makes it at the same time.
    """
    with _connected() as db:
        if name not in _names(db):
            return False
        making = folder.with_name(f"making-{os.getpid()}-{time.monotonic_ns()}")
        making.mkdir(mode=0o700, parents=True)
        try:
            with (making / FILE).open("xb") as file, db.transaction(), db.cursor(name="pieces") as pieces:
                pieces.itersize = 4
                pieces.execute(f"SELECT piece FROM {schema_of(name)}.file ORDER BY nth".encode())
                for (piece,) in pieces:
                    file.write(piece)
            if folder.is_dir():  # its file is gone, or somebody else has just put it there
                (making / FILE).replace(folder / FILE)
            else:
                making.rename(folder)
        except OSError:
            if not (folder / FILE).is_file():
                raise
        finally:
            shutil.rmtree(making, ignore_errors=True)
    return True


def discard(name: str) -> None:
    """Keep a generation no more."""
    with _connected() as db:
        _drop(db, name)


def tidy(current: str, seconds: float) -> None:
    """Give up the generations that were made before the current one, so many seconds after it was made.

    What is younger may still be named by an ingest that is at work.
    """
    with _connected() as db:
        if current and time.time() - _made(current) > seconds:
            for name in _names(db):
                if _made(name) < _made(current):
                    _drop(db, name)


def _made(name: str) -> float:
    """When a generation was begun, by its name."""
    digits = name[1:].partition("-")[0]
    return int(digits) / 1e9 if digits.isdigit() else 0.0


def _names(db: psycopg.Connection[Any]) -> list[str]:
    query = "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s) ORDER BY 1"
    return [str(row[0]).removeprefix(_PREFIX) for row in db.execute(query, [_PREFIX])]


def _drop(db: psycopg.Connection[Any], name: str) -> None:
    db.execute(f"DROP SCHEMA IF EXISTS {schema_of(name)} CASCADE".encode())
