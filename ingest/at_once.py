"""At once: an ingest in one transaction, where the database is one of PostgreSQL.

Readers there see what was committed before their own transaction began, however long another is at work; so the
published tables themselves are the private copy, and the commit is the publication: of book, descent, games, pages and
the name of the search index together, with its number and its line in the log. A run that is killed leaves the book as
it was, and nothing to take up: whoever asks again begins anew. What a person corrects meanwhile waits for the commit,
and is refused with a word when that takes too long (`rulesite.databases`).

A schema for each working copy would go on after a kill, let the desk work, and keep earlier states, as the files of
SQLite do (`ingest.staging`). It is not there yet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from django.db import connection, transaction

from ingest import staging
from ingest.publication_log import Order, entered
from rulesite.desk.models import Publication
from rulesite.rulebook.models import Edition, Library, Source
from rulesite.search import generations

Done = TypeVar("Done")


def applies() -> bool:
    """Whether a commit here is seen by other processes, and no stage can be made."""
    return connection.vendor == "postgresql" and not connection.in_atomic_block


def publish(work: Callable[[], Done], order: Order) -> Done:
    """Do some work on the published book so that all of it is seen at once, and log it where it changed the book.

    Raises staging.Busy when another ingest is at work.
    """
    with staging.alone():
        with transaction.atomic():
            before, held, sources = _state(), _editions(), _sources()
            done = work()
            if _state() != before:
                _sign(order, held, sources)
        if Library.current() is not None:
            generations.sweep()
    return done


def _state() -> tuple[object, ...]:
    """What is another after everything that readers could see of an ingest."""
    library = Library.current()
    return (library.pk, library.revision, library.index, library.name) if library else ()


def _editions() -> list[str]:
    return sorted(edition.address for edition in Edition.objects.select_related("document"))


def _sources() -> dict[str, set[str]]:
    """For each edition its sources, each as it was read."""
    found: dict[str, set[str]] = {}
    for source in Source.objects.select_related("edition__document").only("sha256", "ledger", "edition").iterator():
        read = hashlib.sha256(bytes(source.ledger)).hexdigest()
        found.setdefault(source.edition.address, set()).add(f"{source.sha256} {read}")
    return found


def _sign(order: Order, before: list[str], sources: dict[str, set[str]]) -> None:
    """Say which book is published from now on, and who did it."""
    library = Library.current()
    if library is None:
        return
    number, now, read = library.publication + 1, datetime.now(UTC), _sources()
    Library.objects.filter(pk=library.pk).update(publication=number, changed=now)
    touched = sorted(address for address in sources.keys() | read.keys() if sources.get(address) != read.get(address))
    Publication.objects.filter(number=number).delete()
    Publication.objects.create(**entered(order, number, before, _editions(), touched), made=now)
