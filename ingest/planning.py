"""Planning: a database plans its queries by how its tables are filled, of which it has to be told.

Untold, SQLite takes every index to be as good as any other: to read the edges between two editions it then lays each
provision of the one beside each of the other, ten million pairs for three thousand edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import connection

from ingest import tables

_LOOKED_AT = 400
"""Rows of an index that SQLite looks at: enough for plans, and done in milliseconds however large the book is."""


def tell() -> None:
    """Tell the database of the current connection how the book's tables are filled now; for when much was changed."""
    with connection.cursor() as cursor:
        for order in orders(connection.vendor, "", map(tables.table, tables.BOOK)):
            cursor.execute(order)


def orders(vendor: str, schema: str, names: Iterable[str]) -> Iterator[str]:
    """What tells a database so of some tables in one of its schemas, "" for the current one, in its own words; SQLite
    is told of all tables at once."""
    if vendor == "sqlite":
        yield f"PRAGMA analysis_limit = {_LOOKED_AT}"
        yield f"ANALYZE {schema}".rstrip()
    else:
        within = f"{schema}." if schema else ""
        yield f"ANALYZE {', '.join(f'{within}{name}' for name in names)}"
