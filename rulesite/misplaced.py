"""Misplaced files in the data folder: a file in place of a folder or the reverse, as left by a failed copy."""

from __future__ import annotations

from pathlib import Path

_ANEW = "move it away, and it is created again"
_DATABASE = "move it away, then restore a backup or ingest the documents again: python manage.py ingest PATH"
FOLDERS = ("compiled", "desk", "earlier", "index", "stage", "static")
FILES = {
    "rulebook.sqlite3": _DATABASE,
    "secret-key": _ANEW,
    **dict.fromkeys(
        ("coverage.json", "desk.lock", "errors.log", "following.lock", "ingest.lock", "liveness.json", "quotas"), _ANEW
    ),
    "static-files": _ANEW,
}


def find(folder: Path) -> tuple[str, str, str] | None:
    """The problem with the first misplaced item in a data folder, the hint, and its path."""
    for name in FOLDERS:
        if (path := folder / name).exists() and not path.is_dir():
            return f"The {name} in the data folder is a file and should be a folder", _ANEW, str(path)
    for name, mend in FILES.items():
        if (path := folder / name).is_dir():
            return f"The {name} in the data folder is a folder and should be a file", mend, str(path)
    return None
