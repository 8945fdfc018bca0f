"""The stage: a private copy of the database in which an ingest works, while readers go on with the published book.

`opened` copies the database into an annex of its own and points this process at the copy; when all is done there,
`ingest.publishing` makes the published book equal to it in one transaction. What was asked for lies beside the copy
until then, so that a run which was killed is taken up again by the next one (`left`), with all the work that stands.

Inside a transaction of the caller's an ingest is one ordinary transaction instead (see `applies`).
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

from ingest import copies, tables
from ingest.copies import Copy, FileCopy
from ingest.gather import is_url
from rulesite.rulebook import annexes, pending
from rulesite.rulebook.annexes import Annex

LOCK = "ingest.lock"


class Busy(Exception):  # noqa: N818
    """Another ingest is at work in this data folder; the message is a sentence for whoever asked."""


@dataclass(frozen=True)
class Stage:
    """A copy and the database that it is a copy of."""

    copy: Copy
    public: Copy


def applies() -> bool:
    """Whether an ingest can work in a stage here: a database that others can see, and no transaction around it."""
    return is_shared()


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
    with annexes.beside() as holding:
        with holding.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", [annexes.LOCKS, lock])
            (held,) = cursor.fetchone()
        if not held:
            raise Busy("another ingest is at work in this database: wait until it is done")
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
            raise Busy(f"another ingest is at work in this data folder ({who}): wait until it is done") from None
        file.truncate(0)
        with contextlib.suppress(OSError):  # a disk that is full: nobody needs to read who it is
            os.write(file.fileno(), f"process {os.getpid()}".encode())
        try:
            yield
        finally:
            file.truncate(0)


def left() -> list[dict[str, object]]:
    """What runs that never came to their end were asked for, oldest first."""
    try:
        orders = json.loads(pending.stage().read(pending.ORDERS) or b"[]")
    except ValueError:
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
    pending.stage().discard()


def give_up_copy() -> bool:
    """Give up the copy in which a stopped ingest worked, for the room that it takes; whether there was one.

    What was asked for is kept, and done from the start. A copy in a database of PostgreSQL stays: it is on no disk of
    ours.
    """
    copy = copies.of(pending.stage())
    files = list(copy.path.parent.glob(f"{copy.path.stem}.*")) if isinstance(copy, FileCopy) else []
    for file in files:
        file.unlink(missing_ok=True)
    return bool(files)


@contextlib.contextmanager
def opened(orders: Sequence[dict[str, object]]) -> Iterator[Stage]:
    """Work in the stage of an ingest: within the block this process's database is the copy.

    A copy that a killed run left behind is used on, if it is a copy of the book as it is still published. Whatever
    ends the block early leaves the stage; who has published it calls `discard`.
    """
    annex = pending.stage()
    annex.write(pending.ORDERS, [json.dumps(orders).encode()])
    with entered(annex) as stage:
        yield stage


def within(annex: Annex) -> Stage:
    """The stage in an annex, whether there is a copy yet or not."""
    return Stage(copies.of(annex), copies.published())


@contextlib.contextmanager
def entered(annex: Annex, base: Copy | None = None) -> Iterator[Stage]:
    """Work in the stage of an annex, whose copy is made where there is none of the book as it is published.

    With ``base`` it is a fresh copy of that other state of the book.
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
    """Copy the published database, or another state of it, and have the copy note which of the rows it began with are
    changed."""
    connection.close()
    copies.copy(base or stage.public, stage.copy, lasting=False)
    with copies.joined(stage.copy) as made:
        tables.begin_noting(made)


def usable(stage: Stage) -> bool:
    """Whether a copy that was left behind is whole, and of the book that is published still, laid out as it is."""
    if not stage.copy.exists():
        return False
    try:
        with copies.joined(stage.public, stage.copy) as both:
            published = tables.publication(both, both.main)
            is_of_it = tables.same_layout(both) and published == tables.copied(both, both.beside).publication
            return is_of_it and both.is_whole()
    except (sqlite3.DatabaseError, DatabaseError, TypeError):
        return False
