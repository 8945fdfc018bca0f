"""Earlier: the states of the book before the latest publications, kept so that these can be taken back.

Each is a copy of the database beside it, made right before a publication and named by the state that it holds. What
people wrote since is in the published database; whoever goes back to a state lays that over it (`ingest.taking_back`).
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path

from django.conf import settings

from ingest import tables

_TIMEOUT = 60.0


def folder() -> Path:
    """Where the states are kept."""
    return Path(settings.DATA_DIR) / "earlier"


def name(state: tables.State) -> str:
    """The name of a state, which no other state has.

    >>> name(tables.State(3, 17, "2026-11-23 01:02:03.000004"))
    '3-17-20261123010203000004'
    """
    return f"{state.publication}-{state.revision}-{re.sub('[^0-9]', '', state.changed)}"


def keep(database: Path) -> str:
    """Keep the state that a database is in; returns its name, "" where there is no book yet, or none is to be kept.

    The copy is there whole or not at all, whenever the process ends.
    """
    if settings.KEPT_STATES < 1:
        return ""
    with contextlib.closing(sqlite3.connect(database, timeout=_TIMEOUT)) as public:
        edition = tables.table("rulebook.Edition")
        if not public.execute(f"SELECT EXISTS (SELECT 1 FROM {edition})").fetchone()[0]:
            return ""
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = folder() / "making.new"
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as copy:
            public.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            kept = name(tables.state(copy))
    fresh.replace(folder() / f"{kept}.sqlite3")
    return kept


def tidy() -> None:
    """Give up all but the latest states that are to be kept."""
    made = sorted(folder().glob("*.sqlite3"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in made[max(0, settings.KEPT_STATES) :]:
        path.unlink(missing_ok=True)
