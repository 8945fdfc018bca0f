"""Resolving: today's meaning of a citation of any era, and a provision's counterpart in any other edition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet

from rulesite.rulebook.addresses import Address, NoSuchRule
from rulesite.rulebook.descent import traversal
from rulesite.rulebook.descent.as_of import AsOf, Readings, as_of
from rulesite.rulebook.descent.history import removed_by
from rulesite.rulebook.descent.traversal import Hop, Way
from rulesite.rulebook.models import Descent, Document, Edition, RuleVersion


@dataclass(frozen=True)
class CitationMeaning:
    """The meaning of one citation and what became of it.

    ``version`` is the rule that the number named in ``edition``. ``today`` are the paths to the rules that replace it
    now, the surest first; they end in the newest edition, or in the last stored one if no whole edition came later. If
    there are none, ``removed`` is the edition that dropped the rule. ``until`` ends the era in which the number had
    this meaning. ``note`` says which edition was used for a day, ``doubt`` why this meaning is not certain; it is ""
    for a certain one.
    """

    cited: str
    edition: Edition
    version: RuleVersion
    today: tuple[Way, ...]
    path: tuple[Hop, ...]
    removed: Edition | None
    until: Edition
    note: str = ""
    doubt: str = ""


def resolve(cited: str, when: Edition | date | str | None = None) -> list[CitationMeaning]:
    """Today's meaning of a citation of any era: one answer, or for a bare number one for each meaning it has had.

    ``cited`` may include its edition or day (``402.1@2008-02-01``, ``402.1 of the 2008 rules``); or give it as
    ``when``. A day between two editions means the one before it; if the one after it differs about the number, there is
    an answer for each, neither of them certain. Answers are in the order of their eras.
    Raises NoSuchRule for an invalid number, a number that never existed there, and a range of numbers.
    """
    address = Address.from_query(cited)
    if isinstance(when, Edition):
        address = Address(address.key, when.document.slug, when.effective)
    elif when is not None:
        day = when if isinstance(when, date) else day_of(when)
        address = Address(address.key, address.document, day)
    readings, note = _cited(address)
    eras: dict[tuple[int, int], list[_Named]] = defaultdict(list)
    for row in readings.rows:
        eras[row.document, _thread(row)].append(row)
    ends = {row.pk for era in eras.values() for row in (era[0], era[-1])}
    whole = RuleVersion.objects.select_related("edition__document", "wording", "rule")
    rows = whole.defer(*Edition.long("edition__")).in_bulk(ends)
    along, dropped = traversal.all_forward(rows[era[-1].pk] for era in eras.values()), _Dropped()
    restated_paths = _over_restated((rows[era[-1].pk] for era in eras.values()), dropped)
    answers = []
    for era in eras.values():
        first, last = era[0], era[-1]
        ways = restated_paths.get(last.pk) or _standing(along[last.pk], dropped)
        answer = _answer(cited, rows[first.pk].edition, rows[last.pk], ways, along[last.pk], dropped)
        answers.append(_as_sure_as(answer, readings, note))
    return sorted(answers, key=lambda answer: (answer.edition.document.position, answer.edition.effective))


def day_of(text: str) -> date:
    """A day in the form 2006-10-01; raises NoSuchRule for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NoSuchRule(f"“{text}” is not a date: write it like 2006-10-01") from None


class _Named(NamedTuple):
    """A version that a citation can name, with the data for choosing among several."""

    pk: int
    key: str
    rule: int | None
    edition: int
    effective: date
    document: int


def _cited(address: Address) -> tuple[Readings[_Named], str]:
    """The versions that a citation can name, oldest first, and a note about its day."""
    number, _, ordinal = address.key.partition("~")
    works = [document for document in Document.objects.all() if _is_called(document, address.document)]
    rows = RuleVersion.objects.filter(number=number, edition__document__in=works)
    if ordinal:
        rows = rows.filter(key=address.key)
    if address.day is not None and (exact := _named(rows.filter(edition__effective=address.day))):
        return Readings([row for row in exact if row.edition == exact[0].edition]), ""
    rows_of_number = _named(rows)
    if not rows_of_number:
        raise NoSuchRule(f"no edition here has {address.key}" + (f" in {address.document}" if address.document else ""))
    if address.day is None:
        return Readings(rows_of_number), ""
    problem = ""
    for document in works:
        rows_of_document = [row for row in rows_of_number if row.document == document.pk]
        if not rows_of_document:
            continue
        try:
            around = as_of(document, address.day)
        except NoSuchRule as before:
            problem = problem or str(before)
            continue
        by_edition: dict[int, list[_Named]] = defaultdict(list)
        for row in rows_of_document:
            by_edition[row.edition].append(row)
        readings = around.read(address.key, by_edition, _thread, address.since)
        if readings.rows:
            return readings, around.note
        eras = ", ".join(sorted({row.effective.isoformat() for row in rows_of_document}))
        problem = problem or f"{_lacking(around)} has no {address.key}; it is in {eras}"
    raise NoSuchRule(problem)


def readings_on(around: AsOf[Edition], key: str) -> Readings[RuleVersion]:
    """The possible meanings of a key on a day, by the editions around it."""
    number, _, ordinal = key.partition("~")
    rows = RuleVersion.objects.filter(
        edition__in=[edition.pk for edition in (*around.before, *around.after)], number=number
    )
    by_edition: dict[int, list[RuleVersion]] = defaultdict(list)
    for version in rows.select_related("edition__document").defer(*Edition.long("edition__")).order_by("position"):
        if not ordinal or version.key == key:
            by_edition[version.edition_id].append(version)
    return around.read(key, by_edition, lambda version: version.rule_id or -version.pk)


def _thread(named: _Named) -> int:
    """The version's thread, or a unique negative number if it has none."""
    return named.rule or -named.pk


def _lacking(around: AsOf[Edition]) -> str:
    """A description of the edition that was searched, for a sentence about what it lacks."""
    if around.is_exact:
        return f"{around.edition.address}, in force on {around.day},"
    return f"{around.note}: {around.edition.address}"


def _named(rows: QuerySet[RuleVersion]) -> list[_Named]:
    ordered = rows.order_by("edition__document__position", "edition__effective", "position")
    columns = ("pk", "key", "rule", "edition", "edition__effective", "edition__document")
    return [_Named(*row) for row in ordered.values_list(*columns)]


def _is_called(document: Document, name: str) -> bool:
    return name in ("", document.slug.lower(), document.short_title.lower().replace("’", "'"))


class _Dropped:
    """Which editions dropped rules; queries the days of each document's editions only once."""

    def __init__(self) -> None:
        self._whole: dict[int, list[tuple[date, int]]] = {}

    def by(self, version: RuleVersion) -> Edition | None:
        """The same as `removed_by`."""
        if (following := self._next(version)) is None:
            return None
        return Edition.objects.select_related("document").defer(*Edition.long()).get(pk=following)

    def ends(self, version: RuleVersion) -> bool:
        """Whether any edition dropped it."""
        return self._next(version) is not None

    def _next(self, version: RuleVersion) -> int | None:
        document, ended = version.edition.document_id, version.edition.effective
        if document not in self._whole:
            whole = Edition.objects.filter(document=document, extent=Edition.Extent.WHOLE).order_by("effective")
            self._whole[document] = list(whole.values_list("effective", "pk"))
        return next((pk for effective, pk in self._whole[document] if effective > ended), None)


def _answer(
    cited: str,
    began: Edition,
    version: RuleVersion,
    ways: Sequence[Way],
    along: Sequence[Way],
    dropped: _Dropped,
) -> CitationMeaning:
    """The answer for the last version of an era that began with the edition ``began``.

    ``ways`` are the paths to rules that still exist, ``along`` all its paths, for a rule that was dropped.
    """
    removed = None
    path: tuple[Hop, ...] = ways[0].hops if ways else ()
    if not ways:
        path, removed = along[0].hops, dropped.by(along[0].end)
    return CitationMeaning(cited, began, version, tuple(ways), path, removed, version.edition)


def _as_sure_as(answer: CitationMeaning, read: Readings[_Named], note: str) -> CitationMeaning:
    """An answer with the note and the doubt about its day, and no surer than the reading of the day."""
    if not read.doubt:
        return replace(answer, note=note)
    ways = tuple(way.less_sure(read.share) for way in answer.today)
    path = Way(answer.path).less_sure(read.share).hops
    return replace(answer, note=note, doubt=read.doubt, today=ways, path=path)


def today(version: RuleVersion) -> list[Way]:
    """The paths from a provision to the rules that replace it now, the surest first; none if it was removed.

    For a paragraph of another document they lead over the rules it restates to the Comprehensive Rules, if possible.
    """
    return todays([version])[version.pk]


def todays(versions: Iterable[RuleVersion]) -> dict[int, list[Way]]:
    """The paths of `today` for several provisions, by primary key, in a few queries for all of them."""
    requested, dropped = list(versions), _Dropped()
    along, restated_paths = traversal.all_forward(requested), _over_restated(requested, dropped)
    return {
        version.pk: restated_paths.get(version.pk) or _standing(along[version.pk], dropped) for version in requested
    }


def _standing(along: Sequence[Way], dropped: _Dropped) -> list[Way]:
    """The paths from a provision whose ends still exist."""
    return [way for way in along if not dropped.ends(way.end)]


def came_from(version: RuleVersion) -> list[Hop]:
    """All sources of a provision, oldest first.

    They are each number of its line, the rules it split off from or merged, and the paragraphs of other documents that
    restate any of these.
    """
    return all_came_from([version])[version.pk]


def all_came_from(versions: Iterable[RuleVersion]) -> dict[int, list[Hop]]:
    """The sources of several provisions, by primary key, in no more queries than for one."""
    requested = list(versions)
    paths_back = traversal.all_backward(requested)
    origins: dict[int, dict[int, Hop]] = {version.pk: {} for version in requested}
    for pk, ways in paths_back.items():
        for way in ways:
            for hop in way.hops[1:]:
                origins[pk].setdefault(hop.version.pk, hop)
    keys = {*origins, *(key for hops in origins.values() for key in hops)}
    restated = list(
        Descent.objects.filter(
            Q(earlier__in=keys) | Q(later__in=keys), kind=Descent.Kind.RESTATES, doubtful=False
        ).select_related("earlier__edition__document", "later__edition__document")
    )
    for pk, hops in origins.items():
        pks = {pk, *hops}
        for edge in restated:
            if edge.earlier_id in pks:
                known, origin = edge.earlier, edge.later
            elif edge.later_id in pks:
                known, origin = edge.later, edge.earlier
            else:
                continue
            sure = hops[known.pk].confidence if known.pk in hops else 1.0
            hops.setdefault(origin.pk, Hop(origin, edge, sure * edge.score))
    return {
        pk: sorted(hops.values(), key=lambda hop: (hop.version.edition.effective, hop.version.position))
        for pk, hops in origins.items()
    }


def at(version: RuleVersion, edition: Edition) -> list[Hop]:
    """The counterparts of a provision in an earlier or later edition of its document, the surest first."""
    return all_at([version], edition)[version.pk]


def all_at(versions: Iterable[RuleVersion], edition: Edition) -> dict[int, list[Hop]]:
    """The counterparts of several provisions of a document, by primary key, in no more queries than for two."""
    requested = list(versions)
    later = [version for version in requested if edition.effective >= version.edition.effective]
    earlier = [version for version in requested if edition.effective < version.edition.effective]
    ways = traversal.all_forward(later, at=edition) if later else {}
    ways |= traversal.all_backward(earlier, at=edition) if earlier else {}
    counterparts: dict[int, list[Hop]] = {}
    for pk, tracks in ways.items():
        hops: dict[int, Hop] = {}
        for hop in (hop for way in tracks for hop in way.hops if hop.version.edition_id == edition.pk):
            hops.setdefault(hop.version.pk, hop)
        counterparts[pk] = sorted(hops.values(), key=lambda hop: -hop.confidence)
    return counterparts


def ended(version: RuleVersion) -> Edition | None:
    """The edition that dropped a provision's last successor, None while one exists."""
    return removed_by(traversal.forward(version)[0].end)


def _over_restated(versions: Iterable[RuleVersion], dropped: _Dropped) -> dict[int, list[Way]]:
    """The paths of paragraphs of other documents over the rules that they or their other versions restate.

    By primary key; in no more queries than for one paragraph.
    """
    requested = [version for version in versions if version.edition.document.position > 1]
    if not requested:
        return {}
    threads: dict[int, set[int]] = defaultdict(set)
    on_threads = RuleVersion.objects.filter(rule__in={version.rule_id for version in requested if version.rule_id})
    for thread, pk in on_threads.values_list("rule_id", "pk"):
        threads[thread or 0].add(pk)
    members = {version.pk: {version.pk, *threads.get(version.rule_id or 0, ())} for version in requested}
    every = set[int]().union(*members.values())
    ends: dict[int, dict[int, Descent]] = defaultdict(dict)
    for edge in Descent.objects.filter(
        Q(earlier__in=every) | Q(later__in=every), kind=Descent.Kind.RESTATES, doubtful=False
    ).select_related("earlier__edition__document", "later__edition__document", "earlier__rule", "later__rule"):
        for end in {edge.earlier_id, edge.later_id} & every:
            ends[end][edge.pk] = edge
    restating: dict[int, list[tuple[Descent, RuleVersion]]] = {}
    for version in requested:
        edges = {pk: edge for member in members[version.pk] for pk, edge in ends.get(member, {}).items()}
        edges_of_rule = [edge for edge in edges.values() if version.pk in (edge.earlier_id, edge.later_id)]
        restating[version.pk] = [
            (edge, edge.later if edge.earlier_id in members[version.pk] else edge.earlier)
            for edge in sorted(edges_of_rule or edges.values(), key=lambda edge: edge.pk)
        ]
    along = traversal.all_forward({rule.pk: rule for pairs in restating.values() for _, rule in pairs}.values())
    return {version.pk: _surest(version, restating[version.pk], along, dropped) for version in requested}


def _surest(
    version: RuleVersion,
    restating: Iterable[tuple[Descent, RuleVersion]],
    along: dict[int, list[Way]],
    dropped: _Dropped,
) -> list[Way]:
    """The surest path to each existing end, by way of the rules that a paragraph restates."""
    best: dict[int, Way] = {}
    for edge, rule in restating:
        start, first = Hop(version, None, 1.0), Hop(rule, edge, edge.score)
        for way in along[rule.pk]:
            if dropped.ends(way.end):
                continue
            rest = (Hop(hop.version, hop.edge, hop.confidence * edge.score) for hop in way.hops[1:])
            candidate = Way((start, first, *rest))
            if way.end.pk not in best or best[way.end.pk].confidence < candidate.confidence:
                best[way.end.pk] = candidate
    return sorted(best.values(), key=lambda way: (not way.main, -way.confidence, way.end.position))
