"""Drawing: the edges of descent in the database. Which steps are wanted, which are missing, and drawing those alone.

A step is a pair of editions of one document with no whole edition between them. Its edges stand in the database; a
step without edges has not been drawn, or one of its editions was loaded anew. So editions may arrive in any order,
and one that comes between two others costs only the two steps beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.db import transaction

from ingest.descending import restating
from ingest.descending.asserting import sync
from ingest.descent.books import Provision
from ingest.descent.edges import Edge, Said, step
from rulesite.rulebook import threads
from rulesite.rulebook.addresses import Address, NoSuchRule
from rulesite.rulebook.models import Assertion, Descent, Document, Edition, Example, RuleVersion


def follow(changed: Sequence[Edition] = ()) -> list[tuple[Edition, Edition]]:
    """Draw every step that is missing, then restatements and threads. Returns the steps drawn.

    Safe to call at any time: with nothing to do it reads a little and changes nothing.
    """
    drawn: list[tuple[Edition, Edition]] = []
    with transaction.atomic():
        for earlier, later in sync():
            _forget(earlier, later)
        for document in Document.objects.all():
            wanted = steps(document)
            _drop_unwanted(document, wanted)
            missing = _missing(document, wanted)
            for earlier, later in missing:
                _draw(earlier, later)
            drawn += missing
            assert_far(document, wanted)
        restating.redraw()
        for document in Document.objects.all():
            threads.rebuild(document)
    _provisions.cache_clear()
    return drawn


def redraw(steps_to_draw: Iterable[tuple[Edition, Edition]]) -> None:
    """Draw some steps anew, whatever stands there, and what follows from them."""
    with transaction.atomic():
        for earlier, later in steps_to_draw:
            _forget(earlier, later)
        follow()


def steps(document: Document) -> list[tuple[Edition, Edition]]:
    """The pairs of editions between which edges are drawn, in order.

    Two whole editions are joined when no whole one stands between them. An extract is joined to the nearest whole
    edition on either side and to the extracts between, but not past one that holds the same sections.
    """
    editions = list(document.editions.order_by("effective").select_related("document"))
    sections = _sections(document)
    found: list[tuple[Edition, Edition]] = []
    for at, later in enumerate(editions):
        passed: list[Edition] = []
        for earlier in reversed(editions[:at]):
            if not any(_stands_between(sections, earlier, between, later) for between in passed):
                found.append((earlier, later))
            if earlier.extent == Edition.Extent.WHOLE:
                break
            passed.append(earlier)
    return sorted(found, key=lambda pair: (pair[1].effective, pair[0].effective))


def _stands_between(sections: dict[int, set[str]], earlier: Edition, between: Edition, later: Edition) -> bool:
    """Whether an extract holds all that its neighbours have in common, so that the way leads through it."""
    if not earlier.numbering == between.numbering == later.numbering:
        return False
    common = sections[earlier.pk] & sections[later.pk]
    return bool(common) and common <= sections[between.pk]


def _sections(document: Document) -> dict[int, set[str]]:
    """The sections that each edition of a document has provisions of."""
    found: dict[int, set[str]] = defaultdict(set)
    for edition, number in RuleVersion.objects.filter(edition__document=document).values_list("edition_id", "number"):
        first, _, rest = number.partition(".")
        found[edition].add(first if first.isdigit() else f"{first}.{rest.partition('.')[0]}")
    return found


def _missing(document: Document, wanted: Sequence[tuple[Edition, Edition]]) -> list[tuple[Edition, Edition]]:
    stored = set(
        Descent.objects.filter(later__edition__document=document, earlier__edition__document=document)
        .exclude(basis=Descent.Basis.ASSERTED)
        .values_list("earlier__edition_id", "later__edition_id")
        .distinct()
    )
    return [pair for pair in wanted if (pair[0].pk, pair[1].pk) not in stored]


def _drop_unwanted(document: Document, wanted: Sequence[tuple[Edition, Edition]]) -> None:
    """Remove the edges of steps that a newer edition now divides."""
    pairs = {(earlier.pk, later.pk) for earlier, later in wanted}
    stored = (
        Descent.objects.filter(later__edition__document=document, earlier__edition__document=document)
        .values_list("earlier__edition_id", "later__edition_id")
        .distinct()
    )
    for earlier, later in sorted(set(stored) - pairs):
        Descent.objects.filter(earlier__edition_id=earlier, later__edition_id=later).delete()


def _forget(earlier: Edition, later: Edition) -> None:
    Descent.objects.filter(earlier__edition=earlier, later__edition=later).delete()


def _draw(earlier: Edition, later: Edition) -> None:
    """Compute one step and store its edges."""
    _forget(earlier, later)
    edges = step(_provisions(earlier.pk), _provisions(later.pk), said(earlier, later))
    store(earlier, later, edges)


def store(earlier: Edition, later: Edition, edges: Iterable[Edge]) -> None:
    """Store the edges of one step."""
    old = dict(RuleVersion.objects.filter(edition=earlier).values_list("key", "pk"))
    new = dict(RuleVersion.objects.filter(edition=later).values_list("key", "pk"))
    Descent.objects.bulk_create(
        (
            Descent(
                earlier_id=old[edge.earlier],
                later_id=new[edge.later],
                kind=edge.kind,
                basis=edge.basis,
                score=edge.score,
                doubtful=edge.doubtful,
                note=edge.note[:200],
            )
            for edge in edges
        ),
        batch_size=1000,
    )


@lru_cache(maxsize=4)
def _provisions(edition: int) -> tuple[Provision, ...]:
    """An edition's provisions as descent needs them; kept for the step that follows."""
    examples: dict[int, list[str]] = defaultdict(list)
    rows = Example.objects.filter(version__edition=edition, labelled=True).order_by("version", "ordinal")
    for version, text in rows.values_list("version_id", "wording__text"):
        examples[version].append(text)
    versions = RuleVersion.objects.filter(edition=edition).order_by("position")
    return tuple(
        Provision(key, number, kind, title, text or "", parent or "", tuple(examples[pk]))
        for pk, key, number, kind, title, text, parent in versions.values_list(
            "pk", "key", "number", "kind", "title", "wording__text", "parent__key"
        )
    )


def said(earlier: Edition, later: Edition) -> Said:
    """What people say of the edges between two editions."""
    asserted: dict[tuple[str, str], str] = {}
    notes: dict[tuple[str, str], str] = {}
    forbidden: set[tuple[str, str]] = set()
    for assertion, old, new in _assertions():
        if (old.document, old.day) != (earlier.document.slug, earlier.effective):
            continue
        if (new.document, new.day) != (later.document.slug, later.effective):
            continue
        if assertion.verdict == Assertion.Verdict.FORBID:
            forbidden.add((old.key, new.key))
        else:
            asserted[old.key, new.key] = assertion.kind
            notes[old.key, new.key] = note_of(assertion)
    return Said(asserted, frozenset(forbidden), notes)


def note_of(assertion: Assertion) -> str:
    """Who said so and why, for the edge."""
    who = (
        assertion.said_by
        or (assertion.author.get_username() if assertion.author else "")
        or assertion.get_origin_display()
    )
    return f"{who}: {assertion.reason}"[:200]


def _assertions() -> list[tuple[Assertion, Address, Address]]:
    """The assertions whose addresses can be read; an edition without a document slug means none."""
    found = []
    for assertion in Assertion.objects.select_related("author").order_by("earlier", "later"):
        try:
            found.append((assertion, Address.parse(assertion.earlier), Address.parse(assertion.later)))
        except NoSuchRule:
            continue
    return found


def assert_far(document: Document, wanted: Sequence[tuple[Edition, Edition]]) -> None:
    """Store asserted edges that jump over editions, or lead from one document to another."""
    pairs = {(earlier.pk, later.pk) for earlier, later in wanted}
    across = Descent.objects.filter(later__edition__document=document, basis=Descent.Basis.ASSERTED)
    across.exclude(earlier__edition__document=document).delete()
    for assertion, old, new in _assertions():
        if assertion.verdict != Assertion.Verdict.ASSERT or new.document != document.slug:
            continue
        earlier, later = _version_at(old), _version_at(new)
        if earlier is None or later is None or (earlier.edition_id, later.edition_id) in pairs:
            continue
        Descent.objects.update_or_create(
            earlier=earlier,
            later=later,
            defaults={
                "kind": assertion.kind,
                "basis": Descent.Basis.ASSERTED,
                "score": 1.0,
                "doubtful": False,
                "note": note_of(assertion),
            },
        )


def _version_at(address: Address) -> RuleVersion | None:
    """The provision that a full address names, None if it is not held."""
    if address.day is None:
        return None
    held = RuleVersion.objects.filter(edition__document__slug=address.document, edition__effective=address.day)
    return held.filter(key=address.key).first()
