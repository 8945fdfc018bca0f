"""Publishing: the book that readers see becomes the stage's, in one transaction; what people wrote is not touched.

The rows to exchange are those that the stage added and those that it noted (`tables`), as long as nothing was changed
in the published book while the stage was worked on. Where a person corrected something meanwhile, nothing is published
until that is laid over the stage (`ingest.catching_up`); then the two books are compared row by row.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from ingest import earlier, publication_log, tables
from ingest.publication_log import Order
from ingest.staging import TIMEOUT, Stage


class Moved(Exception):  # noqa: N818
    """The published book was changed since the stage was last brought in step with it; nothing was published."""


def publish(stage: Stage, order: Order, *, compare: bool = False, said: Iterable[tuple[str, str]] = ()) -> int | None:
    """Make the published book equal to the stage's; returns the number of the publication, None where there was nothing
    to change.

    ``compare`` looks at every row instead of trusting what the stage noted. What persons ``said`` in the stage of
    edges, given by their two addresses, is published with it. The state before is kept. Raises Moved, having changed
    nothing, when the stage must be brought in step with the published book first.
    """
    pairs = list(said)
    with _both(stage) as public:
        names = [tables.table(label) for label in tables.BOOK]
        for name in names:
            _note_differences(public, name) if compare else _note_changes(public, name)
        shared = [(tables.table(label), of_book) for label, of_book in tables.SHARED.items()]
        changed = public.execute("SELECT EXISTS (SELECT 1 FROM touched)").fetchone()[0] or _library_differs(public)
        changed = changed or any(_shared_differ(public, *each) for each in shared)
        if not changed and not pairs:
            return None
        if tables.state(public) != tables.copied(public):
            raise Moved
        follows = earlier.keep(stage.public)
        public.execute("BEGIN IMMEDIATE")
        if tables.state(public) != tables.copied(public):
            public.execute("ROLLBACK")
            raise Moved
        number, now = tables.publication(public) + 1, datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
        publication_log.record(public, order, number, now, follows)
        for name in names:
            public.execute(f"DELETE FROM main.{name} WHERE id IN (SELECT id FROM touched WHERE name = ?)", (name,))
        for name in names:
            columns = _columns(public, name)
            public.execute(
                f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM stage.{name} "
                "WHERE id IN (SELECT id FROM touched WHERE name = ?) ORDER BY id",
                (name,),
            )
        for each in shared:
            _exchange_shared(public, *each)
        _carry_over(public, pairs)
        _sign(public, number, now)
        public.execute("COMMIT")
    earlier.tidy()
    return number


@contextlib.contextmanager
def _both(stage: Stage) -> Iterator[sqlite3.Connection]:
    """The published database with the stage attached.

    References between rows are not checked one by one here: those of the book were checked in the stage, and what
    people wrote refers to no row of it. What is committed is on the disk before the stage goes.
    """
    with contextlib.closing(sqlite3.connect(stage.public, timeout=TIMEOUT, isolation_level=None)) as public:
        public.execute("PRAGMA journal_mode = WAL")
        public.execute("PRAGMA synchronous = FULL")
        public.execute("PRAGMA cache_size = -16000")
        public.execute("PRAGMA temp_store = FILE")
        public.execute("ATTACH ? AS stage", (str(stage.path),))
        public.execute("CREATE TEMP TABLE touched (name TEXT, id INTEGER, PRIMARY KEY (name, id)) WITHOUT ROWID")
        yield public


def _columns(public: sqlite3.Connection, name: str) -> str:
    return ", ".join(f'"{row[1]}"' for row in public.execute(f"PRAGMA stage.table_info({name})"))


def _note_changes(public: sqlite3.Connection, name: str) -> None:
    """The rows that a stage changed, removed and added, by what it noted."""
    public.execute("INSERT INTO touched SELECT name, id FROM stage.stage_rows WHERE name = ?", (name,))
    public.execute(
        f"INSERT OR IGNORE INTO touched SELECT ?, id FROM stage.{name} "
        "WHERE id > (SELECT last FROM stage.stage_tables WHERE name = ?)",
        (name, name),
    )


def _note_differences(public: sqlite3.Connection, name: str) -> None:
    """The rows that differ between the two databases."""
    columns = _columns(public, name)
    for one, other in (("main", "stage"), ("stage", "main")):
        public.execute(
            f"INSERT OR IGNORE INTO touched SELECT ?, id FROM (SELECT {columns} FROM {one}.{name} "
            f"EXCEPT SELECT {columns} FROM {other}.{name})",
            (name,),
        )


_OF_LIBRARY = ("name", "about", "is_pocket", "index")


def _library_differs(public: sqlite3.Connection) -> bool:
    """Whether the library is called otherwise, or has another index."""
    name, columns = tables.table(tables.LIBRARY), ", ".join(f'"{column}"' for column in _OF_LIBRARY)
    rows = [public.execute(f"SELECT {columns} FROM {schema}.{name}").fetchone() for schema in ("main", "stage")]
    return rows[0] != rows[1]


def _sign(public: sqlite3.Connection, number: int, now: str) -> None:
    """Say which book is published from now on."""
    name = tables.table(tables.LIBRARY)
    revision = tables.state(public).revision
    columns = _columns(public, name)
    public.execute(f"DELETE FROM main.{name}")
    public.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM stage.{name}")
    public.execute(f"UPDATE main.{name} SET publication = ?, revision = ?, changed = ?", (number, revision, now))


def _rows_of(public: sqlite3.Connection, schema: str, name: str, of_book: str) -> tuple[str, str]:
    """The columns of a shared table but its id, and the query of the book's rows."""
    columns = ", ".join(f'"{row[1]}"' for row in public.execute(f"PRAGMA stage.table_info({name})") if row[1] != "id")
    return columns, f"SELECT {columns} FROM {schema}.{name} WHERE {of_book}"


def _shared_differ(public: sqlite3.Connection, name: str, of_book: str) -> bool:
    _, ours = _rows_of(public, "main", name, of_book)
    _, theirs = _rows_of(public, "stage", name, of_book)
    query = f"SELECT EXISTS ({ours} EXCEPT {theirs}) OR EXISTS ({theirs} EXCEPT {ours})"
    return bool(public.execute(query).fetchone()[0])


def _exchange_shared(public: sqlite3.Connection, name: str, of_book: str) -> None:
    """Exchange the book's rows of a shared table; where a person said something of the same thing, that stays."""
    columns, theirs = _rows_of(public, "stage", name, of_book)
    public.execute(f"DELETE FROM main.{name} WHERE {of_book}")
    public.execute(f"INSERT OR IGNORE INTO main.{name} ({columns}) {theirs} ORDER BY id")


def _carry_over(public: sqlite3.Connection, pairs: list[tuple[str, str]]) -> None:
    """What persons said in the stage of some edges, in place of what was said of them before."""
    name = tables.table("rulebook.Assertion")
    columns = ", ".join(f'"{row[1]}"' for row in public.execute(f"PRAGMA stage.table_info({name})") if row[1] != "id")
    for pair in pairs:
        public.execute(
            f"INSERT OR REPLACE INTO main.{name} ({columns}) "
            f"SELECT {columns} FROM stage.{name} WHERE earlier = ? AND later = ?",
            pair,
        )
