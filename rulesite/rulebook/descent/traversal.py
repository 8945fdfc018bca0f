"""Walking: follow descent from one provision, forward to today or back to its origins.

A walk goes from thread to thread, so that a few queries cover decades: inside a thread along its line, and between
threads over splits and merges. Doubtful edges are never followed.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from rulesite.rulebook.models import Descent, Edition, RuleVersion

BRANCHES = (Descent.Kind.SPLIT, Descent.Kind.MERGED)
LEAST = 0.2
"""Paths with less confidence than this are not followed further."""
LOOSE = 0.95
"""The confidence in a version's thread where no edge leads along it, as for an extract between two whole editions."""


@dataclass(frozen=True)
class Hop:
    """One version on a path, the edge that led there (None for the first), and the path's confidence up to it."""

    version: RuleVersion
    edge: Descent | None
    confidence: float


@dataclass(frozen=True)
class Way:
    """The surest path from a provision to one end; ``hops`` begins with the provision itself.

    Of a run of editions without changes it has the first and the last.
    """

    hops: tuple[Hop, ...]

    @property
    def end(self) -> RuleVersion:
        """Its last version."""
        return self.hops[-1].version

    @property
    def main(self) -> bool:
        """Whether it follows main lines only, without splits and merges."""
        return not any(hop.edge is not None and hop.edge.kind in BRANCHES for hop in self.hops)

    @property
    def confidence(self) -> float:
        """The confidence in the whole path, 0 to 1."""
        return self.hops[-1].confidence

    def less_sure(self, share: float) -> Way:
        """The same path with the confidence reduced, if its first provision is uncertain."""
        return Way(tuple(replace(hop, confidence=hop.confidence * share) for hop in self.hops))


def forward(version: RuleVersion, *, at: Edition | None = None) -> list[Way]:
    """The paths to the last versions of everything a provision became, its own line first, then the surest.

    Paths that cross the edition ``at`` have a step there.
    """
    return _walk([version], forward=True, at=at)[version.pk]


def all_forward(versions: Iterable[RuleVersion], *, at: Edition | None = None) -> dict[int, list[Way]]:
    """The forward paths of several provisions, by primary key, in no more queries than for one."""
    return _walk(list(versions), forward=True, at=at)


def backward(version: RuleVersion, *, at: Edition | None = None) -> list[Way]:
    """The paths to the first versions of everything a provision came from, its own line first, then the surest."""
    return _walk([version], forward=False, at=at)[version.pk]


def all_backward(versions: Iterable[RuleVersion], *, at: Edition | None = None) -> dict[int, list[Way]]:
    """The backward paths of several provisions, by primary key, in no more queries than for one."""
    return _walk(list(versions), forward=False, at=at)


# --- walking, on numbers alone ------------------------------------------------------------------------------------
class _Stand(NamedTuple):
    """A version, with the data a walk needs."""

    pk: int
    rule: int | None
    edition: int
    effective: date
    position: int
    key: str
    title: str
    wording: int | None

    @property
    def thread(self) -> int:
        """Its thread; for a version without one, a thread of its own."""
        return self.rule or -self.pk

    def state(self) -> tuple[object, ...]:
        """A key that is equal as long as nothing about a rule changes."""
        return self.thread, self.key, self.title, self.wording


class _Lead(NamedTuple):
    """An edge, with the data a walk needs."""

    pk: int
    earlier: int
    later: int
    kind: str
    score: float


class _Track(NamedTuple):
    """A partial path: the version reached, the edge that led there, the confidence, and the path before it."""

    stand: _Stand
    lead: _Lead | None
    confidence: float
    main: bool
    before: _Track | None

    def on(self, stand: _Stand, lead: _Lead | None, confidence: float) -> _Track:
        """The path extended by a version."""
        return _Track(stand, lead, confidence, self.main and (lead is None or lead.kind not in BRANCHES), self)

    def steps(self) -> list[_Track]:
        """All steps of the path in order, itself last."""
        tracks: list[_Track] = []
        step: _Track | None = self
        while step is not None:
            tracks.append(step)
            step = step.before
        return tracks[::-1]


_STAND = ("pk", "rule", "edition", "edition__effective", "position", "key", "title", "wording")
_LEAD = ("pk", "earlier", "later", "kind", "score")


def _walk(starts: list[RuleVersion], *, forward: bool, at: Edition | None = None) -> dict[int, list[Way]]:
    """The paths from each of some provisions, by primary key."""
    ground = _Ground(forward)
    firsts = [_stand(start) for start in starts]
    ground.explore(firsts)
    return _as_ways({first.pk: _ways(first, ground) for first in firsts}, at.pk if at else None)


def _ways(first: _Stand, ground: _Ground) -> list[_Track]:
    """Follow edges from thread to thread, one distance at a time, so that each distance costs three queries.

    A thread is entered by the shortest path, and among equally short ones by the surest.
    """
    ways: list[_Track] = []
    frontier = [_Track(first, None, 1.0, True, None)]
    seen: set[int] = set()
    while frontier:
        entered: dict[int, _Track] = {}
        for way in sorted(frontier, key=_surest):
            if way.stand.thread not in seen:
                entered.setdefault(way.stand.thread, way)
        seen.update(entered)
        ground.explore(way.stand for way in entered.values())
        reached: dict[int, _Track] = {}
        for way in entered.values():
            along = _along(way, ground)
            reached.update(along)
            ways.append(list(along.values())[-1])
        frontier = []
        for pk, before in reached.items():
            for lead, stand in ground.branches.get(pk, ()):
                confidence = before.confidence * lead.score
                if confidence >= LEAST:
                    frontier.append(before.on(stand, lead, confidence))
    return sorted(ways, key=_surest)


class _Ground:
    """Rows looked up for the threads that walks cross, shared by several walks."""

    def __init__(self, forward: bool) -> None:
        self.forward = forward
        self.members: dict[int, list[_Stand]] = {}
        """The versions of a thread in the order of the walk."""
        self.into: dict[int, list[_Lead]] = defaultdict(list)
        """The sure edges inside threads, by the version at which a walk along them arrives."""
        self.branches: dict[int, list[tuple[_Lead, _Stand]]] = defaultdict(list)
        """The splits and merges that lead on from a version, with their targets."""

    def explore(self, stands: Iterable[_Stand]) -> None:
        """Look up the threads of some versions that are not loaded yet; three queries for all of them."""
        new = {stand.thread: stand for stand in stands if stand.thread not in self.members}
        if not new:
            return
        stands_by_thread = {thread: [stand] for thread, stand in new.items() if stand.rule is None}
        threads = [stand.rule for stand in new.values() if stand.rule is not None]
        if threads:
            rows = RuleVersion.objects.filter(rule__in=threads).order_by().values_list(*_STAND)
            for stand in map(_Stand._make, rows):
                stands_by_thread.setdefault(stand.thread, []).append(stand)
        for thread, members in stands_by_thread.items():
            self.members[thread] = sorted(members, key=_when, reverse=not self.forward)
        self._join({stand.pk for members in stands_by_thread.values() for stand in members})

    def _join(self, keys: set[int]) -> None:
        here, there = ("earlier", "later") if self.forward else ("later", "earlier")
        edges = Descent.objects.filter(doubtful=False, **{f"{here}__in": keys})
        inside = edges.exclude(kind__in=BRANCHES).order_by().values_list(*_LEAD)
        for lead in map(_Lead._make, inside):
            if {lead.earlier, lead.later} <= keys:
                self.into[lead.later if self.forward else lead.earlier].append(lead)
        branches = edges.filter(kind__in=BRANCHES).order_by("pk")
        for row in branches.values_list(*_LEAD, *(f"{there}__{name}" for name in _STAND)):
            lead, stand = _Lead._make(row[: len(_LEAD)]), _Stand._make(row[len(_LEAD) :])
            self.branches[lead.earlier if self.forward else lead.later].append((lead, stand))


def _when(stand: _Stand) -> tuple[date, int]:
    return stand.effective, stand.pk


def _stand(version: RuleVersion) -> _Stand:
    effective = version.edition.effective
    return _Stand(
        version.pk,
        version.rule_id,
        version.edition_id,
        effective,
        version.position,
        version.key,
        version.title,
        version.wording_id,
    )


def _surest(way: _Track) -> tuple[bool, float, date, int]:
    """A sort key: paths along the main line first, then the surest."""
    return not way.main, -way.confidence, way.stand.effective, way.stand.position


def _along(way: _Track, ground: _Ground) -> dict[int, _Track]:
    """The path extended to each further version of its thread, by version, in their order."""
    here, forward = way.stand, ground.forward
    reached, order = {here.pk: way}, {here.pk: 0}
    for member in ground.members[here.thread]:
        if not (member.effective > here.effective if forward else member.effective < here.effective):
            continue
        candidates = [
            (before.confidence * lead.score, order[before.stand.pk], before, lead)
            for lead in ground.into.get(member.pk, ())
            if (before := reached.get(lead.earlier if forward else lead.later)) is not None
        ]
        order[member.pk] = len(order)
        if candidates:  # the surest edge, and among equally sure ones the nearest
            confidence, _, before, lead = max(candidates, key=lambda each: each[:2])
            reached[member.pk] = before.on(member, lead, confidence)
        else:
            nearest = list(reached.values())[-1]
            reached[member.pk] = nearest.on(member, None, nearest.confidence * LOOSE)
    return reached


def _as_ways(ways: dict[int, list[_Track]], at: int | None) -> dict[int, list[Way]]:
    """The paths with the rows of the versions and edges worth showing, in two queries for all of them."""
    chosen = {
        pk: [[steps[index] for index in _turns(steps, at)] for steps in map(_Track.steps, tracks)]
        for pk, tracks in ways.items()
    }
    kept_steps = [step for tracks in chosen.values() for steps in tracks for step in steps]
    rows = RuleVersion.objects.select_related("edition__document").defer(*Edition.long("edition__"))
    versions = rows.in_bulk({step.stand.pk for step in kept_steps})
    edges = Descent.objects.in_bulk({step.lead.pk for step in kept_steps if step.lead})

    def hop(step: _Track) -> Hop:
        return Hop(versions[step.stand.pk], edges[step.lead.pk] if step.lead else None, step.confidence)

    return {pk: [Way(tuple(map(hop, steps))) for steps in tracks] for pk, tracks in chosen.items()}


def _turns(steps: list[_Track], at: int | None) -> list[int]:
    """The steps of a path worth showing: its ends, and the first and the last of each run without changes."""
    changed = {
        index
        for index, (before, here) in enumerate(itertools.pairwise(steps), 1)
        if before.stand.state() != here.stand.state() or here.lead is None or here.lead.kind != Descent.Kind.CONTINUES
    }
    last = len(steps) - 1
    return [
        index
        for index, step in enumerate(steps)
        if index in (0, last) or index in changed or index + 1 in changed or step.stand.edition == at
    ]


# --- threads as rows ----------------------------------------------------------------------------------------------
def members_of(version: RuleVersion) -> list[RuleVersion]:
    """All versions of a provision's thread with their editions, the oldest first; itself where it has no thread."""
    if version.rule_id is None:
        return [version]
    rows = RuleVersion.objects.filter(rule_id=version.rule_id).select_related("edition__document", "wording")
    rows = rows.defer(*Edition.long("edition__"))
    return sorted(rows, key=lambda each: (each.edition.effective, each.pk))


def line_edges(members: Iterable[RuleVersion]) -> dict[int, dict[int, Descent]]:
    """The edges among the versions of one thread: by the later end, then by the earlier."""
    keys = [member.pk for member in members]
    edges: dict[int, dict[int, Descent]] = defaultdict(dict)
    for edge in Descent.objects.filter(earlier__in=keys, later__in=keys, doubtful=False):
        edges[edge.later_id][edge.earlier_id] = edge
    return edges
