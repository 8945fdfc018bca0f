"""The stage: a private copy of the database for an ingest, while readers use the published book.

`opened` copies the database into a workspace and points this process at the copy; at the end, `ingest.staging.publish`
makes the published book equal to it in one transaction. The request is stored beside the copy until then, so that the
next run continues a killed one (`left`), with all its finished work.

Inside a transaction of the caller's, an ingest works in that transaction instead (see `applies`).
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from ingest.sources.collect import is_url
from ingest.staging import db_copies, tables
from ingest.staging.db_copies import Copy, FileCopy
from rulesite.rulebook import pending, workspaces
from rulesite.rulebook.workspaces import Workspace

LOCK = "ingest.lock"


class Busy(Exception):  # noqa: N818
    """Another ingest is at work in this data folder; the message is a sentence for the user."""


@dataclass(frozen=True)
class Stage:
    """A copy, and the database that it is a copy of."""

    copy: Copy
    public: Copy


def applies() -> bool:
    """Whether an ingest can use a stage: the database is visible to other processes, and no transaction is open."""
    return is_shared()


def is_shared() -> bool:
    """Whether other processes see what this one has written to its database so far."""
    own = connection.vendor == "sqlite" and "memory:" in str(connection.settings_dict["NAME"])
    return not own and not connection.in_atomic_block


@contextlib.contextmanager
def alone(lock: str = LOCK) -> Iterator[None]:
    """Hold the lock on ingests of this data folder, or another lock. Raises Busy at once if it is taken.

    The lock is the kernel's, and with PostgreSQL, whose database several machines may share, also the database's: both
    are released when the process ends, in whatever way.
    """
    with _alone_here(lock), _alone_everywhere(lock):
        yield


@contextlib.contextmanager
def _alone_everywhere(lock: str) -> Iterator[None]:
    """Hold a lock of the database, on a connection of its own: other connections may be closed earlier."""
    if connection.vendor != "postgresql":
        yield
        return
    with workspaces.beside() as holding:
        with holding.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", [workspaces.LOCKS, lock])
            (is_locked,) = cursor.fetchone()
        if not is_locked:
            raise Busy("another ingest is running in this database: wait until it has finished")
        yield


@contextlib.contextmanager
def _alone_here(lock: str) -> Iterator[None]:
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.DATA_DIR / lock).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            who = file.read().strip() or "another process"
            raise Busy(f"another ingest is running in this data folder ({who}): wait until it has finished") from None
        file.truncate(0)
        with contextlib.suppress(OSError):  # full disk: the holder's name is not essential
            os.write(file.fileno(), f"process {os.getpid()}".encode())
        try:
            yield
        finally:
            file.truncate(0)


def left() -> list[dict[str, object]]:
    """The requests of runs that never finished, oldest first."""
    try:
        orders = json.loads(pending.stage().read(pending.ORDERS) or b"[]")
    except ValueError:
        return []
    return orders if isinstance(orders, list) else []


def lasting(place: str) -> str:
    """A path or URL that is valid from any folder."""
    if is_url(place):
        return place
    try:
        return str(Path(place).expanduser().absolute())
    except RuntimeError:  # the home of an unknown user, which the reader of the path reports
        return str(Path(place).absolute())


def discard() -> None:
    """Delete the stage of an ingest and its requests."""
    pending.stage().discard()


def give_up_copy() -> bool:
    """Delete the copy of a stopped ingest to free its space; returns whether there was one.

    The request is kept, and done from the start. A copy in PostgreSQL stays, as it is not on our disk.
    """
    copy = db_copies.of(pending.stage())
    files = list(copy.path.parent.glob(f"{copy.path.stem}.*")) if isinstance(copy, FileCopy) else []
    for file in files:
        file.unlink(missing_ok=True)
    return bool(files)


@contextlib.contextmanager
def opened(orders: Sequence[dict[str, object]]) -> Iterator[Stage]:
    """Work in the stage of an ingest: inside the block this process's database is the copy.

    The copy of a killed run is used again if the published book is still the one copied. If the block ends early the
    stage stays; after publishing, call `discard`.
    """
    annex = pending.stage()
    annex.write(pending.ORDERS, [json.dumps(orders).encode()])
    with entered(annex) as stage:
        yield stage


def within(annex: Workspace) -> Stage:
    """The stage in a workspace, whether it has a copy yet or not."""
    return Stage(db_copies.of(annex), db_copies.published())


@contextlib.contextmanager
def entered(annex: Workspace, base: Copy | None = None) -> Iterator[Stage]:
    """Work in the stage of a workspace; the copy is made if there is none of the current published book.

    With ``base`` it is a new copy of that other state of the book.
    """
    stage = within(annex)
    if base is not None or not usable(stage):
        begin(stage, base)
    settings_there = stage.copy.settings()
    before = {name: connection.settings_dict[name] for name in settings_there}
    connection.close()
    connection.settings_dict.update(settings_there)
    try:
        yield stage
    finally:
        connection.close()
        connection.settings_dict.update(before)


def begin(stage: Stage, base: Copy | None = None) -> None:
    """Copy the published database, or another state of it, and make the copy note which of its original rows change."""
    connection.close()
    db_copies.copy(base or stage.public, stage.copy, lasting=False)
    with db_copies.joined(stage.copy) as opened:
        tables.begin_noting(opened)


def usable(stage: Stage) -> bool:
    """Whether a leftover copy is complete, of the current published book, and of the same layout."""
    if not stage.copy.exists():
        return False
    try:
        with db_copies.joined(stage.public, stage.copy) as both:
            published = tables.publication(both, both.main)
            is_of_it = tables.same_layout(both) and published == tables.copied(both, both.beside).publication
            return is_of_it and both.is_whole()
    except (sqlite3.DatabaseError, DatabaseError, TypeError):
        return False
