"""Indexing: the search index, prepared by a worker beside other work as far as that can be, and brought in step."""

from __future__ import annotations

import logging
from concurrent.futures import Future

from django.conf import settings

from ingest import indexer, readying, staging
from ingest.workers import Crew
from rulesite.progress import Tell
from rulesite.search import index


class Indexing:
    """The index of a library that is worked in. `begin` when nothing more is changed that is searched."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._begun: Future[str] | None = None

    def begin(self) -> None:
        """Have the index prepared beside whatever else is done, where there is somebody to do it."""
        if self._crew.is_beside and staging.applies():
            task = readying.where(), str(settings.INDEX_DIR)
            self._begun = self._crew.submit(indexer.generation, task)

    def finish(self, tell: Tell) -> None:
        """Bring the index in step with the database that is worked in, which names it from then on."""
        begun, self._begun = self._begun, None
        tell("indexing", 0, 1)
        index.refresh(prepared=self._prepared(begun) if begun else "", tell=tell)

    def _prepared(self, begun: Future[str]) -> str:
        """The generation that was begun; "" if that failed: whoever makes it here says why."""
        try:
            return begun.result()
        except Exception:
            logging.getLogger(__name__).warning("the index could not be prepared by a worker", exc_info=True)
            return ""
