"""The task of a worker that prepares the search index while the games are played."""

from __future__ import annotations

from pathlib import Path

from ingest import readying


def generation(database: readying.Where, folder: str) -> str:
    """Build a generation of the index in a folder from a database, which is only read; "" on failure."""
    with readying.reading(database):
        from django.conf import settings

        from rulesite.search.indexing import builder

        settings.INDEX_DIR = Path(folder)
        built = builder.prepare()
        return built.generation if built is not None else ""
