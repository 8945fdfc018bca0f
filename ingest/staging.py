"""The stage: a private copy of the database in which an ingest works, while readers go on with the published book.

`opened` copies the database into the data folder and points this process at the copy; when all is done there,
`ingest.publishing` makes the published book equal to it in one transaction. What was asked for lies beside the copy
until then, so that a run which was killed is taken up again by the next one (`left`), with all the work that stands.

A stage is a file of SQLite. With PostgreSQL (`ingest.at_once`), or inside a transaction of the caller's, an ingest is
one ordinary transaction instead (see `applies`): all of it is seen at once as well, but a killed one begins anew.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from ingest import tables
from ingest.gather import is_url
from rulesite.rulebook import pending

_COPY, _ORDERS, LOCK = "rulebook.sqlite3", "orders.json", "ingest.lock"
_OF_RULESITE = 1_381_585_993
"""Tells our locks of a database from those of others there."""
TIMEOUT = 60.0
"""Seconds to wait for another writer of the published database."""


_STATEMENTS = 16
"""How many of its latest statements the connection to a stage keeps: some have thousands of parameters, and weigh more
than what they are about."""
_KILOBYTES = 16_000
"""Of the stage that the connection keeps; more makes no ingest faster."""


class Busy(Exception):  # noqa: N818
    """Another ingest is at work in this data folder; the message is a sentence for whoever asked."""


@dataclass(frozen=True)
class Stage:
    """A copy and the database that it is a copy of."""

    path: Path
    public: Path


def applies() -> bool:
    """Whether an ingest can work in a stage here: a database that is a file, and no transaction around it."""
    return connection.vendor == "sqlite" and is_shared()


def is_shared() -> bool:
    """Whether other processes see what this one has written to its database so far."""
    own = connection.vendor == "sqlite" and "memory:" in str(connection.settings_dict["NAME"])
    return not own and not connection.in_atomic_block


@contextlib.contextmanager
def alone(lock: str = LOCK) -> Iterator[None]:
    """Be the only ingest of this data folder, or the only one at what has another lock; raises Busy at once when there
    is another.

    The lock is the kernel's, and with PostgreSQL, whose database many machines share, that database's as well: both go
    with the process that holds them, however that ends.
    """
    with _alone_here(lock), _alone_everywhere(lock):
        yield


@contextlib.contextmanager
def _alone_everywhere(lock: str) -> Iterator[None]:
    """Hold a lock of the database, on a connection of its own: no other is closed as late."""
    if connection.vendor != "postgresql":
        yield
        return
    holding = connection.copy()
    try:
        with holding.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", [_OF_RULESITE, lock])
            (held,) = cursor.fetchone()
        if not held:
            raise Busy("another ingest is at work in this database: wait until it is done")
        yield
    finally:
        holding.close()


@contextlib.contextmanager
def _alone_here(lock: str) -> Iterator[None]:
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.DATA_DIR / lock).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            who = file.read().strip() or "another process"
            raise Busy(f"another ingest is at work in this data folder ({who}): wait until it is done") from None
        file.truncate(0)
        file.write(f"process {os.getpid()}")
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def left() -> list[dict[str, object]]:
    """What runs that never came to their end were asked for, oldest first."""
    try:
        orders = json.loads((pending.stage_folder() / _ORDERS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return orders if isinstance(orders, list) else []


def lasting(place: str) -> str:
    """A path or URL so that it means the same from any folder."""
    if is_url(place):
        return place
    try:
        return str(Path(place).expanduser().absolute())
    except RuntimeError:  # the home of somebody who is not here; whoever reads it says so
        return str(Path(place).absolute())


def discard() -> None:
    """Throw away the stage of an ingest and what was asked for."""
    shutil.rmtree(pending.stage_folder(), ignore_errors=True)


@contextlib.contextmanager
def opened(orders: Sequence[dict[str, object]]) -> Iterator[Stage]:
    """Work in the stage of an ingest: within the block this process's database is the copy.

    A copy that a killed run left behind is used on, if it is a copy of the book as it is still published. Whatever
    ends the block early leaves the stage; who has published it calls `discard`.
    """
    folder = pending.stage_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(folder / _ORDERS, json.dumps(orders, ensure_ascii=False))
    with entered(folder) as stage:
        yield stage


def within(folder: Path) -> Stage:
    """The stage in a folder, whether there is a copy yet or not."""
    return Stage(folder / _COPY, Path(str(connection.settings_dict["NAME"])))


@contextlib.contextmanager
def entered(folder: Path, base: Path | None = None) -> Iterator[Stage]:
    """Work in the stage of a folder, whose copy is made where there is none of the book as it is published.

    With ``base`` it is a fresh copy of that other state of the book.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    stage = within(folder)
    if base is not None or not usable(stage):
        copy(stage, base)
    before = {name: connection.settings_dict[name] for name in ("NAME", "OPTIONS")}
    connection.close()
    connection.settings_dict["NAME"] = str(stage.path)
    connection.settings_dict["OPTIONS"] = _options(before["OPTIONS"])
    try:
        yield stage
    finally:
        connection.close()
        connection.settings_dict.update(before)


def _options(options: dict[str, Any]) -> dict[str, Any]:
    """Those of a connection, so that it holds little, however large the library is."""
    begin = f"{options.get('init_command', '')} PRAGMA cache_size = -{_KILOBYTES};"
    return options | {"cached_statements": _STATEMENTS, "init_command": begin}


def _write(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


def copy(stage: Stage, base: Path | None = None) -> None:
    """Copy the published database, or another state of it, and have the copy note which of the rows it began with are
    changed."""
    fresh = stage.path.with_suffix(".new")
    for old in stage.path.parent.glob(f"{stage.path.stem}.*"):
        old.unlink()
    fresh.touch(mode=0o600)
    with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as made:
        with contextlib.closing(sqlite3.connect(base or stage.public, timeout=TIMEOUT)) as public:
            public.backup(made)
        tables.begin_noting(made)
    fresh.replace(stage.path)


def usable(stage: Stage) -> bool:
    """Whether a copy that was left behind is one of the book that is published still, laid out as it is."""
    if not stage.path.exists():
        return False
    try:
        with contextlib.closing(sqlite3.connect(stage.public, timeout=TIMEOUT)) as public:
            public.execute("ATTACH ? AS stage", (str(stage.path),))
            same_layout = public.execute(tables.SAME_LAYOUT).fetchone()[0]
            return (
                bool(same_layout) and tables.publication(public, "main") == tables.copied(public, "stage").publication
            )
    except sqlite3.DatabaseError:
        return False
