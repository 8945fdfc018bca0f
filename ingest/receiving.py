"""Receiving: what a person names is gathered, read side by side, and dated as far as each source can be alone."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from importlib import import_module

from ingest import dating, reader, readying
from ingest.descent import edges
from ingest.gather import Found
from ingest.manifest import Facts
from ingest.reader import Order, Parcel
from ingest.source import SourceError
from ingest.summary import Summary
from ingest.workers import Crew
from rulesite.rulebook.models import Source
from rulesite.text import languages

_MANY = 8
"""So many sources are worth all workers to the end."""
_LONG = 200_000
"""A source of more bytes is worth a worker beside this process, who joins its edition to those about it and sets its
pages. Sources that are no more together are read here before a worker would have begun."""
WHOLE_RANK, EXTRACT_RANK = 10, 20
"""Ranks where nobody gave one: a whole book is believed before a fragment."""


@dataclass(frozen=True)
class Options:
    """What a person may say on the command line about the sources they name."""

    document: str = ""
    effective: date | None = None
    precision: str = "day"
    extent: str = ""
    dialect: str = ""
    rank: int | None = None
    force: bool = False
    replace: bool = False
    """Consent that what these sources do not mix with is thrown away."""
    allow_private: bool = False
    """Consent that URLs lead to addresses that are not in the public net."""
    damaged: bool = False
    """Consent that bytes which are no characters are read as lost."""
    any_day: bool = False
    """Consent that an edition is of a day before the first rules, or after tomorrow."""


@dataclass
class Outcome:
    """What became of one source."""

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
    """A source that was read, on its way to an edition."""

    found: Found
    parcel: Parcel
    facts: Facts
    outcome: Outcome
    dated: dating.Dated | None

    @property
    def document(self) -> str:
        """The slug of the document that it is of; a translation is one of its own."""
        return languages.translated(self.facts.document or self.parcel.summary.document, self.facts.language)

    @property
    def rank(self) -> int:
        """Its rank among the witnesses of its edition."""
        if self.facts.rank is not None:
            return self.facts.rank
        return WHOLE_RANK if self.parcel.summary.extent == "whole" else EXTRACT_RANK


def receive(
    found: deque[Found], options: Options, crew: Crew, tell: Callable[[str, int], None]
) -> tuple[list[Outcome], list[Received]]:
    """Read what was found (which is used up), each source once; those whose bytes are stored are left alone.

    ``tell`` hears what is being read and how many sources are through.
    """
    outcomes: list[Outcome] = []
    received: list[Received] = []
    ahead: deque[tuple[Found, Facts, Outcome]] = deque()
    count = len(found)
    few = count < 3 or sum(len(each.data) for each in found) <= _LONG
    crew.many = crew.many or (crew.size > 1 and count >= _MANY and not few)

    def orders() -> Iterator[tuple[Order]]:
        seen: dict[str, str] = {}
        while found:
            each = found.popleft()
            facts = _facts(each.facts, options)
            outcome = Outcome(each.name, "refused", error=str(each.error or ""))
            outcomes.append(outcome)
            if each.error or _known(each, facts, options, seen, outcome):
                continue
            if few and len(each.data) > _LONG:
                crew.hire(partial(import_module, edges.__name__), readying.django)
            ahead.append((replace(each, data=b""), facts, outcome))
            yield (_order(each, facts, alone=few),)

    started = time.perf_counter()
    for parcel in crew.each(reader.parcel, orders(), few=few):
        each, facts, outcome = ahead.popleft()
        tell(f"reading {each.name}", count - len(found) - len(ahead))
        outcome.seconds, started = time.perf_counter() - started, time.perf_counter()
        if isinstance(parcel, SourceError):
            outcome.error = str(parcel)
            continue
        outcome.summary = parcel.summary
        received.append(Received(each, parcel, facts, outcome, _dated(each.name, facts, parcel.summary)))
    return outcomes, received


def _order(each: Found, facts: Facts, *, alone: bool) -> Order:
    language = facts.language or languages.of_document(facts.document)
    return Order(each.name, each.data, facts.dialect, facts.extent, alone, language, facts.damaged)


def _known(each: Found, facts: Facts, options: Options, seen: dict[str, str], outcome: Outcome) -> bool:
    """Whether a source needs no reading: its bytes came once before in this run, or are stored as what it is named.

    ``seen`` holds the names of the sources before it, by sha256.
    """
    sha256 = hashlib.sha256(each.data).hexdigest()
    if twin := seen.get(sha256):
        outcome.status = "unchanged"
        outcome.notes.append(f"the same bytes as {twin}: read once")
        return True
    seen[sha256] = each.name
    stored = Source.objects.filter(sha256=sha256).select_related("edition__document").defer("packed", "ledger").first()
    if stored is None or options.force or not _says_nothing_new(stored, facts):
        return False
    outcome.status, outcome.edition = "unchanged", stored.edition.address
    return True


def _facts(facts: Facts, options: Options) -> Facts:
    """What the manifest says, overruled by the command line."""
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


def _says_nothing_new(stored: Source, facts: Facts) -> bool:
    """Whether a source whose bytes are stored is named with the same edition and rank as before."""
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
