"""What is slow to make and always the same, kept on disk between runs: grammars, and what texts were read as.

Nothing is kept until a folder is named (`keep_in`). What is kept is found by a digest of its sources: it is never out
of date. It is a pickle, and a pickle from a stranger runs code: the folder belongs to this user and nobody else may
write to it, or it is not used. Where nothing can be kept everything works as well, only slower.
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
    """Keep what is compiled in a folder, which is made when it is needed."""
    global _folder
    _folder = folder


def folder() -> Path | None:
    """The folder that was named."""
    return _folder


def kept(name: str, source: str, make: Callable[[], T], dump: Callable[[T], bytes], load: Callable[[bytes], T]) -> T:
    """What ``make`` compiles from a source: loaded when it is kept already, else made and kept."""
    # A file that was cut short or cannot be loaded is as none: it is made anew.
    with contextlib.suppress(Exception), _staying():
        return load(held(name, source) or b"")
    made = make()
    if _path(name, source) is not None:
        hold(name, source, dump(made))
    return made


@contextlib.contextmanager
def _staying() -> Iterator[None]:
    """What is made within the block stays: Python does not look for rings of objects that nobody holds while very many
    are made, nor ever again among these. Else both that and the end of the process take longer than all the rest."""
    sought = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if sought:
            gc.enable()


def held(name: str, source: str) -> bytes | None:
    """What is kept under a name; None where that is nothing, or was made of another source."""
    path = _path(name, source)
    with contextlib.suppress(OSError):
        return path.read_bytes() if path is not None else None
    return None


def hold(name: str, source: str, data: bytes) -> None:
    """Keep something under a name, in place of what was kept there."""
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
    """A digest of all sources in a folder, or in some rooms of it."""
    made = hashlib.sha256()
    for path in sorted(each for room in rooms or (".",) for each in (folder / room).rglob("*")):
        if path.suffix in (".py", ".lark", ".toml", ".txt"):
            made.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return made.hexdigest()[:32]


def _path(name: str, source: str) -> Path | None:
    """Where something is kept; None where nothing may be."""
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
