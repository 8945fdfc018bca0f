"""Snapshots of the book from before the latest publications, so that these can be rolled back.

Each is a copy of the database, beside it, made right before a publication and named after its state. A rollback adds
what people wrote since, which is in the published database (`ingest.desk.rollback`).
"""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from ingest.staging import db_copies, pg_copies, tables
from ingest.staging.db_copies import Copy, FileCopy, SchemaCopy
from rulesite.rulebook import workspaces

_MAKING = "making"


def folder() -> Path:
    """The folder of snapshots, for a database that is a file."""
    return Path(settings.DATA_DIR) / "earlier"


def at(name: str) -> Copy:
    """The snapshot with a name, whether it exists or not."""
    if workspaces.is_shared():
        return SchemaCopy(workspaces.schema_of(f"earlier/{name}"))
    return FileCopy(folder() / f"{name}.sqlite3")


def name(state: tables.State) -> str:
    """The unique name of a state.

    >>> name(tables.State(3, 17, "2026-11-23 01:02:03.000004"))
    '3-17-20261123010203000004'
    """
    return f"{state.publication}-{state.revision}-{re.sub('[^0-9]', '', state.changed)}"


def keep(database: Copy) -> str:
    """Make a snapshot of a database; returns its name, "" if there is no book yet, or if the settings keep none.

    The snapshot is complete or absent, whenever the process ends.
    """
    if settings.KEPT_STATES < 1:
        return ""
    with db_copies.joined(database) as public:
        edition = tables.table("rulebook.Edition")
        if not public.execute(f"SELECT EXISTS (SELECT 1 FROM {public.main}.{edition})").fetchone()[0]:
            return ""
    making = at(_MAKING)
    db_copies.copy(database, making, lasting=True)
    with db_copies.joined(making) as opened:
        snapshot = name(tables.state(opened, opened.main))
    _call(making, at(snapshot))
    return snapshot


def _call(making: Copy, kept: Copy) -> None:
    """Give a complete snapshot its final name."""
    if isinstance(making, SchemaCopy) and isinstance(kept, SchemaCopy):
        with workspaces.beside() as opened:
            pg_copies.rename(opened, making.name, kept.name)
    elif isinstance(making, FileCopy) and isinstance(kept, FileCopy):
        making.path.replace(kept.path)


def kept() -> list[str]:
    """The names of the snapshots, the latest first."""
    if workspaces.is_shared():
        names = [annex.partition("/")[2] for annex in workspaces.within("earlier") if _number(annex)]
        return sorted(names, key=_number, reverse=True)
    files = sorted(folder().glob("*.sqlite3"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [path.stem for path in files if path.stem != _MAKING]


def tidy() -> None:
    """Delete all but the latest snapshots that the settings keep."""
    for snapshot in kept()[max(0, settings.KEPT_STATES) :]:
        gone = at(snapshot)
        if isinstance(gone, FileCopy):
            gone.path.unlink(missing_ok=True)
        else:
            workspaces.of(f"earlier/{snapshot}").discard()


def _number(annex: str) -> tuple[int, ...]:
    """The sort key of a snapshot, from the name of its workspace; () for one in the making."""
    return tuple(int(digits) for digits in re.findall("[0-9]+", annex))
