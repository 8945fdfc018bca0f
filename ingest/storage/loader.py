"""Loading: the only way for an edition into the database, in one transaction that replaces its former rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from ingest.descent.store import fingerprints, prefetch
from ingest.dialects.dates import rules_named
from ingest.document.ledger import Segment as Piece
from ingest.document.tree import Reading
from ingest.parsing.dating import EditionFingerprints
from ingest.parsing.merge import MergedEdition, merge
from ingest.storage import edition_keys, edition_rows
from ingest.storage.edition_rows import TITLE
from ingest.workers.pool import WorkerPool
from rulesite.rulebook import segments, signals
from rulesite.rulebook.citations import linker
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Document, Edition, Library, Rule, RuleVersion, Source, Wording
from rulesite.rulebook.row_sync import RowSync, noting, settle
from rulesite.text import encodings, languages

KNOWN_DOCUMENTS = {
    "cr": ("Comprehensive Rules", "CR", "Wizards of the Coast", 1),
    "dangelo": ("D'Angelo's Rulings Summaries", "D'Angelo", "Stephen D'Angelo", 2),
    "mtr": ("Magic Tournament Rules", "MTR", "Wizards of the Coast", 3),
    "ipg": ("Infraction Procedure Guide", "IPG", "Wizards of the Coast", 4),
    "jar": ("Judging at Regular REL", "JAR", "Wizards of the Coast", 5),
}


@dataclass(frozen=True)
class Witnessed:
    """A reading with the facts known about its source."""

    reading: Reading
    title: str
    known_from: str
    rank: int
    extent_said: str = ""
    """The extent that a person stated, "" if it is to be found from the file."""


@dataclass(frozen=True)
class EditionFacts:
    """The edition to load: its document and date."""

    document: str
    effective: Any
    precision: str


def load(facts: EditionFacts, witnesses: Sequence[Witnessed], crew: WorkerPool | None = None) -> Edition:
    """Store an edition from all its sources (in any order), replacing its former rows.

    ``crew`` may start on derived data meanwhile.

    One transaction: all of it is stored or nothing. Unchanged rows stay as they are, and so do the threads of rules, so
    that links and feeds survive a re-ingest; corrections are applied again.
    """
    ranked = sorted(witnesses, key=lambda witness: (witness.rank, witness.reading.source.name))
    merged = merge([witness.reading for witness in ranked])
    if crew is not None:
        prefetch.begin(facts.document, facts.effective, merged, crew)
    with transaction.atomic(), noting() as changed:
        edition = _edition(facts, ranked, merged)
        read_otherwise = edition.originals.all().delete()[0]
        sources, settling = _sources(edition, ranked)
        wordings, fresh = edition_rows.store_wordings(merged)
        versions = edition_rows.store_versions(edition, merged, sources, wordings)
        terms = edition_rows.store_glossary(edition, merged, sources, wordings)
        edition_rows.store_index(edition, merged, sources, wordings)
        edition_rows.store_examples(edition, merged, versions, terms, wordings)
        edition_rows.store_witnesses(edition, merged, versions, sources, wordings)
        settling.clear()
        linker.find_references(fresh, edition.scheme)
        book = linker.book_of(edition)
        linker.relink(edition, book=book)
        _resolve_outgoing(edition)
        linker.resolve_attributions(edition, book=book)
        citing = linker.relink_dependents(edition)
        corrections.reapply(edition)
        fingerprints.note(edition)
        edition_keys.note(edition)
        if changed or read_otherwise:
            for other in (edition, *citing):
                signals.edition_changed.send(sender=Edition, edition=other)
    return edition


def clear_library() -> None:
    """Delete everything that was ever ingested, and the library's name; what maintainers wrote stays."""
    with transaction.atomic():
        for model in (Document, Rule, Library):
            model.objects.all().delete()
        Wording.objects.all().delete()


def remove(edition: Edition) -> None:
    """Delete an edition that has no source any more.

    Source tags that led to it are pending again; references of other documents lead to the edition before it.
    """
    linker.await_attributions(edition)
    document, citing = edition.document.slug, linker.dependents(edition)
    edition.delete()
    linker.relink_into(document, citing)
    for other in citing:
        signals.edition_changed.send(sender=Edition, edition=other)


def name_library(name: str, about: str, *, is_pocket: bool) -> None:
    """Record the name and description of the library."""
    library = Library.current() or Library()
    library.name, library.about, library.is_pocket = name, about, is_pocket
    library.save()


def _edition(facts: EditionFacts, ranked: Sequence[Witnessed], merged: MergedEdition) -> Edition:
    title, short, publisher, position = _named(facts.document)
    document, _ = Document.objects.get_or_create(
        slug=facts.document,
        defaults={"title": title, "short_title": short, "publisher": publisher, "position": position},
    )
    best = ranked[0]
    edition = Edition(
        document=document,
        effective=facts.effective,
        precision=facts.precision,
        known_from=best.known_from[:TITLE],
        numbering=best.reading.tree.scheme.value,
        extent="whole" if merged.whole else "extract",
        rules=rules_named(merged.introduction),
        title=merged.title[:TITLE],
        introduction=merged.introduction,
        parts=[
            asdict(part) | {"source": ranked[reading].reading.source.name[:TITLE]} for reading, part in merged.parts
        ],
    )
    settle(Edition.objects.filter(document=document, effective=facts.effective), [edition], ["effective"])
    return edition


def _named(slug: str) -> tuple[str, str, str, int]:
    """Title, short title, publisher and position in lists of a document."""
    tag = languages.of_document(slug)
    work = slug if tag == languages.ENGLISH else slug.removesuffix(f"-{tag}")
    title, short, publisher, position = KNOWN_DOCUMENTS.get(work, (work, work, "", 9))
    if work == slug:
        return title, short, publisher, position
    return f"{title}, in {languages.name(tag)}", f"{short} ({tag})", publisher, position + 10


def _sources(edition: Edition, ranked: Sequence[Witnessed]) -> tuple[list[Source], RowSync[Source]]:
    """The sources of the edition; sources that it no longer has are deleted once their rows are gone."""
    settling = RowSync(Source.objects.filter(edition=edition), ["sha256"])
    sources = [_source(edition, witness) for witness in ranked]
    settling.settle(sources)
    return sources, settling


def _source(edition: Edition, witness: Witnessed) -> Source:
    reading = witness.reading
    return Source(
        edition=edition,
        name=reading.source.name[:TITLE],
        title=witness.title[:TITLE],
        sha256=reading.source.sha256,
        encoding=reading.source.encoding,
        line_ends=reading.source.line_ends[:20],
        dialect=reading.dialect,
        because=reading.because[:TITLE],
        known_from=witness.known_from[:TITLE],
        extent=reading.tree.extent,
        extent_said=witness.extent_said,
        rank=witness.rank,
        characters=len(reading.source.text),
        line_count=len(reading.source.lines),
        warnings=list(reading.warnings),
        strays=[asdict(stray) for stray in reading.strays],
        packed=Source.pack(reading.source.data),
        extracted=Source.pack_text(reading.source.text) if reading.source.encoding == encodings.PDF else b"",
        ledger=segments.pack(_segment(piece) for piece in reading.segments),
    )


def _segment(piece: Piece) -> segments.Segment:
    return segments.Segment(piece.start, piece.end, piece.role.value, piece.owner, piece.reason, piece.after)


def _resolve_outgoing(edition: Edition) -> None:
    """Resolve the source tags of this edition against the stored editions."""
    cited = (
        linker.wordings_of(edition)
        .filter(attributions__document__gt="", attributions__outcome="waiting")
        .values_list("attributions__document", "attributions__date")
        .distinct()
    )
    for document, day in list(cited):
        if day is None:
            continue
        for target in Edition.objects.filter(document__slug=document, effective=day).exclude(pk=edition.pk):
            linker.resolve_attributions(target)


def stored_words(document: str) -> dict[Any, EditionFingerprints]:
    """The text of each stored edition of a document, by date: for dating fragments."""
    fingerprints: dict[Any, EditionFingerprints] = {}
    for edition in Edition.objects.filter(document__slug=document):
        words = frozenset(linker.wordings_of(edition).values_list("fingerprint", flat=True))
        versions = (
            RuleVersion.objects.filter(edition=edition) if edition.extent == "whole" else RuleVersion.objects.none()
        )
        fingerprints[edition.effective] = EditionFingerprints(
            words, frozenset(versions.values_list("number", flat=True))
        )
    return fingerprints
