"""Rendering the pages of editions in workers, while other editions are still being stored.

A worker reads the committed data of the stage; only this process writes to it. Results are stored as they arrive, so
that few of them are in memory at a time.
"""

from __future__ import annotations

from concurrent.futures import Future, wait

from ingest.staging import stage
from ingest.workers import page_tasks, preload
from ingest.workers.pool import WorkerPool
from rulesite.progress import ReportProgress
from rulesite.reading.precomputed.store import Set, keep, set_pages, told, untold
from rulesite.rulebook.models import Attribution, Edition

_MIN_EDITIONS_FOR_POOL = 8
"""From this many editions on, workers are worth their start-up."""


class PageBuilder:
    """The pages of a library under ingest. Call `begin` for each stored edition; `go_on` renders pages that no worker
    has, and `finish` waits for the others.
    """

    def __init__(self, crew: WorkerPool) -> None:
        self._crew = crew
        self._begun: dict[int, tuple[Edition, Future[Set]]] = {}

    def begin(self, edition: Edition) -> None:
        """Have a worker, if there is one, render the pages of an edition.

        Editions with source tags are left out: they change once the edition named in a tag arrives.
        """
        self._begun.pop(edition.pk, None)
        self._keep_what_is_set()
        if self._crew.hired and stage.applies() and not told(edition) and not _has_tags(edition):
            self._submit(edition)

    def go_on(self, report_progress: ReportProgress) -> None:
        """Store rendered pages, and render missing ones; only a few that workers have may wait."""
        self._keep_what_is_set()
        editions = untold()
        are_many = self._crew.many or len(editions) >= _MIN_EDITIONS_FOR_POOL
        if are_many and stage.applies() and self._crew.size > 1:
            for edition in editions:
                if edition.pk not in self._begun:
                    self._submit(edition)
        by_workers = are_many and bool(self._begun)
        for index, edition in enumerate(editions):
            if are_many or edition.pk not in self._begun:
                report_progress(f"rendering the pages of {edition.address}", index, len(editions))
                _, begun = self._begun.pop(edition.pk, (edition, None))
                keep(edition, begun.result() if begun else set_pages(edition))
        if by_workers:
            self._begun.clear()
            self._crew.relieve()

    def finish(self, report_progress: ReportProgress) -> None:
        """Wait for the pages that workers have, and store them."""
        for index, (edition, begun) in enumerate(self._begun.values()):
            report_progress(f"rendering the pages of {edition.address}", index, len(self._begun))
            wait([begun])
        self._keep_what_is_set()

    def _submit(self, edition: Edition) -> None:
        task = preload.where(), edition.pk
        self._begun[edition.pk] = edition, self._crew.submit(page_tasks.pages, task)

    def _keep_what_is_set(self) -> None:
        """Store the pages that workers have finished, of the editions that still exist."""
        done = [pk for pk, (_, begun) in self._begun.items() if begun.done()]
        stored = set(Edition.objects.filter(pk__in=done).values_list("pk", flat=True)) if done else ()
        for pk in done:
            edition, begun = self._begun.pop(pk)
            if pk in stored:
                keep(edition, begun.result())


def _has_tags(edition: Edition) -> bool:
    of_rules = Attribution.objects.filter(wording__versions__edition=edition)
    of_examples = Attribution.objects.filter(wording__examples__version__edition=edition)
    of_terms = Attribution.objects.filter(wording__terms__edition=edition)
    return of_rules.exists() or of_examples.exists() or of_terms.exists()
