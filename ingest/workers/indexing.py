"""The search index: prepared as far as possible by a worker in parallel, then brought up to date."""

from __future__ import annotations

import logging
from concurrent.futures import Future

from django.conf import settings

from ingest.staging import stage
from ingest.workers import index_task, preload
from ingest.workers.pool import WorkerPool
from rulesite.progress import ReportProgress
from rulesite.search.indexing import builder


class Indexing:
    """The index of a library under ingest. Call `begin` once no searched text changes any more."""

    def __init__(self, crew: WorkerPool) -> None:
        self._crew = crew
        self._begun: Future[str] | None = None

    def begin(self) -> None:
        """Start the index in a worker, if there is one."""
        if self._crew.is_beside and stage.applies():
            task = preload.where(), str(settings.INDEX_DIR)
            self._begun = self._crew.submit(index_task.generation, task)

    def finish(self, report_progress: ReportProgress) -> None:
        """Bring the index up to date with the current database, which names it from then on."""
        begun, self._begun = self._begun, None
        report_progress("indexing", 0, 1)
        builder.refresh(prepared=self._prepared(begun) if begun else "", report_progress=report_progress)

    def _prepared(self, begun: Future[str]) -> str:
        """The generation that was started; "" if that failed: building it here reports the cause."""
        try:
            return begun.result()
        except Exception:
            logging.getLogger(__name__).warning("the index could not be prepared by a worker", exc_info=True)
            return ""
