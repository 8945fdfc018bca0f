"""Continuing: rules that simply go on in versions that are new, known without looking at all that they are made of.

A thread hangs together in itself, and with no other one unless it was parted from that for having two versions in one
edition. So where an edge was removed and another way leads round, and where a version is new and hangs together with
one thread alone, nothing else has to be looked at. An edition that arrives is nearly all of this kind.
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
"""The versions of a document. (A cross join is made in the order in which it is written, so that of some versions only
these are looked at, and not all editions.)"""
EDGES = """
SELECT edge.earlier_id, edge.later_id, edge.score, edge.basis
FROM rulebook_descent AS edge
WHERE edge.kind IN ('continues', 'reworded') AND NOT edge.doubtful
"""
"""The edges that carry a rule on, see `threads.LINE`."""
_BESIDE = """
SELECT DISTINCT one.rule_id, other.rule_id
FROM rulebook_descent AS edge
JOIN rulebook_ruleversion AS one ON one.id = edge.earlier_id
JOIN rulebook_ruleversion AS other ON other.id = edge.later_id
WHERE edge.kind IN ('continues', 'reworded') AND NOT edge.doubtful AND one.rule_id <> other.rule_id
"""
"""The threads between which an edge leads that neither follows: one of them may, when another edge grows weaker."""


class Edge(NamedTuple):
    """An edge of a line."""

    earlier: int
    later: int
    score: float
    basis: str


@dataclass
class Changes:
    """What changed since the threads of a document were made: edges, by the keys of both ends, and new versions."""

    drawn: set[tuple[int, int]] = field(default_factory=set)
    """Those that are new or other ones than before."""
    gone: set[tuple[int, int]] = field(default_factory=set)
    """Those that were removed or are other ones than before."""
    loose: set[int] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.drawn or self.gone or self.loose)

    def add(self, other: Changes) -> None:
        """Take in what else has changed."""
        self.drawn |= other.drawn
        self.gone |= other.gone
        self.loose |= other.loose

    @property
    def touched(self) -> set[int]:
        """The versions at the ends of such edges, and those that are new."""
        return {pk for ends in self.drawn | self.gone for pk in ends} | self.loose


@dataclass
class Continued:
    """Versions that go on or begin a line, each line by its touched versions; and those that need a closer look.

    Of a line that goes on, the newest version is the last one touched, unless that had a thread before.
    """

    lines: list[set[int]]
    versions: list[tuple[int, int, int, int | None]]
    """Each touched one as it is stored: its key, those of its edition, its position there, its thread."""
    others: set[int]


class _Sets:
    """Things that are put together."""

    def __init__(self) -> None:
        self._above: dict[Hashable, Hashable] = {}

    def of(self, thing: Hashable) -> Hashable:
        """What stands for all that a thing is together with."""
        path = []
        while (above := self._above.setdefault(thing, thing)) != thing:
            path.append(thing)
            thing = above
        for each in path:
            self._above[each] = thing
        return thing

    def join(self, one: Hashable, other: Hashable) -> None:
        self._above[self.of(one)] = self.of(other)


def continued(document: Document, changes: Changes, order: dict[int, int]) -> Continued:
    """Part what simply goes on, or is new, from what must be looked at with everything that it hangs together with.

    ``order`` has the place in time of each edition, from 0.
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
    taken = _taken({edition[pk] for pk, rule in thread.items() if rule is None})

    def goes_on(line: set[int]) -> bool:
        """Whether a line has one thread at most, that one anywhere but where it is new, and is known to its end."""
        rules = {thread[pk] for pk in line} - {None}
        fresh = [edition[pk] for pk in line if thread[pk] is None]
        crossed = len(set(fresh)) < len(fresh) or any((of, rule) in taken for of in fresh for rule in rules)
        last = max(line, key=lambda pk: order[edition[pk]])
        ends = thread[last] is None and order[edition[last]] < len(order) - 1  # or its thread goes on beyond it
        return not (len(rules) > 1 or rules & cut or crossed or (rules and ends))

    others = [line for line in members.values() if not goes_on(line)]
    lines = [line for line in members.values() if goes_on(line)]
    if others or changes.gone:  # what else hangs together with these?
        beside = {rule for ends in rows(_BESIDE) for rule in ends}
        others += [line for line in lines if beside & {thread[pk] for pk in line}]
        lines = [line for line in lines if not beside & {thread[pk] for pk in line}]
    fresh = [line for line in lines if any(thread[pk] is None for pk in line)]
    return Continued(fresh, stored, {pk for line in others for pk in line})


def _node(version: int, thread: dict[int, int | None]) -> Hashable:
    """What a version is part of as far as is known: its thread, or itself alone."""
    return version if thread[version] is None else ("thread", thread[version])


def _taken(editions: set[int]) -> set[tuple[int, int]]:
    """The threads that have a version in some editions, each with the edition."""
    query = "SELECT edition_id, rule_id FROM rulebook_ruleversion WHERE rule_id IS NOT NULL AND edition_id IN"
    return {(row[0], row[1]) for batch in batches(editions) for row in rows(f"{query} ({marks(batch)})", *batch)}


def rows(query: str, *parameters: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        yield from cursor.fetchall()


def batches(keys: Iterable[int]) -> Iterator[list[int]]:
    """Keys in order, so many at a time as a query takes."""
    ordered = sorted(keys)
    for at in range(0, len(ordered), _BATCH):
        yield ordered[at : at + _BATCH]


def marks(batch: Sequence[int]) -> str:
    """The marks in a query for some keys."""
    return ", ".join(["%s"] * len(batch))
