"""The clerk: does the desk's outstanding jobs, in a process that outlives the request, the tab and the server.

Requests are in the published database (`rulesite.desk.models`), results in a folder beside it. Both survive a clerk
that is killed; the next one continues. There is at most one.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection

from ingest.desk import cards, jobs, rollback
from ingest.desk.jobs import EdgeDecision, Overtaken, Work
from ingest.document.source import SourceError
from ingest.runs.read_sources import Options
from ingest.runs.run import order_for
from ingest.staging import snapshots, stage
from ingest.staging.publication_log import Order
from rulesite.desk import services, workspace
from rulesite.desk.models import Proposal, Publication
from rulesite.diagnostics import explain
from rulesite.progress import ReportProgress
from rulesite.rulebook import workspaces
from rulesite.rulebook.workspaces import Workspace

_OFTEN = 0.25
"""Seconds between two reports of progress."""
OVERTAKEN = "The book has been published again since this was read, so this preview is out of date: have it read again."


class _Stopped(Exception):  # noqa: N818
    """The job in progress was discarded by a person."""


def wake() -> None:
    """Start a process for the outstanding jobs, unless one is running."""
    if not stage.applies():
        return
    try:
        subprocess.Popen(
            [sys.executable, str(settings.BASE_DIR / "manage.py"), "desk"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        logging.getLogger(__name__).warning("can't start the work that waits on the desk: %s", error)


def waits() -> bool:
    """Whether there are outstanding jobs; never while the desk's tables are missing."""
    try:
        return _waiting() is not None
    except DatabaseError:
        return False


def work() -> int:
    """Do jobs until none is left, or until another clerk is found at work; returns the number of jobs done."""
    done = 0
    while _waiting() is not None:
        try:
            with stage.alone(workspace.LOCK):
                while (proposal := _waiting()) is not None:
                    _do(proposal)
                    done += 1
                _clear_away()
        except stage.Busy:
            break
    else:
        _clear_when_alone()
    return done


def _waiting() -> Proposal | None:
    return Proposal.objects.filter(state__in=Proposal.AT_WORK).order_by("pk").first()


def _do(proposal: Proposal) -> None:
    """Do one job, and record its result."""
    state, report_progress = proposal.state, _telling(proposal)
    try:
        if state == Proposal.State.PUBLISHING and (done := services.published_as(proposal)) is not None:
            result = _published(done.number)  # by a clerk that was killed before it could record it
        elif proposal.kind == Proposal.Kind.TAKE_BACK:
            result = _take_back(proposal, report_progress)
        elif proposal.kind == Proposal.Kind.CARDS:
            result = cards.work(proposal, report_progress)
        elif state == Proposal.State.READING:
            result = {"preview": jobs.read(_work(proposal), report_progress), "state": Proposal.State.READY, "word": ""}
        elif state == Proposal.State.JOINING:
            preview = jobs.join(_work(proposal), proposal.preview, report_progress)
            result = {"preview": preview, "state": Proposal.State.READY, "word": ""}
        else:
            number = jobs.publish(_work(proposal), _order(proposal), report_progress)
            result = _published(number)
    except _Stopped:
        workspace.go_on(proposal)
        return
    except Overtaken:
        result = {"state": Proposal.State.READY, "word": OVERTAKEN}
    except rollback.NotKept:
        result = {"state": Proposal.State.REFUSED, "word": "The state before that publication is not kept any more."}
    except (jobs.Nothing, SourceError) as error:
        back = Proposal.State.REFUSED if state == Proposal.State.READING else Proposal.State.READY
        result = {"state": back, "word": str(error)}
    except Exception as error:
        logging.getLogger(__name__).exception("a job of the desk failed: %s", proposal)
        back = Proposal.State.READY if proposal.preview else Proposal.State.REFUSED
        known = explain(error)
        why = f"{known.what}: {known.mend}." if known else f"It failed ({type(error).__name__}: {error})."
        result = {"state": back, "word": f"{why} The site's log has the details."}
    services.settle(proposal, state, **result)


def _published(number: int | None) -> dict[str, Any]:
    word = "" if number is not None else "Readers see this already: there was nothing to publish."
    return {"state": Proposal.State.PUBLISHED, "publication": number, "word": word}


def _take_back(proposal: Proposal, report_progress: ReportProgress) -> dict[str, Any]:
    """Roll back a publication."""
    target = Publication.objects.get(number=proposal.takes_back or 0)
    since = rollback.Since(**services.done_since(target))
    number = rollback.roll_back(
        snapshots.at(target.follows), workspace.of(proposal), since, _order(proposal), report_progress
    )
    return _published(number)


def _order(proposal: Proposal) -> Order:
    """The entry for the publication log: who requested it."""
    person = proposal.asked_by
    who = person.get_username() if person else proposal.who
    return Order(proposal.place, who, proposal.asked_by_id, proposal.takes_back, proposal.pk)


def _work(proposal: Proposal) -> Work:
    """A proposal as plain data."""
    order = order_for([str(workspace.given(proposal) or proposal.place)], Options())
    decisions = [
        EdgeDecision(
            decision.earlier,
            decision.later,
            decision.verdict,
            decision.kind,
            decision.reason,
            decision.who,
            decision.author_id,
        )
        for decision in proposal.decisions.all()
    ]
    return Work(workspace.of(proposal), order["places"], order["options"] | proposal.options, decisions)


def _telling(proposal: Proposal) -> ReportProgress:
    """A function that records progress now and then, and stops the job if it was discarded."""
    last, last_activity = 0.0, ""

    def report_progress(what: str, done: int, total: int) -> None:
        nonlocal last, last_activity
        now = time.monotonic()
        if now - last >= _OFTEN or what != last_activity:
            if workspace.is_stopped(proposal):
                raise _Stopped
            last, last_activity = now, what
            workspace.write_progress(proposal, what, done, total)

    return report_progress


def _left_behind() -> list[Workspace]:
    """The workspaces of jobs that are no longer on the desk."""
    on_desk = {
        f"{workspace.DESK}/{pk}" for pk in Proposal.objects.filter(state__in=Proposal.OPEN).values_list("pk", flat=True)
    }
    folder = Path(settings.DATA_DIR) / workspace.DESK
    fetched = [f"{workspace.DESK}/{path.name}" for path in folder.iterdir()] if folder.is_dir() else []
    gone = [workspaces.of(name) for name in workspaces.within(workspace.DESK) if name not in on_desk]
    return gone + [workspaces.Folder(Path(settings.DATA_DIR) / name) for name in fetched if name not in on_desk]


def _clear_away() -> None:
    for annex in _left_behind():
        annex.discard()


def _clear_when_alone() -> None:
    if not _left_behind():
        return  # a folder without write permission is good enough then
    try:
        with stage.alone(workspace.LOCK):
            _clear_away()
    except stage.Busy:
        return
    finally:
        connection.close()
