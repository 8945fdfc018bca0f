"""Desk jobs: documents are read and aligned in a stage of the desk, previewed, decided on, and then published or not.

The stage stays while a person looks at it. Their decisions about edges become assertions in the stage, and descent is
computed with them; readers see nothing until all is published in one transaction.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from ingest.desk import preview as desk_preview
from ingest.desk import sample_pages
from ingest.document.source import SourceError
from ingest.runs import derived, pipeline, rebase, reread, run
from ingest.runs.read_sources import Outcome
from ingest.staging import db_copies, tables
from ingest.staging import stage as staging_stage
from ingest.staging.publication_log import Order
from ingest.workers.pages import PageBuilder
from ingest.workers.pool import WorkerPool
from rulesite.cards.linking import link_if_outdated
from rulesite.progress import ReportProgress
from rulesite.rulebook.models import Assertion
from rulesite.rulebook.workspaces import Workspace
from rulesite.search.store import generations

_PATIENCE = 0.5
"""Seconds between two checks whether another ingest is done."""


class Overtaken(Exception):  # noqa: N818
    """The book was published anew since it was copied, so the stage is no longer what would be published."""


class Nothing(Exception):  # noqa: N818
    """None of the given sources can be published; the message says why."""


@dataclass(frozen=True)
class EdgeDecision:
    """A person's decision about an edge."""

    earlier: str
    later: str
    verdict: str
    kind: str
    reason: str
    said_by: str
    author: int | None = None


@dataclass(frozen=True)
class Work:
    """A proposal as plain data, as within a stage the database is another one."""

    annex: Workspace
    places: list[str]
    options: dict[str, Any]
    decisions: list[EdgeDecision] = field(default_factory=list)


def read(work: Work, report_progress: ReportProgress) -> dict[str, Any]:
    """Read documents in a stage, align them with the book, and return the preview.

    Raises Nothing if none of them can be read, or none is new.
    """
    with _at_work(work, report_progress) as (stage, crew, pages):
        order = {"places": work.places, "options": work.options}
        outcomes, _ = pipeline.bring_in(work.places, run.options_of(order), crew, pages, progress=report_progress)
        _refuse_nothing(outcomes)
        _store_decisions(stage, work.decisions)
        reread.renew(crew, pages, report_progress)
        pipeline.follow(crew, pages, progress=report_progress)
        crew.relieve()
        previewed = _previewed(work, stage, outcomes, report_progress)
    if desk_preview.is_nothing(previewed):
        raise Nothing("Everything in it is held already: readers would see nothing new.")
    return previewed


def join(work: Work, preview: dict[str, Any], report_progress: ReportProgress) -> dict[str, Any]:
    """Compute descent anew with a person's decisions, and return the new preview.

    Raises Overtaken if the book was published anew meanwhile.
    """
    _refuse_overtaken(work)
    with _at_work(work, report_progress) as (stage, crew, pages):
        _store_decisions(stage, work.decisions)
        pipeline.follow(crew, pages, progress=report_progress)
        crew.relieve()
        return _previewed(work, stage, [], report_progress, before=preview)


def publish(work: Work, order: Order, report_progress: ReportProgress) -> int | None:
    """Publish a stage with a person's decisions; returns the number of the publication.

    Corrections made in the published book meanwhile are kept. Raises Overtaken, having published nothing, if the book
    was published anew.
    """
    _refuse_overtaken(work)
    with _at_work(work, report_progress) as (stage, crew, pages):

        def catch_up() -> None:
            if _is_overtaken(stage):
                raise Overtaken
            rebase.catch_up(stage)
            _store_decisions(stage, work.decisions)

        if _is_behind(stage):
            catch_up()
        else:
            _store_decisions(stage, work.decisions)
        pipeline.follow(crew, pages, progress=report_progress)
        crew.relieve()
        report_progress("publishing", 0, 1)
        pairs = [(decision.earlier, decision.later) for decision in work.decisions]
        number = run.publish(stage, crew, pages, order, catch_up=catch_up, decided=pairs)
    generations.sweep()
    link_if_outdated(report_progress)
    return number


@contextlib.contextmanager
def alone(report_progress: ReportProgress) -> Iterator[None]:
    """Hold the lock on ingests of this data folder; waits until another ingest is done."""
    while True:
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(staging_stage.alone())
            except staging_stage.Busy as busy:
                report_progress(f"waiting: {busy}", 0, 1)
            else:
                yield
                return
        time.sleep(_PATIENCE)


@contextlib.contextmanager
def _at_work(
    work: Work, report_progress: ReportProgress
) -> Iterator[tuple[staging_stage.Stage, WorkerPool, PageBuilder]]:
    with (
        alone(report_progress),
        derived.deferred_index(),
        staging_stage.entered(work.annex) as stage,
        WorkerPool() as crew,
    ):
        yield stage, crew, PageBuilder(crew)


def _refuse_nothing(outcomes: list[Outcome]) -> None:
    """Raise Nothing if none of the given sources can be read."""
    refused = [outcome for outcome in outcomes if outcome.status == "refused"]
    if outcomes and len(refused) < len(outcomes):
        return
    raise Nothing("; ".join(outcome.error for outcome in refused) or "No document was found there.")


def _previewed(
    work: Work,
    stage: staging_stage.Stage,
    outcomes: list[Outcome],
    report_progress: ReportProgress,
    before: dict[str, Any] | None = None,
) -> dict[str, Any]:
    report_progress("comparing with the published book", 0, 1)
    previewed = desk_preview.preview(stage.public, outcomes, before)
    return previewed | {"pages": sample_pages.write(work.annex, previewed)}


def _refuse_overtaken(work: Work) -> None:
    stage = staging_stage.within(work.annex)
    if not staging_stage.usable(stage):
        raise Overtaken


def _is_overtaken(stage: staging_stage.Stage) -> bool:
    public, copied = _states(stage)
    return public.publication != copied.publication


def _is_behind(stage: staging_stage.Stage) -> bool:
    public, copied = _states(stage)
    return public != copied


def _states(stage: staging_stage.Stage) -> tuple[tables.State, tables.State]:
    """The published state, and the state that a stage was copied from."""
    with db_copies.joined(stage.public, stage.copy) as both:
        return tables.state(both, both.main), tables.copied(both, both.beside)


def _store_decisions(stage: staging_stage.Stage, decisions: list[EdgeDecision]) -> None:
    """Replace the assertions in a stage by the published ones and the decisions.

    Sends no signals, as descent is computed right afterwards.
    """
    with db_copies.joined(stage.copy, stage.public) as both, both.writing():
        name, people = tables.table("rulebook.Assertion"), tables.table("auth.User")
        rows = both.execute(f"SELECT earlier, later FROM {both.beside}.{name} WHERE origin != 'file'").fetchall()
        published = {tuple(row) for row in rows}
        columns = tables.listed(tables.columns(people))
        both.execute(
            f"INSERT INTO {both.main}.{people} ({columns}) SELECT {columns} FROM {both.beside}.{people} WHERE TRUE "
            "ON CONFLICT DO NOTHING"
        )
    absent = desk_preview.missing(address for decision in decisions for address in (decision.earlier, decision.later))
    if absent:
        raise SourceError(absent[0], "a decision names it, but no provision has this address", mend="revoke it")
    decided = {(decision.earlier, decision.later): decision for decision in decisions}
    with transaction.atomic():
        gone = [
            row.pk
            for row in Assertion.objects.exclude(origin="file")
            if (row.earlier, row.later) not in published | decided.keys()
        ]
        Assertion.objects.filter(pk__in=gone).delete()
        stored = {(row.earlier, row.later): row for row in Assertion.objects.all()}
        for pair, decision in decided.items():
            facts = {
                "verdict": decision.verdict,
                "kind": decision.kind,
                "reason": decision.reason,
                "said_by": decision.said_by,
                "author_id": decision.author,
                "origin": "admin",
            }
            if pair not in stored:
                Assertion.objects.bulk_create([Assertion(earlier=pair[0], later=pair[1], **facts)])
            elif any(getattr(stored[pair], key) != value for key, value in facts.items()):
                Assertion.objects.filter(pk=stored[pair].pk).update(**facts)
