"""Following the rulebook: when it says that something changed, the index is brought up to date, after the commit.

A transaction that rolls back never reaches the index, however many changes it announced; one that commits reaches it
once. An index that can't be written is logged and never undoes what was committed: `manage.py reindex` mends it.
"""

from __future__ import annotations

from django.db import transaction
from django.dispatch import Signal

from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition


class _Refresh:
    """A refresh of the index that waits for the end of a transaction, and the editions of the corrections it is for."""

    def __init__(self) -> None:
        self.editions: list[int] | None = []

    def note(self, corrected: int | None) -> None:
        """One more change: of an edition, or of who knows what."""
        if corrected is None:
            self.editions = None
        elif self.editions is not None:
            self.editions.append(corrected)

    def run(self) -> None:
        """Bring the index in step."""
        from rulesite.search import index  # what writes the index is seldom needed, and never while a command starts

        index.keep_in_step(self.editions)


def connect() -> None:
    """Listen to the rulebook's signals."""
    for signal in (signals.edition_changed, signals.corrected, signals.library_changed):
        signal.connect(_changed, dispatch_uid="rulesite.search")


def _changed(signal: Signal, edition: Edition | None = None, **_: object) -> None:
    """Note one refresh for the end of the running transaction; at once when there is none.

    A correction is of one edition; whatever else is announced may concern others.
    """
    corrected = edition.pk if edition and signal is signals.corrected else None
    for entry in transaction.get_connection().run_on_commit:
        waiting = getattr(entry[1], "__self__", None)
        if isinstance(waiting, _Refresh):
            waiting.note(corrected)
            return
    refresh = _Refresh()
    refresh.note(corrected)
    transaction.on_commit(refresh.run, robust=True)
