"""The form of a query first: what reads like a rule number leads to that rule, and never to words that resemble it.

``402.8g``, ``rule 409.1b-i``, ``CR 603.1``, ``§ 510.1c``, ``A.4.Ruling.2``, ``section 402``, ``402.1@2008-02-01``,
``CR 402.1 (2008-02-01)``, ``cr/2006-10-01/402.8g``, ``402.1 2008``. A number is looked up as it stands: 702.6 is not
702.60.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from rulesite.rulebook.models import Document, Edition, RuleVersion
from rulesite.search import analysis
from rulesite.text.numbering import NotARuleNumber, NumberRange, RuleNumber

_LONGEST = 80
_DATE = r"(?P<year>(?:19|20)\d\d)(?:[-/.](?P<month>\d\d?)(?:[-/.](?P<day>\d\d?))?)?"
_PATH = re.compile(
    rf"/?(?P<document>[a-z][\w-]*)/(?:{_DATE}/)?(?P<first>[1-9a-z][\w.]*?)(?:~(?P<nth>\d))?(?:/|#.*)?", re.ASCII
)
_PHRASE = re.compile(
    rf"""
    (?:(?P<document>comprehensive\ rules|comp\.?\ ?rules|[a-z][\w']*(?<!\brule)(?<!\brules)(?<!\bsection)(?<!\bsections)
        (?<!\bchapter)(?<!\bletter)(?<!\bruling)(?<!\bnote))[\s:,]+)?
    (?P<said>rules?|sections?|chapters?|letters?|rulings?|notes?|§§?)?[\s.]*
    (?P<first>[1-9]\d{{0,2}}(?:\.\d{{1,3}}[a-z]?|\.(?:ruling|note)(?:\.\d{{1,3}})?)?|[a-z](?:\.[\w.]+)?)(?:~(?P<nth>\d))?
    (?:\s*(?:-|\bto\b|\bthrough\b)\s*(?P<last>[\w.]+?))?
    [.,;:]?
    (?:(?:\s*@\s*|\s*\(\s*|\s+(?:(?:in|of|from|on|as\ of)\s+)?)(?:(?P<other>[a-z][\w-]*)[/ ])?{_DATE}\s*\)?)?
    """,
    re.VERBOSE | re.ASCII,
)
_CR_NAMES = {"comprehensive rules", "comprules", "comp rules", "comp. rules"}


@dataclass(frozen=True)
class Wanted:
    """What an address asks for; ``document`` "" and ``year`` None where it was left open."""

    number: RuleNumber
    last: RuleNumber | None = None
    nth: str = ""
    document: str = ""
    year: int | None = None
    month: int | None = None
    day: int | None = None

    @property
    def key(self) -> str:
        """The key of a provision: its number, ``~2`` after it for the second of two."""
        return f"{self.number}{f'~{self.nth}' if self.nth else ''}"

    @property
    def dates(self) -> tuple[date, date] | None:
        """The first and the last day that the address may mean, None when it names none."""
        if self.year is None:
            return None
        first = date(self.year, self.month or 1, self.day or 1)
        if self.day:
            return first, first
        if self.month:
            after = date(self.year + self.month // 12, self.month % 12 + 1, 1)
            return first, date.fromordinal(after.toordinal() - 1)
        return first, date(self.year, 12, 31)


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


def read(text: str) -> Wanted | None:
    """Read a query as an address, None when it does not have the form of one.

    >>> read("rule 409.1b–i").last, read("CR 402.1 (2008-02-01)").dates[0].isoformat(), read("§ 702.6").key
    (RuleNumber('409.1i'), '2008-02-01', '702.6')
    >>> read("combat damage"), read("a"), read("2008")
    (None, None, None)
    """
    folded = re.sub(r"\s+", " ", analysis.fold(text.strip()))
    if not folded or len(folded) > _LONGEST:
        return None
    found = _PATH.fullmatch(folded) or _PHRASE.fullmatch(folded)
    if found is None:
        return None
    parts = found.groupdict()
    if len(parts["first"]) == 1 and parts["first"].isalpha() and not parts.get("said"):
        return None
    document = parts["document"] or parts.get("other") or ""
    try:
        number = RuleNumber.parse(parts["first"])
        last = NumberRange.parse(parts["first"], parts["last"]).last if parts.get("last") else None
        wanted = Wanted(
            number,
            last,
            parts["nth"] or "",
            "cr" if document in _CR_NAMES else document,
            *(int(parts[name]) if parts[name] else None for name in ("year", "month", "day")),
        )
        _ = wanted.dates
    except (NotARuleNumber, ValueError):
        return None
    return wanted


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
    if wanted.nth:
        every = every.filter(key=wanted.key)
    if document:
        every = every.filter(edition__document=document)
    every = every.order_by("edition__document__position", "edition__document__slug", "-edition__effective", "position")
    if wanted.dates:
        return _dated(wanted, every, document)
    version = every.first()
    if version is None:
        return _missing(wanted, document)
    return Address(version, _last(wanted, version), *_heir(version))


def _document(name: str, documents: dict[str, Document]) -> Document | None:
    """The document of a slug or a short title."""
    for document in documents.values():
        if name in (document.slug.lower(), analysis.fold(document.short_title), analysis.fold(document.title)):
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
