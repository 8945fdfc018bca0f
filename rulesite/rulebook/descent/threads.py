"""Threads: rules that persist while their numbers move, built from the one-to-one lines of descent.

A thread's id is the permanent link of a rule. It is kept whenever possible: each line takes the id that most of its
versions already have, and a thread that is merged into another redirects there from then on.

Whether two versions are the same rule depends only on the edges that connect them, over any number of editions. So when
some edges change, only the versions connected to their ends are threaded again, with the same result.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from rulesite.rulebook import signals
from rulesite.rulebook.descent.incremental import EDGES, VERSIONS, Changes, Edge, batches, continued, marks, rows
from rulesite.rulebook.models import Descent, Document, Edition, Library, Rule, RuleVersion

LINE = (Descent.Kind.CONTINUES, Descent.Kind.REWORDED)
"""The kinds of edge that continue a rule; splits and merges do not."""
_MAX_CHANGED = 300
"""With more changed versions than this, reading the whole document is faster than finding what is connected to them."""
_MAX_IN_OTHER_THREADS = 5_000
"""With more versions in other threads than this, looking up their editions is not worthwhile."""
_MAX_POSITIONS = 1_000_000
"""More provisions than any edition has."""


@dataclass
class _Part:
    """The part of a document to thread."""

    place: dict[int, int]
    """For each version: its edition and its position there, as one sortable number."""
    thread: dict[int, int | None]
    edges: list[Edge]

    def edition(self, version: int) -> int:
        """The edition of a version, counted from 0."""
        return self.place[version] // _MAX_POSITIONS


class _Lines:
    """Versions joined into lines: no line ever has two versions of one edition."""

    def __init__(self, part: _Part) -> None:
        self.line = {pk: pk for pk in part.place}
        self.members = {pk: [pk] for pk in part.place}
        self.editions = {pk: 1 << part.edition(pk) for pk in part.place}
        """The editions of a line, one bit each."""

    def join(self, one: int, other: int) -> bool:
        """Join two lines; return False, and do nothing, if both have a version in the same edition."""
        larger, smaller = self.line[one], self.line[other]
        if larger == smaller:
            return True
        if self.editions[larger] & self.editions[smaller]:
            return False
        if len(self.members[smaller]) > len(self.members[larger]):
            larger, smaller = smaller, larger
        for pk in self.members[smaller]:
            self.line[pk] = larger
        self.members[larger] += self.members.pop(smaller)
        self.editions[larger] |= self.editions.pop(smaller)
        return True


def rebuild(document: Document, changes: Changes | None = None) -> None:
    """Give the versions of a document their threads; the result depends only on editions and edges, not on their order.

    ``changes`` are all changes since the last time: versions not connected to any of them keep their thread. By default
    everything is threaded.
    """
    editions = list(document.editions.order_by("effective").values_list("pk", "extent"))
    order = {pk: index for index, (pk, _) in enumerate(editions)}
    whole = {order[pk] for pk, extent in editions if extent == Edition.Extent.WHOLE}
    on = continued(document, changes, order) if changes is not None else None
    with transaction.atomic():
        if on is None or len(on.others) > _MAX_CHANGED:
            part = _everything(document, order)
            _assign(document, part, _threaded(part, whole), [])
        else:
            part = _connected(document, order, on.others)
            lines = _threaded(part, whole)
            _take(part, order, on.versions)
            _assign(document, part, lines, [sorted(line, key=part.place.__getitem__) for line in on.lines])


def _threaded(part: _Part, whole: set[int]) -> list[list[int]]:
    """The lines of a part, each in the order of time.

    Connected versions of which no two are in one edition form a line, in whatever order they are joined. The others are
    joined in the order of their edges' confidence.
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

        def rank(edge: Edge) -> tuple[object, ...]:
            """A sort key: edges asserted by a person, then edges between whole editions, the surest of each first."""
            both = rest.edition(edge.earlier) in whole and rest.edition(edge.later) in whole
            return edge.basis != Descent.Basis.ASSERTED, not both, -edge.score, place[edge.earlier], place[edge.later]

        for edge in sorted(rest.edges, key=rank):
            untangled.join(edge.earlier, edge.later)
        lines.members |= untangled.members
    ordered = (sorted(members, key=part.place.__getitem__) for members in lines.members.values())
    return sorted(ordered, key=lambda members: part.place[members[0]])


def _reach(begun: set[int], edges: list[Edge], lines: _Lines) -> set[int]:
    """All versions connected to some others by any edges, as whole lines, because a line is always connected."""
    beside: dict[int, set[int]] = defaultdict(set)
    for edge in edges:
        left, right = lines.line[edge.earlier], lines.line[edge.later]
        if left != right:
            beside[left].add(right)
            beside[right].add(left)
    frontier = {lines.line[pk] for pk in begun}
    reached: set[int] = set()
    while frontier:
        reached |= frontier
        frontier = {right for left in frontier for right in beside[left]} - reached
    return {pk for line in reached for pk in lines.members[line]}


def _everything(document: Document, order: dict[int, int]) -> _Part:
    part = _Part({}, {}, [])
    _take(part, order, rows(VERSIONS, document.pk))
    part.edges += (Edge(*row) for row in rows(EDGES) if row[0] in part.place and row[1] in part.place)
    return part


def _take(part: _Part, order: dict[int, int], rows: Iterable[tuple[Any, ...]]) -> None:
    for pk, edition, position, thread in rows:
        part.place[pk], part.thread[pk] = order[edition] * _MAX_POSITIONS + position, thread


def _connected(document: Document, order: dict[int, int], touched: set[int]) -> _Part:
    """The versions connected to some others, by edges or by having shared a thread."""
    part = _Part({}, {}, [])
    edges: dict[tuple[int, int], Edge] = {}
    threads: set[int] = set()
    queried: set[int] = set()
    frontier = touched
    while frontier:
        queried |= frontier
        before = set(part.place)
        for batch in batches(frontier):
            _take(part, order, rows(f"{VERSIONS} AND version.id IN ({marks(batch)})", document.pk, *batch))
        new_threads = {thread for thread in part.thread.values() if thread is not None} - threads
        threads |= new_threads
        for batch in batches(new_threads):
            _take(part, order, rows(f"{VERSIONS} AND version.rule_id IN ({marks(batch)})", document.pk, *batch))
        for batch in batches(part.place.keys() - before):
            for end in ("earlier_id", "later_id"):
                for row in rows(f"{EDGES} AND edge.{end} IN ({marks(batch)})", *batch):
                    edges[row[0], row[1]] = Edge(*row)
        frontier = {pk for ends in edges for pk in ends} - part.place.keys() - queried
    part.edges += (edge for ends, edge in edges.items() if ends[0] in part.place and ends[1] in part.place)
    return part


def _assign(document: Document, part: _Part, whole: list[list[int]], going_on: list[list[int]]) -> None:
    """Give each line its id, keeping existing ones; store only changes.

    The lines in ``going_on`` have only their changed versions, see `Continued`; all others are complete.
    """
    current = part.thread
    unknown = {line[0] for line in going_on if current[line[-1]] is not None}
    """The first versions of lines whose end is not among the changed ones."""
    lines = sorted([*whole, *going_on], key=lambda line: part.place[line[0]])
    claims: list[tuple[int, int, int]] = []
    for index, members in enumerate(lines):
        counts = Counter(map(current.__getitem__, members))
        claims += [(-count, thread, index) for thread, count in counts.items() if thread is not None]
    ids: dict[int, int] = {}
    successors: dict[int, int] = {}  # threads without versions now, and the line that has most of their old ones
    used_threads: set[int] = set()
    for _, thread, index in sorted(claims):
        if index not in ids and thread not in used_threads:
            ids[index] = thread
            used_threads.add(thread)
        elif thread not in used_threads:
            successors.setdefault(thread, index)
    without_id = [index for index in range(len(lines)) if index not in ids]
    for index, rule in zip(
        without_id, Rule.objects.bulk_create([Rule(document=document) for _ in without_id]), strict=True
    ):
        ids[index] = rule.pk
    changes = [(ids[index], pk) for index, members in enumerate(lines) for pk in members if current[pk] != ids[index]]
    _write(RuleVersion, "rule_id", changes)
    if changes:
        Library.move_on(*_editions_of([pk for _, pk in changes]))
        signals.rethreaded.send(sender=Rule, versions=[pk for _, pk in changes])
    _lead_on(document, {thread: ids[index] for thread, index in successors.items() if thread not in used_threads})
    _name({ids[index]: members[-1] for index, members in enumerate(lines) if members[0] not in unknown})


def _editions_of(versions: list[int]) -> list[str]:
    """The addresses of the editions of some versions; [] for so many versions that it may be all of them."""
    if len(versions) > _MAX_IN_OTHER_THREADS:
        return []
    editions = Edition.objects.filter(
        pk__in={
            edition
            for batch in batches(versions)
            for edition in RuleVersion.objects.filter(pk__in=batch).values_list("edition", flat=True)
        }
    )
    return [edition.address for edition in editions.select_related("document")]


def _write(model: type[Rule] | type[RuleVersion], column: str, changes: list[tuple[Any, int]]) -> None:
    """Write (value, primary key) pairs; in plain SQL, because tens of thousands of rows may change at once."""
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {model._meta.db_table} SET {column} = %s WHERE id = %s", changes)


def _lead_on(document: Document, merged: dict[int, int]) -> None:
    """Redirect threads without versions to the thread that has them now; delete those without such a thread."""
    _write(Rule, "merged_into_id", [(successor, thread) for thread, successor in merged.items()])
    has_versions = "EXISTS (SELECT 1 FROM rulebook_ruleversion AS version WHERE version.rule_id = rulebook_rule.id)"
    rules = Rule.objects.filter(document=document)
    rules.filter(merged_into__isnull=False).extra(where=[has_versions]).update(merged_into=None)
    rules.filter(merged_into__isnull=True).extra(where=[f"NOT {has_versions}"]).delete()


def _name(newest: dict[int, int]) -> None:
    """Name each thread by the number and title of its newest version."""
    names: dict[int, str] = {}
    for batch in batches(newest.values()):
        for pk, number, title in RuleVersion.objects.filter(pk__in=batch).values_list("pk", "number", "title"):
            names[pk] = f"{number} {title}".strip()[:120]
    changed = [
        (names[newest[pk]], pk)
        for batch in batches(newest)
        for pk, name in Rule.objects.filter(pk__in=batch).values_list("pk", "name")
        if names[newest[pk]] != name
    ]
    _write(Rule, "name", changed)
