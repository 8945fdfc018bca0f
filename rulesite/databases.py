"""Databases: Django's settings for a database URL.

SQLite is the embedded database, PostgreSQL the one for several machines.

Both get the same queries. The differences are here: opening a connection, requirements on the database, and reading a
single state of it in several queries.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from rulesite.book_file import BookConnection
from rulesite.diagnostics import Trouble

_SECONDS = 20
"""Seconds to wait for another writer."""
_FORMS = "sqlite:////PATH or postgres://USER:PASSWORD@HOST:PORT/NAME"
_POSTGRES = ("postgres", "postgresql")
_KEYS = {"host", "sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "application_name", "passfile"}
"""The query parameters allowed in a URL, as in PostgreSQL's own tools."""


def of_url(url: str) -> dict[str, Any]:
    """The entry of Django's ``DATABASES`` for a URL; raises ImproperlyConfigured, with a hint, for an invalid one.

    >>> of_url("postgres://reader:s%40w@db.example.org:5433/rules?sslmode=require")["HOST"]
    'db.example.org'
    >>> of_url("postgres://reader@%2Frun%2Fpostgresql/rules")["HOST"]
    '/run/postgresql'
    >>> of_url("sqlite:////srv/rules.sqlite3")["NAME"]
    '/srv/rules.sqlite3'
    >>> of_url("mysql://db.example.org/rules")
    Traceback (most recent call last):
    django.core.exceptions.ImproperlyConfigured: RULESITE_DATABASE begins with mysql: and must be sqlite:////PATH or \
postgres://USER:PASSWORD@HOST:PORT/NAME
    """
    scheme = url.partition(":")[0] if ":" in url else ""
    if scheme == "sqlite":
        return _sqlite(url)
    if scheme in _POSTGRES:
        return _postgres(url)
    problem = f"begins with {scheme}:" if scheme else "is not a URL"
    raise ImproperlyConfigured(f"RULESITE_DATABASE {problem} and must be {_FORMS}")


def search_of(name: str, database: dict[str, Any]) -> str:
    """The full-text search backend; raises ImproperlyConfigured for an unknown one.

    >>> search_of("", {"ENGINE": "django.db.backends.sqlite3"})
    'embedded'
    """
    chosen = name or "embedded"
    if chosen not in ("embedded", "postgres"):
        raise ImproperlyConfigured(f"RULESITE_SEARCH is {chosen} and must be embedded or postgres")
    if chosen == "postgres" and not database["ENGINE"].endswith("postgresql"):
        raise ImproperlyConfigured("RULESITE_SEARCH=postgres needs PostgreSQL as RULESITE_DATABASE")
    return chosen


def _sqlite(url: str) -> dict[str, Any]:
    path = unquote(urlsplit(url).path)
    name = ":memory:" if url in ("sqlite://", "sqlite://:memory:") else path.removeprefix("/")
    if name != ":memory:" and path.startswith("//"):
        name = path[1:]
    if not name:
        raise ImproperlyConfigured(f"RULESITE_DATABASE names no file and must be {_FORMS}")
    options = {
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-64000;",
        "transaction_mode": "IMMEDIATE",
        "timeout": _SECONDS,
        "factory": BookConnection,
    }
    file = Path(name)
    if file.is_file() and not os.access(file.parent, os.W_OK) and not Path(f"{file}-wal").exists():
        # The folder is read-only, so SQLite must not try to write; the published data can still be read.
        name = f"{file.absolute().as_uri()}?immutable=1"
        options["init_command"] = "PRAGMA cache_size=-64000;"
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": options}


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        place = parts.netloc.rpartition("@")[2]  # the message must not contain the password
        raise ImproperlyConfigured(f"RULESITE_DATABASE has a port that is not a number ({place}): {_FORMS}") from None
    name = unquote(parts.path.removeprefix("/"))
    if not name or "/" in name:
        raise ImproperlyConfigured(f"RULESITE_DATABASE names no database after its host and must be {_FORMS}")
    options = dict(parse_qsl(parts.query))
    if unknown := sorted(options.keys() - _KEYS):
        known = ", ".join(sorted(_KEYS))
        raise ImproperlyConfigured(f"RULESITE_DATABASE has an unknown option {unknown[0]}; known ones are {known}")
    try:
        import psycopg  # noqa: F401
    except ImportError:
        mend = "install the driver with: make postgres"
        raise ImproperlyConfigured(f"RULESITE_DATABASE names a PostgreSQL database: {mend}") from None
    place = parts.netloc.rpartition("@")[2]
    named = parts.hostname or "" if place.startswith("[") else place.partition(":")[0]
    host = options.pop("host", "") or unquote(named)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(port or ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "application_name": "rulesite",
            "connect_timeout": "10",
            "options": f"-c lock_timeout={_SECONDS}s -c jit=off",
            **options,
        },
    }


_COLLATIONS = ("C", "POSIX", "C.UTF-8", "C.utf8")
_CREATE = "createdb --template template0 --encoding UTF8 --locale C.UTF-8 NAME"


def check(connection: Any) -> None:
    """Raise Trouble for a PostgreSQL database that sorts text other than by code point, or can't store all characters.

    SQLite sorts by code point; otherwise numbers and keys would be in another order.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_encoding_to_char(encoding), datcollate FROM pg_database WHERE datname = current_database()"
        )
        encoding, collation = cursor.fetchone()
    if encoding != "UTF8" or collation not in _COLLATIONS:
        what = "The database has the wrong encoding or collation"
        raise Trouble(what, f"create one with: {_CREATE}", f"{encoding}, {collation}")


@contextmanager
def reading_one_state(connection: Any) -> Iterator[None]:
    """Within the context, let transactions on a Django connection read a single state without blocking others.

    SQLite does so in a transaction that does not announce a write; PostgreSQL at the isolation level *repeatable read*:
    at others each query sees the latest commits.
    """
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        from psycopg import IsolationLevel

        opened, before = connection.connection, connection.connection.isolation_level
        opened.isolation_level = IsolationLevel.REPEATABLE_READ
        try:
            yield
        finally:
            if not opened.closed:
                opened.isolation_level = before
        return
    mode = getattr(connection, "transaction_mode", None)  # the site's mode is for writers, who wait for each other
    connection.transaction_mode = "DEFERRED"
    try:
        yield
    finally:
        connection.transaction_mode = mode
