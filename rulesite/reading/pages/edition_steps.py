"""How large a document is in each edition, how much of it changed there, and in which sections and years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from django.db.models import Q

from rulesite.reading.caching.memo import memoize
from rulesite.reading.pages.sections import counts_of
from rulesite.reading.precomputed.counts import Counts
from rulesite.rulebook.models import Descent, Document, Edition, Library, RuleVersion
from rulesite.text.numbering import RuleNumber

_CHANGES = (Descent.Kind.REWORDED, Descent.Kind.SPLIT, Descent.Kind.MERGED)
GONE = ""
"""The section of a rule that the newest edition no longer has."""


@dataclass(frozen=True)
class EditionStep:
    """An edition with the number of its rules, and how many of them are new or changed since the one before."""

    edition: Edition
    size: int
    noun: str
    """What the size is a number of."""
    changed: int


@dataclass(frozen=True)
class DocumentSteps:
    """The whole editions of a document, oldest first; ``heat`` counts new and changed rules by section and year.

    A rule counts for the section in which the newest edition has it, whatever its number was in its day.
    """

    editions: Sequence[EditionStep]
    heat: Counter[tuple[str, int]]
    sections: dict[str, str]
    """The sections of the newest edition, by number, in its order, with their titles."""


def _of_all(library: Library, *_: object) -> Iterable[str]:
    """For `memoize`: a result that depends on the text and descent of every edition."""
    return sorted(library.touched)


def steps_of(document: Document, library: Library | None) -> DocumentSteps:
    """The whole editions of a document with their sizes and changes; memoized until an edition changes."""
    return _steps(library, document)


@partial(memoize, of=_of_all)
def _steps(document: Document) -> DocumentSteps:
    rows = document.editions.filter(extent=Edition.Extent.WHOLE).select_related("document").defer(*Edition.long())
    editions = list(rows.order_by("effective"))
    events = _events(editions)
    library = Library.current()
    changed = Counter(edition for edition, _ in events)
    sizes = {edition.pk: _size(counts_of(edition, library)) for edition in editions}
    years = {edition.pk: edition.effective.year for edition in editions}
    section_of, titles = _sections(editions[-1]) if editions else ({}, {})
    heat = Counter((section_of.get(rule or 0, GONE), years[edition]) for edition, rule in events)
    return DocumentSteps(
        [EditionStep(edition, *sizes[edition.pk], changed[edition.pk]) for edition in editions], heat, titles
    )


def _size(counts: Counts) -> tuple[int, str]:
    """The number of the rules of an edition, or of its sections where these have the text, and what is counted."""
    rules = counts["provisions"]
    return (rules, "rule") if rules else (counts["kinds"].get(RuleVersion.Kind.SECTION, 0), "section")


def _events(editions: Sequence[Edition]) -> set[tuple[int, int | None]]:
    """Edition and rule of each provision that is new or changed, but for those of the first edition."""
    after = {later.pk for _, later in pairwise(editions)}
    changed = Descent.objects.filter(kind__in=_CHANGES, doubtful=False, later__edition__in=after).order_by()
    new = RuleVersion.objects.filter(Q(ancestors=None), edition__in=after).order_by()
    return {
        *changed.values_list("later__edition", "later__rule").distinct(),
        *new.values_list("edition", "rule"),
    }


def _sections(newest: Edition) -> tuple[dict[int, str], dict[str, str]]:
    """The section of each rule of an edition, and the titles of its sections."""
    rows = (
        RuleVersion.objects.filter(edition=newest).order_by("position").values_list("rule", "number", "kind", "title")
    )
    section_of: dict[int, str] = {}
    titles: dict[str, str] = {}
    for rule, number, kind, title in rows:
        parsed = RuleNumber.parse(number)
        if kind == RuleVersion.Kind.SECTION:
            titles[number] = title
        if rule and parsed.section is not None:
            section_of[rule] = str(RuleNumber(parsed.chapter, parsed.section))
    return section_of, titles
