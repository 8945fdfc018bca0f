"""The table of contents of ingest: gather, read, date, load, and what follows from it.

Each edition is one transaction: a source that can't be read leaves everything as it was, and the others land.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.db import transaction

from ingest import after, dating, dialects, html, ledger, load
from ingest.gather import Found, gather
from ingest.manifest import Facts
from ingest.source import SourceError, read_bytes
from ingest.tree import Reading
from rulesite.rulebook.models import Edition, Library, Source

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


@dataclass
class Outcome:
    """What became of one source."""

    name: str
    status: str
    edition: str = ""
    reading: Reading | None = None
    known_from: str = ""
    error: str = ""
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)


@dataclass
class _Read:
    """A source that was read, on its way to an edition."""

    found: Found
    reading: Reading
    facts: Facts
    outcome: Outcome
    rank: int
    dated: dating.Dated | None = None

    @property
    def place(self) -> tuple[str, date]:
        assert self.dated is not None
        return self.facts.document or self.reading.tree.document, self.dated.effective


def ingest(
    places: list[str], options: Options | None = None, *, progress: Callable[[str, int, int], None] | None = None
) -> list[Outcome]:
    """Bring everything that some paths and URLs name into the rulebook; returns what became of each source.

    ``progress`` is told (what is being done, how many sources are through, how many there are).
    """
    options = options or Options()
    tell = progress or (lambda what, done, total: None)
    found = list(gather(places))
    outcomes: list[Outcome] = []
    read: list[_Read] = []
    for nth, each in enumerate(found):
        tell(f"reading {each.name}", nth, 2 * len(found))
        one = _read(each, options)
        outcomes.append(one.outcome if isinstance(one, _Read) else one)
        if isinstance(one, _Read):
            read.append(one)
    with after.deferred_index():
        changed = _load_all(read, lambda what, done: tell(what, len(found) + done, 2 * len(found)))
        if changed:
            tell("joining the editions", 2 * len(found), 2 * len(found))
            after.follow(changed)
            tell("indexing", 2 * len(found), 2 * len(found))
    return outcomes


def _read(found: Found, options: Options) -> _Read | Outcome:
    """Read one source, prove its ledger, and date it as far as it can be dated alone."""
    started = time.perf_counter()
    outcome = Outcome(found.name, "refused")
    try:
        if found.error:
            raise found.error
        facts = _facts(found.facts, options)
        source = read_bytes(found.name, found.data)
        stored = Source.objects.filter(sha256=source.sha256).select_related("edition__document").first()
        if stored and not options.force and _says_nothing_new(stored, facts):
            return Outcome(found.name, "unchanged", stored.edition.address)
        reading = (
            html.read(source, facts.dialect)
            if html.is_html(source)
            else dialects.choose(source, facts.dialect).read(source)
        )
        ledger.check_bytes(reading.segments, source)
        if reading.truncated and facts.extent != "extract":
            mend = 'get the whole file, or say extent = "extract" in sources.toml (--extent extract)'
            raise SourceError(
                found.name, f"the file is truncated: {reading.truncated}", line=len(source.lines), mend=mend
            )
        if facts.extent:
            reading = replace(reading, tree=replace(reading.tree, extent=facts.extent))
    except SourceError as error:
        outcome.error = str(error)
        return outcome
    rank = facts.rank if facts.rank is not None else WHOLE_RANK if reading.tree.extent == "whole" else EXTRACT_RANK
    outcome.reading = reading
    outcome.seconds = time.perf_counter() - started
    read = _Read(found, reading, facts, outcome, rank)
    if facts.effective:
        read.dated = dating.Dated(facts.effective, facts.known_from or "given by hand", facts.precision)
    elif reading.tree.effective:
        read.dated = dating.Dated(reading.tree.effective, reading.tree.known_from)
    else:
        read.dated = dating.by_name(found.name)
    return read


def _facts(facts: Facts, options: Options) -> Facts:
    """What the manifest says, overruled by the command line."""
    if options.effective:
        facts = replace(facts, effective=options.effective, precision=options.precision, known_from="given by hand")
    return replace(
        facts,
        document=options.document or facts.document,
        extent=options.extent or facts.extent,
        dialect=options.dialect or facts.dialect,
        rank=facts.rank if options.rank is None else options.rank,
    )


def _says_nothing_new(stored: Source, facts: Facts) -> bool:
    """Whether a source whose bytes are stored is named with the same edition and rank as before."""
    same_day = facts.effective in (None, stored.edition.effective)
    same_document = facts.document in ("", stored.edition.document.slug)
    return same_day and same_document and facts.rank in (None, stored.rank)


def _load_all(read: Sequence[_Read], tell: Callable[[str, int], None]) -> list[Edition]:
    """Load dated sources edition by edition, then date the others by what is stored, and load those."""
    changed: list[Edition] = []
    undated = [one for one in read if one.dated is None]
    done = 0
    for batch in ([one for one in read if one.dated is not None], undated):
        for one in batch if batch is undated else ():
            _date(one)
        groups: dict[tuple[str, date], list[_Read]] = {}
        for one in batch:
            if one.dated is not None:
                groups.setdefault(one.place, []).append(one)
        for (document, effective), group in sorted(groups.items()):
            tell(f"storing {document}/{effective}", done)
            edition = _load(document, effective, group)
            done += len(group)
            if edition is not None:
                changed.append(edition)
    return changed


def _date(one: _Read) -> None:
    document = one.facts.document or one.reading.tree.document
    try:
        one.dated = dating.date(one.found.name, one.reading.tree, load.stored_words(document))
    except SourceError as error:
        one.outcome.error = str(error)


def _load(document: str, effective: date, group: Sequence[_Read]) -> Edition | None:
    """Load one edition from what was read now and what is already stored of it."""
    started = time.perf_counter()
    facts = load.EditionFacts(document, effective, group[0].dated.precision if group[0].dated else "day")
    try:
        with transaction.atomic():
            _make_room(group)
            witnesses = [_witnessed(one) for one in group]
            witnesses += _stored(document, effective, group)
            edition = load.load(facts, witnesses)
    except SourceError as error:
        for one in group:
            one.outcome.error = str(error)
        return None
    seconds = (time.perf_counter() - started) / len(group)
    for one in group:
        one.outcome.status, one.outcome.edition = "loaded", edition.address
        one.outcome.known_from = one.dated.known_from if one.dated else ""
        one.outcome.seconds += seconds
    return edition


def _make_room(group: Sequence[_Read]) -> None:
    """The pocket edition and real documents never mix: real ones replace it, and it never replaces them."""
    held = Library.current()
    incoming, about = group[0].found.library, group[0].found.about
    if held is None:
        load.name_library(incoming or "the rules documents", about, is_pocket=bool(incoming))
    elif held.is_pocket and incoming != held.name:
        load.clear_library()
        load.name_library(incoming or "the rules documents", about, is_pocket=bool(incoming))
    elif incoming and incoming != held.name:
        raise SourceError(
            group[0].found.name,
            f"this site holds {held.name}, and the {incoming} does not mix with it",
            mend="use another data folder: RULESITE_DATA=folder",
        )


def _witnessed(one: _Read) -> load.Witnessed:
    assert one.dated is not None
    return load.Witnessed(one.reading, one.facts.title, one.dated.known_from, one.rank)


def _stored(document: str, effective: date, group: Sequence[_Read]) -> Iterable[load.Witnessed]:
    """The witnesses of an edition that are stored already, read again; a file of the same name is replaced."""
    digests = {one.reading.source.sha256 for one in group}
    names = {one.found.name: one for one in group}
    for stored in Source.objects.filter(edition__document__slug=document, edition__effective=effective):
        if stored.sha256 in digests:
            continue
        if stored.name in names:
            names[stored.name].outcome.notes.append("replaces an earlier state of the same file")
            continue
        reading = reread(stored)
        yield load.Witnessed(reading, stored.title, stored.known_from, stored.rank)


def reread(stored: Source) -> Reading:
    """Read a stored source again, as it was read when it came in."""
    source = read_bytes(stored.name, stored.data)
    reading = (
        html.read(source, stored.dialect)
        if html.is_html(source)
        else dialects.choose(source, stored.dialect).read(source)
    )
    return replace(reading, tree=replace(reading.tree, extent=stored.extent))


def counts(reading: Reading) -> dict[str, dict[str, int]]:
    """What a reading holds: provisions by kind, examples, repairs by reason, furniture by reason."""
    provisions = reading.tree.provisions
    examples = [example for provision in provisions for example in provision.examples]
    examples += [example for entry in reading.tree.glossary for example in entry.examples]
    furniture = [piece.reason for piece in reading.segments if piece.role is ledger.Role.FURNITURE]
    return {
        "provisions": dict(Counter(provision.kind.value for provision in provisions)),
        "glossary": {"terms": len(reading.tree.glossary)} if reading.tree.glossary else {},
        "examples": dict(Counter("labelled" if example.labelled else "inline" for example in examples)),
        "repairs": dict(Counter(repair.reason for repair in reading.repairs)),
        "furniture": dict(Counter(furniture)),
    }
