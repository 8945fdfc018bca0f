"""Troubles of the machine: what can be wrong with a disk, a folder or a database, said in a sentence with its mend.

One place knows them, for every command (`rulesite.console`) and for the pages of the site (`reading.views.errors`).
What is not among them is a fault of ours, and is never explained away.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from concurrent.futures import BrokenExecutor
from enum import Enum
from pathlib import Path
from typing import Any

from rulesite import misplaced

_FULL = "The disk is full", "make room in the data folder, or name another one with RULESITE_DATA, and do it again"
_DAMAGED = "put a backup in its place; or move it away, and bring the documents in again: python manage.py ingest PATH"
_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_SHUT = "give this user the right to, or name another data folder with RULESITE_DATA"
_SHUT_ERRORS = (errno.EACCES, errno.EPERM, errno.EROFS)
_KIND_ERRORS = (errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY)
"""What is said of a file that should be a folder, and of a folder that should be a file."""
_WRITING = "Somebody else is writing to the database", "try again in a moment"
_WAITED = ("55P03", "40P01", "40001")
"""What PostgreSQL says of one who waits for another writer too long, or in a ring, or was overtaken."""
_DISK_FULL = "53100"
_LITTLE = 1_000_000
"""Bytes; a disk on which less is free is full."""


class Trouble(Exception):  # noqa: N818 - the name says it
    """What the machine can't do, and the mend.

    ``where`` names paths and gives the system's own words: it is for whoever runs the site, and never shown to readers.
    """

    def __init__(self, what: str, mend: str, where: str = "") -> None:
        super().__init__(what, mend, where)
        self.what, self.mend, self.where = what, mend, where

    def __str__(self) -> str:
        return f"{self.what}{f' ({self.where})' if self.where else ''}: {self.mend}."


class DiskFullError(Trouble):
    """There is no room left on the disk of the data folder."""


class Schema(Enum):
    """Whose the tables of the database are, each state with what is wrong and the mend."""

    ABSENT = (
        "There is no rulebook yet",
        "python manage.py ingest PATH brings documents in, and make run begins with the pocket edition",
    )
    OLDER = (
        "The database was made by an older version",
        "make run brings it up to date, and so does: python manage.py migrate",
    )
    NEWER = (
        "The database was made by a newer version",
        "bring this checkout up to date, or name another data folder with RULESITE_DATA",
    )
    CURRENT = ("The database is as this version makes it", "nothing is to be done")

    @property
    def trouble(self) -> Trouble:
        """The state as a trouble."""
        return Trouble(*self.value, str(_setting("DATA_DIR")))


def schema() -> Schema:
    """Whose the tables of the database are, by the migrations that it has seen; raises what the database raises."""
    from django.apps import apps
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    migrations = MigrationLoader(connection)
    applied = {name for name in migrations.applied_migrations if name[0] in apps.app_configs}
    known = set(migrations.disk_migrations)
    if not applied:
        return Schema.ABSENT
    if applied - known - {name for each in migrations.disk_migrations.values() for name in each.replaces}:
        return Schema.NEWER
    return Schema.OLDER if known - applied else Schema.CURRENT


def explain(error: BaseException | None) -> Trouble | None:
    """The trouble that an error comes from; None for a fault of the program."""
    while error is not None:
        for known in (_told, _of_a_process, _of_the_database, _of_a_file, _of_the_settings):
            if found := known(error):
                return found
        error = error.__cause__
    return None


def shut(folder: Path) -> Trouble:
    """The trouble with a data folder that can't be written to."""
    return Trouble("The data folder can't be written to by this user", _SHUT, str(folder))


def _told(error: BaseException) -> Trouble | None:
    return error if isinstance(error, Trouble) else None


def _of_a_process(error: BaseException) -> Trouble | None:
    if not isinstance(error, BrokenExecutor):
        return None
    mend = "see that the memory is enough and that nothing ends processes, and do it again: what was done is kept"
    return Trouble("A process that did a part of the work was killed", mend, str(error))


def _of_a_file(error: BaseException) -> Trouble | None:
    if isinstance(error, MemoryError):
        return Trouble("The memory is not enough", "give the machine more, or end what else runs, and do it again")
    if not isinstance(error, OSError):
        return None
    where = ": ".join(str(part) for part in (error.filename, error.strerror) if part)
    if error.errno in _FULL_ERRORS:
        return DiskFullError(*_FULL, where)
    if error.errno in _SHUT_ERRORS:
        return Trouble("A file or folder can't be read or written by this user", _SHUT, where)
    if error.errno in _KIND_ERRORS and str(error.filename) == str(_setting("DATA_DIR")):
        return Trouble("The data folder is no folder", "name another one with RULESITE_DATA", where)
    return _misplaced() if error.errno in _KIND_ERRORS else None


def _misplaced() -> Trouble | None:
    """The trouble with a file in the place of a folder, or the other way round, where there is one."""
    found = misplaced.find(Path(_setting("DATA_DIR")))
    return Trouble(*found) if found else None


def _of_the_settings(error: BaseException) -> Trouble | None:
    from django.core.exceptions import ImproperlyConfigured

    if not isinstance(error, ImproperlyConfigured):
        return None
    return Trouble("A setting is wrong", "mend it in the environment or in .env", str(error))


def _of_the_database(error: BaseException) -> Trouble | None:
    """What is wrong where the database refuses; None where it is sound and what it was asked is at fault."""
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    from django.db import DatabaseError, InterfaceError, OperationalError, connection

    if not isinstance(error, (DatabaseError, InterfaceError)) or isinstance(error.__cause__, sqlite3.Error):
        return None
    if connection.vendor != "sqlite" and isinstance(error, (OperationalError, InterfaceError)):
        said = str(error).strip().partition("\n")[0]
        if getattr(error.__cause__, "sqlstate", None) in _WAITED:
            return Trouble(*_WRITING, said)
        if getattr(error.__cause__, "sqlstate", None) == _DISK_FULL:
            return Trouble("The disk of the database is full", "make room there, and do it again", said)
        return Trouble("The database doesn't answer", "see that it runs, and that RULESITE_DATABASE is right", said)
    return _of_the_schema()


def _of_sqlite(error: sqlite3.Error) -> Trouble | None:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    database = str(_setting("DATABASES")["default"]["NAME"])
    where = f"{database}: {error}"
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        if code == sqlite3.SQLITE_FULL or _is_full(database):
            return DiskFullError(*_FULL, where)
        return Trouble(
            "The disk refuses to be read or written",
            "see that it is not full, that no limit is set on files, and that it is sound; then do it again",
            where,
        )
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return Trouble("The database is damaged, or is none", _DAMAGED, where)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return _misplaced() or Trouble("The database can't be written to by this user", _SHUT, where)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Trouble(*_WRITING, where)
    return _of_the_schema()


def _of_the_schema() -> Trouble | None:
    try:
        found = schema()
    except Exception as error:
        return explain(error)
    return None if found is Schema.CURRENT else found.trouble


def _is_full(database: str) -> bool:
    try:
        return shutil.disk_usage(Path(database).parent).free < _LITTLE
    except OSError:
        return False


def _setting(name: str) -> Any:
    from django.conf import settings

    return getattr(settings, name)
