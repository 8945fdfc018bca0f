"""The folder of the desk: what was uploaded, the copy of the book that is worked in, and how far the work is."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path
from typing import Any

from django.conf import settings

from rulesite.desk.models import Proposal, Publication

LOCK = "desk.lock"
"""Held by the process that does what waits on the desk."""


def of(proposal: Proposal) -> Path:
    """Where the work on a proposal lies, as long as it is on the desk."""
    return Path(settings.DATA_DIR) / "desk" / str(proposal.pk)


def given(proposal: Proposal) -> Path:
    """The folder of what was uploaded."""
    return of(proposal) / "given"


def stop_mark(proposal: Proposal) -> Path:
    """The file that tells the process at work to stop."""
    return of(proposal) / "stop"


def earlier_state(publication: Publication) -> Path:
    """Where the book as it was before a publication is kept, if it is."""
    return Path(settings.DATA_DIR) / "earlier" / f"{publication.follows}.sqlite3"


def is_worked_on() -> bool:
    """Whether a process does what waits on the desk."""
    try:
        with (Path(settings.DATA_DIR) / LOCK).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def progress(proposal: Proposal) -> dict[str, Any]:
    """What the process at work says of itself: ``what`` it does, how much is ``done`` of a ``total``; or {}."""
    try:
        found = json.loads((of(proposal) / "progress.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_progress(proposal: Proposal, what: str, done: int, total: int) -> None:
    """Say how far the work is; whoever reads it sees the old word or the new."""
    path = of(proposal) / "progress.json"
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps({"what": what, "done": done, "total": total}, ensure_ascii=False), encoding="utf-8")
    fresh.replace(path)
