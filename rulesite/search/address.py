"""What a query names by its number: such a query leads to that rule, and never to words that resemble it.

Its form is read in `rulesite.text.asking`. A number is looked up as it stands: 702.6 is not 702.60.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from rulesite.rulebook.models import Document, Edition, RuleVersion
from rulesite.text.asking import Wanted, read
from rulesite.text.folding import fold


@dataclass(frozen=True)
class Address:
    """A provision that an address leads to, and what the reader should know about the way."""

    version: RuleVersion
    last: str = ""
    """The last number, when a run of them was asked for."""
    note: str = ""
    now: RuleVersion | None = None
    """Where the same rule stands in the newest edition, when its number there is another."""

    @property
    def url(self) -> str:
        """Its page on the site."""
        return self.version.get_absolute_url()

    @property
    def number(self) -> str:
        """Its number."""
        return self.version.number

    @property
    def edition(self) -> str:
        """``cr/2006-10-01``."""
        return self.version.edition.address


@dataclass(frozen=True)
class Missing:
    """A number, well formed, that leads nowhere here; ``near`` are provisions to offer instead."""

    number: str
    message: str
    near: tuple[RuleVersion, ...] = ()


def look_up(text: str) -> Address | Missing | None:
    """The provision that a query names, `Missing` for a number that never was, None for a query of words."""
    wanted = read(text)
    return resolve(wanted) if wanted else None


def resolve(wanted: Wanted) -> Address | Missing | None:
    """The provision that is meant; None when the word before the number is no document of ours (``level 3``).

    Without a date it is the newest edition that used the number, of the first document that has it. A year or a month
    means the last edition of that time; where there is none, or a day falls between editions, the one in force.
    """
    documents = {document.slug: document for document in Document.objects.all()}
    document = _document(wanted.document, documents) if wanted.document else None
    if wanted.document and document is None:
        return None
    every = RuleVersion.objects.filter(number=str(wanted.number)).select_related("edition__document", "rule")
    every = every.defer(*Edition.long("edition__"))
    if wanted.nth:
        every = every.filter(key=wanted.key)
    if document:
        every = every.filter(edition__document=document)
    every = every.order_by("edition__document__position", "edition__document__slug", "-edition__effective", "position")
    if wanted.dates:
        return _dated(wanted, every, document)
    if wanted.title:
        return _titled(wanted, every)
    version = every.first()
    if version is None:
        return _missing(wanted, document)
    return Address(version, _last(wanted, version), *_heir(version))


def _titled(wanted: Wanted, every: QuerySet[RuleVersion]) -> Address | None:
    """The newest provision of the number that stood under the heading beside it, None where none did."""
    for version in every.select_related("edition__document", "rule", "parent"):
        titles = {version.title, version.parent.title if version.parent else ""}
        if wanted.title in map(fold, titles):
            return Address(version, "", *_heir(version))
    return None


def _document(name: str, documents: dict[str, Document]) -> Document | None:
    """The document of a slug or a short title."""
    for document in documents.values():
        if name in (document.slug.lower(), fold(document.short_title), fold(document.title)):
            return document
    return None


def _dated(wanted: Wanted, every: QuerySet[RuleVersion], document: Document | None) -> Address | Missing:
    first, last = wanted.dates or (date.min, date.max)
    inside = every.filter(edition__effective__range=(first, last)).first()
    if inside:
        return Address(inside, _last(wanted, inside))
    editions = Edition.objects.filter(effective__lte=last).select_related("document").order_by("-effective")
    if document:
        editions = editions.filter(document=document)
    for owner in dict.fromkeys(every.values_list("edition__document", flat=True)):
        in_force = editions.filter(document=owner).first()
        version = every.filter(edition=in_force).first() if in_force else None
        if version and in_force:
            note = f"No edition of {_spoken(wanted)} is held; this is {in_force.address}, which was in force then."
            return Address(version, _last(wanted, version), note)
    stood = [version.edition.address for version in every]
    if stood:
        span = stood[0] if len(stood) == 1 else f"{stood[-1]} to {stood[0]}"
        message = f"{wanted.key} did not stand in an edition of {_spoken(wanted)}; it stood in {span}."
        return Missing(str(wanted.number), message, tuple(every[:3]))
    return _missing(wanted, document)


def _spoken(wanted: Wanted) -> str:
    return "-".join(f"{part:02d}" for part in (wanted.year, wanted.month, wanted.day) if part is not None)


def _missing(wanted: Wanted, document: Document | None) -> Missing:
    """Say that no edition has a number, and offer the nearest one above it that some edition has."""
    whose = f"edition of {document.title}" if document else "edition held here"
    above, near = wanted.number.parent, None
    while above is not None and near is None:
        rows = RuleVersion.objects.filter(number=str(above)).select_related("edition__document")
        if document:
            rows = rows.filter(edition__document=document)
        near = rows.order_by("edition__document__position", "-edition__effective").first()
        above = above.parent
    return Missing(str(wanted.number), f"No {whose} has a provision {wanted.key}.", (near,) if near else ())


def _last(wanted: Wanted, version: RuleVersion) -> str:
    """The end of the run that was asked for, if the edition has it."""
    if wanted.last and RuleVersion.objects.filter(edition=version.edition, number=str(wanted.last)).exists():
        return str(wanted.last)
    return ""


def _heir(version: RuleVersion) -> tuple[str, RuleVersion | None]:
    """What to say of a number that newer editions don't have, and where its rule stands now."""
    newest = Edition.objects.filter(document=version.edition.document).order_by("-effective").first()
    if newest is None or newest.pk == version.edition_id:
        return "", None
    heir = None
    if version.rule_id:
        heir = (
            RuleVersion.objects.filter(rule=version.rule_id, edition__effective__gt=version.edition.effective)
            .select_related("edition__document")
            .order_by("-edition__effective")
            .first()
        )
    if heir:
        return f"{version.number} was last used in {version.edition.address}; the rule is now {heir.number}.", heir
    return f"{version.number} was last used in {version.edition.address}.", None
