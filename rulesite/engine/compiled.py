"""What is slow to compile and always the same: grammars, kept on disk between runs.

Nothing is kept until a folder is named (`keep_in`). What is kept is found by a digest of its sources: it is never out
of date. It is a pickle, and a pickle from a stranger runs code: the folder belongs to this user and nobody else may
write to it, or it is not used. Where nothing can be kept everything works as well, only slower.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import uuid
from collections.abc import Callable
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
    path = _path(name, source)
    if path is None:
        return make()
    # A file that was cut short or cannot be loaded is as none: it is made anew.
    with contextlib.suppress(Exception):
        return load(path.read_bytes())
    made = make()
    with contextlib.suppress(OSError):
        fresh = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
        try:
            fresh.write_bytes(dump(made))
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        for old in path.parent.glob(f"{name}-*"):
            if old != path:
                old.unlink(missing_ok=True)
    return made


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
