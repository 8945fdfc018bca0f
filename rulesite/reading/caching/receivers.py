"""Signal receivers that advance the library's revision, so that cached pages count as out of date."""

from __future__ import annotations

from django.db.models.signals import post_delete, post_save

from rulesite.checks.models import Confirmation, KnownGap
from rulesite.rulebook import models, signals

_SHOWN = (
    models.Page,
    models.Commentary,
    models.Document,
    models.Edition,
    models.Assertion,
    models.StruckPair,
    models.Library,
    Confirmation,
    KnownGap,
)


_BESIDE = (models.Page, models.Commentary, models.StruckPair)
"""The models among them that no edition's text or descent depends on."""


def invalidate(sender: object = None, **_: object) -> None:
    """Advance the library's revision: everything memoized or cached for pages is out of date."""
    models.Library.move_on(book=sender not in _BESIDE)


def listen() -> None:
    """Connect `invalidate` to every change that readers see and that does not advance the library itself; called
    once."""
    for signal in (signals.edition_changed, signals.library_changed):
        signal.connect(invalidate, dispatch_uid="reading.freshness")
    for model in _SHOWN:
        post_save.connect(invalidate, sender=model, dispatch_uid=f"reading.freshness.{model.__name__}.save")
        post_delete.connect(invalidate, sender=model, dispatch_uid=f"reading.freshness.{model.__name__}.delete")
