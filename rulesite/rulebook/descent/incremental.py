"""Continuing: update threads without rereading unaffected ones.

The versions of a thread are connected to each other. They are connected to another thread only if the two were
separated for having two versions in one edition. So a removed edge whose ends are still connected some other way, or a
new version connected to a single thread, needs no further search. Nearly every change in a new edition is of this kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import connection

from rulesite.rulebook.models import Document

_BATCH = 900

VERSIONS = """
SELECT version.id, version.edition_id, version.position, version.rule_id
FROM rulebook_ruleversion AS version CROSS JOIN rulebook_edition AS edition
WHERE edition.id = version.edition_id AND edition.document_id = %s
"""
"""The versions of a document. (A cross join runs in the order in which it is written, so with a condition on versions,
only these are read, not all editions.)
"""
EDGES = """
SELECT edge.earlier_id, edge.later_id, edge.score, edge.basis
FROM rulebook_descent AS edge
WHERE edge.kind IN ('continues', 'reworded') AND NOT edge.doubtful
"""
"""The edges that continue a rule, see `threads.LINE`."""
_NEIGHBOURS = """
SELECT DISTINCT one.rule_id, other.rule_id
FROM rulebook_descent AS edge
JOIN rulebook_ruleversion AS one ON one.id = edge.earlier_id
JOIN rulebook_ruleversion AS other ON other.id = edge.later_id
WHERE edge.kind IN ('continues', 'reworded') AND NOT edge.doubtful AND one.rule_id <> other.rule_id
"""
"""The pairs of threads with an edge that neither follows: one may follow it when another edge becomes weaker."""


class Edge(NamedTuple):
    """An edge of a line."""

    earlier: int
    later: int
    score: float
    basis: str


@dataclass
class Changes:
    """Changes since a document's threads were last built: edges, by the keys of both ends, and new versions."""

    drawn: set[tuple[int, int]] = field(default_factory=set)
    """Edges that are new or have changed."""
    gone: set[tuple[int, int]] = field(default_factory=set)
    """Edges that were removed or have changed."""
    loose: set[int] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.drawn or self.gone or self.loose)

    def add(self, other: Changes) -> None:
        """Add other changes to these."""
        self.drawn |= other.drawn
        self.gone |= other.gone
        self.loose |= other.loose

    @property
    def touched(self) -> set[int]:
        """The versions at the ends of changed edges, and the new versions."""
        return {pk for ends in self.drawn | self.gone for pk in ends} | self.loose


@dataclass
class Continued:
    """Versions that continue or begin a line, each line by its changed versions; and those that need a closer look.

    In a line that continues, the newest version is the last changed one, unless that already had a thread.
    """

    lines: list[set[int]]
    versions: list[tuple[int, int, int, int | None]]
    """Each changed version as stored: its key, its edition's key, its position there, its thread."""
    others: set[int]


class _Sets:
    """A union-find structure."""

    def __init__(self) -> None:
        self._above: dict[Hashable, Hashable] = {}

    def of(self, thing: Hashable) -> Hashable:
        """The representative of an item's set."""
        path = []
        while (above := self._above.setdefault(thing, thing)) != thing:
            path.append(thing)
            thing = above
        for member in path:
            self._above[member] = thing
        return thing

    def join(self, one: Hashable, other: Hashable) -> None:
        self._above[self.of(one)] = self.of(other)


def continued(document: Document, changes: Changes, order: dict[int, int]) -> Continued:
    """Separate the versions that simply continue or are new from those that need a full search of their connections.

    ``order`` has the chronological index of each edition, from 0.
    """
    stored: list[Any] = []
    touched = changes.touched
    for batch in batches(changes.loose):
        for end in ("earlier_id", "later_id"):
            touched |= {pk for edge in rows(f"{EDGES} AND edge.{end} IN ({marks(batch)})", *batch) for pk in edge[:2]}
    for batch in batches(touched):
        stored += rows(f"{VERSIONS} AND version.id IN ({marks(batch)})", document.pk, *batch)
    edition: dict[int, int] = {row[0]: row[1] for row in stored}
    thread: dict[int, int | None] = {row[0]: row[3] for row in stored}
    apart, together = _Sets(), _Sets()
    for batch in batches(thread):
        for earlier, later, *_ in rows(f"{EDGES} AND edge.earlier_id IN ({marks(batch)})", *batch):
            if later in thread:
                apart.join(earlier, later)
                together.join(_node(earlier, thread), _node(later, thread))
    cut = {thread.get(pk) for ends in changes.gone if apart.of(ends[0]) != apart.of(ends[1]) for pk in ends} - {None}
    members: dict[Hashable, set[int]] = defaultdict(set)
    for pk in thread:
        members[together.of(_node(pk, thread))].add(pk)
    taken_places = _taken({edition[pk] for pk, rule in thread.items() if rule is None})

    def goes_on(line: set[int]) -> bool:
        """Whether a line simply continues a thread or begins a new one, and its end is known.

        It must have at most one thread, and no new version in an edition with that thread or another new one.
        """
        rules = {thread[pk] for pk in line} - {None}
        fresh = [edition[pk] for pk in line if thread[pk] is None]
        crossed = len(set(fresh)) < len(fresh) or any((of, rule) in taken_places for of in fresh for rule in rules)
        last = max(line, key=lambda pk: order[edition[pk]])
        ends = thread[last] is None and order[edition[last]] < len(order) - 1  # or its thread continues beyond it
        return not (len(rules) > 1 or rules & cut or crossed or (rules and ends))

    others = [line for line in members.values() if not goes_on(line)]
    lines = [line for line in members.values() if goes_on(line)]
    if others or changes.gone:  # which other versions are connected to these?
        neighbours = {rule for ends in rows(_NEIGHBOURS) for rule in ends}
        others += [line for line in lines if neighbours & {thread[pk] for pk in line}]
        lines = [line for line in lines if not neighbours & {thread[pk] for pk in line}]
    fresh = [line for line in lines if any(thread[pk] is None for pk in line)]
    return Continued(fresh, stored, {pk for line in others for pk in line})


def _node(version: int, thread: dict[int, int | None]) -> Hashable:
    """What a version is known to belong to: its thread, or itself alone."""
    return version if thread[version] is None else ("thread", thread[version])


def _taken(editions: set[int]) -> set[tuple[int, int]]:
    """The threads with a version in some editions, each with the edition."""
    query = "SELECT edition_id, rule_id FROM rulebook_ruleversion WHERE rule_id IS NOT NULL AND edition_id IN"
    return {(row[0], row[1]) for batch in batches(editions) for row in rows(f"{query} ({marks(batch)})", *batch)}


def rows(query: str, *parameters: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        yield from cursor.fetchall()


def batches(keys: Iterable[int]) -> Iterator[list[int]]:
    """Sorted keys in batches small enough for a query."""
    ordered = sorted(keys)
    for start in range(0, len(ordered), _BATCH):
        yield ordered[start : start + _BATCH]


def marks(batch: Sequence[int]) -> str:
    """The placeholders for some keys in a query."""
    return ", ".join(["%s"] * len(batch))
