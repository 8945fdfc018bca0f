"""Connections to the database for a server: they stay open between requests.

Opening one takes longer than most responses.

Each thread's connection also caches pages of the database, so these are few. When another file replaces the open one (a
restored backup, a new library), the next request opens that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.signals import request_started
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

_KILOBYTES = 2_000
"""The kilobytes of the database that each thread caches; more made no page faster."""
_STATEMENTS = 16
"""Prepared statements cached by each thread: one with a thousand parameters holds a megabyte for good."""
_OPENED = "_opened_file"


def share() -> None:
    """Keep connections open from now on, for a server with lasting threads."""
    for alias in connections:
        connections.settings[alias]["CONN_MAX_AGE"] = None
        if connections.settings[alias]["ENGINE"].endswith("sqlite3"):
            connections.settings[alias].setdefault("OPTIONS", {})["cached_statements"] = _STATEMENTS
    connection_created.connect(_opened, dispatch_uid="rulesite.db_connections")
    request_started.connect(_close_replaced, dispatch_uid="rulesite.db_connections")


def _opened(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "sqlite":
        setattr(connection, _OPENED, _file(connection))
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA cache_size = -{_KILOBYTES}")


def _close_replaced(**_: Any) -> None:
    for connection in connections.all(initialized_only=True):
        is_open = connection.connection is not None and not connection.in_atomic_block
        if is_open and connection.vendor == "sqlite" and getattr(connection, _OPENED, None) != _file(connection):
            connection.close()


def _file(connection: BaseDatabaseWrapper) -> tuple[int, int] | None:
    """The identity of the database file, None for a database that is not a single file."""
    try:
        status = Path(str(connection.settings_dict["NAME"])).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
