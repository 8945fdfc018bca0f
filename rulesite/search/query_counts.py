"""Counts of queries that found nothing, or whose results nobody opened, so that search can be improved.

Off unless ``RULESITE_COUNT_SEARCHES`` is set. A row is a query and three counts, without address, time or name. A query
that may identify a person (a mail address, a long number) is not stored at all. Counting never delays or fails a
search: a count that would have to wait for another writer is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import F

from rulesite.search import analysis
from rulesite.search.models import SearchCount

MOST = 5_000
"""How many queries are stored; beyond that, the least searched are deleted."""
_MAX_CHARACTERS = 100
_PERSONAL = re.compile(r"@|\d{6}|://")


def is_on() -> bool:
    """Whether the site counts searches."""
    return bool(settings.COUNT_SEARCHES)


def key(text: str) -> str:
    """The query as it is counted; "" if it is not counted.

    >>> key("  Draw from an  EMPTY library? "), key("mail ada@example.org"), key("???")
    ('draw from an empty library?', '', '')
    """
    words = " ".join(analysis.fold(text).split())
    return (
        words if len(words) <= _MAX_CHARACTERS and any(map(str.isalnum, words)) and not _PERSONAL.search(words) else ""
    )


def searched(text: str, total: int) -> None:
    """Count a search with ``total`` hits once the open transaction is committed."""
    if is_on() and (words := key(text)):
        transaction.on_commit(lambda: _count(words, empty=int(not total)), robust=True)


def followed(text: str) -> None:
    """Count that a result of a counted search was opened."""
    if is_on() and (words := key(text)):
        with _at_once(), transaction.atomic():
            SearchCount.objects.filter(words=words).update(followed=F("followed") + 1)


def _count(words: str, empty: int) -> None:
    with _at_once(), transaction.atomic():
        row, is_new = SearchCount.objects.get_or_create(words=words)
        SearchCount.objects.filter(pk=row.pk).update(searched=F("searched") + 1, empty=F("empty") + empty)
        if is_new and SearchCount.objects.count() > MOST:
            SearchCount.objects.exclude(pk=row.pk).earliest("searched", "pk").delete()


@contextmanager
def _at_once() -> Iterator[None]:
    """Write without waiting, or not at all: a count is not worth waiting for another writer."""
    waits = settings.DATABASES["default"].get("OPTIONS", {}).get("timeout", 5)
    try:
        _wait(0)
        yield
    except DatabaseError:
        return
    finally:
        _wait(waits)


def _wait(seconds: float) -> None:
    """Set how long to wait for another writer; PostgreSQL has its own limit from when the connection is opened."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
        else:
            cursor.execute("RESET lock_timeout" if seconds else "SET lock_timeout = 1")
