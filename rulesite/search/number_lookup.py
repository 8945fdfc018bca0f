"""Look up rules by number: a query that is a number leads to that rule, never to similar words.

`rulesite.text.number_query` parses the query. Numbers must match exactly: 702.6 is not 702.60.
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

_MAX_NAME = 120
"""Characters of the longest title of a document."""


@dataclass(frozen=True)
class NumberMatch:
    """The provision for an address, and what the reader should know about how it was reached."""

    version: RuleVersion
    last: str = ""
    """The last number, if the query was a range."""
    note: str = ""
    now: RuleVersion | None = None
    """The same rule in the newest edition, if it has another number there."""
    doubt: str = ""
    """Why it is uncertain that the number meant this rule on the requested day; "" if it is certain."""
    others: tuple[RuleVersion, ...] = ()
    """The rules that it may have meant instead."""

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

    def remarks(self) -> dict[str, Any]:
        """The remarks about the match as plain data."""
        others = [f"{version.edition.address}/{version.key}" for version in self.others]
        doubts = {"sure": not self.doubt, "doubt": self.doubt, "others": others}
        return {"note": self.note, "to": self.last or None, **doubts}


@dataclass(frozen=True)
class Missing:
    """A well-formed number without a provision; ``near`` are provisions to offer instead."""

    number: str
    message: str
    near: tuple[RuleVersion, ...] = ()


def look_up(text: str) -> NumberMatch | Missing | None:
    """The provision that a query names; `Missing` if no edition has the number, None for a query of words."""
    return look_up_all([text])[0]


def document_named(text: str) -> Document | None:
    """The document of which a query is the slug, the short title or the title, None if it is something else."""
    name = fold(text).strip().rstrip(".")
    if not 0 < len(name) <= _MAX_NAME:
        return None
    for document in Document.objects.filter(editions__isnull=False).distinct():
        if name in (document.slug.lower(), fold(document.short_title), fold(document.title)):
            return document
    return None


def look_up_all(texts: Iterable[str]) -> list[NumberMatch | Missing | None]:
    """The same for several queries, with as many database queries as for one."""
    queries = [read(text) for text in texts]
    matches = iter(_resolved([query for query in queries if query]) if any(queries) else ())
    return [next(matches) if query else None for query in queries]


def resolve(wanted: Wanted) -> NumberMatch | Missing | None:
    """The requested provision; None if the word before the number is not one of our documents (``level 3``).

    Without a date, it is that of the newest edition with the number, in the first document that has it. A year or month
    means its last edition. If it has none, or a day falls between two editions, it means the last edition before it; if
    that and the next one differ about the number, the note says so.
    """
    return _resolved([wanted])[0]


class _Dated(NamedTuple):
    """The fields of an edition that looking up needs."""

    pk: int
    document: int
    slug: str
    effective: date
    extent: str

    @property
    def address(self) -> str:
        return f"{self.slug}/{self.effective}"


class _Row(NamedTuple):
    """The fields of a provision that looking up needs."""

    pk: int
    number: str
    key: str
    edition: int
    rule: int | None
    title: str
    above: str | None


@dataclass
class _Aim:
    """The result of one query before its models are read: a provision, or those to offer instead."""

    row: _Row | None = None
    note: str = ""
    message: str = ""
    near: Sequence[_Row] = ()
    dated: bool = False
    doubt: str = ""
    others: Sequence[_Row] = ()


_ORDER = ("edition__document__position", "edition__document__slug", "-edition__effective", "position")


def _rows(numbers: Iterable[str]) -> dict[str, list[_Row]]:
    """The provisions of some numbers, in the order of documents, newest edition first."""
    rows_by_number: dict[str, list[_Row]] = defaultdict(list)
    rows = RuleVersion.objects.filter(number__in={*numbers}).order_by(*_ORDER)
    for row in rows.values_list("pk", "number", "key", "edition", "rule", "title", "parent__title"):
        rows_by_number[row[1]].append(_Row(*row))
    return rows_by_number


class _Ground:
    """All documents and editions, and every provision with a requested number."""

    def __init__(self, wanted: Iterable[Wanted]) -> None:
        self._documents = {document.slug: document for document in Document.objects.all()}
        columns = ("pk", "document", "document__slug", "effective", "extent")
        editions = Edition.objects.order_by("-effective").values_list(*columns)
        self.editions = {row[0]: _Dated(*row) for row in editions}
        self._rows = _rows(str(query.number) for query in wanted)

    def document(self, name: str) -> Document | None:
        """The document with a slug or title."""
        for document in self._documents.values():
            if name in (document.slug.lower(), fold(document.short_title), fold(document.title)):
                return document
        return None

    def aim(self, wanted: Wanted) -> _Aim | None:
        """The result of a query; None if the word before its number is not a document."""
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
        if wanted.title:  # the newest one with the heading that the query gives
            stood = (row for row in rows if wanted.title in (fold(row.title), fold(row.above or "")))
            return next((_Aim(row) for row in stood), None)
        return _Aim(rows[0]) if rows else _missing(wanted, document)

    def _dated(self, wanted: Wanted, dates: tuple[date, date], rows: list[_Row], document: Document | None) -> _Aim:
        first, last = dates
        for row in rows:
            if first <= self.editions[row.edition].effective <= last:
                return _Aim(row, dated=True)
        for owner in dict.fromkeys(self.editions[row.edition].document for row in rows):
            editions = [edition for edition in reversed(self.editions.values()) if edition.document == owner]
            try:
                around = as_of_among(editions[0].slug, editions, last)
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
        message = f"No edition of {_spoken(wanted)} has {wanted.key}; it is in {span}."
        return _Aim(message=message, near=rows[:3])

    def _note(self, wanted: Wanted, known: str, read: Readings[_Row], others: Sequence[_Row]) -> str:
        """The note about a date without an edition."""
        sentences = [f"No edition of {_spoken(wanted)} is held", known]
        if read.doubt:
            address = self.editions[read.rows[0].edition].address
            sentences.append(f"This is {wanted.key} of {address}, which is not sure: {read.doubt}")
        sentences += [f"Otherwise it is {self.editions[row.edition].address}/{row.key}" for row in others]
        return f"{'. '.join(sentences)}."

    def newest(self, document: int) -> _Dated:
        """The newest edition of a document."""
        return next(edition for edition in self.editions.values() if edition.document == document)


def _resolved(queries: Sequence[Wanted]) -> list[NumberMatch | Missing | None]:
    """The result of each query, with at most eight database queries for all of them."""
    ground = _Ground(queries)
    aims = [ground.aim(wanted) for wanted in queries]
    _offer_above(ground, queries, aims)
    outdated = [aim.row for aim in aims if aim and aim.row and not aim.dated and _is_old(ground, aim.row)]
    successors = _heirs({row.rule for row in outdated if row.rule})
    pks = {row.pk for aim in aims if aim for row in ((aim.row, *aim.near) if aim.row else aim.near)}
    pks |= {row.pk for aim in aims if aim for row in aim.others}
    rows = RuleVersion.objects.select_related("edition__document", "rule").defer(*Edition.long("edition__"))
    versions = rows.in_bulk({*pks, *successors.values()})
    ends = _ends(queries, aims)
    matches: list[NumberMatch | Missing | None] = []
    for wanted, aim in zip(queries, aims, strict=True):
        if aim is None:
            matches.append(None)
        elif aim.row is None:
            matches.append(Missing(str(wanted.number), aim.message, tuple(versions[row.pk] for row in aim.near)))
        else:
            last = str(wanted.last) if (aim.row.edition, str(wanted.last)) in ends else ""
            note, now = aim.note, None
            if aim.row in outdated:
                successor = versions[successors[aim.row.rule]] if aim.row.rule else None
                now = successor if successor and successor.edition_id != aim.row.edition else None
                note = f"{aim.row.number} was last used in {ground.editions[aim.row.edition].address}"
                note = f"{note}; the rule is now {now.number}." if now else f"{note}."
            others = tuple(versions[row.pk] for row in aim.others)
            matches.append(NumberMatch(versions[aim.row.pk], last, note, now, aim.doubt, others))
    return matches


def _is_old(ground: _Ground, row: _Row) -> bool:
    """Whether the document has a newer edition than the provision's."""
    edition = ground.editions[row.edition]
    return ground.newest(edition.document).pk != edition.pk


def _heirs(rules: set[int]) -> dict[int, int]:
    """The newest version of each rule."""
    if not rules:
        return {}
    rows = RuleVersion.objects.filter(rule__in=rules).order_by("edition__effective", "-position")
    return dict(rows.values_list("rule", "pk"))


def _ends(queries: Sequence[Wanted], aims: Sequence[_Aim | None]) -> set[tuple[int, str]]:
    """The last numbers of the requested ranges that exist, as pairs of edition and number."""
    runs = {
        (aim.row.edition, str(wanted.last))
        for wanted, aim in zip(queries, aims, strict=True)
        if wanted.last and aim and aim.row
    }
    if not runs:
        return set()
    editions, numbers = {edition for edition, _ in runs}, {last for _, last in runs}
    rows = RuleVersion.objects.filter(edition__in=editions, number__in=numbers).order_by()
    return runs & set(rows.values_list("edition", "number"))


def _missing(wanted: Wanted, document: Document | None) -> _Aim:
    """The result for a number that no edition has."""
    whose = f"edition of {document.title}" if document else "edition held here"
    return _Aim(message=f"No {whose} has a provision {wanted.key}.")


def _offer_above(ground: _Ground, queries: Sequence[Wanted], aims: Sequence[_Aim | None]) -> None:
    """For each number that no edition has, offer the nearest number above it that an edition has."""
    lost = [(wanted, aim) for wanted, aim in zip(queries, aims, strict=True) if aim and not aim.row and not aim.near]
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
    """Yield the numbers above the requested one, nearest first."""
    number = wanted.number.parent
    while number is not None:
        yield number
        number = number.parent


def _spoken(wanted: Wanted) -> str:
    return "-".join(f"{part:02d}" for part in (wanted.year, wanted.month, wanted.day) if part is not None)
