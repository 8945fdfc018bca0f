"""Row sync: make the rows of a table equal to the wanted ones, leaving equal rows untouched.

A new reading or a new descent mostly equals the old one. Equal rows keep their ids, so that references to them stay
valid, and only differences are written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, ForeignKey, Model, QuerySet

Row = TypeVar("Row", bound=Model)
_BATCH = 500
_written: ContextVar[list[str] | None] = ContextVar("written", default=None)


@contextmanager
def noting() -> Iterator[list[str]]:
    """Collect the names of the tables written within the context; an empty list if all rows were equal."""
    noted: list[str] = []
    token = _written.set(noted)
    try:
        yield noted
    finally:
        _written.reset(token)


def _note(model: type[Model], rows: Sequence[object]) -> None:
    noted = _written.get()
    if rows and noted is not None:
        noted.append(model._meta.db_table)


class RowSync(Generic[Row]):
    """A sync of the rows of a query with wanted rows, matched by key columns.

    Call `settle` once or several times (parents before children), then `clear`.
    """

    def __init__(self, stored: QuerySet[Row], key: Sequence[str], *, keep: Sequence[str] = ()) -> None:
        """``keep`` are columns whose stored values stay, whatever the wanted row has."""
        self.model = stored.model
        self.key = tuple(key)
        self.keep = tuple(keep)
        fields = [field for field in self.model._meta.concrete_fields if not field.primary_key]
        self.fields = [field for field in fields if not getattr(field, "auto_now_add", False)]
        self.names = [field.attname for field in self.fields]
        self.held: dict[tuple[object, ...], list[tuple[int, tuple[object, ...]]]] = defaultdict(list)
        indexes = [self.names.index(name) for name in self.key]
        for pk, *values in stored.order_by("pk").values_list("pk", *self.names).iterator(chunk_size=5000):
            self.held[tuple(values[place] for place in indexes)].append((pk, tuple(values)))
        self.changed: list[Row] = []
        self.fresh: list[Row] = []
        """The rows that were written, new or changed."""

    def settle(self, wanted: Sequence[Row]) -> None:
        """Store some wanted rows; each has its primary key afterwards."""
        new_rows: list[Row] = []
        changed: list[Row] = []
        kept_indexes = [self.names.index(name) for name in self.keep]
        for row in wanted:
            matches = self.held.get(tuple(getattr(row, name) for name in self.key))
            if not matches:
                new_rows.append(row)
                continue
            row.pk, values = matches.pop(0)
            for place in kept_indexes:
                setattr(row, self.names[place], values[place])
            if values != tuple(_plain(getattr(row, name)) for name in self.names):
                changed.append(row)
        self._update(changed)
        self._insert(new_rows)
        self.fresh += new_rows
        self.changed += changed
        _note(self.model, [*new_rows, *changed])

    def clear(self) -> list[tuple[object, ...]]:
        """Delete rows that were not wanted, with everything that depends on them; return their keys."""
        unwanted = [(key, pk) for key, rows in self.held.items() for pk, _ in rows]
        keys = [pk for _, pk in unwanted]
        _note(self.model, keys)
        for start in range(0, len(keys), _BATCH):
            self.model._default_manager.filter(pk__in=keys[start : start + _BATCH]).delete()
        return [key for key, _ in unwanted]

    def _insert(self, rows: Sequence[Row]) -> None:
        """Insert rows. SQLite has a single writer, so their keys can be chosen here for fast insertion in bulk."""
        if connection.vendor != "sqlite" or not connection.in_atomic_block:
            self.model._default_manager.bulk_create(rows, batch_size=2000)
            return
        if not rows:
            return
        meta = self.model._meta
        fields = [field for field in meta.concrete_fields if not field.primary_key]
        columns = ", ".join(_quoted(field) for field in (meta.pk, *fields))
        marks = ", ".join(["%s"] * (len(fields) + 1))
        with connection.cursor() as cursor:
            last_id = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = %s), 0)"
            query = f"SELECT max({last_id}, coalesce(max(id), 0)) FROM {meta.db_table}"
            cursor.execute(query, [meta.db_table])
            last = cursor.fetchone()[0]
            for row in rows:
                last += 1
                row.pk = last
                row._state.adding, row._state.db = False, connection.alias
            cursor.executemany(
                f"INSERT INTO {meta.db_table} ({columns}) VALUES ({marks})",
                list(zip((row.pk for row in rows), *(_column(field, rows) for field in fields), strict=True)),
            )

    def _update(self, rows: Sequence[Row]) -> None:
        if not rows:
            return
        columns = ", ".join(f"{_quoted(field)} = %s" for field in self.fields)
        table = connection.ops.quote_name(self.model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.executemany(
                f"UPDATE {table} SET {columns} WHERE id = %s",
                [
                    [
                        *(field.get_db_prep_save(getattr(row, field.attname), connection) for field in self.fields),
                        row.pk,
                    ]
                    for row in rows
                ],
            )


_AS_IT_IS = ("BigIntegerField", "CharField", "FloatField", "IntegerField", "SlugField", "TextField")


def _quoted(field: Field[Any, Any]) -> str:
    """The quoted column name of a field for a query."""
    assert field.column is not None  # noqa: S101 - every concrete field has one
    return connection.ops.quote_name(field.column)


def _column(field: Field[Any, Any], rows: Sequence[Model]) -> list[Any]:
    """The values of a column in SQLite's form; most need no conversion."""
    kind = field.get_internal_type()
    if isinstance(field, ForeignKey) or kind in _AS_IT_IS or kind.startswith("Positive"):
        return [getattr(row, field.attname) for row in rows]
    database = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(field.pre_save(row, True), database) for row in rows]


def _plain(value: object) -> object:
    """A value as a query returns it."""
    return value.value if isinstance(value, str) and isinstance(value, Enum) else value


def settle(stored: QuerySet[Row], wanted: Sequence[Row], key: Sequence[str], *, keep: Sequence[str] = ()) -> None:
    """Make the rows of a query equal to the wanted rows."""
    settling = RowSync(stored, key, keep=keep)
    settling.settle(wanted)
    settling.clear()
