"""Signal receivers: descent follows assertions and corrections in the admin, and the desk's jobs are started.

The modules that compute descent are imported only when needed: every command connects the receivers, and few need them.
"""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete, post_save

from rulesite.desk import signals as desk_signals
from rulesite.rulebook import signals
from rulesite.rulebook.models import Assertion, Edition, Example, GlossaryTerm, RuleVersion


def connect() -> None:
    """Connect the receivers; called once, when Django is ready."""
    post_save.connect(_assertion_changed, sender=Assertion, dispatch_uid="descent follows an assertion")
    post_delete.connect(_assertion_changed, sender=Assertion, dispatch_uid="descent follows an assertion withdrawn")
    signals.corrected.connect(_corrected, dispatch_uid="descent follows a correction")
    desk_signals.work_requested.connect(_on_request, dispatch_uid="the desk has work")


def _assertion_changed(instance: Assertion, raw: bool = False, **_: Any) -> None:
    if raw or instance.origin == "file":  # the reader of the file computes what it changes
        return
    from ingest import follow_corrections
    from ingest.descent.store import assertions_file

    step = assertions_file.step_of(instance.earlier, instance.later)
    if step is not None:
        follow_corrections.note(*step)


def _corrected(edition: Edition, row: RuleVersion | Example | GlossaryTerm, **_: Any) -> None:
    from ingest import follow_corrections
    from ingest.descent.store import fingerprints
    from rulesite.rulebook.corrections import targets

    if isinstance(targets.holder(row), RuleVersion):  # the glossary has no descent; phrases are learned from it
        fingerprints.forget(edition, fingerprints.EXAMPLES if isinstance(row, Example) else fingerprints.PROVISIONS)
    follow_corrections.note(edition)


def _on_request(**_: Any) -> None:
    from ingest.desk import worker

    worker.wake()
