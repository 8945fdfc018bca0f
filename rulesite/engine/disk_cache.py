"""A cache on disk for what is slow to make and always the same: compiled grammars and parsed texts.

Nothing is stored until a folder is set (`keep_in`). An entry is found by a digest of its sources, so it is never out of
date. It is a pickle, and a pickle from a stranger can run code: a folder that does not belong to this user, or that
others may write to, is not used. Without a cache everything works as well, only slower.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import sys
import uuid
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
_folder: Path | None = None


def keep_in(folder: Path) -> None:
    """Use this folder as the cache; it is created when first needed."""
    global _folder
    _folder = folder


def folder() -> Path | None:
    """The folder of the cache, None if none is set."""
    return _folder


def kept(name: str, source: str, make: Callable[[], T], dump: Callable[[T], bytes], load: Callable[[bytes], T]) -> T:
    """What ``make`` compiles from a source: loaded from the cache if stored there, else made and stored."""
    # A file that is cut short or cannot be loaded counts as missing: its content is made anew.
    with contextlib.suppress(Exception), _staying():
        return load(held(name, source) or b"")
    made = make()
    if _path(name, source) is not None:
        hold(name, source, dump(made))
    return made


@contextlib.contextmanager
def _staying() -> Iterator[None]:
    """Exempt objects made within the block from garbage collection: Python does not look for cycles while very many are
    made, nor ever again among these. Otherwise that, and the end of the process, takes longer than all the rest."""
    sought = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if sought:
            gc.enable()


def held(name: str, source: str) -> bytes | None:
    """The data stored under a name; None if there is none, or if it was made from another source."""
    path = _path(name, source)
    with contextlib.suppress(OSError):
        return path.read_bytes() if path is not None else None
    return None


def hold(name: str, source: str, data: bytes) -> None:
    """Store data under a name, replacing any that is there."""
    path = _path(name, source)
    if path is None:
        return
    with contextlib.suppress(OSError):
        fresh = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
        try:
            fresh.write_bytes(data)
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        for old in path.parent.glob(f"{name}-*"):
            if old != path:
                old.unlink(missing_ok=True)


def digest_of(folder: Path, *rooms: str) -> str:
    """A digest of all sources in a folder, or in some of its packages."""
    made = hashlib.sha256()
    for path in sorted(each for room in rooms or (".",) for each in (folder / room).rglob("*")):
        if path.suffix in (".py", ".lark", ".toml", ".txt"):
            made.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return made.hexdigest()[:32]


def _path(name: str, source: str) -> Path | None:
    """The path of an entry; None where nothing can be stored."""
    if _folder is None:
        return None
    try:
        _folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = _folder.stat()
    except OSError:
        return None
    if status.st_uid not in (os.geteuid(), 0) or status.st_mode & 0o022:
        return None
    made_of = "\n".join([source, sys.version, version("lark")])
    return _folder / f"{name}-{hashlib.sha256(made_of.encode()).hexdigest()[:32]}"
