"""Private files: only the user who runs the site can read the data folder's files, from their creation on.

They include accounts, sessions and the key that signs them. SQLite's files beside the database (``-wal``, ``-shm``)
have the database's mode.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from rulesite.diagnostics import Trouble

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OURS = frozenset(
    ["errors.log", "index", "rulebook.sqlite3", "rulebook.sqlite3-shm", "rulebook.sqlite3-wal", "secret-key", "stage"]
)
"""The files of a data folder that earlier versions left readable; new ones are private from the start."""

_MEND = "move it away, and a new one is created; everyone must then log in again"


def keep_private() -> None:
    """Make all files that this process creates from now on unreadable for other users of the machine."""
    os.umask(os.umask(_OTHERS) | _OTHERS)


def kept(path: Path, make: Callable[[], str]) -> str:
    """The text in a file, created if missing; if it can't be stored, a text for this run only.

    The file is written atomically, and two processes that create it at once both get the stored text. Raises Trouble
    for a file that is not text, and for a folder in its place.
    """
    with suppress(OSError):
        if path.is_dir():
            raise Trouble(f"The {path.name} is a folder and should be a file", _MEND, str(path))
        if text := _read(path):
            return text
    text = make()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    except OSError:
        return text
    with suppress(OSError):
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        try:
            os.link(fresh, path)
        except FileExistsError:
            if made := _read(path):
                text = made
            else:
                Path(fresh).replace(path)
    Path(fresh).unlink(missing_ok=True)
    return text


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError as error:
        raise Trouble(f"The {path.name} is damaged", _MEND, f"{path}: {error}") from error


def open_to_others(folder: Path) -> list[Path]:
    """The paths that other users of the machine can read: a data folder, and the site's files in it.

    Empty if the folder itself is private, as nobody can get inside.
    """
    try:
        if not folder.stat().st_mode & _OTHERS:
            return []
        return [
            path
            for path in [folder, *sorted(folder.iterdir())]
            if _is_open(path) and path.name in {folder.name, *_OURS}
        ]
    except OSError:
        return []


def shut(paths: Iterable[Path]) -> None:
    """Remove other users' access to some files and folders; leave those of another owner."""
    for path in paths:
        with suppress(PermissionError):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)


def _is_open(path: Path) -> bool:
    return not path.is_symlink() and bool(path.stat().st_mode & _OTHERS)
