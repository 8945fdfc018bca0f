"""Walking: along descent from one provision, forward to today or back to where it came from.

A walk goes thread by thread, so that a few queries cover decades: inside a thread along its one line, and from thread
to thread over splits and merges. Doubtful edges are never followed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from rulesite.rulebook.models import Descent, RuleVersion

BRANCHES = (Descent.Kind.SPLIT, Descent.Kind.MERGED)
LEAST = 0.2
"""A way less sure than this is not gone any further."""
LOOSE = 0.95
"""How sure a version is of its thread when no edge leads along it, as for an extract between two whole editions."""


@dataclass(frozen=True)
class Hop:
    """One version on a way, the edge that led there (None for the first), and how sure the way is up to it."""

    version: RuleVersion
    edge: Descent | None
    confidence: float


@dataclass(frozen=True)
class Way:
    """The surest way from a provision to one end; ``hops`` begins with the provision itself."""

    hops: tuple[Hop, ...]

    @property
    def end(self) -> RuleVersion:
        """Where it leads."""
        return self.hops[-1].version

    @property
    def main(self) -> bool:
        """Whether it keeps to main lines, through no split and no merge."""
        return not any(hop.edge is not None and hop.edge.kind in BRANCHES for hop in self.hops)

    @property
    def confidence(self) -> float:
        """How sure the whole way is, 0 to 1."""
        return self.hops[-1].confidence


def forward(version: RuleVersion) -> list[Way]:
    """The ways to the last versions of everything a provision became, its own line first, then the surest."""
    return _walk(version, forward=True)


def backward(version: RuleVersion) -> list[Way]:
    """The ways to the first versions of everything a provision came from, its own line first, then the surest."""
    return _walk(version, forward=False)


def _walk(start: RuleVersion, *, forward: bool) -> list[Way]:
    """Follow edges from thread to thread, all that lie equally far together, so that each distance costs three queries.

    A thread is entered by its surest way among those of one distance, and by the shortest.
    """
    ways: list[Way] = []
    frontier = [Way((Hop(start, None, 1.0),))]
    seen: set[int] = set()
    while frontier:
        entered: dict[int, Way] = {}
        for way in sorted(frontier, key=_surest):
            thread = _thread(way.end)
            if thread not in seen:
                entered.setdefault(thread, way)
        seen.update(entered)
        members = _members({way.end for way in entered.values()})
        edges = line_edges([member for thread in members.values() for member in thread])
        reached: dict[int, Way] = {}
        for thread, way in entered.items():
            along = _along(way, members[thread], edges, forward=forward)
            reached.update(along)
            ways.append(list(along.values())[-1])
        frontier = []
        for edge in _branches(reached, forward=forward):
            before = reached[edge.earlier_id if forward else edge.later_id]
            confidence = before.confidence * edge.score
            if confidence >= LEAST:
                there = edge.later if forward else edge.earlier
                frontier.append(Way((*before.hops, Hop(there, edge, confidence))))
    return sorted(ways, key=_surest)


def _surest(way: Way) -> tuple[bool, float, object, int]:
    """Ways along the main line first, then the surest."""
    return not way.main, -way.confidence, way.end.edition.effective, way.end.position


def _thread(version: RuleVersion) -> int:
    return version.rule_id or -version.pk


def _members(versions: Iterable[RuleVersion]) -> dict[int, list[RuleVersion]]:
    """The versions of several threads, by thread, the oldest first; a version without a thread is alone on it."""
    found = {_thread(version): [version] for version in versions if version.rule_id is None}
    threads = [version.rule_id for version in versions if version.rule_id is not None]
    rows = RuleVersion.objects.filter(rule__in=threads).select_related("edition__document")
    for version in rows.order_by("edition__effective", "pk"):
        found.setdefault(_thread(version), []).append(version)
    return found


def members_of(version: RuleVersion) -> list[RuleVersion]:
    """All versions of a provision's thread with their editions, the oldest first; itself where it has no thread."""
    if version.rule_id is None:
        return [version]
    rows = RuleVersion.objects.filter(rule_id=version.rule_id).select_related("edition__document", "wording")
    return sorted(rows, key=lambda each: (each.edition.effective, each.pk))


def line_edges(members: Iterable[RuleVersion]) -> dict[int, dict[int, Descent]]:
    """The edges among the versions of one thread: by the later end, then by the earlier."""
    keys = [member.pk for member in members]
    found: dict[int, dict[int, Descent]] = defaultdict(dict)
    for edge in Descent.objects.filter(earlier__in=keys, later__in=keys, doubtful=False):
        found[edge.later_id][edge.earlier_id] = edge
    return found


def _along(
    way: Way, members: list[RuleVersion], edges: dict[int, dict[int, Descent]], *, forward: bool
) -> dict[int, Way]:
    """Ways from where one has come to the versions of a thread that lie on from there, by version, in their order."""
    here = way.end
    reached = {here.pk: way}
    for member in members if forward else reversed(members):
        if not _beyond(here, member, forward=forward):
            continue
        best: Way | None = None
        for pk, before in reached.items():
            edge = edges.get(member.pk, {}).get(pk) if forward else edges.get(pk, {}).get(member.pk)
            if edge is not None and (best is None or before.confidence * edge.score >= best.confidence):
                best = Way((*before.hops, Hop(member, edge, before.confidence * edge.score)))
        if best is None:
            nearest = list(reached.values())[-1]
            best = Way((*nearest.hops, Hop(member, None, nearest.confidence * LOOSE)))
        reached[member.pk] = best
    return reached


def _beyond(here: RuleVersion, member: RuleVersion, *, forward: bool) -> bool:
    if forward:
        return member.edition.effective > here.edition.effective
    return member.edition.effective < here.edition.effective


def _branches(reached: dict[int, Way], *, forward: bool) -> list[Descent]:
    """The split and merge edges that lead on from the versions reached."""
    edges = Descent.objects.filter(kind__in=BRANCHES, doubtful=False)
    if forward:
        edges = edges.filter(earlier__in=list(reached)).select_related("later__edition__document", "later__wording")
    else:
        edges = edges.filter(later__in=list(reached)).select_related("earlier__edition__document", "earlier__wording")
    return list(edges.order_by("pk"))
