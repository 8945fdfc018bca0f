"""The steps of an ingest: gather, read, date, load, and derive.

Each edition is one transaction: a source that can't be read changes nothing, and the others are stored.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone

from ingest.document.source import SourceError
from ingest.parsing import dating
from ingest.parsing.merge import unlike
from ingest.runs import derived, library_guard, read_sources, reread
from ingest.runs.read_sources import Options, Outcome, Received
from ingest.sources.collect import gather
from ingest.storage import loader
from ingest.workers.pages import PageBuilder
from ingest.workers.pool import WorkerPool
from rulesite.checks.examples import FIRST_DAY
from rulesite.progress import ReportProgress, silence
from rulesite.rulebook.models import Correction, Edition, Source

__all__ = ["Options", "Outcome", "bring_in", "follow", "ingest"]

_Group = list[tuple[Received, dating.Dated]]
"""The sources of one edition, each with its date and the evidence for it."""
_REPLACES = "replaces an earlier state of the same file"


def ingest(
    places: list[str], options: Options | None = None, *, progress: ReportProgress | None = None
) -> list[Outcome]:
    """Bring the documents at some paths and URLs into the rulebook, with all derived data.

    Returns the outcome of each source. Works in the current database; see `ingest.runs.run` for the way in which
    readers see it all at once.
    """
    with derived.deferred_index(), WorkerPool() as crew:
        pages = PageBuilder(crew)
        outcomes, changed = bring_in(places, options, crew, pages, progress=progress)
        if changed:
            follow(crew, pages, progress=progress)
    return outcomes


def follow(crew: WorkerPool, pages: PageBuilder, *, progress: ReportProgress | None = None) -> None:
    """Compute the derived data of changed editions, and whatever an earlier run left outstanding."""
    derived.derive(crew, pages, progress or silence)


def bring_in(
    places: list[str],
    options: Options | None,
    crew: WorkerPool,
    pages: PageBuilder,
    *,
    progress: ReportProgress | None = None,
) -> tuple[list[Outcome], list[Edition]]:
    """Read sources and store their editions; returns the outcome of each source, and the changed editions."""
    report_progress = progress or silence
    options = options or Options()
    files = deque(gather(places, allow_private=options.allow_private))
    count = len(files)
    outcomes, received = read_sources.receive(
        files, options, crew, lambda what, done: report_progress(what, done, 2 * count)
    )
    changed = []

    def tell_stored(what: str, done: int) -> None:
        report_progress(what, count + done, 2 * count)

    for edition in _load_all(received, crew, tell_stored, options):
        pages.begin(edition)
        changed.append(edition)
    return outcomes, changed


def _load_all(
    read: list[Received], crew: WorkerPool, report_progress: Callable[[str, int], None], options: Options
) -> Iterator[Edition]:
    """Load dated sources edition by edition, then date the others by the stored editions, and load those.

    Yield each changed edition once stored. Empties ``read``.
    """
    done = 0
    batches = [received for received in read if received.dated], [received for received in read if not received.dated]
    read.clear()
    for batch in batches:
        groups: dict[tuple[str, date], _Group] = {}
        for received in batch:
            dated = received.dated or _dated_by_what_is_stored(received)
            if dated and _is_allowed(received, dated, options):
                groups.setdefault((received.document, dated.effective), []).append((received, dated))
        batch.clear()
        for document, effective in sorted(groups):
            group = groups.pop((document, effective))
            report_progress(f"storing {document}/{effective}", done)
            yield from _load(document, effective, group, crew, replace=options.replace)
            done += len(group)


def _dated_by_what_is_stored(one: Received) -> dating.Dated | None:
    try:
        dated = dating.date(one.file.name, one.parcel.reading.tree, loader.stored_words(one.document))
    except SourceError as error:
        one.outcome.error = str(error)
        return None
    one.outcome.notes += [dated.note] if dated.note else []
    return dated


def _is_allowed(one: Received, dated: dating.Dated, options: Options) -> bool:
    """Whether a source may become an edition of its day; an implausible day needs consent.

    An edition that is stored already needs none.
    """
    is_policy = one.document in dating.POLICY
    first = dating.FIRST_POLICY if is_policy else FIRST_DAY
    strange = dating.out_of_range(dated.effective, first, timezone.localdate())
    if not strange or Edition.objects.filter(document__slug=one.document, effective=dated.effective).exists():
        return True
    what = f"its date, {dated.effective} ({dated.known_from}), is {strange}"
    if options.any_day and dated.effective != date.max:  # which means "no end"
        one.outcome.notes.append(what)
        return True
    mend = "give the right one with --effective"
    mend += "" if dated.effective == date.max else ", or use --any-day to accept it"
    one.outcome.error = str(SourceError(one.file.name, what, mend=mend))
    return False


def _load(document: str, effective: date, group: _Group, crew: WorkerPool, *, replace: bool) -> list[Edition]:
    """Load one edition from new sources and its stored ones; returns the changed editions."""
    started = time.perf_counter()
    try:
        with transaction.atomic():
            library_guard.ensure_library(group[0][0].file, replace=replace)
            stored = list(_stored(document, effective, group))
            if (alike := _alike(group, stored)) != group:
                stored = list(_stored(document, effective, alike))  # a refused file replaces none
            group = alike
            if not group:
                transaction.set_rollback(True)
                return []
            facts = loader.EditionFacts(document, effective, group[0][1].precision)
            left = _left_by([received.parcel.summary.sha256 for received, _ in group], document, effective)
            witnesses = [
                loader.Witnessed(
                    received.parcel.reading,
                    received.facts.title,
                    dated.known_from,
                    received.rank,
                    received.facts.extent,
                )
                for received, dated in group
            ]
            changed = [loader.load(facts, [*witnesses, *stored], crew), *left]
    except SourceError as error:
        for received, _ in group:
            received.outcome.error = str(error)
        return []
    seconds = (time.perf_counter() - started) / len(group)
    for received, dated in group:
        received.outcome.status, received.outcome.edition = "loaded", changed[0].address
        received.outcome.known_from = dated.known_from
        received.outcome.seconds += seconds
    return changed


def _alike(group: _Group, stored: Sequence[loader.Witnessed]) -> _Group:
    """The sources that agree with the best source of their edition, stored or new; the others are refused."""
    if len(group) + len(stored) == 1:
        return group
    readings = [received.parcel.reading for received, _ in group]
    ranked = [(witness.rank, witness.reading) for witness in stored] or [
        (received.rank, reading) for (received, _), reading in zip(group, readings, strict=True)
    ]
    _, book = min(ranked, key=lambda row: (row[1].tree.extent != "whole", row[0], row[1].source.name))
    alike: _Group = []
    for (received, dated), reading in zip(group, readings, strict=True):
        if why := "" if reading is book else unlike(reading, book):
            what = f"it is not a witness of {received.document}/{dated.effective}, unlike {book.source.name}: {why}"
            mend = "give its own date with --effective, or its own --document"
            received.outcome.error = str(SourceError(received.file.name, what, mend=mend))
        else:
            alike.append((received, dated))
    return alike


def _left_by(digests: Sequence[str], document: str, effective: date) -> list[Edition]:
    """The editions that lose a source because it is now assigned to another one, loaded anew without it.

    An edition without sources is deleted.
    """
    moving = Source.objects.filter(sha256__in=digests).exclude(
        edition__document__slug=document, edition__effective=effective
    )
    left = list(Edition.objects.filter(sources__in=moving).distinct().select_related("document"))
    moving.delete()
    remaining: list[Edition] = []
    for edition in left:
        witnesses = list(_stored(edition.document.slug, edition.effective, []))
        if witnesses:
            facts = loader.EditionFacts(edition.document.slug, edition.effective, edition.precision)
            remaining.append(loader.load(facts, witnesses))
        elif Correction.objects.filter(edition=edition.address).exists():
            mend = "withdraw them in the admin, or name the edition that the source belonged to"
            raise SourceError(edition.address, "it would have no source left, but it has corrections", mend=mend)
        else:
            loader.remove(edition)
    return remaining


def _stored(document: str, effective: date, group: _Group) -> Iterable[loader.Witnessed]:
    """The stored sources of an edition, read again; a file of the same name is replaced."""
    digests = {received.parcel.summary.sha256 for received, _ in group}
    names = {received.file.name: received for received, _ in group}
    sources = Source.objects.filter(edition__document__slug=document, edition__effective=effective)
    for stored in sources.select_related("edition__document").defer(*Edition.long("edition__")):
        if stored.sha256 in digests:
            continue
        if stored.name in names:
            if _REPLACES not in names[stored.name].outcome.notes:
                names[stored.name].outcome.notes.append(_REPLACES)
            continue
        yield reread.witnessed(stored)
