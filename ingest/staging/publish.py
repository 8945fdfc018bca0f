"""Publishing: make the published book equal to a stage, in one transaction; what people wrote is not touched.

The rows to exchange are those that the stage added or noted (`tables`), if the published book did not change meanwhile.
If a person corrected something, nothing is published until that is taken over into the stage (`ingest.runs.rebase`);
then the two books are compared row by row.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from ingest.staging import analyze, db_copies, publication_log, snapshots, tables
from ingest.staging.db_copies import Joined
from ingest.staging.publication_log import Order
from ingest.staging.stage import Stage


class Moved(Exception):  # noqa: N818
    """The published book changed after the stage was last brought up to date with it; nothing was published."""


def publish(
    stage: Stage, order: Order, *, compare: bool = False, decided: Iterable[tuple[str, str]] = ()
) -> int | None:
    """Make the published book equal to the stage; returns the publication's number, None if nothing changed.

    ``compare`` compares every row instead of trusting the stage's notes. ``decided`` are the edges, each a pair of
    addresses, whose assertions in the stage are published with it. A snapshot of the state before is made. Raises
    Moved, having changed nothing, if the stage must first be brought up to date with the published book.
    """
    pairs = list(decided)
    with _both(stage) as both:
        names = [tables.table(label) for label in tables.BOOK]
        for name in names:
            _note_differences(both, name) if compare else _note_changes(both, name)
        shared = [(tables.table(label), of_book) for label, of_book in tables.SHARED.items()]
        changed = both.execute("SELECT EXISTS (SELECT 1 FROM touched)").fetchone()[0] or _library_differs(both)
        changed = changed or any(_shared_differ(both, *each) for each in shared)
        if not changed and not pairs:
            return None
        if _is_behind(both):
            raise Moved
        follows = snapshots.keep(stage.public)
        log, library = tables.table("desk.Publication"), tables.table(tables.LIBRARY)
        with both.writing([library, *names, *(name for name, _ in shared), log]):
            if _is_behind(both):
                raise Moved
            number, now = tables.publication(both, both.main) + 1, datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
            publication_log.record(both, order, number, f"{now}{both.utc}", follows)
            for name in names:
                both.execute(
                    f"DELETE FROM {both.main}.{name} WHERE id IN (SELECT id FROM touched WHERE name = ?)", (name,)
                )
            for name in names:
                columns = tables.listed(tables.columns(name))
                both.execute(
                    f"INSERT INTO {both.main}.{name} ({columns}) SELECT {columns} FROM {both.beside}.{name} "
                    "WHERE id IN (SELECT id FROM touched WHERE name = ?) ORDER BY id",
                    (name,),
                )
            for each in shared:
                _exchange_shared(both, *each)
            _carry_over(both, pairs)
            _sign(both, number, f"{now}{both.utc}")
            both.carry_on()
            for plan in analyze.orders(both.vendor, both.main, names):
                both.execute(plan)
    snapshots.tidy()
    return number


@contextlib.contextmanager
def _both(stage: Stage) -> Iterator[Joined]:
    """The published database with the stage beside it.

    With SQLite references between rows are not checked here one by one: those of the book were checked in the stage,
    and what people wrote refers to no row of it. The commit is on disk before the stage is deleted.
    """
    with db_copies.joined(stage.public, stage.copy) as both:
        if both.vendor == "sqlite":
            both.execute("PRAGMA journal_mode = WAL")
            both.execute("PRAGMA synchronous = FULL")
            both.execute("PRAGMA cache_size = -16000")
            both.execute("PRAGMA temp_store = FILE")
        both.execute("CREATE TEMP TABLE touched (name TEXT, id BIGINT, PRIMARY KEY (name, id))")
        yield both


def _is_behind(both: Joined) -> bool:
    """Whether the published book changed after the stage was brought up to date with it."""
    return tables.state(both, both.main) != tables.copied(both, both.beside)


def _note_changes(both: Joined, name: str) -> None:
    """Collect the rows that a stage changed, removed and added, from its notes."""
    both.execute(f"INSERT INTO touched SELECT name, id FROM {both.beside}.stage_rows WHERE name = ?", (name,))
    both.execute(
        f"INSERT INTO touched SELECT ?, id FROM {both.beside}.{name} "
        f"WHERE id > (SELECT last FROM {both.beside}.stage_tables WHERE name = ?) ON CONFLICT DO NOTHING",
        (name, name),
    )


def _note_differences(both: Joined, name: str) -> None:
    """Collect the rows that differ between the two databases."""
    columns = tables.listed(tables.columns(name))
    for left, right in ((both.main, both.beside), (both.beside, both.main)):
        both.execute(
            f"INSERT INTO touched SELECT ?, id FROM (SELECT {columns} FROM {left}.{name} "
            f"EXCEPT SELECT {columns} FROM {right}.{name}) AS rest WHERE TRUE ON CONFLICT DO NOTHING",
            (name,),
        )


_OF_LIBRARY = ("name", "about", "is_pocket", "index")


def _library_differs(both: Joined) -> bool:
    """Whether the library has another name or another index."""
    name, columns = tables.table(tables.LIBRARY), tables.listed(_OF_LIBRARY)
    rows = [both.execute(f"SELECT {columns} FROM {schema}.{name}").fetchone() for schema in (both.main, both.beside)]
    return bool(rows[0] != rows[1])


def _sign(both: Joined, number: int, now: str) -> None:
    """Record which book is published from now on; an existing row is updated, as others may wait to change it."""
    name = tables.table(tables.LIBRARY)
    revision = tables.state(both, both.main).revision
    every = tables.columns(name)
    columns = tables.listed(every)
    exchanged = ", ".join(f'"{column}" = excluded."{column}"' for column in every if column != "id")
    both.execute(f"DELETE FROM {both.main}.{name} WHERE id NOT IN (SELECT id FROM {both.beside}.{name})")
    both.execute(
        f"INSERT INTO {both.main}.{name} ({columns}) SELECT {columns} FROM {both.beside}.{name} WHERE TRUE "
        f"ON CONFLICT (id) DO UPDATE SET {exchanged}"
    )
    both.execute(f"UPDATE {both.main}.{name} SET publication = ?, revision = ?, changed = ?", (number, revision, now))


def _rows_of(schema: str, name: str, of_book: str) -> tuple[str, str]:
    """The columns of a shared table without its id, and the query of the book's rows."""
    columns = _but_id(name)
    return columns, f"SELECT {columns} FROM {schema}.{name} WHERE {of_book}"


def _but_id(name: str) -> str:
    return tables.listed([column for column in tables.columns(name) if column != "id"])


def _shared_differ(both: Joined, name: str, of_book: str) -> bool:
    _, own_rows = _rows_of(both.main, name, of_book)
    _, other_rows = _rows_of(both.beside, name, of_book)
    query = f"SELECT EXISTS ({own_rows} EXCEPT {other_rows}) OR EXISTS ({other_rows} EXCEPT {own_rows})"
    return bool(both.execute(query).fetchone()[0])


def _exchange_shared(both: Joined, name: str, of_book: str) -> None:
    """Exchange the book's rows of a shared table; where a person made a statement about the same thing, that stays."""
    columns, staged_rows = _rows_of(both.beside, name, of_book)
    both.execute(f"DELETE FROM {both.main}.{name} WHERE {of_book}")
    both.execute(f"INSERT INTO {both.main}.{name} ({columns}) {staged_rows} ORDER BY id ON CONFLICT DO NOTHING")


def _carry_over(both: Joined, pairs: list[tuple[str, str]]) -> None:
    """Publish people's assertions about some edges from the stage, replacing earlier ones."""
    name = tables.table("rulebook.Assertion")
    columns = _but_id(name)
    for pair in pairs:
        both.execute(f"DELETE FROM {both.main}.{name} WHERE earlier = ? AND later = ?", pair)
        both.execute(
            f"INSERT INTO {both.main}.{name} ({columns}) "
            f"SELECT {columns} FROM {both.beside}.{name} WHERE earlier = ? AND later = ?",
            pair,
        )
