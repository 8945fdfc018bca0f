"""Verification: check row by row that all stored data agree with what they were made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.db import connection, transaction

from ingest import builds
from ingest.descent.store import edges, fingerprints
from ingest.document import ledger
from ingest.document.ledger import LedgerError, Role
from ingest.document.ledger import Segment as Stretch
from ingest.document.source import SourceError, read_bytes
from ingest.runs.outstanding import outstanding
from ingest.storage import edition_keys
from rulesite import file_permissions
from rulesite.progress import ReportProgress, silence
from rulesite.rulebook.descent import threads
from rulesite.rulebook.models import Descent, Document, Edition, RuleVersion, Source
from rulesite.search.indexing import builder, edition_stamps
from rulesite.search.store import generations
from rulesite.text import encodings


@dataclass(frozen=True)
class Finding:
    """A disagreement, its remedy, and the action that schedules the repair."""

    what: str
    mend: str
    forget: Callable[[], None] | None = None


def findings(report_progress: ReportProgress = silence) -> Iterator[Finding]:
    """Every disagreement; changes nothing. ``report_progress`` receives the progress."""
    yield from (Finding(f"still to do: {work}", "--fix or the next ingest does it") for work in outstanding())
    yield from _private()
    yield from _rows()
    yield from _sources(report_progress)
    yield from _editions(report_progress)
    yield from _indexed(report_progress)
    documents = list(Document.objects.all())
    for index, document in enumerate(documents):
        report_progress("descent", index, len(documents))
        yield from _steps(document)
        yield from _threads(document)


def _private() -> Iterator[Finding]:
    """Files and folders that other users of the machine can read."""
    if open_paths := file_permissions.open_to_others(settings.DATA_DIR):
        names = ", ".join(path.name for path in open_paths)
        yield Finding(
            f"other users of this machine can read {names}",
            "their access is removed",
            partial(file_permissions.shut, open_paths),
        )


def _indexed(report_progress: ReportProgress) -> Iterator[Finding]:
    """Disagreements of the search index with each edition."""
    if not builder.is_there(generations.named()):
        return  # an outdated index is reported already
    for address in builder.astray(report_progress):
        again = partial(edition_stamps.renew, [Edition.at(address).pk])
        yield Finding(f"{address} differs from the search index", "it is indexed again", again)


def _rows() -> Iterator[Finding]:
    """Rows that refer to missing rows."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_key_check")
        lost = {(row[0], row[2]) for row in cursor.fetchall()}
    for table, parent in sorted(lost):
        yield Finding(f"{table} refers to missing rows of {parent}", "restore a backup, or ingest with --force")


def _sources(report_progress: ReportProgress) -> Iterator[Finding]:
    """The ledger of each source: its segments must tile it and reproduce its bytes."""
    every = Source.objects.select_related("edition__document")
    total = every.count()
    for index, source in enumerate(every.iterator(chunk_size=20)):
        report_progress("ledgers", index, total)
        pieces = [Stretch(*segment[:2], Role(segment.role), *segment[3:]) for segment in source.segments]
        try:
            text = read_bytes(source.name, source.data, damaged=encodings.is_damaged(source.encoding))
            if text.sha256 != source.sha256:
                raise LedgerError(f"its bytes do not have the sha256 {source.sha256[:12]}…")
            ledger.check_tiling(pieces, len(text.text))
            ledger.check_bytes(pieces, text)
        except (LedgerError, SourceError) as error:
            edition = source.edition
            mend = f"{edition.address} is read again from the stored bytes"
            yield Finding(f"the ledger of {source.name} is wrong: {error}", mend, partial(edition_keys.forget, edition))


def _editions(report_progress: ReportProgress) -> Iterator[Finding]:
    """The recorded fingerprints of each edition's text."""
    every = list(Edition.objects.select_related("document"))
    for index, edition in enumerate(every):
        report_progress("words", index, len(every))
        if stages := fingerprints.belied(edition):
            mend = "its steps of descent are computed again"
            forget = partial(fingerprints.forget, edition, *stages)
            yield Finding(f"the text of {edition.address} differs from its stored fingerprint", mend, forget)


def _steps(document: Document) -> Iterator[Finding]:
    """Steps that are up to date must have edges, and no other pair of editions may."""
    between = Descent.objects.filter(earlier__edition__document=document, later__edition__document=document)
    drawn = between.exclude(basis=Descent.Basis.ASSERTED)
    stored = set(drawn.values_list("earlier__edition_id", "later__edition_id").distinct())
    required = edges.steps(document)
    for earlier, later in required:
        name = edges.unit(earlier, later)
        if (earlier.pk, later.pk) not in stored and name in builds.keys(edges.STEP, [name]):
            yield Finding(f"{name} has no edges", "it is computed again", partial(builds.forget, edges.STEP, [name]))
    if stray := stored - {(earlier.pk, later.pk) for earlier, later in required}:
        mend = "they are dropped"
        every = list(builds.keys(edges.STEP))
        yield Finding(
            f"{len(stray)} steps of {document} have edges although another edition is between", mend,
            partial(builds.forget, edges.STEP, every),
        )  # fmt: skip


def _threads(document: Document) -> Iterator[Finding]:
    """The stored threads must equal those computed from the edges."""
    versions = RuleVersion.objects.filter(edition__document=document)
    stored = dict(versions.values_list("pk", "rule_id"))
    with transaction.atomic():
        threads.rebuild(document)
        again = dict(versions.values_list("pk", "rule_id"))
        transaction.set_rollback(True)
    differing = sum(stored[pk] != thread for pk, thread in again.items())
    if differing:
        what = f"{differing} provisions of {document} are in another thread than their descent implies"
        yield Finding(what, "their threads are computed again", partial(builds.forget, edges.THREADS, [document.slug]))
