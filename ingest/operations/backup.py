"""Backups: the whole site in one file, written by a running site and restored into a running site.

A backup is a zip: the database at one moment, the search index that belongs to that state, and a note that describes
it. It holds the accounts with their password hashes, so only its owner may read it. The secret key is not in it, as it
belongs to the machine.

A restore writes to the database through SQLite, in one transaction: a running site serves the old state and then the
restored one, and need not be stopped.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from urllib.parse import unquote, urlsplit

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.utils import DatabaseError

from ingest.staging import db_copies, stage
from rulesite import diagnostics
from rulesite.search.indexing import builder
from rulesite.search.store import generations, seals

_DATABASE, _INDEX, _NOTE = "rulebook.sqlite3", "index", "backup.json"
_OF_INDEX = re.compile(r"index/(?:\w+/)?\w[\w.]*")
_FORMAT = 1
_PIECE = 1 << 20


class NoBackup(diagnostics.Trouble):
    """A file is not a backup, or can't be restored here."""


class WouldOverwrite(Exception):  # noqa: N818
    """Something would be overwritten; the message names it."""


@dataclass(frozen=True)
class Backup:
    """The content of a backup: its size, its state, the time, and the generation of its index."""

    library: str
    editions: int
    corrections: int
    accounts: int
    publication: int
    revision: int
    index: str
    made: str
    format: int = _FORMAT

    def __str__(self) -> str:
        named = f"{self.editions} editions of {self.library}" if self.library else "no library"
        return f"{named}, {self.corrections} corrections, {self.accounts} accounts"


def write(file: Path, *, replace: bool = False) -> Backup:
    """Write a backup of the site to a file; an existing file is refused unless ``replace``.

    Readers and writers continue meanwhile. Raises Held if the file exists, Trouble if the database is damaged or can't
    be backed up this way.
    """
    _refuse_postgresql(f"pg_dump --format=custom --file={quote(str(file))}")
    database = _database()
    schema = diagnostics.schema() if database.exists() else diagnostics.Schema.ABSENT
    if schema in (diagnostics.Schema.ABSENT, diagnostics.Schema.NEWER):
        raise schema.trouble
    if file.exists() and not replace:
        raise WouldOverwrite(f"{file} exists already: name another file, or use --replace")
    with _beside(file) as folder:
        copy = folder / _DATABASE
        _copy(database, copy)
        _check(copy, diagnostics.Trouble("The database is damaged", "restore the last backup", str(database)))
        made = _held(copy)
        generation = generations.folder(made.index)
        fresh = folder / file.name
        fresh.touch(mode=0o600)
        with zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
            packed.writestr(_NOTE, json.dumps(asdict(made), indent=1))
            packed.write(copy, _DATABASE)
            if generation is not None:
                for name in seals.files(generation):
                    packed.write(generation / name, f"{_INDEX}/{name}")
        _to_disk(fresh)
        fresh.replace(file)
        _to_disk(file.parent)
    return made


def restore(file: Path, *, replace: bool = False) -> Backup:
    """Restore a backup; a running site continues with it.

    A backup of an older version is migrated first. Raises NoBackup for a file that can't be restored, Held if something
    would be lost without ``replace``, staging.Busy while an ingest is at work.
    """
    _refuse_postgresql("pg_restore --clean --if-exists --single-transaction", quote(str(file)))
    database = _database()
    with stage.alone(), tempfile.TemporaryDirectory(prefix="restoring-", dir=settings.DATA_DIR) as made:
        folder = Path(made)
        copy = _unpacked(file, folder)
        _bring_up_to_date(copy, file)
        present, restored = _there(database), _held(copy)
        if present is not None and not replace:
            raise WouldOverwrite(
                f"this site has {present}; the backup of {restored.made} has {restored}: use --replace to overwrite it"
            )
        _put_index(folder / _INDEX, restored.index)
        _sign(copy, present)
        if database.exists():
            _copy(copy, database)
        else:
            copy.replace(database)
        connection.close()
    if builder.usable(generations.named()) is None and restored.library:
        builder.rebuild()
    generations.sweep()
    return restored


def _refuse_postgresql(command: str, file: str = "") -> None:
    """Raise Trouble for PostgreSQL, whose own tools do this on a running site, with the command to type.

    There the database holds everything, including the search index and the snapshots. Passwords are not shown.
    """
    if connection.vendor != "postgresql":
        return
    database = connection.settings_dict
    where = {
        "host": database["HOST"],
        "port": database["PORT"],
        "username": database["USER"],
        "dbname": database["NAME"],
    }
    words = [f"--{name}={quote(str(value))}" for name, value in where.items() if value]
    mend = " ".join([command, *words, *filter(None, [file])])
    raise diagnostics.Trouble("A PostgreSQL database is backed up and restored with its own tools", mend)


def _database() -> Path:
    """The path of the database."""
    name = str(connection.settings_dict["NAME"])
    return Path(unquote(urlsplit(name).path)) if name.startswith("file:") else Path(name)


@contextlib.contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A temporary folder on the same disk as a future file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=file.parent) as folder:
        yield Path(folder)


def _copy(source: Path, target: Path) -> None:
    """Copy a database into another one, in one transaction; its readers are not interrupted."""
    if not target.exists():
        target.touch(mode=0o600)
    with (
        contextlib.closing(_opened(source)) as reader,
        contextlib.closing(sqlite3.connect(target, timeout=db_copies.TIMEOUT)) as writer,
    ):
        writer.execute("PRAGMA synchronous = FULL")
        reader.backup(writer)
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _opened(database: Path) -> sqlite3.Connection:
    """A connection to a database; a write-protected one is opened as immutable."""
    shut = database == _database() and str(connection.settings_dict["NAME"]).startswith("file:")
    name = str(connection.settings_dict["NAME"]) if shut else str(database)
    return sqlite3.connect(name, timeout=db_copies.TIMEOUT, uri=shut)


def _check(database: Path, damaged: diagnostics.Trouble) -> None:
    """Check that a database is sound; raises ``damaged`` if it is not."""
    with contextlib.closing(sqlite3.connect(database)) as opened:
        try:
            sound = opened.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
        except sqlite3.DatabaseError:
            sound = False
    if not sound:
        raise damaged


def _held(database: Path) -> Backup:
    """The content of a database."""
    with contextlib.closing(_opened(database)) as opened:
        opened.row_factory = sqlite3.Row
        library = opened.execute("SELECT * FROM rulebook_library ORDER BY id").fetchone()
        fields = dict(library) if library else {}
        editions, corrections, accounts = (
            opened.execute(f"SELECT count(*) FROM {apps.get_model(label)._meta.db_table}").fetchone()[0]
            for label in ("rulebook.Edition", "rulebook.Correction", "auth.User")
        )
    state = fields.get("publication", 0), fields.get("revision", 0), fields.get("index", "")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Backup(fields.get("name", ""), editions, corrections, accounts, *state, now)


def _there(database: Path) -> Backup | None:
    """What would be overwritten; None if there is nothing, or nothing readable."""
    if not database.exists():
        return None
    try:
        present = _held(database)
    except sqlite3.DatabaseError:
        return Backup("a database that can't be read", 0, 0, 0, 0, 0, "", "")
    return present if present.library or present.accounts else None


def _unpacked(file: Path, folder: Path) -> Path:
    """The database of a backup, unpacked into a folder beside its index. Raises NoBackup for any other file."""
    if not file.is_file():
        raise NoBackup("There is no such file", "name a file made by manage.py backup", str(file))
    try:
        with zipfile.ZipFile(file) as packed:
            if json.loads(packed.read(_NOTE))["format"] > _FORMAT:
                raise NoBackup("The backup was made by a newer version", "update this checkout", str(file))
            for name in filter(_belongs, packed.namelist()):
                (folder / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with packed.open(name) as reading, (folder / name).open("xb") as writing:
                    os.fchmod(writing.fileno(), 0o600)
                    shutil.copyfileobj(reading, writing, _PIECE)
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError, NotImplementedError, zlib.error) as error:
        mend = "name a complete file made by manage.py backup"
        raise NoBackup("The file is not a backup, or is damaged", mend, f"{file}: {error}") from error
    database = folder / _DATABASE
    damaged = NoBackup("The database in the backup is missing or damaged", "name another backup", str(file))
    if not database.exists():
        raise damaged
    _check(database, damaged)
    return database


def _belongs(name: str) -> bool:
    """Whether something in a backup is its database, or a file of its index.

    >>> [_belongs(name) for name in ("rulebook.sqlite3", "index/whoosh/segments.json", "index/../settings.py")]
    [True, True, False]
    """
    return name == _DATABASE or bool(_OF_INDEX.fullmatch(name))


def _bring_up_to_date(copy: Path, file: Path) -> None:
    """Migrate a database to this version. Raises NoBackup if a newer version wrote it."""
    with _using(copy):
        schema = diagnostics.schema()
        if schema is diagnostics.Schema.NEWER:
            what, mend = schema.value
            raise NoBackup(what, mend, str(file))
        if schema is diagnostics.Schema.ABSENT:
            raise NoBackup("The backup holds the database of another program", "name another backup", str(file))
        if schema is diagnostics.Schema.OLDER:
            try:
                call_command("migrate", verbosity=0)
            except DatabaseError as error:
                raise NoBackup(
                    "The backup can't be migrated to this version", "name another backup", str(error)
                ) from error


@contextlib.contextmanager
def _using(database: Path) -> Iterator[None]:
    """Make another file this process's database for a while; afterwards that file holds all changes."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(database)
    try:
        yield
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def _put_index(packed: Path, name: str) -> None:
    """Put the index generation of a backup where readers look for it; one that exists already is the same."""
    if not packed.exists() or generations.folder(name) is not None:
        return
    generations.complete(packed)
    packed.replace(generations.root() / name)


def _sign(copy: Path, held: Backup | None) -> None:
    """Give the restored state a name that no earlier state had."""
    with contextlib.closing(sqlite3.connect(copy)) as opened, opened:
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
        last = held.publication if held else 0
        opened.execute("UPDATE rulebook_library SET publication = max(publication, ?) + 1, changed = ?", (last, now))


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
