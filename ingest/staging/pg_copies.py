"""Copies of a PostgreSQL schema: its tables in another schema, with their keys and indexes.

Foreign keys are not checked in a copy, as with the file copies of SQLite: the published tables check them when a
publication is committed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

WHOLE = "django_migrations"
"""A table that every complete copy has, as a copy is made in one transaction."""
_KEPT = "kept"
"""The table of a workspace that is not part of the copy in it."""
_DEADLOCK = "40P01"
_TRIES = 10
_MIN_ROWS_TO_ANALYZE = 1000
"""Minimum of rows for which statistics of a table matter to PostgreSQL."""

_TABLES = """
SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind = 'r' AND relname <> %s ORDER BY 1
"""
_KEYS = """
SELECT t.relname, c.conname, pg_get_constraintdef(c.oid) FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
WHERE t.relnamespace = %s::regnamespace AND c.contype IN ('p', 'u') AND t.relname <> %s ORDER BY 1, 2
"""
_INDEXES = """
SELECT pg_get_indexdef(i.indexrelid, 0, true) FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
WHERE t.relnamespace = %s::regnamespace AND t.relname <> %s
  AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
ORDER BY 1
"""
_COUNTERS = """
WITH counter AS (
    SELECT t.relnamespace AS schema, t.relname AS name, q.oid AS id, pg_sequence_last_value(q.oid) AS last
    FROM pg_class q JOIN pg_depend d ON d.objid = q.oid AND d.deptype IN ('i', 'a')
    JOIN pg_class t ON t.oid = d.refobjid WHERE q.relkind = 'S'
)
SELECT setval(ours.id::regclass, theirs.last) FROM counter ours JOIN counter theirs USING (name)
WHERE ours.schema = %s::regnamespace AND theirs.schema = %s::regnamespace AND theirs.last > coalesce(ours.last, 0)
"""


def copy(opened: BaseDatabaseWrapper, source: str, target: str, *, lasting: bool) -> None:
    """Copy the tables of a schema into another, replacing those there, from one snapshot."""
    logged, long = "" if lasting else "UNLOGGED ", []
    with opened.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        try:
            cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {target}")
            for (name,) in _rows(cursor, _TABLES, target):
                cursor.execute(f'DROP TABLE {target}."{name}" CASCADE')
            cursor.execute(f"SET LOCAL search_path = {source}")
            tables = [name for (name,) in _rows(cursor, _TABLES, source)]
            keys, indexes = _rows(cursor, _KEYS, source), _rows(cursor, _INDEXES, source)
            for name in tables:
                cursor.execute(
                    f'CREATE {logged}TABLE {target}."{name}" (LIKE {source}."{name}" INCLUDING DEFAULTS '
                    "INCLUDING CONSTRAINTS INCLUDING IDENTITY INCLUDING GENERATED INCLUDING STORAGE)"
                )
                cursor.execute(f'INSERT INTO {target}."{name}" OVERRIDING SYSTEM VALUE SELECT * FROM {source}."{name}"')
                if cursor.rowcount >= _MIN_ROWS_TO_ANALYZE:
                    long.append(name)
            cursor.execute(f"SET LOCAL search_path = {target}")
            for name, key, definition in keys:
                cursor.execute(f'ALTER TABLE "{name}" ADD CONSTRAINT "{key}" {definition}')
            for (definition,) in indexes:
                cursor.execute(definition)
            carry_on(cursor, source, target)
        except BaseException:
            cursor.execute("ROLLBACK")
            raise
        cursor.execute("COMMIT")
        for name in long:
            cursor.execute(f'ANALYZE {target}."{name}"')


def rename(opened: BaseDatabaseWrapper, name: str, other: str) -> None:
    """Rename a schema, replacing one with the new name."""
    with opened.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute(f"DROP SCHEMA IF EXISTS {other} CASCADE")
        cursor.execute(f"ALTER SCHEMA {name} RENAME TO {other}")
        cursor.execute("COMMIT")


def carry_on(cursor: Any, source: str, target: str) -> None:
    """Make the tables of a schema give no id that those of another one have given."""
    cursor.execute(_COUNTERS, [target, source])


def begin_alone(cursor: Any, names: Iterable[str]) -> None:
    """Begin a transaction in which nobody else writes to some tables; everybody may read them.

    Another writer to several of them waits for this one, or this one for it; in a deadlock this one retries.
    """
    listed = ", ".join(names)
    for tries in range(_TRIES):
        cursor.execute("BEGIN")
        try:
            if listed:
                cursor.execute(f"LOCK TABLE {listed} IN SHARE ROW EXCLUSIVE MODE")
        except OperationalError as error:
            cursor.execute("ROLLBACK")
            if getattr(error.__cause__, "sqlstate", None) != _DEADLOCK or tries == _TRIES - 1:
                raise
        else:
            return


def _rows(cursor: Any, query: str, schema: str) -> list[Any]:
    cursor.execute(query, [schema, _KEPT])
    return list(cursor.fetchall())
