"""Receiving: input files are gathered, read in parallel, and dated as far as each can be on its own."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from importlib import import_module

from ingest.descent.alignment import edges
from ingest.document.source import SourceError
from ingest.parsing import dating, reader
from ingest.parsing.reader import PackedReading, ReadJob
from ingest.parsing.summary import Summary
from ingest.sources.collect import InputFile
from ingest.sources.manifest import Facts
from ingest.workers import preload
from ingest.workers.pool import WorkerPool
from rulesite.rulebook.models import Source
from rulesite.text import languages

_MIN_FILES_FOR_POOL = 8
"""From this many sources on, all workers stay to the end."""
_LONG = 200_000
"""From this size in bytes on, a source is worth a background worker, which computes descent of its edition and renders
its pages. Fewer bytes in all are read here before a worker would have started.
"""
WHOLE_RANK, EXTRACT_RANK = 10, 20
"""Default ranks: a whole book is more authoritative than a fragment."""


@dataclass(frozen=True)
class Options:
    """The options of the command line that concern sources."""

    document: str = ""
    effective: date | None = None
    precision: str = "day"
    extent: str = ""
    dialect: str = ""
    rank: int | None = None
    force: bool = False
    replace: bool = False
    """Consent to delete a library that these sources can't be added to."""
    allow_private: bool = False
    """Consent to URLs with addresses outside the public internet."""
    damaged: bool = False
    """Consent to read undecodable bytes as lost."""
    any_day: bool = False
    """Consent to an edition dated before the first rules, or after tomorrow."""


@dataclass
class Outcome:
    """The outcome of one source."""

    name: str
    status: str
    edition: str = ""
    summary: Summary | None = None
    known_from: str = ""
    error: str = ""
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)


@dataclass
class Received:
    """A source that was read and not yet loaded."""

    file: InputFile
    parcel: PackedReading
    facts: Facts
    outcome: Outcome
    dated: dating.Dated | None

    @property
    def document(self) -> str:
        """The slug of its document; a translation has one of its own."""
        return languages.translated(self.facts.document or self.parcel.summary.document, self.facts.language)

    @property
    def rank(self) -> int:
        """Its rank among the sources of its edition."""
        if self.facts.rank is not None:
            return self.facts.rank
        return WHOLE_RANK if self.parcel.summary.extent == "whole" else EXTRACT_RANK


def receive(
    files: deque[InputFile], options: Options, crew: WorkerPool, report_progress: Callable[[str, int], None]
) -> tuple[list[Outcome], list[Received]]:
    """Read each input file once. Empties ``files``; files whose bytes are stored already are skipped.

    ``report_progress`` receives the current source and the number of finished ones.
    """
    outcomes: list[Outcome] = []
    received: list[Received] = []
    ahead: deque[tuple[InputFile, Facts, Outcome]] = deque()
    count = len(files)
    few = count < 3 or sum(len(file.data) for file in files) <= _LONG
    crew.many = crew.many or (crew.size > 1 and count >= _MIN_FILES_FOR_POOL and not few)

    def orders() -> Iterator[tuple[ReadJob]]:
        seen: dict[str, str] = {}
        while files:
            file = files.popleft()
            facts = _facts(file.facts, options)
            outcome = Outcome(file.name, "refused", error=str(file.error or ""))
            outcomes.append(outcome)
            if file.error or _known(file, facts, options, seen, outcome):
                continue
            if few and len(file.data) > _LONG:
                crew.hire(partial(import_module, edges.__name__), preload.django)
            ahead.append((replace(file, data=b""), facts, outcome))
            yield (_order(file, facts, alone=few),)

    started = time.perf_counter()
    for parcel in crew.each(reader.parcel, orders(), few=few):
        file, facts, outcome = ahead.popleft()
        report_progress(f"reading {file.name}", count - len(files) - len(ahead))
        outcome.seconds, started = time.perf_counter() - started, time.perf_counter()
        if isinstance(parcel, SourceError):
            outcome.error = str(parcel)
            continue
        outcome.summary = parcel.summary
        received.append(Received(file, parcel, facts, outcome, _dated(file.name, facts, parcel.summary)))
    return outcomes, received


def _order(each: InputFile, facts: Facts, *, alone: bool) -> ReadJob:
    language = facts.language or languages.of_document(facts.document)
    return ReadJob(each.name, each.data, facts.dialect, facts.extent, alone, language, facts.damaged)


def _known(each: InputFile, facts: Facts, options: Options, seen: dict[str, str], outcome: Outcome) -> bool:
    """Whether a source can be skipped: its bytes occurred before in this run, or are stored under the same facts.

    ``seen`` holds the names of earlier sources, by sha256.
    """
    sha256 = hashlib.sha256(each.data).hexdigest()
    if twin := seen.get(sha256):
        outcome.status = "unchanged"
        outcome.notes.append(f"the same bytes as {twin}: read once")
        return True
    seen[sha256] = each.name
    stored = Source.objects.filter(sha256=sha256).select_related("edition__document").defer("packed", "ledger").first()
    if stored is None or options.force or not _is_known(stored, facts):
        return False
    outcome.status, outcome.edition = "unchanged", stored.edition.address
    return True


def _facts(facts: Facts, options: Options) -> Facts:
    """The facts of the manifest, overridden by the command line."""
    if options.effective:
        facts = replace(facts, effective=options.effective, precision=options.precision, known_from="given by hand")
    return replace(
        facts,
        document=options.document or facts.document,
        extent=options.extent or facts.extent,
        dialect=options.dialect or facts.dialect,
        damaged=options.damaged or facts.damaged,
        rank=facts.rank if options.rank is None else options.rank,
    )


def _is_known(stored: Source, facts: Facts) -> bool:
    """Whether a stored source is named with the same edition and rank as before."""
    same_day = facts.effective in (None, stored.edition.effective)
    document = languages.translated(facts.document, facts.language) if facts.document else ""
    same_document = document in ("", stored.edition.document.slug)
    return same_day and same_document and facts.rank in (None, stored.rank)


def _dated(name: str, facts: Facts, read: Summary) -> dating.Dated | None:
    """The date of a source, as far as it can be known without the others."""
    if facts.effective:
        return dating.Dated(facts.effective, facts.known_from or "given by hand", facts.precision)
    if read.effective:
        return dating.Dated(read.effective, read.known_from)
    return dating.by_name(name)
