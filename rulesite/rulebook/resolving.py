"""Resolving: what any era's citation means today, and where a provision stands in any other edition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet

from rulesite.rulebook import walking
from rulesite.rulebook.addresses import Address, NoSuchRule
from rulesite.rulebook.as_of import AsOf, Readings, as_of
from rulesite.rulebook.history import removed_by
from rulesite.rulebook.models import Descent, Document, Edition, RuleVersion
from rulesite.rulebook.walking import Hop, Way


@dataclass(frozen=True)
class Answer:
    """What one citation meant and what became of it.

    ``version`` is the rule that the number named in ``edition``. ``today`` are the ways to the rules that say it now,
    the surest first; they end in the newest edition, or in the last one held where no whole edition came later. When
    there are none, ``removed`` is the edition that dropped it. ``until`` closes the era in which the number meant this.
    ``note`` says which edition was read for a day, ``doubt`` why it is not sure that the number meant this then; it is
    "" where that is sure.
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


def resolve(cited: str, when: Edition | date | str | None = None) -> list[Answer]:
    """What a citation of any era means today: one answer, or for a bare number one for each thing it has meant.

    ``cited`` may name its edition or day (``402.1@2008-02-01``, ``402.1 of the 2008 rules``); ``when`` does it apart. A
    day between two editions means the one before it; where the one after it differs about the number, there is an
    answer for each, and neither is sure. Answers come oldest era first.
    Raises NoSuchRule for what is no number, or a number that never existed there, and for a run of numbers.
    """
    address = Address.asked(cited)
    if isinstance(when, Edition):
        address = Address(address.key, when.document.slug, when.effective)
    elif when is not None:
        day = when if isinstance(when, date) else day_of(when)
        address = Address(address.key, address.document, day)
    read, note = _cited(address)
    eras: dict[tuple[int, int], list[_Named]] = defaultdict(list)
    for each in read.rows:
        eras[each.document, _thread(each)].append(each)
    ends = {each.pk for era in eras.values() for each in (era[0], era[-1])}
    whole = RuleVersion.objects.select_related("edition__document", "wording", "rule")
    rows = whole.defer(*Edition.long("edition__")).in_bulk(ends)
    along, dropped = walking.all_forward(rows[era[-1].pk] for era in eras.values()), _Dropped()
    over = _over_restated((rows[era[-1].pk] for era in eras.values()), dropped)
    answers = []
    for era in eras.values():
        first, last = era[0], era[-1]
        ways = over.get(last.pk) or _standing(along[last.pk], dropped)
        answer = _answer(cited, rows[first.pk].edition, rows[last.pk], ways, along[last.pk], dropped)
        answers.append(_as_sure_as(answer, read, note))
    return sorted(answers, key=lambda answer: (answer.edition.document.position, answer.edition.effective))


def day_of(text: str) -> date:
    """A day written 2006-10-01; raises NoSuchRule for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NoSuchRule(f"“{text}” is not a date: write it like 2006-10-01") from None


class _Named(NamedTuple):
    """A version that a citation can name, with what has to be known to tell which are meant."""

    pk: int
    key: str
    rule: int | None
    edition: int
    effective: date
    document: int


def _cited(address: Address) -> tuple[Readings[_Named], str]:
    """The versions that a citation can name, oldest first, and what is to be known of the day that it names."""
    number, _, nth = address.key.partition("~")
    works = [document for document in Document.objects.all() if _is_called(document, address.document)]
    rows = RuleVersion.objects.filter(number=number, edition__document__in=works)
    if nth:
        rows = rows.filter(key=address.key)
    if address.day is not None and (exact := _named(rows.filter(edition__effective=address.day))):
        return Readings([each for each in exact if each.edition == exact[0].edition]), ""
    found = _named(rows)
    if not found:
        raise NoSuchRule(f"no edition here has {address.key}" + (f" in {address.document}" if address.document else ""))
    if address.day is None:
        return Readings(found), ""
    problem = ""
    for document in works:
        own = [each for each in found if each.document == document.pk]
        if not own:
            continue
        try:
            around = as_of(document, address.day)
        except NoSuchRule as before:
            problem = problem or str(before)
            continue
        by_edition: dict[int, list[_Named]] = defaultdict(list)
        for each in own:
            by_edition[each.edition].append(each)
        read = around.read(address.key, by_edition, _thread, address.since)
        if read.rows:
            return read, around.note
        eras = ", ".join(sorted({each.effective.isoformat() for each in own}))
        problem = problem or f"{_lacking(around)} has no {address.key}; it stands in {eras}"
    raise NoSuchRule(problem)


def readings_on(around: AsOf[Edition], key: str) -> Readings[RuleVersion]:
    """What a key can have meant on a day, by the editions around it."""
    number, _, nth = key.partition("~")
    rows = RuleVersion.objects.filter(edition__in=[each.pk for each in (*around.before, *around.after)], number=number)
    by_edition: dict[int, list[RuleVersion]] = defaultdict(list)
    for version in rows.select_related("edition__document").defer(*Edition.long("edition__")).order_by("position"):
        if not nth or version.key == key:
            by_edition[version.edition_id].append(version)
    return around.read(key, by_edition, lambda version: version.rule_id or -version.pk)


def _thread(named: _Named) -> int:
    """The rule that a version belongs to, a negative number of its own where it is alone."""
    return named.rule or -named.pk


def _lacking(around: AsOf[Edition]) -> str:
    """Which edition was looked into, in a sentence about what it lacks."""
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
    """Which editions dropped what ended in others; the days of each document's editions are asked for once."""

    def __init__(self) -> None:
        self._whole: dict[int, list[tuple[date, int]]] = {}

    def by(self, version: RuleVersion) -> Edition | None:
        """As `removed_by` has it."""
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
) -> Answer:
    """The answer for the last version of an era that ``began`` with another edition: the ways to what stands, else
    those along which it went.
    """
    removed = None
    path: tuple[Hop, ...] = ways[0].hops if ways else ()
    if not ways:
        path, removed = along[0].hops, dropped.by(along[0].end)
    return Answer(cited, began, version, tuple(ways), path, removed, version.edition)


def _as_sure_as(answer: Answer, read: Readings[_Named], note: str) -> Answer:
    """An answer with what is known of its day, and no surer than its reading is."""
    if not read.doubt:
        return replace(answer, note=note)
    ways = tuple(way.less_sure(read.share) for way in answer.today)
    path = Way(answer.path).less_sure(read.share).hops
    return replace(answer, note=note, doubt=read.doubt, today=ways, path=path)


def today(version: RuleVersion) -> list[Way]:
    """The ways from a provision to the rules that say it now, the surest first; none when it was removed.

    A paragraph of another document leads over what it restates to the Comprehensive Rules, where it can.
    """
    return todays([version])[version.pk]


def todays(versions: Iterable[RuleVersion]) -> dict[int, list[Way]]:
    """The same for several provisions at once, by primary key, in few queries for all of them."""
    asked, dropped = list(versions), _Dropped()
    along, over = walking.all_forward(asked), _over_restated(asked, dropped)
    return {version.pk: over.get(version.pk) or _standing(along[version.pk], dropped) for version in asked}


def _standing(along: Sequence[Way], dropped: _Dropped) -> list[Way]:
    """Of the ways from a provision those whose ends stand."""
    return [way for way in along if not dropped.ends(way.end)]


def came_from(version: RuleVersion) -> list[Hop]:
    """Everything that a provision comes from, oldest first: each number of its line, of what it split off from or
    merged, and of the other documents' paragraphs that restate any of these.
    """
    return all_came_from([version])[version.pk]


def all_came_from(versions: Iterable[RuleVersion]) -> dict[int, list[Hop]]:
    """The same for several provisions at once, by primary key, in no more queries than for one of them."""
    asked = list(versions)
    back = walking.all_backward(asked)
    found: dict[int, dict[int, Hop]] = {version.pk: {} for version in asked}
    for pk, ways in back.items():
        for way in ways:
            for hop in way.hops[1:]:
                found[pk].setdefault(hop.version.pk, hop)
    keys = {*found, *(key for hops in found.values() for key in hops)}
    restated = list(
        Descent.objects.filter(
            Q(earlier__in=keys) | Q(later__in=keys), kind=Descent.Kind.RESTATES, doubtful=False
        ).select_related("earlier__edition__document", "later__edition__document")
    )
    for pk, hops in found.items():
        own = {pk, *hops}
        for edge in restated:
            if edge.earlier_id in own:
                known, other = edge.earlier, edge.later
            elif edge.later_id in own:
                known, other = edge.later, edge.earlier
            else:
                continue
            sure = hops[known.pk].confidence if known.pk in hops else 1.0
            hops.setdefault(other.pk, Hop(other, edge, sure * edge.score))
    return {
        pk: sorted(hops.values(), key=lambda hop: (hop.version.edition.effective, hop.version.position))
        for pk, hops in found.items()
    }


def at(version: RuleVersion, edition: Edition) -> list[Hop]:
    """Where a provision stands in another edition of its document, earlier or later, the surest first."""
    return all_at([version], edition)[version.pk]


def all_at(versions: Iterable[RuleVersion], edition: Edition) -> dict[int, list[Hop]]:
    """The same for several provisions of a document, by primary key, in no more queries than for two of them."""
    asked = list(versions)
    later = [version for version in asked if edition.effective >= version.edition.effective]
    earlier = [version for version in asked if edition.effective < version.edition.effective]
    ways = walking.all_forward(later, at=edition) if later else {}
    ways |= walking.all_backward(earlier, at=edition) if earlier else {}
    found: dict[int, list[Hop]] = {}
    for pk, each in ways.items():
        stood: dict[int, Hop] = {}
        for hop in (hop for way in each for hop in way.hops if hop.version.edition_id == edition.pk):
            stood.setdefault(hop.version.pk, hop)
        found[pk] = sorted(stood.values(), key=lambda hop: -hop.confidence)
    return found


def ended(version: RuleVersion) -> Edition | None:
    """The edition that dropped what a provision became, None while it stands."""
    return removed_by(walking.forward(version)[0].end)


def _over_restated(versions: Iterable[RuleVersion], dropped: _Dropped) -> dict[int, list[Way]]:
    """The ways of paragraphs of other documents over the rules that they, or else other versions of them, restate, by
    primary key; in no more queries than for one of them.
    """
    asked = [version for version in versions if version.edition.document.position > 1]
    if not asked:
        return {}
    threads: dict[int, set[int]] = defaultdict(set)
    on_threads = RuleVersion.objects.filter(rule__in={version.rule_id for version in asked if version.rule_id})
    for thread, pk in on_threads.values_list("rule_id", "pk"):
        threads[thread or 0].add(pk)
    members = {version.pk: {version.pk, *threads.get(version.rule_id or 0, ())} for version in asked}
    every = set[int]().union(*members.values())
    ends: dict[int, dict[int, Descent]] = defaultdict(dict)
    for edge in Descent.objects.filter(
        Q(earlier__in=every) | Q(later__in=every), kind=Descent.Kind.RESTATES, doubtful=False
    ).select_related("earlier__edition__document", "later__edition__document", "earlier__rule", "later__rule"):
        for end in {edge.earlier_id, edge.later_id} & every:
            ends[end][edge.pk] = edge
    restating: dict[int, list[tuple[Descent, RuleVersion]]] = {}
    for version in asked:
        edges = {pk: edge for member in members[version.pk] for pk, edge in ends.get(member, {}).items()}
        own = [edge for edge in edges.values() if version.pk in (edge.earlier_id, edge.later_id)]
        restating[version.pk] = [
            (edge, edge.later if edge.earlier_id in members[version.pk] else edge.earlier)
            for edge in sorted(own or edges.values(), key=lambda edge: edge.pk)
        ]
    along = walking.all_forward({rule.pk: rule for found in restating.values() for _, rule in found}.values())
    return {version.pk: _surest(version, restating[version.pk], along, dropped) for version in asked}


def _surest(
    version: RuleVersion,
    restating: Iterable[tuple[Descent, RuleVersion]],
    along: dict[int, list[Way]],
    dropped: _Dropped,
) -> list[Way]:
    """Of the ways of a paragraph over the rules that it restates, by which edge, the surest to each end that stands."""
    best: dict[int, Way] = {}
    for edge, rule in restating:
        start, first = Hop(version, None, 1.0), Hop(rule, edge, edge.score)
        for way in along[rule.pk]:
            if dropped.ends(way.end):
                continue
            rest = (Hop(hop.version, hop.edge, hop.confidence * edge.score) for hop in way.hops[1:])
            found = Way((start, first, *rest))
            if way.end.pk not in best or best[way.end.pk].confidence < found.confidence:
                best[way.end.pk] = found
    return sorted(best.values(), key=lambda way: (not way.main, -way.confidence, way.end.position))
