"""Data folders of tests, each with a database of its own: a file of SQLite in it or, where the tests run on PostgreSQL
(`tests.on_postgres`), a database of the cluster that was begun for them, which goes by a name that lies in the folder."""

from __future__ import annotations

import os
import shutil
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests import clusters

ON_POSTGRES = clusters.given() is not None
"""Whether the tests run on PostgreSQL."""
_NAMED, _FILE = "test-database", "rulebook.sqlite3"


def begin(folder: Path) -> None:
    """Make a data folder whose database holds nothing, not even tables; of a file there is not even the file."""
    folder.mkdir(parents=True)
    if ON_POSTGRES:
        _create(folder, "template0")


def name(folder: Path) -> str:
    """The database of a data folder, as the settings of a connection name it."""
    return (folder / _NAMED).read_text() if ON_POSTGRES else str(folder / _FILE)


def environment(folder: Path) -> dict[str, str]:
    """The environment in which commands work in a data folder; one that is not there yet is begun."""
    found = os.environ | {"RULESITE_DATA": str(folder)}
    cluster = clusters.given()
    if cluster is None:
        return found
    if not (folder / _NAMED).exists():
        folder.mkdir(parents=True, exist_ok=True)
        _create(folder, "template0")
    return found | {"RULESITE_DATABASE": cluster.url(name(folder))}


@contextmanager
def opened(folder: Path) -> Iterator[Any]:
    """The database of a data folder, on a connection whose changes are committed at the end."""
    if ON_POSTGRES:
        import psycopg

        with psycopg.connect(environment(folder)["RULESITE_DATABASE"]) as database:
            yield database
        return
    with closing(sqlite3.connect(folder / _FILE, timeout=60)) as database, database:
        yield database


def _copied_if_there(source: str, target: str) -> None:
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


def duplicate(source: Path, target: Path, *, symlinks: bool = False) -> None:
    """Copy a data folder with its database, in which nobody works; with ``symlinks`` what the engine compiles stays
    shared. What others give up there meanwhile, since it is overtaken, is not copied."""
    shutil.copytree(source, target, symlinks=symlinks, copy_function=_copied_if_there)
    if ON_POSTGRES:
        _create(target, name(source))


def share(folder: Path, other: Path) -> None:
    """Make a data folder that has the database of another one, as a second machine at one database of PostgreSQL has."""
    other.mkdir(parents=True)
    (other / _NAMED).write_text(name(folder))


def lay_out(kept: Path, folder: Path) -> None:
    """Have a data folder be again what was kept of it, with its database called as it was; files that nobody has
    written since are not copied again."""
    called = name(folder)
    if ON_POSTGRES:
        _drop(called)
    _mend(kept, folder)
    if ON_POSTGRES:
        _create(folder, name(kept), called)


def _mend(kept: Path, folder: Path) -> None:
    there = {entry.name: entry for entry in os.scandir(folder)}
    for entry in os.scandir(kept):
        found, target = there.pop(entry.name, None), folder / entry.name
        if found and found.is_dir(follow_symlinks=False) and entry.is_dir():
            _mend(Path(entry), target)
            continue
        if found and _look(found) == _look(entry):
            continue
        if found:
            _give_up(found)
        (shutil.copytree if entry.is_dir() else shutil.copy2)(entry, target)
    for found in there.values():
        _give_up(found)
    shutil.copystat(kept, folder)


def _look(entry: os.DirEntry[str]) -> tuple[int, int, int]:
    """What a file is told by from one that somebody has written to since."""
    said = entry.stat(follow_symlinks=False)
    return said.st_mode, said.st_size, said.st_mtime_ns


def _give_up(entry: os.DirEntry[str]) -> None:
    if entry.is_dir(follow_symlinks=False):
        shutil.rmtree(entry)
    else:
        os.unlink(entry)


def remove(folder: Path) -> None:
    """Give up a data folder with its database."""
    if ON_POSTGRES and (folder / _NAMED).exists():
        _drop(name(folder))
    shutil.rmtree(folder)


def _drop(database: str) -> None:
    _run(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')


def _create(folder: Path, template: str, called: str = "") -> None:
    """Make the database of a data folder; whoever was killed while they worked in its template is there no more."""
    made = called or f"test_{uuid.uuid4().hex[:20]}"
    _run(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{template}'",
        f"CREATE DATABASE \"{made}\" TEMPLATE \"{template}\" ENCODING 'UTF8' LOCALE 'C.UTF-8'",
    )
    (folder / _NAMED).write_text(made)


def _run(*statements: str) -> None:
    import psycopg

    cluster = clusters.given()
    assert cluster is not None
    with psycopg.connect(cluster.url("postgres"), autocommit=True) as database:
        for statement in statements:
            database.execute(statement.encode())
