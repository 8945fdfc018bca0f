"""Unanswered: what people looked for without finding it, or without opening what was found, so that it can be mended.

Off unless ``RULESITE_COUNT_SEARCHES`` is set. What is kept is a query and three counts: no address, no time, no name.
What may tell who somebody is (an address of mail, a long number) is not kept at all. Counting never delays or fails a
search: a count that would have to wait for a writer is let go.
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
"""Queries that are kept; when there are more, those that were looked for least go."""
_LONGEST = 100
_MAY_BE_SOMEBODY = re.compile(r"@|\d{6}|://")


def is_on() -> bool:
    """Whether the site counts searches."""
    return bool(settings.COUNT_SEARCHES)


def key(text: str) -> str:
    """A query as it is counted; "" for what is not.

    >>> key("  Draw from an  EMPTY library? "), key("mail ada@example.org"), key("???")
    ('draw from an empty library?', '', '')
    """
    words = " ".join(analysis.fold(text).split())
    return (
        words if len(words) <= _LONGEST and any(map(str.isalnum, words)) and not _MAY_BE_SOMEBODY.search(words) else ""
    )


def searched(text: str, found: int) -> None:
    """Count a search that found so many rules, once the transaction that is open is over."""
    if is_on() and (words := key(text)):
        transaction.on_commit(lambda: _count(words, empty=int(not found)), robust=True)


def followed(text: str) -> None:
    """Count that a result of a search was opened; of one that was counted."""
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
    """Writes at once or not at all: where somebody else is writing, a count is not worth waiting for."""
    waits = settings.DATABASES["default"].get("OPTIONS", {}).get("timeout", 5)
    try:
        _wait(0)
        yield
    except DatabaseError:
        return
    finally:
        _wait(waits)


def _wait(seconds: float) -> None:
    """Wait so long for another writer from now on; PostgreSQL is told so when it opens a connection."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
        else:
            cursor.execute("RESET lock_timeout" if seconds else "SET lock_timeout = 1")
