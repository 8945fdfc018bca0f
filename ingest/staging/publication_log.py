"""The publication log: who published what and when, written in the transaction that publishes."""

from __future__ import annotations

import getpass
import json
from dataclasses import dataclass, field
from typing import Any

from ingest.staging import tables
from ingest.staging.db_copies import Joined

_WHAT, _WHO = 500, 150
"""Maximum characters that the column holds."""


@dataclass(frozen=True)
class Order:
    """Who requests a publication, and why."""

    what: str
    who: str = field(default_factory=lambda: f"manage.py, as {_user()}")
    author: int | None = None
    takes_back: int | None = None
    proposal: int | None = None


def _user() -> str:
    """The user of this machine who runs the process, by name if there is one."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "a user without a name"


def entered(order: Order, number: int, before: list[str], after: list[str], touched: list[str]) -> dict[str, Any]:
    """The columns of a log entry: the editions before, the editions after, and those with a source read anew."""
    return {
        "number": number,
        "what": order.what[:_WHAT],
        "author_id": order.author,
        "who": order.who[:_WHO],
        "takes_back": order.takes_back,
        "proposal": order.proposal,
        "before": before,
        "after": after,
        "touched": touched,
    }


def editions(database: Joined, schema: str) -> list[str]:
    """The addresses of a book's editions."""
    edition, document = tables.table("rulebook.Edition"), tables.table("rulebook.Document")
    rows = database.execute(
        f"SELECT d.slug || '/' || e.effective FROM {schema}.{edition} e "
        f"JOIN {schema}.{document} d ON d.id = e.document_id ORDER BY d.slug, e.effective"
    )
    return [row[0] for row in rows]


def touched(database: Joined) -> list[str]:
    """The editions with a source that is added, removed or read differently, from the rows noted for exchange."""
    edition, document = tables.table("rulebook.Edition"), tables.table("rulebook.Document")
    source = tables.table("rulebook.Source")
    addresses: set[str] = set()
    for schema in (database.main, database.beside):
        rows = database.execute(
            f"SELECT DISTINCT d.slug || '/' || e.effective FROM {schema}.{source} s "
            f"JOIN {schema}.{edition} e ON e.id = s.edition_id JOIN {schema}.{document} d ON d.id = e.document_id "
            "WHERE s.id IN (SELECT id FROM touched WHERE name = ?)",
            (source,),
        )
        addresses |= {row[0] for row in rows}
    return sorted(addresses)


def record(database: Joined, order: Order, number: int, made: str, follows: str) -> None:
    """Write the log entry of a publication: before its rows are exchanged, in the same transaction."""
    books = editions(database, database.main), editions(database, database.beside), touched(database)
    row = entered(order, number, *books) | {"made": made, "follows": follows}
    row |= {column: json.dumps(row[column]) for column in ("before", "after", "touched")}
    name, columns = tables.table("desk.Publication"), ", ".join(f'"{column}"' for column in row)
    database.execute(f"DELETE FROM {database.main}.{name} WHERE number = ?", (number,))
    places = ", ".join("?" for _ in row)
    database.execute(f"INSERT INTO {database.main}.{name} ({columns}) VALUES ({places})", tuple(row.values()))
