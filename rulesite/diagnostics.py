"""Problems of the machine: messages, with hints, for problems of a disk, a folder or a database.

All are defined here, for every command (`rulesite.cli`) and for the pages of the site (`reading.views.errors`). Any
other error is an error in the program, and must not be explained as one of these.
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

_FULL = "The disk is full", "free some space in the data folder, or name another one with RULESITE_DATA, and try again"
_DAMAGED = "restore a backup; or move it away and ingest the documents again: python manage.py ingest PATH"
_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_SHUT = "give this user permission, or name another data folder with RULESITE_DATA"
_SHUT_ERRORS = (errno.EACCES, errno.EPERM, errno.EROFS)
_KIND_ERRORS = (errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY)
"""The errors for a file in place of a folder, and for a folder in place of a file."""
_WRITING = "Another process is writing to the database", "try again in a moment"
_WAITED = ("55P03", "40P01", "40001")
"""PostgreSQL's codes for a lock timeout, a deadlock and a serialization failure."""
_DISK_FULL = "53100"
_LITTLE = 1_000_000
"""A disk with fewer free bytes counts as full."""


class Trouble(Exception):  # noqa: N818 - the name says it
    """A problem of the machine, with a hint.

    ``where`` has paths and the system's own message: it is for the operator, and never shown to readers.
    """

    def __init__(self, what: str, mend: str, where: str = "") -> None:
        super().__init__(what, mend, where)
        self.what, self.mend, self.where = what, mend, where

    def __str__(self) -> str:
        return f"{self.what}{f' ({self.where})' if self.where else ''}: {self.mend}."


class DiskFullError(Trouble):
    """There is no space left on the disk of the data folder."""


class Schema(Enum):
    """The state of the database's schema, each with its message and hint."""

    ABSENT = (
        "There is no rulebook yet",
        "python manage.py ingest PATH loads documents; make run starts with the pocket edition",
    )
    OLDER = (
        "The database was made by an older version",
        "update it with make run, or with: python manage.py migrate",
    )
    NEWER = (
        "The database was made by a newer version",
        "update this checkout, or name another data folder with RULESITE_DATA",
    )
    CURRENT = ("The database is up to date", "there is nothing to do")

    @property
    def trouble(self) -> Trouble:
        """The state as an error."""
        return Trouble(*self.value, str(_setting("DATA_DIR")))


def schema() -> Schema:
    """The state of the database's schema, by its applied migrations; passes errors of the database on."""
    from django.apps import apps
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    migrations = MigrationLoader(connection)
    applied = {name for name in migrations.applied_migrations if name[0] in apps.app_configs}
    known = set(migrations.disk_migrations)
    if not applied:
        return Schema.ABSENT
    if applied - known - {name for migration in migrations.disk_migrations.values() for name in migration.replaces}:
        return Schema.NEWER
    return Schema.OLDER if known - applied else Schema.CURRENT


def explain(error: BaseException | None) -> Trouble | None:
    """The problem that caused an error; None for an error in the program."""
    while error is not None:
        for known in (_itself, _of_a_process, _of_the_database, _of_a_file, _of_the_settings):
            if trouble := known(error):
                return trouble
        error = error.__cause__
    return None


def shut(folder: Path) -> Trouble:
    """The problem of a data folder that is not writable."""
    return Trouble("The data folder can't be written to by this user", _SHUT, str(folder))


def _itself(error: BaseException) -> Trouble | None:
    return error if isinstance(error, Trouble) else None


def _of_a_process(error: BaseException) -> Trouble | None:
    if not isinstance(error, BrokenExecutor):
        return None
    mend = "check that there is enough memory and that nothing kills processes, then try again: finished work is kept"
    return Trouble("A worker process was killed", mend, str(error))


def _of_a_file(error: BaseException) -> Trouble | None:
    if isinstance(error, MemoryError):
        return Trouble("There is not enough memory", "give the machine more, or stop other programs, and try again")
    if not isinstance(error, OSError):
        return None
    where = ": ".join(str(part) for part in (error.filename, error.strerror) if part)
    if error.errno in _FULL_ERRORS:
        return DiskFullError(*_FULL, where)
    if error.errno in _SHUT_ERRORS:
        return Trouble("A file or folder can't be read or written by this user", _SHUT, where)
    if error.errno in _KIND_ERRORS and str(error.filename) == str(_setting("DATA_DIR")):
        return Trouble("The data folder is not a folder", "name another one with RULESITE_DATA", where)
    return _misplaced() if error.errno in _KIND_ERRORS else None


def _misplaced() -> Trouble | None:
    """The problem of a misplaced file or folder, if there is one."""
    problem = misplaced.find(Path(_setting("DATA_DIR")))
    return Trouble(*problem) if problem else None


def _of_the_settings(error: BaseException) -> Trouble | None:
    from django.core.exceptions import ImproperlyConfigured

    if not isinstance(error, ImproperlyConfigured):
        return None
    return Trouble("A setting is wrong", "fix it in the environment or in .env", str(error))


def _of_the_database(error: BaseException) -> Trouble | None:
    """The problem behind an error of the database; None if the database is sound and the query is at fault."""
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    from django.db import DatabaseError, InterfaceError, OperationalError, connection

    if not isinstance(error, (DatabaseError, InterfaceError)) or isinstance(error.__cause__, sqlite3.Error):
        return None
    if connection.vendor != "sqlite" and isinstance(error, (OperationalError, InterfaceError)):
        message = str(error).strip().partition("\n")[0]
        if getattr(error.__cause__, "sqlstate", None) in _WAITED:
            return Trouble(*_WRITING, message)
        if getattr(error.__cause__, "sqlstate", None) == _DISK_FULL:
            return Trouble("The disk of the database is full", "free some space there, and try again", message)
        return Trouble(
            "The database doesn't answer", "check that it is running and that RULESITE_DATABASE is right", message
        )
    return _of_the_schema()


def _of_sqlite(error: sqlite3.Error) -> Trouble | None:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    database = str(_setting("DATABASES")["default"]["NAME"])
    where = f"{database}: {error}"
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        if code == sqlite3.SQLITE_FULL or _is_full(database):
            return DiskFullError(*_FULL, where)
        return Trouble(
            "The disk can't be read or written",
            "check that it is not full, that no limit is set on files, and that it is sound; then try again",
            where,
        )
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return Trouble("The database is damaged, or not a database", _DAMAGED, where)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return _misplaced() or Trouble("The database can't be written to by this user", _SHUT, where)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Trouble(*_WRITING, where)
    return _of_the_schema()


def _of_the_schema() -> Trouble | None:
    try:
        state = schema()
    except Exception as error:
        return explain(error)
    return None if state is Schema.CURRENT else state.trouble


def _is_full(database: str) -> bool:
    try:
        return shutil.disk_usage(Path(database).parent).free < _LITTLE
    except OSError:
        return False


def _setting(name: str) -> Any:
    from django.conf import settings

    return getattr(settings, name)
