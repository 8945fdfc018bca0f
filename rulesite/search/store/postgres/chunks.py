"""Chunks: the files of generations in PostgreSQL, split into fragments that are stored by their digests.

A generation made from another one shares most fragments with it. Those are stored once, only the others are written,
and a machine with the files of an older generation fetches only what it lacks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import psycopg

_SIZE = 1 << 14
_AT_ONCE = 256
_SHARED = "indexes"
MADE_OF = "made_of"
"""The table of a schema that lists the fragments of its files."""
_LAID_OUT = (
    f"CREATE SCHEMA IF NOT EXISTS {_SHARED}",
    f"CREATE TABLE IF NOT EXISTS {_SHARED}.fragment (digest bytea PRIMARY KEY, said bytea)",
    f"ALTER TABLE {_SHARED}.fragment ALTER COLUMN said SET STORAGE EXTERNAL",
)


def put(db: psycopg.Connection[Any], schema: str, folder: Path, names: Iterable[str]) -> int:
    """Store files of a folder for a schema, in its transaction; return how many fragments were written."""
    if not has(db, _SHARED, "fragment"):  # creating it again would wait for all its readers
        for statement in _LAID_OUT:
            db.execute(statement.encode())
    columns = "file text, nth integer, digest bytea, PRIMARY KEY (file, nth)"
    db.execute(f"CREATE TABLE {schema}.{MADE_OF} ({columns})".encode())
    rows: list[tuple[str, int, bytes]] = []
    written = 0
    for name in names:
        fragments = list(_fragments(folder / name))
        stored = _held(db, {digest for digest, _ in fragments})
        missing = {digest: data for digest, data in fragments if digest not in stored}
        _copy(db, f"{_SHARED}.fragment", ["bytea", "bytea"], missing.items())
        rows += [(name, index, digest) for index, (digest, _) in enumerate(fragments)]
        written += len(missing)
    _copy(db, f"{schema}.{MADE_OF}", ["text", "int4", "bytea"], rows)
    return written


def fetch(db: psycopg.Connection[Any], schema: str, folder: Path, like: Path | None, only: str = "") -> bool:
    """Write the files stored for a schema, or ``only`` one, into a folder; return False if a fragment is missing.

    Fragments that the folder ``like`` has are not fetched.
    """
    digests: dict[str, list[bytes]] = {}
    for name, digest in db.execute(f"SELECT file, digest FROM {schema}.{MADE_OF} ORDER BY file, nth".encode()):
        digests.setdefault(name, []).append(bytes(digest))
    names = [only] if only else [*digests]
    local: dict[bytes, bytes] = {}
    for name in names:
        if like is not None and (like / name).is_file():
            local.update(_fragments(like / name))
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if not _fetch(db, digests[name], folder / name, local):
            return False
    return True


def _fetch(db: psycopg.Connection[Any], wanted: list[bytes], file: Path, here: Mapping[bytes, bytes]) -> bool:
    query = f"SELECT digest, said FROM {_SHARED}.fragment WHERE digest = ANY(%s)".encode()
    with file.open("xb") as copy:
        for first in range(0, len(wanted), _AT_ONCE):
            batch = wanted[first : first + _AT_ONCE]
            missing = [digest for digest in batch if digest not in here]
            fetched = {bytes(digest): bytes(data) for digest, data in db.execute(query, [missing])} if missing else {}
            for digest in batch:
                data = here.get(digest, fetched.get(digest))
                if data is None:
                    return False
                copy.write(data)
    return True


def tidy(db: psycopg.Connection[Any], schemas: Iterable[str]) -> None:
    """Delete the fragments that no file of the given schemas uses."""
    if has(db, _SHARED, "fragment"):
        kept = " UNION ALL ".join([f"SELECT digest FROM {schema}.{MADE_OF}" for schema in schemas])
        rest = f" AS one WHERE NOT EXISTS (SELECT FROM ({kept}) AS kept WHERE kept.digest = one.digest)" if kept else ""
        db.execute(f"DELETE FROM {_SHARED}.fragment{rest}".encode())


def has(db: psycopg.Connection[Any], schema: str, table: str) -> bool:
    """Whether a schema, given in SQL syntax, exists and has a table."""
    row = db.execute("SELECT to_regclass(%s) IS NOT NULL", [f"{schema}.{table}"]).fetchone()
    return bool(row and row[0])


def _fragments(file: Path) -> Iterator[tuple[bytes, bytes]]:
    """Yield the digest and bytes of each fragment of a file, in order."""
    with file.open("rb") as opened:
        while data := opened.read(_SIZE):
            yield hashlib.blake2b(data, digest_size=16).digest(), data


def _held(db: psycopg.Connection[Any], digests: Iterable[bytes]) -> set[bytes]:
    query = f"SELECT digest FROM {_SHARED}.fragment WHERE digest = ANY(%s)".encode()
    return {bytes(row[0]) for row in db.execute(query, [list(digests)])}


def _copy(db: psycopg.Connection[Any], table: str, types: list[str], rows: Iterable[Any]) -> None:
    with db.cursor().copy(f"COPY {table} FROM STDIN (FORMAT BINARY)".encode()) as copy:
        copy.set_types(types)
        for row in rows:
            copy.write_row(row)
