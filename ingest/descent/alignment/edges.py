"""Edges: the descent between two editions, as addresses with evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ingest.descent.alignment.correspondence import Match
from ingest.descent.alignment.editions import AlignedEdition, AlignedProvision, Pair
from ingest.descent.alignment.headings import settle
from ingest.descent.alignment.matching import match
from ingest.descent.alignment.splits_and_merges import branches
from rulesite.text.diffing import is_only_references


@dataclass(frozen=True)
class Edge:
    """One edge between keys of two editions; ``kind`` and ``basis`` are the values of the model Descent."""

    earlier: str
    later: str
    kind: str
    basis: str
    score: float
    doubtful: bool = False
    note: str = ""


@dataclass(frozen=True)
class EdgeAssertions:
    """People's assertions about two editions' edges, by keys: asserted pairs with their kind, and forbidden pairs."""

    asserted: dict[tuple[str, str], str] = field(default_factory=dict)
    forbidden: frozenset[tuple[str, str]] = frozenset()
    notes: dict[tuple[str, str], str] = field(default_factory=dict)


def step(
    earlier: Iterable[AlignedProvision], later: Iterable[AlignedProvision], assertions: EdgeAssertions | None = None
) -> list[Edge]:
    """The edges from one edition to a later one, in the order of the earlier book. Deterministic."""
    assertions = assertions or EdgeAssertions()
    old, new = AlignedEdition(earlier), AlignedEdition(later)
    pair = Pair(old, new)
    main = {key for key, kind in assertions.asserted.items() if kind not in ("split", "merged")}
    matching = match(pair, stated=_places(old, new, main), forbidden=_places(old, new, assertions.forbidden))
    beside = branches(matching)
    beside += settle(matching, [(branch.old, branch.new) for branch in beside if not branch.doubtful])
    edges: dict[tuple[str, str], Edge] = {}
    for main_line in matching.matches.values():
        edge = _main_edge(pair, main_line)
        edges[edge.earlier, edge.later] = edge
    for branch in beside:
        keys = old.provisions[branch.old].key, new.provisions[branch.new].key
        edges[keys] = Edge(*keys, branch.kind, "matched wording", round(branch.score, 3), branch.doubtful, branch.note)
    for keys, kind in assertions.asserted.items():
        if keys[0] in old.at and keys[1] in new.at:
            edges[keys] = Edge(*keys, kind, "asserted", 1.0, note=assertions.notes.get(keys, ""))
    return sorted(edges.values(), key=lambda edge: (old.at[edge.earlier], new.at[edge.later]))


def _places(old: AlignedEdition, new: AlignedEdition, keys: Iterable[tuple[str, str]]) -> list[tuple[int, int]]:
    return [(old.at[earlier], new.at[later]) for earlier, later in keys if earlier in old.at and later in new.at]


def _main_edge(pair: Pair, match: Match) -> Edge:
    """Kind and basis of a main line; changes of cited numbers or punctuation alone count as unchanged words."""
    earlier, later = pair.earlier.provisions[match.old], pair.later.provisions[match.new]
    if same_words(earlier, later):
        basis = "same number" if earlier.key == later.key else "same words"
        return Edge(earlier.key, later.key, "continues", basis, round(match.score, 3), match.doubtful)
    score = round(min(match.score, 0.99), 3)
    return Edge(earlier.key, later.key, "reworded", "matched wording", score, match.doubtful, match.note)


def same_words(one: AlignedProvision, other: AlignedProvision) -> bool:
    """Whether two provisions have the same words, apart from punctuation and cited numbers."""
    if one.printed == other.printed or one.fingerprint == other.fingerprint or one.words == other.words:
        return True
    return is_only_references(one.printed, other.printed)
