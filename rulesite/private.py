"""Private files: what lies in the data folder is for the user alone who runs the site, from the moment it is made.

Accounts, sessions and the key that signs them are among it. What SQLite puts beside the database (``-wal``, ``-shm``)
has the database's mode.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from rulesite.trouble import Trouble

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OURS = frozenset(
    ["errors.log", "index", "rulebook.sqlite3", "rulebook.sqlite3-shm", "rulebook.sqlite3-wal", "secret-key", "stage"]
)
"""What a data folder holds that was left open once; what is made now is shut from the start."""

_MEND = "move it away, and another is made; whoever is logged in then logs in again"


def keep_private() -> None:
    """Let nothing that this process makes from now on be read by other users of the machine."""
    os.umask(os.umask(_OTHERS) | _OTHERS)


def kept(path: Path, make: Callable[[], str]) -> str:
    """The text in a file, which is made where there is none; where nothing can be kept, one for this run.

    The file is there whole or not at all, and of two processes that make it both have the one that is kept. Raises
    Trouble for one that is no text, and for a folder in its place.
    """
    with suppress(OSError):
        if path.is_dir():
            raise Trouble(f"The {path.name} is a folder, and should be a file", _MEND, str(path))
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
        raise Trouble(f"The {path.name} is damaged, or is none", _MEND, f"{path}: {error}") from error


def open_to_others(folder: Path) -> list[Path]:
    """What other users of the machine may look into: a data folder, and what of ours lies in it.

    Nothing where the folder itself is shut: nobody gets further.
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
    """Let other users of the machine look into some files and folders no more; what is another user's stays."""
    for path in paths:
        with suppress(PermissionError):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)


def _is_open(path: Path) -> bool:
    return not path.is_symlink() and bool(path.stat().st_mode & _OTHERS)
