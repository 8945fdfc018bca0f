"""Running an ingest: one at a time, in a stage, published at the end; what a killed run left is finished first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import date
from functools import partial
from typing import Any

from django.db import connection, transaction

from ingest.document.source import printable
from ingest.runs import derived, outstanding, pipeline, rebase, reread
from ingest.runs.read_sources import Options, Outcome
from ingest.staging import publish as staging_publish
from ingest.staging import stage as staging_stage
from ingest.staging.publication_log import Order
from ingest.workers.pages import PageBuilder
from ingest.workers.pool import WorkerPool
from rulesite import diagnostics
from rulesite.cards.linking import link_if_outdated
from rulesite.progress import ReportProgress, silence
from rulesite.search.store import generations


def run(places: list[str], options: Options | None = None, *, progress: ReportProgress | None = None) -> list[Outcome]:
    """Bring the documents at some paths and URLs into the published book; returns the outcome of each source.

    Readers see no change until everything is done, descent and search included. The requests of a killed run are done
    first. Raises staging.Busy while another ingest is at work.
    """
    options = options or Options()
    if not staging_stage.applies():
        with transaction.atomic():
            return pipeline.ingest(places, options, progress=progress)
    with staging_stage.alone():
        return _in_a_stage([*staging_stage.left(), order_for(places, options)], progress)


def finish(*, progress: ReportProgress | None = None, anyway: bool = False) -> list[Outcome]:
    """Finish the requests of killed runs, and all outstanding derived data.

    Does nothing if nothing is outstanding, unless ``anyway``. Raises staging.Busy while another ingest is at work.
    """
    if not staging_stage.applies() or not (anyway or staging_stage.left() or outstanding.outstanding()):
        return []
    with staging_stage.alone():
        return _in_a_stage(staging_stage.left(), progress)


def _in_a_stage(orders: list[dict[str, Any]], progress: ReportProgress | None) -> list[Outcome]:
    """Do the requests in a stage and publish it, with people's edits of the published book meanwhile.

    If the disk is full, the copy is deleted: readers, and people who correct the book, need the space.
    """
    try:
        outcomes = _done_in_a_stage(orders, progress)
    except Exception as error:
        if isinstance(diagnostics.explain(error), diagnostics.DiskFullError):
            staging_stage.give_up_copy()
        raise
    staging_stage.discard()
    generations.sweep()
    link_if_outdated(progress or silence)
    return outcomes


def _done_in_a_stage(orders: list[dict[str, Any]], progress: ReportProgress | None) -> list[Outcome]:
    outcomes: list[Outcome] = []
    report_progress = progress or silence
    with derived.deferred_index(), staging_stage.opened(orders) as stage, WorkerPool() as crew:
        pages = PageBuilder(crew)
        for order in orders:
            outcomes += pipeline.bring_in(order["places"], options_of(order), crew, pages, progress=progress)[0]
        reread.renew(crew, pages, report_progress)
        pipeline.follow(crew, pages, progress=progress)
        crew.relieve()
        report_progress("publishing", 0, 1)
        places = [place for order in orders for place in order["places"]]
        publish(stage, crew, pages, _ordered(places))
    return outcomes


def _ordered(places: list[str]) -> Order:
    return Order(printable(f"ingest {' '.join(places)}") if places else "outstanding work")


def publish(
    stage: staging_stage.Stage,
    crew: WorkerPool,
    pages: PageBuilder,
    order: Order,
    *,
    compare: bool = False,
    catch_up: Callable[[], object] | None = None,
    decided: Iterable[tuple[str, str]] = (),
) -> int | None:
    """Publish the stage that this process works in; whenever the published book changed meanwhile, ``catch_up`` brings
    the stage up to date and publishing is tried again.

    Returns the number of the publication, None if there was nothing to change.
    """
    pairs = list(decided)
    while True:
        connection.close()
        try:
            return staging_publish.publish(stage, order, compare=compare, decided=pairs)
        except staging_publish.Moved:
            compare = True
            (catch_up or partial(rebase.catch_up, stage))()
            pipeline.follow(crew, pages)


def order_for(places: list[str], options: Options) -> dict[str, Any]:
    """A request as it is stored until it is done; its paths are valid from any folder."""
    fields = asdict(options)
    fields["effective"] = options.effective.isoformat() if options.effective else None
    return {"places": [staging_stage.lasting(place) for place in places], "options": fields}


def options_of(order: dict[str, Any]) -> Options:
    """The options of a stored request."""
    fields = dict(order["options"])
    fields["effective"] = date.fromisoformat(fields["effective"]) if fields["effective"] else None
    return Options(**fields)
