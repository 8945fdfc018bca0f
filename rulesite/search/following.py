"""Following the rulebook: when it says that something changed, the index is brought up to date, after the commit.

A transaction that rolls back never reaches the index, however many changes it announced; one that commits reaches it
once. An index that can't be written is logged and never undoes what was committed: `manage.py reindex` mends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction

from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition, RuleVersion

_MANY = 5_000
"""With more provisions that have other threads it is not worth while to ask in which editions they stand."""


@dataclass
class _Refresh:
    """A refresh of the index that waits for the end of a transaction, and what it is for."""

    corrections: int = 0
    editions: set[int] = field(default_factory=set)
    of_any: bool = False
    """Whether more than these editions may have changed."""

    def run(self) -> None:
        """Bring the index in step."""
        from rulesite.search import index  # what writes the index is seldom needed, and never while a command starts

        index.keep_in_step(None if self.of_any else index.Missed(self.corrections, self.editions))


def connect() -> None:
    """Listen to the rulebook's signals."""
    signals.corrected.connect(_corrected, dispatch_uid="rulesite.search")
    signals.rethreaded.connect(_rethreaded, dispatch_uid="rulesite.search")
    for signal in (signals.edition_changed, signals.library_changed):
        signal.connect(_changed, dispatch_uid="rulesite.search")


def _corrected(edition: Edition, **_: object) -> None:
    _note(_Refresh(corrections=1, editions={edition.pk}))


def _rethreaded(versions: Sequence[int], **_: object) -> None:
    if len(versions) > _MANY:
        _note(_Refresh(of_any=True))
    else:
        editions = RuleVersion.objects.filter(pk__in=versions).values_list("edition_id", flat=True)
        _note(_Refresh(editions=set(editions)))


def _changed(**_: object) -> None:
    _note(_Refresh(of_any=True))


def _note(refresh: _Refresh) -> None:
    """Note a refresh for the end of the running transaction, one for all; without a transaction it is made at once."""
    for entry in transaction.get_connection().run_on_commit:
        waiting = getattr(entry[1], "__self__", None)
        if isinstance(waiting, _Refresh):
            waiting.corrections += refresh.corrections
            waiting.editions |= refresh.editions
            waiting.of_any |= refresh.of_any
            return
    transaction.on_commit(refresh.run, robust=True)
