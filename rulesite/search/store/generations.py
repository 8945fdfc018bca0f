"""The index folder: its generations, the current one, and the writers' lock.

A generation is a folder that is written once and then only read. The database names the current one (`Library.index`):
the transaction that publishes a state of the book also sets its generation, so that a reader sees both or neither. The
index folder must belong to this user and must not be writable by others.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from rulesite.rulebook import pending
from rulesite.rulebook.models import Library
from rulesite.search.store import seals
from rulesite.search.store.postgres import generations
from rulesite.search.store.schema import FILE

_LOCK = "writer.lock"
_KEEP_SECONDS = 10
"""Seconds for which a formerly current generation stays on disk for readers about to open it. No request takes as long,
and a reader that has opened it can go on reading."""
_KEEP_STAGED = 10 * 60
"""The same while an ingest is running, which may use it as its base."""
_KEEP_PREPARED = 24 * 60 * 60
"""The same for a generation that was never current: its state of the book may still be published."""
_CURRENT, _FORMER = "current", "former"
"""Marker files of a generation that the published database names, or named."""


class IndexUnsafe(Exception):  # noqa: N818
    """The index folder may have been written by another user, and is not opened."""


class IndexBusy(Exception):  # noqa: N818
    """Another process is writing the index and did not finish in time."""


class NothingHeld(Exception):  # noqa: N818
    """There is no library yet, so there is nothing to index."""


def root() -> Path:
    """The index folder; created if missing, with access for this user only."""
    path = Path(settings.INDEX_DIR)
    if not path.exists():
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def check_trust(path: Path) -> None:
    """Raise IndexUnsafe unless a folder is ours and others cannot write to it."""
    status = path.stat()
    if status.st_uid not in (os.geteuid(), 0):
        raise IndexUnsafe(f"{path} belongs to another user; remove it and run: manage.py reindex")
    if status.st_mode & 0o022:
        raise IndexUnsafe(f"{path} is writable by other users; run: chmod go-w {path}, then: manage.py reindex")


def secure() -> bool:
    """Return whether the files in the index folder can be trusted as a base; close the folder if it was open to others.

    If it was, its files may be another user's and the index is rebuilt from scratch. Raises IndexUnsafe if the folder
    is not ours.
    """
    path = root()
    try:
        check_trust(path)
    except IndexUnsafe:
        if path.stat().st_uid != os.geteuid():
            raise
        path.chmod(0o700)
        return False
    return True


def named() -> str:
    """The name of the current generation by the database, "" for none.

    Every search calls this, so it bypasses the ORM, which would take ten times as long.
    """
    with connection.cursor() as cursor:
        cursor.execute(*_query())
        row = cursor.fetchone()
    return row[0] if row else ""


@cache
def _query() -> tuple[str, tuple[Any, ...]]:
    return Library.objects.order_by("pk").values_list("index")[:1].query.sql_with_params()


def folder(name: str) -> Path | None:
    """The folder of a generation; None if there is none with that name.

    A generation made by another machine is fetched from the database first.
    """
    if not name or "/" in name:
        return None
    path = Path(settings.INDEX_DIR) / name
    if generations.applies() and not seals.is_whole(path):
        generations.fetch(name, root() / name)
    return path if (path / FILE).is_file() else None


def current() -> Path | None:
    """The folder of the current generation, None when there is none."""
    return folder(named())


def begin() -> Path:
    """A new, empty generation, not yet published."""
    path = root() / f"g{time.time_ns()}-{uuid.uuid4().hex[:6]}"
    path.mkdir(mode=0o700)
    return path


def complete(generation: Path) -> None:
    """Seal a finished generation, and sync it to disk and to the PostgreSQL store, if any, before it is published."""
    if not (generation / seals.SEAL).exists():
        seals.close(generation)
    for path in (*filter(Path.is_file, generation.rglob("*")), *generation.glob("*/"), generation):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    if generations.applies():
        generations.put(generation)


def publish(name: str, before: str | None = None) -> bool:
    """Make a generation the current one, with ``before`` only if that is still current; return whether it was done.

    Raises NothingHeld if there is no library.
    """
    libraries = Library.objects.all()
    if not libraries.exists():
        raise NothingHeld("nothing has been ingested yet, so there is nothing to index; run: manage.py ingest PATH")
    return bool((libraries if before is None else libraries.filter(index=before)).update(index=name))


def sweep() -> None:
    """Mark the current generation and former ones, and remove unused generations.

    Call it only for the published database.
    """
    name = named()
    for generation in root().glob("g*"):
        current, former = generation / _CURRENT, generation / _FORMER
        with suppress(FileNotFoundError):
            if generation.name == name:
                current.touch()
            elif current.exists():
                former.touch()
                current.unlink()
    tidy()
    if generations.applies():
        generations.tidy(name, _KEEP_STAGED)


def tidy() -> None:
    """Remove unused generations, by the marks of `sweep`.

    It keeps the current one, one that was current a moment ago, and for a day one that was prepared and may yet be
    published. When a generation is published that moment is not over yet, so readers also call this now and then.
    """
    name, now, moment = named(), time.time(), 0
    for old in Path(settings.INDEX_DIR).glob("g*"):
        former = old / _FORMER
        with suppress(FileNotFoundError):
            if old.name == name or (old / _CURRENT).exists():
                continue
            if not moment:
                moment = _KEEP_STAGED if pending.stage().exists() else _KEEP_SECONDS
            since = (former if former.exists() else old).stat().st_mtime
            if now - since > (moment if former.exists() else _KEEP_PREPARED):
                shutil.rmtree(old, ignore_errors=True)


def discard(generation: Path) -> None:
    """Remove a generation that was not published."""
    shutil.rmtree(generation, ignore_errors=True)
    if generations.applies():
        generations.discard(generation.name)


@contextmanager
def writing(timeout: float = 60.0) -> Iterator[None]:
    """Hold the writers' lock, for this process and all others; raise IndexBusy after ``timeout`` seconds.

    The kernel releases the lock when the process ends, however it ends.
    """
    with (root() / _LOCK).open("w") as file:
        deadline = time.monotonic() + timeout
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise IndexBusy(f"another process has been writing the index for {timeout:.0f} s") from None
                time.sleep(0.02)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)
