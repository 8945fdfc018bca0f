"""Derived data after editions have changed: compute descent of the changed editions, build the index once, play the
worked examples under the rules of their editions, and precompute parts of pages.
"""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager

from ingest.descent import store
from ingest.phrases import store as phrases_store
from ingest.staging import analyze, stage
from ingest.workers import games, page_tasks, preload
from ingest.workers.indexing import Indexing
from ingest.workers.pages import PageBuilder
from ingest.workers.pool import WorkerPool
from rulesite.checks.playing.loader import BadList
from rulesite.checks.playing.pool import Play
from rulesite.checks.playing.runner import check_all
from rulesite.progress import ReportProgress
from rulesite.reading.precomputed.store import keep_games, missing, prepare_games, sweep
from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition
from rulesite.search.indexing import builder


def deferred_index() -> AbstractContextManager[None]:
    """Delay the search index while many editions are stored; it is built once at the end."""
    return builder.deferred()


def derive(crew: WorkerPool, pages: PageBuilder, report_progress: ReportProgress) -> None:
    """Compute what derives from several editions, with pages and index in parallel."""
    analyze.analyze()
    indexing = Indexing(crew)
    store.follow(crew=crew, report_progress=report_progress, meanwhile=lambda: pages.go_on(report_progress))
    phrases_store.follow(report_progress)
    signals.library_changed.send(sender=Edition)
    indexing.begin()
    _play(games.beside(crew), report_progress)
    _set_games(crew)
    pages.finish(report_progress)
    sweep()
    indexing.finish(report_progress)


def _play(play: Play, report_progress: ReportProgress) -> None:
    """Play the outstanding scenarios; ``report_progress`` receives the progress."""

    def report(done: int, total: int) -> None:
        report_progress("playing the worked examples", done, total)

    report(0, 1)
    try:
        problems = check_all(progress=report, play=play).problems
    except BadList as error:
        problems = [str(error)]
    for problem in problems:
        logging.getLogger(__name__).warning("a scenario cannot be used: %s", problem)


def _set_games(crew: WorkerPool) -> None:
    """Precompute the badges of games; if there is a worker, it renders every second edition."""
    editions = missing()
    others = [edition.pk for edition in editions[1::2]] if crew.is_beside and stage.applies() else []
    begun = crew.submit(page_tasks.games, (preload.where(), others)) if others else None
    prepare_games(edition for edition in editions if edition.pk not in others)
    if begun is not None:
        keep_games(begun.result())
