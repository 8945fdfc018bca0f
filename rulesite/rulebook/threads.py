"""Threads: the rules that last while their numbers move, made of the one-to-one lines of descent.

A thread's id is the permanent link of a rule. It is kept whenever it can be: each line takes the id that most of its
versions already have, and a thread that turns out to be part of another one leads there from then on.

Whether two versions are one rule depends on nothing but the edges that connect them, over however many editions. So
where only some edges changed, only what hangs together with their ends is threaded anew, with the same outcome.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection, transaction

from rulesite.rulebook import signals
from rulesite.rulebook.models import Descent, Document, Edition, Rule, RuleVersion

LINE = (Descent.Kind.CONTINUES, Descent.Kind.REWORDED)
"""The kinds of edge that carry a rule on; splits and merges lead beside it."""
_BATCH = 900
_FEW = 300
"""Where more versions are touched, reading all of a document is faster than asking what hangs together with them."""
_POSITIONS = 1_000_000
"""More than an edition has provisions."""

_VERSIONS = """
SELECT version.id, version.edition_id, version.position, version.rule_id
FROM rulebook_ruleversion AS version JOIN rulebook_edition AS edition ON edition.id = version.edition_id
WHERE edition.document_id = %s
"""
_EDGES = """
SELECT edge.earlier_id, edge.later_id, edge.score, edge.basis
FROM rulebook_descent AS edge
WHERE edge.kind IN ('continues', 'reworded') AND NOT edge.doubtful
"""


class _Edge(NamedTuple):
    """An edge of a line."""

    earlier: int
    later: int
    score: float
    basis: str


@dataclass
class _Part:
    """The part of a document that is threaded."""

    place: dict[int, int]
    """Of each version: its edition and its position there, as one number that sorts."""
    thread: dict[int, int | None]
    edges: list[_Edge]

    def edition(self, version: int) -> int:
        """Which edition a version stands in, counted from 0."""
        return self.place[version] // _POSITIONS


class _Lines:
    """Versions joined to lines: no line ever has two versions of one edition."""

    def __init__(self, part: _Part) -> None:
        self.line = {pk: pk for pk in part.place}
        self.members = {pk: [pk] for pk in part.place}
        self.editions = {pk: 1 << part.edition(pk) for pk in part.place}
        """The editions of a line, one bit each."""

    def join(self, one: int, other: int) -> bool:
        """Make two lines one; False, and nothing done, where they stand in one edition side by side."""
        kept, gone = self.line[one], self.line[other]
        if kept == gone:
            return True
        if self.editions[kept] & self.editions[gone]:
            return False
        if len(self.members[gone]) > len(self.members[kept]):
            kept, gone = gone, kept
        for pk in self.members[gone]:
            self.line[pk] = kept
        self.members[kept] += self.members.pop(gone)
        self.editions[kept] |= self.editions.pop(gone)
        return True


def rebuild(document: Document, touched: Iterable[int] | None = None) -> None:
    """Give versions of a document their threads; same editions and edges, same threads, in whatever order.

    ``touched`` are the ends of the edges that were drawn, changed or removed since the threads were made last, and
    versions that are new: what does not hang together with any of them keeps its thread. By default it is all.
    """
    editions = list(document.editions.order_by("effective").values_list("pk", "extent"))
    order = {pk: nth for nth, (pk, _) in enumerate(editions)}
    whole = {order[pk] for pk, extent in editions if extent == Edition.Extent.WHOLE}
    wanted = None if touched is None else set(touched)
    few = wanted is not None and len(wanted) <= _FEW
    part = _connected(document, order, wanted or set()) if few else _everything(document, order)
    with transaction.atomic():
        _assign(document, _threaded(part, whole), part.thread)


def _threaded(part: _Part, whole: set[int]) -> list[list[int]]:
    """The lines of a part, each in the order of time.

    Where no two versions that hang together stand in one edition, they are a line, in whatever order they are joined.
    The others are joined in the order of how sure their edges are.
    """
    lines = _Lines(part)
    crossed = [edge for edge in part.edges if not lines.join(edge.earlier, edge.later)]
    if crossed:
        tangled = _reach({pk for edge in crossed for pk in (edge.earlier, edge.later)}, part.edges, lines)
        for pk in tangled:
            lines.members.pop(pk, None)
        place = {pk: part.place[pk] for pk in tangled}
        rest = _Part(place, part.thread, [edge for edge in part.edges if edge.earlier in tangled])
        untangled = _Lines(rest)

        def rank(edge: _Edge) -> tuple[object, ...]:
            """What a person asserted first, then edges between whole editions, the surest of each first."""
            both = rest.edition(edge.earlier) in whole and rest.edition(edge.later) in whole
            return edge.basis != Descent.Basis.ASSERTED, not both, -edge.score, place[edge.earlier], place[edge.later]

        for edge in sorted(rest.edges, key=rank):
            untangled.join(edge.earlier, edge.later)
        lines.members |= untangled.members
    ordered = (sorted(members, key=part.place.__getitem__) for members in lines.members.values())
    return sorted(ordered, key=lambda members: part.place[members[0]])


def _reach(begun: set[int], edges: list[_Edge], lines: _Lines) -> set[int]:
    """All versions that hang together with some, over any edges: whole lines, for these hang together in themselves."""
    beside: dict[int, set[int]] = defaultdict(set)
    for edge in edges:
        one, other = lines.line[edge.earlier], lines.line[edge.later]
        if one != other:
            beside[one].add(other)
            beside[other].add(one)
    ahead = {lines.line[pk] for pk in begun}
    reached: set[int] = set()
    while ahead:
        reached |= ahead
        ahead = {other for one in ahead for other in beside[one]} - reached
    return {pk for line in reached for pk in lines.members[line]}


def _rows(query: str, *parameters: Any) -> Iterator[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        yield from cursor.fetchall()


def _everything(document: Document, order: dict[int, int]) -> _Part:
    part = _Part({}, {}, [])
    _take(part, order, _rows(_VERSIONS, document.pk))
    part.edges += (_Edge(*row) for row in _rows(_EDGES) if row[0] in part.place and row[1] in part.place)
    return part


def _take(part: _Part, order: dict[int, int], rows: Iterable[tuple[Any, ...]]) -> None:
    for pk, edition, position, thread in rows:
        part.place[pk], part.thread[pk] = order[edition] * _POSITIONS + position, thread


def _connected(document: Document, order: dict[int, int], touched: set[int]) -> _Part:
    """What hangs together with some versions, by edges or because it has been one thread."""
    part = _Part({}, {}, [])
    edges: dict[tuple[int, int], _Edge] = {}
    threads: set[int] = set()
    asked: set[int] = set()
    fresh = touched
    while fresh:
        asked |= fresh
        before = set(part.place)
        for batch in _batches(fresh):
            _take(part, order, _rows(f"{_VERSIONS} AND version.id IN ({_marks(batch)})", document.pk, *batch))
        named = {thread for thread in part.thread.values() if thread is not None} - threads
        threads |= named
        for batch in _batches(named):
            _take(part, order, _rows(f"{_VERSIONS} AND version.rule_id IN ({_marks(batch)})", document.pk, *batch))
        for batch in _batches(part.place.keys() - before):
            for end in ("earlier_id", "later_id"):
                for row in _rows(f"{_EDGES} AND edge.{end} IN ({_marks(batch)})", *batch):
                    edges[row[0], row[1]] = _Edge(*row)
        fresh = {pk for ends in edges for pk in ends} - part.place.keys() - asked
    part.edges += (edge for ends, edge in edges.items() if ends[0] in part.place and ends[1] in part.place)
    return part


def _batches(keys: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(keys)
    for at in range(0, len(ordered), _BATCH):
        yield ordered[at : at + _BATCH]


def _marks(batch: Sequence[int]) -> str:
    return ", ".join(["%s"] * len(batch))


def _assign(document: Document, lines: list[list[int]], held: dict[int, int | None]) -> None:
    """Give each line its id, keeping those that stand; store only what changes."""
    claims: list[tuple[int, int, int]] = []
    for nth, members in enumerate(lines):
        counts = Counter(map(held.__getitem__, members))
        claims += [(-count, thread, nth) for thread, count in counts.items() if thread is not None]
    ids: dict[int, int] = {}
    heirs: dict[int, int] = {}  # threads that lost every version, and the line that has most of them now
    taken: set[int] = set()
    for _, thread, nth in sorted(claims):
        if nth not in ids and thread not in taken:
            ids[nth] = thread
            taken.add(thread)
        elif thread not in taken:
            heirs.setdefault(thread, nth)
    fresh = [nth for nth in range(len(lines)) if nth not in ids]
    for nth, rule in zip(fresh, Rule.objects.bulk_create([Rule(document=document) for _ in fresh]), strict=True):
        ids[nth] = rule.pk
    changes = [(ids[nth], pk) for nth, members in enumerate(lines) for pk in members if held[pk] != ids[nth]]
    _write(RuleVersion, "rule_id", changes)
    if changes:
        signals.rethreaded.send(sender=Rule, versions=[pk for _, pk in changes])
    _lead_on(document, {thread: ids[nth] for thread, nth in heirs.items() if thread not in taken})
    _name({ids[nth]: members[-1] for nth, members in enumerate(lines)})


def _write(model: type[Rule] | type[RuleVersion], column: str, changes: list[tuple[Any, int]]) -> None:
    """Write (value, primary key) pairs; plain SQL, because tens of thousands of rows may change at once."""
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {model._meta.db_table} SET {column} = %s WHERE id = %s", changes)


def _lead_on(document: Document, merged: dict[int, int]) -> None:
    """Threads without versions lead to the thread that has their versions now; those that nothing explains go."""
    _write(Rule, "merged_into_id", [(heir, thread) for thread, heir in merged.items()])
    has_versions = "EXISTS (SELECT 1 FROM rulebook_ruleversion AS version WHERE version.rule_id = rulebook_rule.id)"
    own = Rule.objects.filter(document=document)
    own.filter(merged_into__isnull=False).extra(where=[has_versions]).update(merged_into=None)
    own.filter(merged_into__isnull=True).extra(where=[f"NOT {has_versions}"]).delete()


def _name(newest: dict[int, int]) -> None:
    """Name each thread by the number and title of its newest version."""
    names: dict[int, str] = {}
    for batch in _batches(newest.values()):
        for pk, number, title in RuleVersion.objects.filter(pk__in=batch).values_list("pk", "number", "title"):
            names[pk] = f"{number} {title}".strip()[:120]
    changed = [
        (names[newest[pk]], pk)
        for batch in _batches(newest)
        for pk, name in Rule.objects.filter(pk__in=batch).values_list("pk", "name")
        if names[newest[pk]] != name
    ]
    _write(Rule, "name", changed)
