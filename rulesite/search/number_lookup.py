"""What a query names by its number: such a query leads to that rule, and never to words that resemble it.

Its form is read in `rulesite.text.number_query`. A number is looked up as it stands: 702.6 is not 702.60.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent.as_of import Readings, as_of_among
from rulesite.rulebook.models import Document, Edition, RuleVersion
from rulesite.text.characters import fold
from rulesite.text.number_query import Wanted, read
from rulesite.text.numbering import RuleNumber


@dataclass(frozen=True)
class NumberMatch:
    """A provision that an address leads to, and what the reader should know about the way."""

    version: RuleVersion
    last: str = ""
    """The last number, when a run of them was asked for."""
    note: str = ""
    now: RuleVersion | None = None
    """Where the same rule stands in the newest edition, when its number there is another."""
    doubt: str = ""
    """Why it is not sure that the number meant this on the day that was asked for, "" where it is."""
    others: tuple[RuleVersion, ...] = ()
    """What it can have meant then instead."""

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

    def told(self) -> dict[str, Any]:
        """What is to be known of the way, as plain data."""
        others = [f"{version.edition.address}/{version.key}" for version in self.others]
        doubts = {"sure": not self.doubt, "doubt": self.doubt, "others": others}
        return {"note": self.note, "to": self.last or None, **doubts}


@dataclass(frozen=True)
class Missing:
    """A number, well formed, that leads nowhere here; ``near`` are provisions to offer instead."""

    number: str
    message: str
    near: tuple[RuleVersion, ...] = ()


def look_up(text: str) -> NumberMatch | Missing | None:
    """The provision that a query names, `Missing` for a number that never was, None for a query of words."""
    return look_up_all([text])[0]


def look_up_all(texts: Iterable[str]) -> list[NumberMatch | Missing | None]:
    """The same for several queries, in no more queries of the database than for one."""
    wanted = [read(text) for text in texts]
    found = iter(_resolved([each for each in wanted if each]) if any(wanted) else ())
    return [next(found) if each else None for each in wanted]


def resolve(wanted: Wanted) -> NumberMatch | Missing | None:
    """The provision that is meant; None when the word before the number is no document of ours (``level 3``).

    Without a date it is the newest edition that used the number, of the first document that has it. A year or a month
    means the last edition of that time; where there is none, or a day falls between editions, the last one before it.
    Where that one and the next differ about the number, the note says so.
    """
    return _resolved([wanted])[0]


class _Dated(NamedTuple):
    """An edition, as far as looking up needs it."""

    pk: int
    document: int
    slug: str
    effective: date
    extent: str

    @property
    def address(self) -> str:
        return f"{self.slug}/{self.effective}"


class _Row(NamedTuple):
    """A provision of a number, as far as looking up needs it."""

    pk: int
    number: str
    key: str
    edition: int
    rule: int | None
    title: str
    above: str | None


@dataclass
class _Aim:
    """What one query leads to, while all that it needs is being read: a provision, or the ones to offer instead."""

    row: _Row | None = None
    note: str = ""
    message: str = ""
    near: Sequence[_Row] = ()
    dated: bool = False
    doubt: str = ""
    others: Sequence[_Row] = ()


_ORDER = ("edition__document__position", "edition__document__slug", "-edition__effective", "position")


def _rows(numbers: Iterable[str]) -> dict[str, list[_Row]]:
    """The provisions of some numbers: of the first document first, newest edition first."""
    found: dict[str, list[_Row]] = defaultdict(list)
    rows = RuleVersion.objects.filter(number__in={*numbers}).order_by(*_ORDER)
    for row in rows.values_list("pk", "number", "key", "edition", "rule", "title", "parent__title"):
        found[row[1]].append(_Row(*row))
    return found


class _Ground:
    """The documents and editions there are, and every provision of the numbers that are asked for."""

    def __init__(self, wanted: Iterable[Wanted]) -> None:
        self._documents = {document.slug: document for document in Document.objects.all()}
        columns = ("pk", "document", "document__slug", "effective", "extent")
        editions = Edition.objects.order_by("-effective").values_list(*columns)
        self.editions = {row[0]: _Dated(*row) for row in editions}
        self._rows = _rows(str(each.number) for each in wanted)

    def document(self, name: str) -> Document | None:
        """The document of a slug or a title."""
        for document in self._documents.values():
            if name in (document.slug.lower(), fold(document.short_title), fold(document.title)):
                return document
        return None

    def aim(self, wanted: Wanted) -> _Aim | None:
        """Where a query leads; None when the word before its number is no document."""
        document = self.document(wanted.document) if wanted.document else None
        if wanted.document and document is None:
            return None
        rows = [
            row
            for row in self._rows[str(wanted.number)]
            if (not wanted.nth or row.key == wanted.key)
            and (document is None or self.editions[row.edition].document == document.pk)
        ]
        if wanted.dates:
            return self._dated(wanted, wanted.dates, rows, document)
        if wanted.title:  # the newest that stood under the heading beside the number
            stood = (row for row in rows if wanted.title in (fold(row.title), fold(row.above or "")))
            return next((_Aim(row) for row in stood), None)
        return _Aim(rows[0]) if rows else _missing(wanted, document)

    def _dated(self, wanted: Wanted, dates: tuple[date, date], rows: list[_Row], document: Document | None) -> _Aim:
        first, last = dates
        for row in rows:
            if first <= self.editions[row.edition].effective <= last:
                return _Aim(row, dated=True)
        for owner in dict.fromkeys(self.editions[row.edition].document for row in rows):
            own = [each for each in reversed(self.editions.values()) if each.document == owner]
            try:
                around = as_of_among(own[0].slug, own, last)
            except NoSuchRule:
                continue
            by_edition: dict[int, list[_Row]] = defaultdict(list)
            for row in rows:
                by_edition[row.edition].append(row)
            read = around.read(wanted.key, by_edition, lambda row: row.rule or -row.pk)
            if read.rows:
                others = read.rows[1:] if read.doubt else ()
                note = self._note(wanted, around.note, read, others)
                return _Aim(read.rows[0], note, dated=True, doubt=read.doubt, others=others)
        stood = [self.editions[row.edition].address for row in rows]
        if not stood:
            return _missing(wanted, document)
        span = stood[0] if len(stood) == 1 else f"{stood[-1]} to {stood[0]}"
        message = f"{wanted.key} did not stand in an edition of {_spoken(wanted)}; it stood in {span}."
        return _Aim(message=message, near=rows[:3])

    def _note(self, wanted: Wanted, known: str, read: Readings[_Row], others: Sequence[_Row]) -> str:
        """What is to be said of a day of which no edition is held."""
        told = [f"No edition of {_spoken(wanted)} is held", known]
        if read.doubt:
            address = self.editions[read.rows[0].edition].address
            told.append(f"This is {wanted.key} of {address}, which is not sure: {read.doubt}")
        told += [f"Else it is {self.editions[row.edition].address}/{row.key}" for row in others]
        return f"{'. '.join(told)}."

    def newest(self, document: int) -> _Dated:
        """The newest edition of a document."""
        return next(each for each in self.editions.values() if each.document == document)


def _resolved(asked: Sequence[Wanted]) -> list[NumberMatch | Missing | None]:
    """What each of some queries leads to. Eight queries at most, however many they are."""
    ground = _Ground(asked)
    aims = [ground.aim(wanted) for wanted in asked]
    _offer_above(ground, asked, aims)
    left = [aim.row for aim in aims if aim and aim.row and not aim.dated and _is_old(ground, aim.row)]
    heirs = _heirs({row.rule for row in left if row.rule})
    pks = {row.pk for aim in aims if aim for row in ((aim.row, *aim.near) if aim.row else aim.near)}
    pks |= {row.pk for aim in aims if aim for row in aim.others}
    rows = RuleVersion.objects.select_related("edition__document", "rule").defer(*Edition.long("edition__"))
    versions = rows.in_bulk({*pks, *heirs.values()})
    ends = _ends(asked, aims)
    found: list[NumberMatch | Missing | None] = []
    for wanted, aim in zip(asked, aims, strict=True):
        if aim is None:
            found.append(None)
        elif aim.row is None:
            found.append(Missing(str(wanted.number), aim.message, tuple(versions[row.pk] for row in aim.near)))
        else:
            last = str(wanted.last) if (aim.row.edition, str(wanted.last)) in ends else ""
            note, now = aim.note, None
            if aim.row in left:
                heir = versions[heirs[aim.row.rule]] if aim.row.rule else None
                now = heir if heir and heir.edition_id != aim.row.edition else None
                note = f"{aim.row.number} was last used in {ground.editions[aim.row.edition].address}"
                note = f"{note}; the rule is now {now.number}." if now else f"{note}."
            others = tuple(versions[row.pk] for row in aim.others)
            found.append(NumberMatch(versions[aim.row.pk], last, note, now, aim.doubt, others))
    return found


def _is_old(ground: _Ground, row: _Row) -> bool:
    """Whether a newer edition than a provision's is held."""
    edition = ground.editions[row.edition]
    return ground.newest(edition.document).pk != edition.pk


def _heirs(rules: set[int]) -> dict[int, int]:
    """The newest version of each of some rules."""
    if not rules:
        return {}
    rows = RuleVersion.objects.filter(rule__in=rules).order_by("edition__effective", "-position")
    return dict(rows.values_list("rule", "pk"))


def _ends(asked: Sequence[Wanted], aims: Sequence[_Aim | None]) -> set[tuple[int, str]]:
    """The ends of the runs that were asked for, by edition and number, as far as the editions have them."""
    runs = {
        (aim.row.edition, str(wanted.last))
        for wanted, aim in zip(asked, aims, strict=True)
        if wanted.last and aim and aim.row
    }
    if not runs:
        return set()
    editions, numbers = {edition for edition, _ in runs}, {last for _, last in runs}
    rows = RuleVersion.objects.filter(edition__in=editions, number__in=numbers).order_by()
    return runs & set(rows.values_list("edition", "number"))


def _missing(wanted: Wanted, document: Document | None) -> _Aim:
    """Say that no edition has a number."""
    whose = f"edition of {document.title}" if document else "edition held here"
    return _Aim(message=f"No {whose} has a provision {wanted.key}.")


def _offer_above(ground: _Ground, asked: Sequence[Wanted], aims: Sequence[_Aim | None]) -> None:
    """Where no edition has a number, offer the nearest one above it that some edition has."""
    lost = [(wanted, aim) for wanted, aim in zip(asked, aims, strict=True) if aim and not aim.row and not aim.near]
    above = {id(aim): [str(number) for number in _above(wanted)] for wanted, aim in lost}
    rows = _rows(number for numbers in above.values() for number in numbers) if lost else {}
    for wanted, aim in lost:
        document = ground.document(wanted.document) if wanted.document else None
        near = (
            row
            for number in above[id(aim)]
            for row in rows.get(number, ())
            if document is None or ground.editions[row.edition].document == document.pk
        )
        aim.near = [row for row in (next(near, None),) if row]


def _above(wanted: Wanted) -> Iterable[RuleNumber]:
    """The numbers above one, the nearest first."""
    number = wanted.number.parent
    while number is not None:
        yield number
        number = number.parent


def _spoken(wanted: Wanted) -> str:
    return "-".join(f"{part:02d}" for part in (wanted.year, wanted.month, wanted.day) if part is not None)
