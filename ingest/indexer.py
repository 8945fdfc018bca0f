"""An indexer: what a worker does who prepares the search index while the games are played."""

from __future__ import annotations

from pathlib import Path

from ingest import readying


def generation(database: readying.Where, folder: str) -> str:
    """A generation of the index in a folder, in step with a database, which is only read; "" where that
    does not do.
    """
    with readying.reading(database):
        from django.conf import settings

        from rulesite.search import index

        settings.INDEX_DIR = Path(folder)
        built = index.prepare()
        return built.generation if built is not None else ""
