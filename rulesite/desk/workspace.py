"""The folder of the desk: the upload, the working copy of the book, and the progress of the work.

It is a workspace (`rulesite.rulebook.workspaces`), so that any machine can continue the work.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from rulesite.desk.models import Proposal, Publication
from rulesite.rulebook import workspaces
from rulesite.rulebook.workspaces import Workspace

DESK = "desk"
LOCK = "desk.lock"
"""Held by the process that works for the desk."""
_PROGRESS, _STOP = "progress.json", "stop"


def of(proposal: Proposal) -> Workspace:
    """The workspace of a proposal while it is on the desk."""
    return workspaces.of(f"{DESK}/{proposal.pk}")


def keep(proposal: Proposal, name: str, pieces: Iterable[bytes]) -> None:
    """Store an upload, replacing anything stored before."""
    of(proposal).discard()
    of(proposal).write(_given(name), pieces)


def given(proposal: Proposal) -> Path | None:
    """The uploaded file on the disk of this machine; None without one."""
    local = Path(settings.DATA_DIR) / DESK / str(proposal.pk) / _given(proposal.place)
    if not local.is_file():
        data = of(proposal).read(_given(proposal.place)) if workspaces.is_shared() else None
        if data is None:
            return None
        workspaces.Folder(local.parent).write(local.name, [data])
    return local


def _given(name: str) -> str:
    return f"given/{name}"


def page_name(number: int) -> str:
    """The name of a page that readers would see, by its number in the preview."""
    return f"pages/{number}.html"


def page(proposal: Proposal, number: int) -> bytes | None:
    """A page as readers would see it; None without one."""
    return of(proposal).read(page_name(number))


def stop(proposal: Proposal) -> None:
    """Tell the process at work to stop."""
    if of(proposal).exists():
        of(proposal).write(_STOP, [])


def is_stopped(proposal: Proposal) -> bool:
    """Whether the worker process has been told to stop."""
    return of(proposal).read(_STOP) is not None


def go_on(proposal: Proposal) -> None:
    """Clear the request to stop, once the worker process has stopped."""
    of(proposal).forget(_STOP)


def is_kept(publication: Publication) -> bool:
    """Whether the state of the book before a publication is stored."""
    if not publication.follows:
        return False
    if workspaces.is_shared():
        return workspaces.of(f"earlier/{publication.follows}").exists()
    return (Path(settings.DATA_DIR) / "earlier" / f"{publication.follows}.sqlite3").is_file()


def is_worked_on() -> bool:
    """Whether a process is working for the desk."""
    if workspaces.is_shared():
        return _is_worked_on_somewhere()
    try:
        with (Path(settings.DATA_DIR) / LOCK).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _is_worked_on_somewhere() -> bool:
    query = (
        "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND granted AND "
        "objid::bigint = hashtext(%s)::bigint & 4294967295 AND "
        "database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [workspaces.LOCKS, LOCK])
        return bool(cursor.fetchone()[0])


def progress(proposal: Proposal) -> dict[str, Any]:
    """The worker process's progress: the activity ``what``, and how much is ``done`` of a ``total``; or {}."""
    try:
        record = json.loads(of(proposal).read(_PROGRESS) or b"{}")
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def write_progress(proposal: Proposal, what: str, done: int, total: int) -> None:
    """Record the progress; readers see either the old record or the new."""
    record = json.dumps({"what": what, "done": done, "total": total}, ensure_ascii=False)
    of(proposal).write(_PROGRESS, [record.encode()])
