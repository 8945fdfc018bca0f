"""The state of the library that readers see, and one snapshot of the database for everything that a page reads.

`Library.publication` and `Library.revision` name the state; they live in the database, so that every process of the
site goes by the same. Whatever changes what readers see moves one of them on, in its own transaction (`receivers`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import connection, transaction
from django.http import HttpRequest

from rulesite.databases import reading_one_state
from rulesite.rulebook import models, pending, workspaces

State = tuple[int, int, int, datetime]
"""A library's key, its publication and its revision, and when it reached them."""
Seen = tuple[object, ...]
"""Everything that can change the response to the same request of the same reader."""


def library_of(request: HttpRequest) -> models.Library | None:
    """The current library, fetched once for each request."""
    if not hasattr(request, "_library"):
        request._library = models.Library.current()  # type: ignore[attr-defined]
    return request._library  # type: ignore[attr-defined]


def state_of(library: models.Library) -> State:
    """The state of a library that readers see.

    It includes a time, as the numbers of a transaction that is rolled back are used again by the next one.
    """
    return library.pk, library.publication, library.revision, library.changed


def current_state() -> Seen | None:
    """The state that readers see now: that of the library, its search index, and whether documents wait; None while
    there is no library.

    Read for every request, and so without the ORM, which would take ten times as long.
    """
    with connection.cursor() as cursor:
        cursor.execute(*_query())
        row = cursor.fetchone()
    if row is None:
        return None
    return row if workspaces.is_shared() else (*row, pending.is_pending())


@lru_cache(maxsize=1)
def _query() -> tuple[str, tuple[Any, ...]]:
    waits = pending.pending_condition()
    rows = models.Library.objects.order_by("pk").values_list(
        "pk", "publication", "revision", "changed", "index", *([] if waits is None else [waits])
    )
    return rows[:1].query.sql_with_params()


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything inside from one snapshot of the database, without locks.

    Inside an open transaction, that transaction's snapshot.
    """
    if connection.in_atomic_block:
        yield
        return
    with reading_one_state(connection), transaction.atomic():
        yield
