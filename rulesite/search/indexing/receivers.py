"""Signal receivers that update the index after changes of the rulebook are committed.

The changed editions get new stamps in the same transaction, by which the index recognizes them. So a transaction that
is rolled back never reaches the index, however many signals it sent, and a committed one reaches it once. A failure to
write the index is logged and does not undo the commit: `manage.py reindex` repairs it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.search.indexing import edition_stamps

_MAX_LOOKED_UP = 5_000
"""With more rethreaded provisions all editions get new stamps, without looking up which are affected."""


def connect() -> None:
    """Connect to the rulebook's signals."""
    for signal in (signals.corrected, signals.edition_changed):
        signal.connect(_changed, dispatch_uid="rulesite.search")
    signals.rethreaded.connect(_rethreaded, dispatch_uid="rulesite.search")
    signals.library_changed.connect(_rearranged, dispatch_uid="rulesite.search")


def _changed(edition: Edition, **_: object) -> None:
    edition_stamps.renew([edition.pk])
    _refresh_soon()


def _rethreaded(versions: Sequence[int], **_: object) -> None:
    if len(versions) > _MAX_LOOKED_UP:
        edition_stamps.renew()
    else:
        editions = RuleVersion.objects.filter(pk__in=versions).values_list("edition_id", flat=True)
        edition_stamps.renew(set(editions))
    _refresh_soon()


def _rearranged(**_: object) -> None:
    """Refresh after editions were added, removed or renamed; the texts of the others are unchanged."""
    _refresh_soon()


def _refresh_soon() -> None:
    """Refresh the index once when the running transaction is committed; without a transaction, at once."""
    if not any(entry[1] is _refresh for entry in transaction.get_connection().run_on_commit):
        transaction.on_commit(_refresh, robust=True)


def _refresh() -> None:
    from rulesite.search.indexing import (
        builder,
    )  # only needed to write the index, and never while a command starts

    builder.keep_in_step()
