"""``manage.py reindex``: rebuild the search index from the database."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from rulesite.progress import bar
from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.search.indexing import builder
from rulesite.search.signals import reindexed
from rulesite.search.store import generations


class Command(MachineCommand):
    """Build the index."""

    needs_rulebook = False
    help = "Rebuild the search index from the database. Searches use the old index meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--changes", action="store_true", help="only add new texts and remove old ones")

    def collect(self, **options: Any) -> dict[str, Any]:
        began = time.perf_counter()
        try:
            with bar("indexing") as report_progress:
                built = (
                    builder.refresh(every=True, report_progress=report_progress)
                    if options["changes"]
                    else builder.rebuild(report_progress)
                )
                reindexed.send(sender=None, report_progress=report_progress)
        except (generations.IndexBusy, generations.IndexUnsafe, generations.NothingHeld) as refusal:
            raise RefusalError(str(refusal)) from refusal
        return {
            "texts": built.texts,
            "added": built.added,
            "removed": built.removed,
            "places": built.places,
            "seconds": round(time.perf_counter() - began, 2),
        }

    def describe(self, result: dict[str, Any]) -> str:
        return (
            f"{result['texts']} distinct texts at {result['places']} places indexed in {result['seconds']} s "
            f"({result['added']} added, {result['removed']} removed)."
        )
