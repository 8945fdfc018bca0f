"""The only door to the database: a merged edition goes in, in one transaction, and replaces what stood there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from ingest import storing
from ingest.dating import Said
from ingest.descending import ahead, fingerprints
from ingest.ledger import Segment as Piece
from ingest.merge import MergedEdition, merge
from ingest.tree import ExampleText, GlossaryEntry, Reading
from ingest.tree import IndexEntry as Indexed
from ingest.workers import Crew
from rulesite.rulebook import editing, linking, segments, signals
from rulesite.rulebook.models import (
    Document,
    Edition,
    Example,
    Flag,
    GlossaryTerm,
    IndexEntry,
    Library,
    Rule,
    RuleVersion,
    Source,
    Witness,
    Wording,
)
from rulesite.rulebook.settling import Settling, noting, settle
from rulesite.text import wording

KNOWN_DOCUMENTS = {
    "cr": ("Comprehensive Rules", "CR", "Wizards of the Coast", 1),
    "dangelo": ("D'Angelo's Rulings Summaries", "D'Angelo", "Stephen D'Angelo", 2),
}
_TITLE = 200


@dataclass(frozen=True)
class Witnessed:
    """A reading with what is known of it from outside."""

    reading: Reading
    title: str
    known_from: str
    rank: int
    extent_said: str = ""
    """Its extent where a person gave it, "" where it was left to the file."""


@dataclass(frozen=True)
class EditionFacts:
    """Which edition to load, as it is known."""

    document: str
    effective: Any
    precision: str


def load(facts: EditionFacts, witnesses: Sequence[Witnessed], crew: Crew | None = None) -> Edition:
    """Store an edition from all its witnesses (in any order), in place of what was stored of it.

    A ``crew`` may begin meanwhile with what follows.

    One transaction: either all of it lands or nothing changes. Rows that say what they said before stay as they are,
    and so do the threads of rules, so that links and feeds live through a re-ingest; corrections are laid over them.
    """
    ranked = sorted(witnesses, key=lambda witness: (witness.rank, witness.reading.source.name))
    merged = merge([witness.reading for witness in ranked])
    if crew is not None:
        ahead.begin(facts.document, facts.effective, merged, crew)
    with transaction.atomic(), noting() as changed:
        edition = _edition(facts, ranked, merged)
        read_otherwise = edition.originals.all().delete()[0]
        sources, settling = _sources(edition, ranked)
        wordings, fresh = _wordings(merged)
        versions = _versions(edition, merged, sources, wordings)
        terms = _glossary(edition, merged, sources, wordings)
        _index(edition, merged, sources, wordings)
        _examples(edition, merged, versions, terms, wordings)
        _witnesses(edition, merged, versions, sources, wordings)
        settling.clear()
        linking.find_references(fresh, edition.scheme)
        book = linking.book_of(edition)
        linking.relink(edition, book=book)
        _resolve_outgoing(edition)
        linking.resolve_attributions(edition, book=book)
        editing.reapply(edition)
        fingerprints.note(edition)
        storing.note(edition)
        if changed or read_otherwise:
            signals.edition_changed.send(sender=Edition, edition=edition)
    return edition


def clear_library() -> None:
    """Remove everything that was ever ingested, and the library's name; what maintainers wrote stays."""
    with transaction.atomic():
        for model in (Document, Rule, Library):
            model.objects.all().delete()
        Wording.objects.all().delete()


def remove(edition: Edition) -> None:
    """Remove an edition that no source witnesses any more; source tags that led to it wait again."""
    linking.await_attributions(edition)
    edition.delete()


def name_library(name: str, about: str, *, is_pocket: bool) -> None:
    """Record what this site holds."""
    library = Library.current() or Library()
    library.name, library.about, library.is_pocket = name, about, is_pocket
    library.save()


def _edition(facts: EditionFacts, ranked: Sequence[Witnessed], merged: MergedEdition) -> Edition:
    title, short, publisher, position = KNOWN_DOCUMENTS.get(facts.document, (facts.document, facts.document, "", 9))
    document, _ = Document.objects.get_or_create(
        slug=facts.document,
        defaults={"title": title, "short_title": short, "publisher": publisher, "position": position},
    )
    best = ranked[0]
    edition = Edition(
        document=document,
        effective=facts.effective,
        precision=facts.precision,
        known_from=best.known_from[:_TITLE],
        numbering=best.reading.tree.scheme.value,
        extent="whole" if merged.whole else "extract",
        title=merged.title[:_TITLE],
        introduction=merged.introduction,
        parts=[
            asdict(part) | {"source": ranked[reading].reading.source.name[:_TITLE]} for reading, part in merged.parts
        ],
    )
    settle(Edition.objects.filter(document=document, effective=facts.effective), [edition], ["effective"])
    return edition


def _sources(edition: Edition, ranked: Sequence[Witnessed]) -> tuple[list[Source], Settling[Source]]:
    """The files that witness the edition; those that no longer do are cleared when their rows are gone."""
    settling = Settling(Source.objects.filter(edition=edition), ["sha256"])
    sources = [_source(edition, witness) for witness in ranked]
    settling.settle(sources)
    return sources, settling


def _source(edition: Edition, witness: Witnessed) -> Source:
    reading = witness.reading
    return Source(
        edition=edition,
        name=reading.source.name[:_TITLE],
        title=witness.title[:_TITLE],
        sha256=reading.source.sha256,
        encoding=reading.source.encoding,
        line_ends=reading.source.line_ends[:20],
        dialect=reading.dialect,
        because=reading.because[:_TITLE],
        known_from=witness.known_from[:_TITLE],
        extent=reading.tree.extent,
        extent_said=witness.extent_said,
        rank=witness.rank,
        characters=len(reading.source.text),
        line_count=len(reading.source.lines),
        warnings=list(reading.warnings),
        strays=[asdict(stray) for stray in reading.strays],
        packed=Source.pack(reading.source.data),
        ledger=segments.pack(_segment(piece) for piece in reading.segments),
    )


def _segment(piece: Piece) -> segments.Segment:
    return segments.Segment(piece.start, piece.end, piece.role.value, piece.owner, piece.reason, piece.after)


def _wordings(merged: MergedEdition) -> tuple[dict[str, Wording], list[Wording]]:
    """The wording of every distinct text of an edition, by the text, and those of them that are new; all are stored."""
    texts: dict[str, None] = {}
    for item in merged.provisions:
        for testimony in item.testimonies:
            if testimony.provision.text:
                texts[testimony.provision.text] = None
        for example in item.provision.examples:
            texts[example.text] = None
    for _, entry in merged.glossary:
        texts[entry.text] = None
        for example in entry.examples:
            texts[example.text] = None
    for _, indexed in merged.index:
        texts[indexed.text] = None
    digests = [wording.digest(text) for text in texts]
    held: dict[str, Wording] = {}
    for at in range(0, len(digests), 500):
        stored = Wording.objects.filter(digest__in=digests[at : at + 500])
        held |= {each.digest: each for each in stored.defer("text")}
    found = {text: held.get(digest) or Wording.of(text) for text, digest in zip(texts, digests, strict=True)}
    fresh = [each for each in found.values() if each.pk is None]
    Wording.objects.bulk_create(fresh, batch_size=1000)
    return found, fresh


def _versions(
    edition: Edition, merged: MergedEdition, sources: Sequence[Source], wordings: dict[str, Wording]
) -> dict[str, RuleVersion]:
    """Store the provisions, parents before children; returns them by key."""
    settling = Settling(RuleVersion.objects.filter(edition=edition), ["key"], keep=["rule_id"])
    versions: dict[str, RuleVersion] = {}
    levels: dict[int, list[RuleVersion]] = defaultdict(list)
    depths = _depths(merged)
    for position, item in enumerate(merged.provisions):
        provision = item.provision
        depth = depths[provision.key]
        version = RuleVersion(
            edition=edition,
            key=provision.key,
            number=provision.number,
            position=position,
            depth=depth,
            kind=provision.kind.value,
            title=provision.title[:_TITLE],
            wording=wordings[provision.text] if provision.text else None,
            source=sources[item.testimonies[0].reading],
            first_line=provision.first_line,
            last_line=provision.last_line,
        )
        versions[provision.key] = version
        levels[depth].append(version)
    parents = {item.provision.key: item.provision.parent for item in merged.provisions}
    for _, level in sorted(levels.items()):
        for version in level:
            version.parent = versions.get(parents[version.key])
        settling.settle(level)
    settling.clear()
    settle(
        Flag.objects.filter(version__edition=edition),
        [
            Flag(version=versions[item.provision.key], kind=flag.kind, note=flag.note[:300], line=flag.line)
            for item in merged.provisions
            for flag in item.provision.flags
        ],
        ["version_id", "kind", "note", "line"],
    )
    return versions


def _depths(merged: MergedEdition) -> dict[str, int]:
    parents = {item.provision.key: item.provision.parent for item in merged.provisions}
    depths: dict[str, int] = {}
    for key in parents:
        depth, above = 0, parents[key]
        while above in parents and depth < 8:
            depth, above = depth + 1, parents[above]
        depths[key] = depth
    return depths


def _examples(
    edition: Edition,
    merged: MergedEdition,
    versions: dict[str, RuleVersion],
    terms: Sequence[GlossaryTerm],
    wordings: dict[str, Wording],
) -> None:
    key = ["version_id", "term_id", "labelled", "ordinal"]
    of_rules = [
        _example(example, ordinal, wordings, version=versions[item.provision.key])
        for item in merged.provisions
        for ordinal, example in _numbered(item.provision.examples)
    ]
    of_terms = [
        _example(example, ordinal, wordings, term=term)
        for term, (_, entry) in zip(terms, merged.glossary, strict=True)
        for ordinal, example in _numbered(entry.examples)
    ]
    settle(Example.objects.filter(version__edition=edition), of_rules, key)
    settle(Example.objects.filter(term__edition=edition), of_terms, key)


def _numbered(examples: Iterable[ExampleText]) -> Iterable[tuple[int, ExampleText]]:
    """Examples with their ordinals; labelled and inline ones are counted apart."""
    counts = {True: 0, False: 0}
    for example in examples:
        counts[example.labelled] += 1
        yield counts[example.labelled], example


def _example(example: ExampleText, ordinal: int, wordings: dict[str, Wording], **owner: Any) -> Example:
    return Example(
        ordinal=ordinal,
        labelled=example.labelled,
        wording=wordings[example.text],
        start=example.start,
        end=example.end,
        first_line=example.first_line,
        last_line=example.last_line,
        **owner,
    )


def _witnesses(
    edition: Edition,
    merged: MergedEdition,
    versions: dict[str, RuleVersion],
    sources: Sequence[Source],
    wordings: dict[str, Wording],
) -> None:
    settle(
        Witness.objects.filter(version__edition=edition),
        [
            Witness(
                version=versions[item.provision.key],
                source=sources[testimony.reading],
                title=testimony.provision.title[:_TITLE],
                wording=wordings[testimony.provision.text] if testimony.provision.text else None,
                examples=sum(example.labelled for example in testimony.provision.examples),
                first_line=testimony.provision.first_line,
                last_line=testimony.provision.last_line,
                agrees=testimony.agrees,
            )
            for item in merged.provisions
            for testimony in item.testimonies
            if len(item.testimonies) > 1
        ],
        ["version_id", "source_id"],
    )


def _glossary(
    edition: Edition, merged: MergedEdition, sources: Sequence[Source], wordings: dict[str, Wording]
) -> list[GlossaryTerm]:
    terms = [
        GlossaryTerm(
            edition=edition,
            slug=entry.key[:130],
            position=position,
            source=sources[reading],
            **_of_entry(entry, wordings),
        )
        for position, (reading, entry) in enumerate(merged.glossary)
    ]
    settle(GlossaryTerm.objects.filter(edition=edition), terms, ["slug"])
    return terms


def _index(edition: Edition, merged: MergedEdition, sources: Sequence[Source], wordings: dict[str, Wording]) -> None:
    entries = [
        IndexEntry(
            edition=edition,
            key=entry.key,
            position=position,
            parent=entry.parent,
            source=sources[reading],
            **_of_entry(entry, wordings),
        )
        for position, (reading, entry) in enumerate(merged.index)
    ]
    settle(IndexEntry.objects.filter(edition=edition), entries, ["key"])


def _of_entry(entry: GlossaryEntry | Indexed, wordings: dict[str, Wording]) -> dict[str, Any]:
    """What an entry of the glossary and one of the index store alike: its name, its words and its lines."""
    return {
        "term": entry.term[:120],
        "wording": wordings[entry.text],
        "first_line": entry.first_line,
        "last_line": entry.last_line,
    }


def _resolve_outgoing(edition: Edition) -> None:
    """Resolve the source tags that this edition prints against the editions that are already stored."""
    cited = (
        linking.wordings_of(edition)
        .filter(attributions__document__gt="", attributions__outcome="waiting")
        .values_list("attributions__document", "attributions__date")
        .distinct()
    )
    for document, day in list(cited):
        if day is None:
            continue
        for other in Edition.objects.filter(document__slug=document, effective=day).exclude(pk=edition.pk):
            linking.resolve_attributions(other)


def stored_words(document: str) -> dict[Any, Said]:
    """What each stored edition of a document says, by its date: for dating fragments."""
    found: dict[Any, Said] = {}
    for edition in Edition.objects.filter(document__slug=document):
        words = frozenset(linking.wordings_of(edition).values_list("fingerprint", flat=True))
        versions = (
            RuleVersion.objects.filter(edition=edition) if edition.extent == "whole" else RuleVersion.objects.none()
        )
        found[edition.effective] = Said(words, frozenset(versions.values_list("number", flat=True)))
    return found
