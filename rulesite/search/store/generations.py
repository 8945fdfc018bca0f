"""The index folder: generations of the index, which of them is current, and the writers' lock.

A generation is a folder that is written once and then only read. The current one is named by the database
(`Library.index`): whoever publishes a state of the book names in the same transaction the generation that belongs to
it, so that a reader sees both or neither. The folder must belong to this user and be writable by nobody else.
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
"""How long a generation that was current stays on disk for readers that are about to open it: no answer takes as long,
and whoever has opened it goes on reading."""
_KEEP_STAGED = 10 * 60
"""How long one stays while an ingest is at work, which may build upon it."""
_KEEP_PREPARED = 24 * 60 * 60
"""How long one stays that never was: the state of the book that it belongs to may still be published."""
_CURRENT, _FORMER = "current", "former"
"""What is marked of a generation: that it is, or that it was, the one which the published database names."""


class IndexUnsafe(Exception):  # noqa: N818
    """The index folder could have been written by somebody else, and is not opened."""


class IndexBusy(Exception):  # noqa: N818
    """Another process is writing the index and did not finish in time."""


class NothingHeld(Exception):  # noqa: N818
    """There is no library yet, and so nothing that an index could belong to."""


def root() -> Path:
    """The index folder, made when it is not there, readable and writable by this user alone."""
    path = Path(settings.INDEX_DIR)
    if not path.exists():
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def check_trust(path: Path) -> None:
    """Raise IndexUnsafe unless a folder is ours and no stranger may write to it."""
    status = path.stat()
    if status.st_uid not in (os.geteuid(), 0):
        raise IndexUnsafe(f"{path} belongs to another user; remove it and run: manage.py reindex")
    if status.st_mode & 0o022:
        raise IndexUnsafe(f"{path} can be written by others; run: chmod go-w {path}, then: manage.py reindex")


def secure() -> bool:
    """Whether what the index folder holds can be built upon; a folder of ours that was open to others is closed first.

    What lies in such a folder may be a stranger's: an index is then made from nothing. Raises IndexUnsafe when the
    folder is not ours to close.
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
    """The name of the generation that belongs to what the database holds, "" for none.

    For every search, and so without the ORM, which would take ten times as long.
    """
    with connection.cursor() as cursor:
        cursor.execute(*_query())
        row = cursor.fetchone()
    return row[0] if row else ""


@cache
def _query() -> tuple[str, tuple[Any, ...]]:
    return Library.objects.order_by("pk").values_list("index")[:1].query.sql_with_params()


def folder(name: str) -> Path | None:
    """The folder of a generation, None when there is none of that name.

    One that another machine has made is fetched from the database first.
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
    """Seal a finished generation, and see to it that it is on disk, and in the depot where there is one, before anybody
    names it."""
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
    """Make a generation the current one; with ``before``, only where that one is, and tell whether it was.

    Raises NothingHeld where there is no library.
    """
    libraries = Library.objects.all()
    if not libraries.exists():
        raise NothingHeld("nothing has been ingested yet, so there is nothing to index; run: manage.py ingest PATH")
    return bool((libraries if before is None else libraries.filter(index=before)).update(index=name))


def sweep() -> None:
    """Mark which generation is current and which was, and remove those that nobody reads any more.

    For the published database alone.
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
    """Remove the generations that nobody reads any more, by what `sweep` has marked.

    It keeps the current one, what was current a moment ago, and for a day what was prepared and may yet be published.
    Since that moment is still to pass when a generation is published, readers do it too, now and then.
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
    """Be the only writer, in this process and all others; raise IndexBusy after ``timeout`` seconds.

    The lock is the kernel's: it goes with the process that holds it, however that ends.
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
