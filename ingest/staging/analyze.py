"""Planning: statistics of the tables, by which the database plans its queries.

Without them SQLite thinks all indexes equally good: to read the edges between two editions it then pairs each provision
of one with each of the other, ten million pairs for three thousand edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import connection

from ingest.staging import tables

_LOOKED_AT = 400
"""Rows of an index that SQLite examines: enough for plans, and done in milliseconds however large the book is."""


def analyze() -> None:
    """Run ANALYZE on the book's tables in the current database; for use after many changes."""
    with connection.cursor() as cursor:
        for order in orders(connection.vendor, "", map(tables.table, tables.BOOK)):
            cursor.execute(order)


def orders(vendor: str, schema: str, names: Iterable[str]) -> Iterator[str]:
    """The statements that analyze some tables in a schema ("" for the current one); SQLite does all tables at once."""
    if vendor == "sqlite":
        yield f"PRAGMA analysis_limit = {_LOOKED_AT}"
        yield f"ANALYZE {schema}".rstrip()
    else:
        within = f"{schema}." if schema else ""
        yield f"ANALYZE {', '.join(f'{within}{name}' for name in names)}"
