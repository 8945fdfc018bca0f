"""Following: descent follows what a person changes, right afterwards and beside the requests.

Drawing two steps takes longer than a person waits. So a correction only notes that descent has to follow it, in its own
transaction, and a process of its own does the work. Where that is stopped, the note stands: the next correction, ingest
or start of the site goes by it, and the site says so meanwhile.
"""

from __future__ import annotations

import logging
import subprocess
import sys

from django.conf import settings
from django.db import transaction

from ingest import staging
from ingest.descending import drawing, learning
from rulesite.checks import corrected_examples
from rulesite.rulebook import pending
from rulesite.rulebook.models import Edition, Library

_LOCK = "following.lock"


def note(*editions: Edition) -> None:
    """Descent has to follow what was changed in some editions, or said of them: soon after this transaction it does."""
    for edition in editions:
        pending.note(edition)
    transaction.on_commit(_soon, robust=True)


def _soon() -> None:
    """Have it followed by a process of its own; at once where no other sees this database."""
    if not staging.is_shared():
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
        logging.getLogger(__name__).warning("descent follows a correction later: %s", error)


def follow() -> int:
    """Follow what was noted, until nothing is left or another process is at it; returns how many editions that were.

    Whoever finds another at work may go: that one looks once more when it is done.
    """
    followed = 0
    while pending.unfollowed():
        try:
            with staging.alone(_LOCK):
                followed += _follow()
        except staging.Busy:
            break
    return followed


def _follow() -> int:
    noted = pending.unfollowed()
    if noted:
        drawing.redraw(noted)
        learning.follow(changed=lambda: Library.move_on(book=False))
        corrected_examples.follow()
    return len(noted)
