"""The task of a worker that prepares the search index while the games are played."""

from __future__ import annotations

from pathlib import Path

from ingest.workers import preload


def generation(database: preload.Where, folder: str) -> str:
    """Build a generation of the index in a folder from a database, which is only read; "" on failure."""
    with preload.reading(database):
        from django.conf import settings

        from rulesite.search.indexing import builder

        settings.INDEX_DIR = Path(folder)
        built = builder.prepare()
        return built.generation if built is not None else ""
