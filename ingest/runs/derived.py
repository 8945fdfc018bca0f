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
from rulesite.progress import Tell
from rulesite.reading.precomputed.store import keep_games, missing, prepare_games, sweep
from rulesite.rulebook import signals
from rulesite.rulebook.models import Edition
from rulesite.search.indexing import builder


def deferred_index() -> AbstractContextManager[None]:
    """Delay the search index while many editions are stored; it is built once at the end."""
    return builder.deferred()


def derive(crew: WorkerPool, pages: PageBuilder, tell: Tell) -> None:
    """Compute what derives from several editions, with pages and index in parallel."""
    analyze.analyze()
    indexing = Indexing(crew)
    store.follow(crew=crew, tell=tell, meanwhile=lambda: pages.go_on(tell))
    phrases_store.follow(tell)
    signals.library_changed.send(sender=Edition)
    indexing.begin()
    _play(games.beside(crew), tell)
    _set_games(crew)
    pages.finish(tell)
    sweep()
    indexing.finish(tell)


def _play(play: Play, tell: Tell) -> None:
    """Play the outstanding scenarios; ``tell`` receives the progress."""

    def report(done: int, total: int) -> None:
        tell("playing the worked examples", done, total)

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
