"""The infractions of an edition of a penalty guide as a table: penalties, upgrades, and since when each stands so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q, QuerySet

from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.editions import held
from rulesite.reading.infractions import penalties
from rulesite.reading.infractions.penalties import Infraction
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.text.numbering import Scheme

_DASHES = ("\u2014", "\u2013", " - ", "--")
"""What parts the category of an infraction from its name."""


class _Listed(NamedTuple):
    """An infraction in an edition, with its thread and its chapter."""

    edition: int
    key: str
    number: str
    title: str
    rule: int | None
    chapter: tuple[str, str, str]
    infraction: Infraction


@dataclass(frozen=True)
class Since:
    """The first edition in which something stands as it does now, and what it was before, "" if nothing is known.

    ``oldest`` says that no earlier edition of the document is held.
    """

    edition: Edition
    href: str
    before: str = ""
    oldest: bool = False


@dataclass(frozen=True)
class InfractionRow:
    """An infraction with the link to its section, and since when it has its number and name, and its penalty."""

    href: str
    number: str
    infraction: Infraction
    named: Since
    fined: Since


@dataclass(frozen=True)
class InfractionGroup:
    """The infractions of a chapter."""

    href: str
    number: str
    title: str
    rows: tuple[InfractionRow, ...]


def has_any(library: Library | None, edition: Edition) -> bool:
    """Whether an edition has infractions."""
    return edition.numbering == Scheme.DOTTED.value and bool(_of_edition(library, edition))


def editions_with(library: Library | None, edition: Edition) -> list[Edition]:
    """The editions of a document that have infractions, newest first; the document is that of an edition."""
    listed = _of_document(library, edition.document_id)
    return [other for other in held(library).of(edition.document_id) if other.pk in listed]


def groups(library: Library | None, edition: Edition) -> list[InfractionGroup]:
    """The infractions of an edition by chapter; none if it is no penalty guide."""
    if edition.numbering != Scheme.DOTTED.value:
        return []
    listed = _of_document(library, edition.document_id)
    known = [other for other in held(library).of(edition.document_id) if other.effective <= edition.effective]
    lines: dict[int, list[tuple[Edition, _Listed]]] = defaultdict(list)
    for other in known:
        for entry in listed.get(other.pk, ()):
            if entry.rule is not None:
                lines[entry.rule].append((other, entry))
    path = edition.get_absolute_url()
    return [
        InfractionGroup(
            rule_url(path, key) if key else path,
            number,
            title,
            tuple(_row(edition, entry, lines.get(entry.rule or 0, ()), known[-1]) for entry in entries),
        )
        for (key, number, title), entries in groupby(listed.get(edition.pk, ()), key=lambda entry: entry.chapter)
    ]


def _row(edition: Edition, entry: _Listed, line: Sequence[tuple[Edition, _Listed]], oldest: Edition) -> InfractionRow:
    """The row of an infraction; ``line`` is its thread, newest first."""
    line = line or [(edition, entry)]
    known = [(other, each) for other, each in line if each.infraction.penalty] or line
    return InfractionRow(
        rule_url(edition.get_absolute_url(), entry.key),
        entry.number,
        entry.infraction,
        _since(line, [_is_named_alike(entry, each) for _, each in line], _name_before(entry, line), oldest),
        _since(
            known,
            [each.infraction.penalty == entry.infraction.penalty for _, each in known],
            [each.infraction.penalty for _, each in known],
            oldest,
        ),
    )


def _is_named_alike(left: _Listed, right: _Listed) -> bool:
    return left.number == right.number and penalties.same_name([left.infraction.name, right.infraction.name])


def _name_before(entry: _Listed, line: Sequence[tuple[Edition, _Listed]]) -> list[str]:
    """For each edition the number of an infraction there, with its name if that was another."""
    return [
        each.number
        if penalties.same_name([entry.infraction.name, each.infraction.name])
        else f"{each.number} {each.infraction.name}"
        for _, each in line
    ]


def _since(
    line: Sequence[tuple[Edition, _Listed]], same: Sequence[bool], shown: Sequence[str], oldest: Edition
) -> Since:
    """The oldest edition of the run of those that have the same, newest first, and what the one before it has."""
    count = next((index for index, is_same in enumerate(same) if not is_same), len(line))
    edition, entry = line[max(0, count - 1)]
    before = shown[count] if 0 < count < len(line) else ""
    return Since(edition, rule_url(edition.get_absolute_url(), entry.key), before, edition.pk == oldest.pk)


@partial(memoize, of=of_one)
def _of_edition(edition: Edition) -> list[_Listed]:
    """The infractions of an edition, in order."""
    return list(_listed(RuleVersion.objects.filter(edition=edition)))


@memoize
def _of_document(document_pk: int) -> dict[int, list[_Listed]]:
    """The infractions of each edition of a document that has any, by the key of the edition."""
    rows = RuleVersion.objects.filter(edition__document=document_pk, edition__numbering=Scheme.DOTTED.value)
    return {pk: list(run) for pk, run in groupby(_listed(rows), key=lambda entry: entry.edition)}


def _listed(versions: QuerySet[RuleVersion]) -> Iterator[_Listed]:
    """The infractions among some provisions, by edition."""
    dashed = Q()
    for dash in _DASHES:
        dashed |= Q(title__contains=dash)
    fields = ("edition_id", "key", "number", "title", "wording__text", "rule_id", "kind")
    above = ("parent__key", "parent__number", "parent__title")
    found = versions.filter(dashed, wording__isnull=False).order_by("edition__effective", "position")
    for pk, run in groupby(found.values_list(*fields, *above), key=lambda row: row[0]):
        rows = list(run)
        table = _table(rows)
        for _, key, number, title, text, rule, kind, *chapter in rows:
            if kind != RuleVersion.Kind.SECTION:
                continue
            infraction = penalties.read(title, text, table)
            if infraction:
                up_key, up_number, up_title = chapter
                yield _Listed(pk, key, number, title, rule, (up_key or "", up_number or "", up_title or ""), infraction)


def _table(rows: Iterable[tuple]) -> str:
    """The text of the table of penalties of an edition, "" if it has none."""
    return "\n".join(row[4] for row in rows if row[6] == RuleVersion.Kind.CHAPTER and penalties.is_table(row[3]))
