"""Following the rulebook: when it says that something changed, the index is brought up to date, after the commit.

In the same transaction the editions that changed get other stamps, by which the index knows them. So a transaction
that rolls back never reaches the index, however many changes it announced, and one that commits reaches it once. An
index that can't be written is logged and never undoes what was committed: `manage.py reindex` mends it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.search.indexing import edition_stamps

_MANY = 5_000
"""With more provisions that have other threads it is not worth while to ask in which editions they stand."""


def connect() -> None:
    """Listen to the rulebook's signals."""
    for signal in (signals.corrected, signals.edition_changed):
        signal.connect(_changed, dispatch_uid="rulesite.search")
    signals.rethreaded.connect(_rethreaded, dispatch_uid="rulesite.search")
    signals.library_changed.connect(_rearranged, dispatch_uid="rulesite.search")


def _changed(edition: Edition, **_: object) -> None:
    edition_stamps.renew([edition.pk])
    _refresh_soon()


def _rethreaded(versions: Sequence[int], **_: object) -> None:
    if len(versions) > _MANY:
        edition_stamps.renew()
    else:
        editions = RuleVersion.objects.filter(pk__in=versions).values_list("edition_id", flat=True)
        edition_stamps.renew(set(editions))
    _refresh_soon()


def _rearranged(**_: object) -> None:
    """Editions came or went, or are called otherwise: none that stays has other words for that."""
    _refresh_soon()


def _refresh_soon() -> None:
    """Bring the index in step at the end of the running transaction, once; without a transaction at once."""
    if not any(entry[1] is _refresh for entry in transaction.get_connection().run_on_commit):
        transaction.on_commit(_refresh, robust=True)


def _refresh() -> None:
    from rulesite.search.indexing import (
        builder,
    )  # what writes the index is seldom needed, and never while a command starts

    builder.keep_in_step()
