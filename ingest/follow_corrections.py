"""Following: update descent after a person's change, soon and outside the request.

Computing two steps takes longer than a person should wait. So a correction only marks its edition, in its own
transaction, and a separate process does the work. If that is stopped, the mark stays: the next correction, ingest or
start of the site acts on it, and the site shows a notice meanwhile.
"""

from __future__ import annotations

import logging
import subprocess
import sys

from django.conf import settings
from django.db import transaction

from ingest.descent.store import edges
from ingest.phrases import store
from ingest.staging import stage
from rulesite.checks import receivers
from rulesite.rulebook import pending
from rulesite.rulebook.models import Edition, Library

_LOCK = "following.lock"


def note(*editions: Edition) -> None:
    """Mark editions whose text or assertions changed; descent follows soon after this transaction."""
    for edition in editions:
        pending.note(edition)
    transaction.on_commit(_soon, robust=True)


def _soon() -> None:
    """Start a process that follows; do it at once if no other process sees this database."""
    if not stage.is_shared():
        _follow()
        return
    try:
        subprocess.Popen(
            [sys.executable, str(settings.BASE_DIR / "manage.py"), "redraw"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        logging.getLogger(__name__).warning("descent will follow a correction later: %s", error)


def follow() -> int:
    """Update descent for marked editions until none is left or another process is at work; returns their number.

    It is safe to leave when another process is at work: that one checks again when it is done.
    """
    followed = 0
    while pending.unfollowed():
        try:
            with stage.alone(_LOCK):
                followed += _follow()
        except stage.Busy:
            break
    return followed


def _follow() -> int:
    noted = pending.unfollowed()
    if noted:
        edges.redraw(noted)
        store.follow(changed=lambda: Library.move_on(book=False))
        receivers.follow()
    return len(noted)
