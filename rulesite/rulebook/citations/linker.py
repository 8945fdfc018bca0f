"""Linking: find references and source tags in each wording once, and resolve them in each edition that prints it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from django.db.models import QuerySet

from rulesite.rulebook.corrections import source_tags
from rulesite.rulebook.models import (
    Attribution,
    AttributionTarget,
    Citation,
    CitationTarget,
    Edition,
    Example,
    GlossaryTerm,
    IndexEntry,
    Reference,
    RuleVersion,
    Wording,
)
from rulesite.rulebook.models.references import Outcome
from rulesite.rulebook.row_sync import RowSync, settle
from rulesite.text import references
from rulesite.text.numbering import NumberRange, RuleNumber, Scheme
from rulesite.text.resolution import CitationIndex, Resolution, resolve
from rulesite.text.resolution import Outcome as Resolved

_BATCH = 400

Offered = CitationIndex[tuple[str, int]]
"""An edition's provisions and terms to resolve against; keys are ("version" or "term", primary key)."""


@lru_cache(maxsize=8192)
def _citations(text: str, scheme: Scheme) -> tuple[references.Citation, ...]:
    """The citations of a text; cached, as finding precedes resolving and editions repeat texts."""
    return tuple(references.find(text, scheme))


def wordings_of(edition: Edition) -> QuerySet[Wording]:
    """The wordings that an edition prints: provisions, labelled Examples, glossary entries, entries of the index."""
    rows = (
        RuleVersion.objects.filter(edition=edition, wording__isnull=False),
        Example.objects.filter(labelled=True, version__edition=edition),
        Example.objects.filter(labelled=True, term__edition=edition),
        GlossaryTerm.objects.filter(edition=edition),
        IndexEntry.objects.filter(edition=edition),
    )
    first, *others = (row.order_by().values_list("wording", flat=True) for row in rows)
    return Wording.objects.filter(pk__in=first.union(*others))


def find_references(wordings: Iterable[Wording], scheme: Scheme) -> None:
    """Find the references and source tags of wordings and store them; unchanged rows stay as they are."""
    rows = list(wordings)
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH]
        keys = [wording.pk for wording in batch]
        references = [
            Reference(
                wording=wording,
                start=citation.start,
                end=citation.end,
                cited=citation.text[:120],
                kind=citation.kind.value,
                document=citation.document,
            )
            for wording in batch
            for citation in _citations(wording.text, scheme)
        ]
        tags_by_wording = source_tags.read(batch)
        tags = [source_tags.row(wording, tag) for wording in batch for tag in tags_by_wording[wording.pk]]
        settle(Reference.objects.filter(wording__in=keys), references, ["wording_id", "start", "end"])
        stored = Attribution.objects.filter(wording__in=keys)
        settle(stored, tags, ["wording_id", "start", "cited"], keep=["outcome", "reason"])


def find_again() -> None:
    """Find the references of all wordings again, each in the numbering of the first edition that prints it."""
    relinked: set[int] = set()
    for edition in Edition.objects.order_by("pk"):
        todo = [wording for wording in wordings_of(edition) if wording.pk not in relinked]
        relinked.update(wording.pk for wording in todo)
        find_references(todo, edition.scheme)


def book_of(edition: Edition) -> Offered:
    """The provisions and terms of an edition to resolve against."""
    rows = RuleVersion.objects.filter(edition=edition).order_by("position").values_list("pk", "number", "title")
    terms = GlossaryTerm.objects.filter(edition=edition).order_by("position").values_list("pk", "term")
    return CitationIndex(
        ((("version", pk), number, title) for pk, number, title in rows),
        ((("term", pk), term) for pk, term in terms),
        whole=edition.extent == Edition.Extent.WHOLE,
        scheme=edition.scheme,
    )


class _Shelf:
    """The books of other documents that were in force on an edition's day, each read when first cited."""

    def __init__(self, edition: Edition, book: Offered) -> None:
        self._edition = edition
        self._books: dict[str, Offered | None] = {"": book, edition.document.slug: book}

    def resolve(self, citation: references.Citation) -> Resolution[tuple[str, int]]:
        """The resolution of a citation in the book that it cites."""
        if citation.document not in self._books:
            editions = Edition.objects.filter(document__slug=citation.document)
            in_force = editions.filter(effective__lte=self._edition.effective).order_by("-effective").first()
            self._books[citation.document] = book_of(in_force) if in_force else None
        book = self._books[citation.document]
        if book is None:
            reason = f"no edition of {citation.document} of {self._edition.effective} or before is held"
            return Resolution(Resolved.EXTERNAL, reason=reason)
        return resolve(citation, book)


def dependents(edition: Edition) -> list[Edition]:
    """The editions of other documents that cite this one's document while this edition is in force."""
    slug = edition.document.slug
    after = Edition.objects.filter(document=edition.document, effective__gt=edition.effective)
    following = after.order_by("effective").values_list("effective", flat=True).first()
    citing = Edition.objects.filter(citations__reference__document=slug, effective__gte=edition.effective)
    citing = citing.exclude(document=edition.document)
    return list((citing.filter(effective__lt=following) if following else citing).select_related("document").distinct())


def relink_dependents(edition: Edition) -> list[Edition]:
    """Resolve the references of other documents into this edition again; return the editions that have any."""
    citing = dependents(edition)
    relink_into(edition.document.slug, citing)
    return citing


def relink_into(document: str, citing: Iterable[Edition]) -> None:
    """Resolve the references of some editions to another document again."""
    for other in citing:
        named = Reference.objects.filter(document=document, citations__edition=other)
        relink(other, Wording.objects.filter(pk__in=named.values("wording")))


def relink(edition: Edition, wordings: Iterable[Wording] | None = None, *, book: Offered | None = None) -> None:
    """Resolve the references of some wordings (by default all of the edition's) in one edition again.

    Call `find_references` for the wordings first.
    """
    book = book or book_of(edition)
    keys = (
        [wording.pk for wording in wordings]
        if wordings is not None
        else list(wordings_of(edition).values_list("pk", flat=True))
    )
    shelf = _Shelf(edition, book)
    citations: list[Citation] = []
    targets: list[tuple[Citation, tuple[tuple[str, int], ...]]] = []
    for offset in range(0, len(keys), _BATCH):
        batch = keys[offset : offset + _BATCH]
        stored: dict[int, dict[tuple[int, int], int]] = defaultdict(dict)
        matches = Reference.objects.filter(wording__in=batch).order_by()
        for pk, wording, start, end in matches.values_list("pk", "wording_id", "start", "end"):
            stored[wording][start, end] = pk
        for wording, text in Wording.objects.filter(pk__in=list(stored)).order_by("pk").values_list("pk", "text"):
            for citation in _citations(text, edition.scheme):
                reference = stored[wording].get((citation.start, citation.end))
                if reference is None:
                    continue
                resolution = shelf.resolve(citation)
                row = Citation(
                    reference_id=reference,
                    edition=edition,
                    outcome=resolution.outcome.value,
                    reason=resolution.reason[:200],
                    suggestion=resolution.suggestion[:60],
                )
                targets.append((row, resolution.targets))
                citations.append(row)
    existing = Citation.objects.filter(edition=edition)
    if wordings is not None:
        existing = existing.filter(reference__wording__in=keys)
    led_to = CitationTarget.objects.filter(citation__in=existing)
    settling = RowSync(existing, ["reference_id"])
    settling.settle(citations)
    rows = [CitationTarget(citation=row, **{f"{sort}_id": pk}) for row, matches in targets for sort, pk in matches]
    settle(led_to, rows, ["citation_id", "version_id", "term_id"])
    settling.clear()


def resolve_attributions(edition: Edition, *, book: Offered | None = None) -> None:
    """Resolve every source tag, in any wording, that names this edition by its day."""
    naming = Attribution.objects.filter(
        document=edition.document.slug, date=edition.effective, precision="day", problem=""
    )
    tags = list(naming.select_related("wording"))
    if not tags:
        return
    book = book or book_of(edition)
    before = {tag.pk: (tag.outcome, tag.reason) for tag in tags}
    targets: list[AttributionTarget] = []
    tags_by_wording = source_tags.read({tag.wording_id: tag.wording for tag in tags}.values())
    tag_at = {(pk, reading.tag.start): reading.tag for pk, readings in tags_by_wording.items() for reading in readings}
    for tag in tags:
        printed = tag_at.get((tag.wording_id, tag.start))
        if printed is None:
            continue
        if not printed.cited:
            tag.outcome, tag.reason = Outcome.RESOLVED, "names the edition, but no rule"
            continue
        keys = [key for cited in printed.cited for key in _keys(cited, book)]
        missing = [source_tags.printed(cited) for cited in printed.cited if not _keys(cited, book)]
        tag.outcome = Outcome.DANGLING if missing else Outcome.RESOLVED
        tag.reason = f"that edition has no {', '.join(missing)}" if missing else ""
        targets += [AttributionTarget(attribution=tag, version_id=pk) for _, pk in dict.fromkeys(keys)]
    changed = [tag for tag in tags if (tag.outcome, tag.reason) != before[tag.pk]]
    Attribution.objects.bulk_update(changed, ["outcome", "reason"], batch_size=500)
    led_to = AttributionTarget.objects.filter(attribution__in=list(before))
    settle(led_to, targets, ["attribution_id", "version_id"])


def await_attributions(edition: Edition) -> None:
    """Mark the source tags that lead to an edition as unresolved, before its deletion."""
    Attribution.objects.filter(
        document=edition.document.slug, date=edition.effective, precision="day", problem=""
    ).update(outcome=Outcome.WAITING, reason="")


def _keys(cited: RuleNumber | NumberRange, book: Offered) -> list[tuple[str, int]]:
    return book.at(cited) if isinstance(cited, RuleNumber) else book.between(cited.first, cited.last)
