"""The table of contents of ingest: gather, read, date, load, and what follows from it.

Each edition is one transaction: a source that can't be read leaves everything as it was, and the others land.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.db import transaction

from ingest import after, dating, ledger, load, reader
from ingest.gather import Found, gather
from ingest.manifest import Facts
from ingest.source import SourceError, read_bytes
from ingest.tree import Reading
from rulesite.rulebook.models import Correction, Edition, Library, Source

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
    def document(self) -> str:
        return self.facts.document or self.reading.tree.document


_Group = list[tuple[_Read, dating.Dated]]
"""The sources of one edition, each with its date and how that is known."""


def ingest(
    places: list[str], options: Options | None = None, *, progress: Callable[[str, int, int], None] | None = None
) -> list[Outcome]:
    """Bring everything that some paths and URLs name into the rulebook, and do what follows from it.

    Returns what became of each source. All of it happens in the database as it is; see `ingest.running` for the way
    in which readers see it at once.
    """
    with after.deferred_index():
        outcomes, changed = bring_in(places, options, progress=progress)
        if changed:
            follow(changed, progress=progress)
    return outcomes


def follow(changed: Sequence[Edition], *, progress: Callable[[str, int, int], None] | None = None) -> None:
    """Do what follows when editions have changed, and whatever of it an earlier run left undone."""
    tell = progress or (lambda what, done, total: None)
    tell("joining the editions", 0, 2)
    after.follow(changed)
    tell("indexing", 1, 2)


def bring_in(
    places: list[str], options: Options | None = None, *, progress: Callable[[str, int, int], None] | None = None
) -> tuple[list[Outcome], list[Edition]]:
    """Read sources and store their editions; returns what became of each source, and the editions that changed.

    ``progress`` is told (what is being done, how many sources are through, how many there are).
    """
    options = options or Options()
    tell = progress or (lambda what, done, total: None)
    found = list(gather(places))
    outcomes: list[Outcome] = []
    read: list[_Read] = []
    seen: dict[str, str] = {}
    for nth, each in enumerate(found):
        tell(f"reading {each.name}", nth, 2 * len(found))
        one = _read(each, options, seen)
        outcomes.append(one.outcome if isinstance(one, _Read) else one)
        if isinstance(one, _Read):
            read.append(one)
    changed = _load_all(read, lambda what, done: tell(what, len(found) + done, 2 * len(found)))
    return outcomes, changed


def _read(found: Found, options: Options, seen: dict[str, str]) -> _Read | Outcome:
    """Read one source, prove its ledger, and date it as far as it can be dated alone.

    ``seen`` holds the names of the sources read before it, by sha256.
    """
    started = time.perf_counter()
    outcome = Outcome(found.name, "refused")
    try:
        if found.error:
            raise found.error
        facts = _facts(found.facts, options)
        source = read_bytes(found.name, found.data)
        if twin := seen.get(source.sha256):
            return Outcome(found.name, "unchanged", notes=[f"the same bytes as {twin}: read once"])
        seen[source.sha256] = found.name
        stored = Source.objects.filter(sha256=source.sha256).select_related("edition__document").first()
        if stored and not options.force and _says_nothing_new(stored, facts):
            return Outcome(found.name, "unchanged", stored.edition.address)
        reading = reader.read(source, facts.dialect)
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
    done = 0
    for batch in ([one for one in read if one.dated], [one for one in read if not one.dated]):
        groups: dict[tuple[str, date], _Group] = {}
        for one in batch:
            if dated := one.dated or _dated_by_what_is_stored(one):
                groups.setdefault((one.document, dated.effective), []).append((one, dated))
        for (document, effective), group in sorted(groups.items()):
            tell(f"storing {document}/{effective}", done)
            changed += _load(document, effective, group)
            done += len(group)
    return changed


def _dated_by_what_is_stored(one: _Read) -> dating.Dated | None:
    try:
        return dating.date(one.found.name, one.reading.tree, load.stored_words(one.document))
    except SourceError as error:
        one.outcome.error = str(error)
        return None


def _load(document: str, effective: date, group: _Group) -> list[Edition]:
    """Load one edition from what was read now and what is already stored of it; returns the editions that changed."""
    started = time.perf_counter()
    facts = load.EditionFacts(document, effective, group[0][1].precision)
    digests = [one.reading.source.sha256 for one, _ in group]
    try:
        with transaction.atomic():
            _make_room(group)
            left = _left_by(digests, document, effective)
            witnesses = [
                load.Witnessed(one.reading, one.facts.title, dated.known_from, one.rank) for one, dated in group
            ]
            witnesses += _stored(document, effective, group)
            changed = [load.load(facts, witnesses), *left]
    except SourceError as error:
        for one, _ in group:
            one.outcome.error = str(error)
        return []
    seconds = (time.perf_counter() - started) / len(group)
    for one, dated in group:
        one.outcome.status, one.outcome.edition = "loaded", changed[0].address
        one.outcome.known_from = dated.known_from
        one.outcome.seconds += seconds
    return changed


def _left_by(digests: Sequence[str], document: str, effective: date) -> list[Edition]:
    """The editions that lose a source because it is now said to be of another one, loaded anew without it.

    An edition that no source witnesses any more goes.
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
            facts = load.EditionFacts(edition.document.slug, edition.effective, edition.precision)
            remaining.append(load.load(facts, witnesses))
        elif Correction.objects.filter(edition=edition.address).exists():
            mend = "withdraw them in the admin, or name the edition that the source was of"
            raise SourceError(
                edition.address, "it would be left without a source, and corrections belong to it", mend=mend
            )
        else:
            load.remove(edition)
    return remaining


def _make_room(group: _Group) -> None:
    """The pocket edition and real documents never mix: real ones replace it, and it never replaces them."""
    held = Library.current()
    first = group[0][0].found
    incoming, about = first.library, first.about
    if held is None:
        load.name_library(incoming or "the rules documents", about, is_pocket=bool(incoming))
    elif held.is_pocket and incoming != held.name:
        load.clear_library()
        load.name_library(incoming or "the rules documents", about, is_pocket=bool(incoming))
    elif incoming and incoming != held.name:
        raise SourceError(
            first.name,
            f"this site holds {held.name}, and the {incoming} does not mix with it",
            mend="use another data folder: RULESITE_DATA=folder",
        )


def _stored(document: str, effective: date, group: _Group) -> Iterable[load.Witnessed]:
    """The witnesses of an edition that are stored already, read again; a file of the same name is replaced."""
    digests = {one.reading.source.sha256 for one, _ in group}
    names = {one.found.name: one for one, _ in group}
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
    reading = reader.read(source, stored.dialect)
    return replace(reading, tree=replace(reading.tree, extent=stored.extent))
