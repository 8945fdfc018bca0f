"""The index folder: generations of the index, the pointer to the current one, and the writers' lock.

A generation is a folder that is written once and then only read. Publishing it is one `os.replace` of the pointer, so
that a reader sees the old one or the new one and never a mixture. The folder must belong to this user and be
writable by nobody else: Whoosh keeps its schema as a pickle, and a pickle from a stranger runs code when opened.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

_POINTER = "CURRENT"
_LOCK = "writer.lock"
_KEEP_SECONDS = 120
"""How long an old generation stays on disk for readers that are about to open it."""


class IndexUnsafe(Exception):  # noqa: N818
    """The index folder could have been written by somebody else, and is not opened."""


class IndexBusy(Exception):  # noqa: N818
    """Another process is writing the index and did not finish in time."""


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


def current() -> Path | None:
    """The folder of the published generation, None when there is none."""
    folder = Path(settings.INDEX_DIR)
    try:
        name = (folder / _POINTER).read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    path = folder / name
    if not name or "/" in name or not path.is_dir():
        return None
    return path


def begin() -> Path:
    """A new, empty generation, not yet published."""
    path = root() / f"g{time.time_ns()}-{uuid.uuid4().hex[:6]}"
    path.mkdir(mode=0o700)
    return path


def publish(generation: Path) -> None:
    """Make a generation the current one, and sweep away those that nobody reads any more."""
    folder = generation.parent
    fresh = folder / f"{_POINTER}.{uuid.uuid4().hex}"
    with fresh.open("w", encoding="ascii") as file:
        file.write(generation.name)
        file.flush()
        os.fsync(file.fileno())
    previous = current()
    fresh.replace(folder / _POINTER)
    now = time.time()
    for old in folder.glob("g*"):
        if old in (generation, previous):
            continue
        try:
            if now - old.stat().st_mtime > _KEEP_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
        except FileNotFoundError:
            continue


def discard(generation: Path) -> None:
    """Remove a generation that was not published."""
    shutil.rmtree(generation, ignore_errors=True)


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
