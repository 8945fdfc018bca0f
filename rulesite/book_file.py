"""Opening the file of a SQLite database: an existing empty file means that its content was lost.

SQLite creates the file when it opens it, and writes to it later; a process killed in between, or a full disk, would
leave it empty. This module creates a database file atomically with its header, so an empty file is always damaged.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from rulesite.diagnostics import Trouble

_URI, _MEMORY = "file:", ":memory:"
_WHAT = "The database is damaged: its file is empty"
_MEND = (
    "restore a backup (python manage.py restore FILE --replace); or move it away and ingest the documents again: "
    "python manage.py ingest PATH"
)


class BookConnection(sqlite3.Connection):
    """A connection to a database file; raises Trouble if the file is empty."""

    def __init__(self, database: str, *args: Any, **options: Any) -> None:
        path = Path(unquote(str(database).removeprefix(f"{_URI}//").partition("?")[0]))
        if str(database) != _MEMORY and path.is_absolute():
            if path.is_file() and not path.stat().st_size:
                raise Trouble(_WHAT, _MEND, str(path))
            if not path.exists() and not str(database).startswith(_URI):
                _lay(path)
        super().__init__(database, *args, **options)


def _lay(path: Path) -> None:
    """Create a database without tables; do nothing in a missing or read-only folder, which SQLite reports itself."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    os.close(handle)
    fresh = Path(name)
    try:
        with closing(sqlite3.connect(fresh)) as made:
            made.execute("PRAGMA journal_mode=WAL")
        try:
            os.link(fresh, path)  # fails if another process has created it
        except FileExistsError:
            pass
        except OSError:  # some file systems have no hard links
            fresh.replace(path)
    finally:
        with suppress(FileNotFoundError):
            fresh.unlink()
