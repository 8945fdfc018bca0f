"""Fragments: the files of generations in a database of PostgreSQL, cut up and kept by what they say.

A generation that was made from another one has most of its fragments: those lie in the database once, only the others
are written, and a machine that has the files of an older generation fetches only what it lacks.
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
"""The table of a schema that says of which fragments its files are made."""
_LAID_OUT = (
    f"CREATE SCHEMA IF NOT EXISTS {_SHARED}",
    f"CREATE TABLE IF NOT EXISTS {_SHARED}.fragment (digest bytea PRIMARY KEY, said bytea)",
    f"ALTER TABLE {_SHARED}.fragment ALTER COLUMN said SET STORAGE EXTERNAL",
)


def put(db: psycopg.Connection[Any], schema: str, folder: Path, names: Iterable[str]) -> int:
    """Keep files of a folder for a schema, in its transaction; returns how many fragments had to be written."""
    if not has(db, _SHARED, "fragment"):  # laying it out again would wait for everybody who looks at it
        for statement in _LAID_OUT:
            db.execute(statement.encode())
    columns = "file text, nth integer, digest bytea, PRIMARY KEY (file, nth)"
    db.execute(f"CREATE TABLE {schema}.{MADE_OF} ({columns})".encode())
    rows: list[tuple[str, int, bytes]] = []
    written = 0
    for name in names:
        fragments = list(_fragments(folder / name))
        held = _held(db, {digest for digest, _ in fragments})
        missing = {digest: said for digest, said in fragments if digest not in held}
        _copy(db, f"{_SHARED}.fragment", ["bytea", "bytea"], missing.items())
        rows += [(name, nth, digest) for nth, (digest, _) in enumerate(fragments)]
        written += len(missing)
    _copy(db, f"{schema}.{MADE_OF}", ["text", "int4", "bytea"], rows)
    return written


def fetch(db: psycopg.Connection[Any], schema: str, folder: Path, like: Path | None, only: str = "") -> bool:
    """Write the files that are kept for a schema, or ``only`` one, into a folder, with what another folder has of them;
    False where a fragment is gone."""
    wanted: dict[str, list[bytes]] = {}
    for name, digest in db.execute(f"SELECT file, digest FROM {schema}.{MADE_OF} ORDER BY file, nth".encode()):
        wanted.setdefault(name, []).append(bytes(digest))
    names = [only] if only else [*wanted]
    here: dict[bytes, bytes] = {}
    for name in names:
        if like is not None and (like / name).is_file():
            here.update(_fragments(like / name))
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if not _fetch(db, wanted[name], folder / name, here):
            return False
    return True


def _fetch(db: psycopg.Connection[Any], wanted: list[bytes], file: Path, here: Mapping[bytes, bytes]) -> bool:
    query = f"SELECT digest, said FROM {_SHARED}.fragment WHERE digest = ANY(%s)".encode()
    with file.open("xb") as copy:
        for first in range(0, len(wanted), _AT_ONCE):
            some = wanted[first : first + _AT_ONCE]
            lacked = [digest for digest in some if digest not in here]
            fetched = {bytes(digest): bytes(said) for digest, said in db.execute(query, [lacked])} if lacked else {}
            for digest in some:
                said = here.get(digest, fetched.get(digest))
                if said is None:
                    return False
                copy.write(said)
    return True


def tidy(db: psycopg.Connection[Any], schemas: Iterable[str]) -> None:
    """Keep only the fragments of what is kept for some schemas."""
    if has(db, _SHARED, "fragment"):
        kept = " UNION ALL ".join([f"SELECT digest FROM {schema}.{MADE_OF}" for schema in schemas])
        rest = f" AS one WHERE NOT EXISTS (SELECT FROM ({kept}) AS kept WHERE kept.digest = one.digest)" if kept else ""
        db.execute(f"DELETE FROM {_SHARED}.fragment{rest}".encode())


def has(db: psycopg.Connection[Any], schema: str, table: str) -> bool:
    """Whether a schema, named as it stands in a statement, is there and has a table."""
    row = db.execute("SELECT to_regclass(%s) IS NOT NULL", [f"{schema}.{table}"]).fetchone()
    return bool(row and row[0])


def _fragments(file: Path) -> Iterator[tuple[bytes, bytes]]:
    """The fragments of a file in their order, each after its digest."""
    with file.open("rb") as opened:
        while said := opened.read(_SIZE):
            yield hashlib.blake2b(said, digest_size=16).digest(), said


def _held(db: psycopg.Connection[Any], digests: Iterable[bytes]) -> set[bytes]:
    query = f"SELECT digest FROM {_SHARED}.fragment WHERE digest = ANY(%s)".encode()
    return {bytes(row[0]) for row in db.execute(query, [list(digests)])}


def _copy(db: psycopg.Connection[Any], table: str, types: list[str], rows: Iterable[Any]) -> None:
    with db.cursor().copy(f"COPY {table} FROM STDIN (FORMAT BINARY)".encode()) as copy:
        copy.set_types(types)
        for row in rows:
            copy.write_row(row)
