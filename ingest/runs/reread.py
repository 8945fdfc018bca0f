"""Rereading: sources that older code has read are read again from their stored bytes.

So every improvement in reading reaches existing libraries by itself.
"""

from __future__ import annotations

import logging

from django.db import transaction

from ingest import builds
from ingest.document.source import SourceError
from ingest.parsing import reader
from ingest.parsing.reader import ReadJob
from ingest.storage import edition_keys, loader
from ingest.workers.pages import PageBuilder
from ingest.workers.pool import WorkerPool
from rulesite.progress import ReportProgress
from rulesite.rulebook.citations import linker
from rulesite.rulebook.models import Source
from rulesite.search.indexing import edition_stamps
from rulesite.text import encodings, languages

_FIND, _ALL = "find", "all wordings"


def witnessed(stored: Source) -> loader.Witnessed:
    """A stored source, read again."""
    parcel = reader.parcel(_order(stored))
    if isinstance(parcel, SourceError):
        raise parcel
    return loader.Witnessed(parcel.reading, stored.title, stored.known_from, stored.rank, stored.extent_said)


def _order(stored: Source) -> ReadJob:
    language = languages.of_document(stored.edition.document.slug)
    damaged = encodings.is_damaged(stored.encoding)
    return ReadJob(stored.name, stored.data, stored.dialect, stored.extent_said, language=language, damaged=damaged)


def _find_again() -> None:
    """Extract the references of all wordings again that older code extracted."""
    key = builds.code("rulesite/text")
    if builds.stands(_FIND, _ALL, key):
        return
    with transaction.atomic():
        if builds.keys(_FIND):
            linker.find_again()
            edition_stamps.renew()  # the glossary's pointers are searched
        builds.note(_FIND, _ALL, key)


def renew(crew: WorkerPool, pages: PageBuilder, report_progress: ReportProgress) -> None:
    """Read and store such editions again, and start on their pages; one that is refused today stays as it is."""
    _find_again()
    editions = edition_keys.stale()
    sources_of = {edition.pk: list(edition.sources.all()) for edition in editions} if len(editions) < 3 else {}
    orders = (
        (_order(source),)
        for edition in editions
        for source in sources_of.get(edition.pk) or edition.sources.order_by("pk")
    )
    parcels = crew.each(reader.parcel, orders, few=len(editions) < 3)
    for index, edition in enumerate(editions):
        report_progress(f"reading {edition.address} again", index, len(editions))
        sources = list(edition.sources.order_by("pk").defer("packed", "ledger"))
        read = [next(parcels) for _ in sources]
        refused = [parcel for parcel in read if isinstance(parcel, SourceError)]
        if refused:
            logging.getLogger(__name__).warning("%s stays as it was read before: %s", edition.address, refused[0])
            edition_keys.note(edition)
            continue
        witnesses = [
            loader.Witnessed(parcel.reading, source.title, source.known_from, source.rank, source.extent_said)
            for source, parcel in zip(sources, read, strict=True)
            if not isinstance(parcel, SourceError)
        ]
        facts = loader.EditionFacts(edition.document.slug, edition.effective, edition.precision)
        pages.begin(loader.load(facts, witnesses))
