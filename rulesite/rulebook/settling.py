"""Settling: the rows of a table become those that are wanted, and the ones that stand already stay as they are.

What is read or drawn anew is mostly what was read or drawn before. Rows that are the same keep their ids, so that
whatever refers to them stands too, and only what differs is written.
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
    """Within it, the tables that settling writes to are noted: none, where all stood as it was wanted."""
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


class Settling(Generic[Row]):
    """The rows of a query on their way to those that are wanted; rows are told apart by the columns of a key.

    Call `settle` once or several times (parents before children), then `clear`.
    """

    def __init__(self, stored: QuerySet[Row], key: Sequence[str], *, keep: Sequence[str] = ()) -> None:
        """``keep`` are columns that a stored row goes on with, whatever the wanted one has there."""
        self.model = stored.model
        self.key = tuple(key)
        self.keep = tuple(keep)
        fields = [field for field in self.model._meta.concrete_fields if not field.primary_key]
        self.fields = [field for field in fields if not getattr(field, "auto_now_add", False)]
        self.names = [field.attname for field in self.fields]
        self.held: dict[tuple[object, ...], list[tuple[int, tuple[object, ...]]]] = defaultdict(list)
        at = [self.names.index(name) for name in self.key]
        for pk, *values in stored.order_by("pk").values_list("pk", *self.names).iterator(chunk_size=5000):
            self.held[tuple(values[place] for place in at)].append((pk, tuple(values)))
        self.changed: list[Row] = []
        self.fresh: list[Row] = []
        """The rows that were written anew, and those that were not there before."""

    def settle(self, wanted: Sequence[Row]) -> None:
        """Store some wanted rows; each has its primary key afterwards."""
        fresh: list[Row] = []
        changed: list[Row] = []
        kept = [self.names.index(name) for name in self.keep]
        for row in wanted:
            found = self.held.get(tuple(getattr(row, name) for name in self.key))
            if not found:
                fresh.append(row)
                continue
            row.pk, values = found.pop(0)
            for place in kept:
                setattr(row, self.names[place], values[place])
            if values != tuple(_plain(getattr(row, name)) for name in self.names):
                changed.append(row)
        self._update(changed)
        self._insert(fresh)
        self.fresh += fresh
        self.changed += changed
        _note(self.model, [*fresh, *changed])

    def clear(self) -> list[tuple[object, ...]]:
        """Remove what was not wanted, with all that hangs on it; returns the keys of what went."""
        gone = [(key, pk) for key, rows in self.held.items() for pk, _ in rows]
        keys = [pk for _, pk in gone]
        _note(self.model, keys)
        for at in range(0, len(keys), _BATCH):
            self.model._default_manager.filter(pk__in=keys[at : at + _BATCH]).delete()
        return [key for key, _ in gone]

    def _insert(self, rows: Sequence[Row]) -> None:
        """Add rows. SQLite lets one writer in at a time, so their keys can be chosen here, and many go in at once."""
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
            given = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = %s), 0)"
            query = f"SELECT max({given}, coalesce(max(id), 0)) FROM {meta.db_table}"
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
    """The name of a field's column, as it stands in a query."""
    assert field.column is not None  # noqa: S101 - every concrete field has one
    return connection.ops.quote_name(field.column)


def _column(field: Field[Any, Any], rows: Sequence[Model]) -> list[Any]:
    """The values of a column, as SQLite takes them: most of them as they are."""
    kind = field.get_internal_type()
    if isinstance(field, ForeignKey) or kind in _AS_IT_IS or kind.startswith("Positive"):
        return [getattr(row, field.attname) for row in rows]
    database = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(field.pre_save(row, True), database) for row in rows]


def _plain(value: object) -> object:
    """A value as a query gives it back."""
    return value.value if isinstance(value, str) and isinstance(value, Enum) else value


def settle(stored: QuerySet[Row], wanted: Sequence[Row], key: Sequence[str], *, keep: Sequence[str] = ()) -> None:
    """Make the rows of a query those that are wanted."""
    settling = Settling(stored, key, keep=keep)
    settling.settle(wanted)
    settling.clear()
