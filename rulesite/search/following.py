"""Following the rulebook: when it says that something changed, the index is brought up to date, after the commit.

A transaction that rolls back never reaches the index, however many changes it announced; one that commits reaches it
once. An index that can't be written is logged and never undoes what was committed: `manage.py reindex` mends it.
"""

from __future__ import annotations

from django.db import transaction

from rulesite.rulebook import signals
from rulesite.search import index


def connect() -> None:
    """Listen to the rulebook's signals."""
    for signal in (signals.edition_changed, signals.corrected, signals.library_changed):
        signal.connect(_changed, dispatch_uid="rulesite.search")


def _changed(**_: object) -> None:
    """Note one refresh for the end of the running transaction; at once when there is none."""
    noted = (entry[1] for entry in transaction.get_connection().run_on_commit)
    if not any(function is _refresh for function in noted):
        transaction.on_commit(_refresh, robust=True)


def _refresh() -> None:
    index.keep_in_step()
