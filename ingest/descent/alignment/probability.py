"""Probability: matches by all evidence together, where no single thing proves them.

The weights were fitted (logistic regression) to pairs of rules of editions that lie years apart. The true successors in
such a step are known by following rules through all editions between, so nobody had to label them.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from ingest.descent.alignment.correspondence import SURE, Branch, Matching
from ingest.descent.alignment.evidence import Evidence, Loose

_SENTENCE, _PHRASE, _WORDS, _FAMILY, _ORDER, _CITED = 3.9, 1.9, 4.6, 2.2, 0.8, 2.1
_BOTH = 1.3
"""The weight of a missing successor together with a missing predecessor."""
_AGAINST = 9.2
_CERTAIN = 0.75
"""Minimum probability of a sure match ..."""
_POSSIBLE = 0.2
"""... and of a possible one for a provision without another successor."""
_DOUBTFUL = SURE - 0.01
_NEARLY = 0.9
"""A provision without successor or predecessor is matched with the most probable, and with any nearly as probable."""
_NOTE = "wording, place and order together speak for it"


def probability(evidence: Evidence) -> float:
    """The probability, 0 to 1, that the later provision is, or contains, the earlier one."""
    speaks = (
        _SENTENCE * evidence.sentence
        + _PHRASE * evidence.phrase
        + _WORDS * evidence.words
        + _FAMILY * evidence.family
        + _ORDER * evidence.order
        + _CITED * evidence.cited
        + _BOTH * (evidence.gone and evidence.came)
    )
    return 1 / (1 + math.exp(_AGAINST - speaks))


def take_probable(matching: Matching, branches: Collection[Branch]) -> list[Branch]:
    """Match probable pairs without successor and predecessor; returns the other probable lines, as branches."""
    weighed = [(probability(evidence), evidence) for evidence in Loose(matching, branches).pairs()]
    weighed = [each for each in weighed if each[0] >= _POSSIBLE]
    weighed.sort(key=lambda each: (-each[0], each[1].old, each[1].new))
    best: dict[tuple[str, int], float] = {}
    for chance, evidence in weighed:
        for end in _ends(evidence):
            best.setdefault(end, chance)
    beside: list[Branch | None] = []
    explained = set(matching.heir) | {branch.old for branch in branches}
    for chance, evidence in weighed:
        old, new = evidence.old, evidence.new
        if any(chance < _NEARLY * best[end] for end in _ends(evidence)):
            continue
        if chance >= _CERTAIN:
            beside.append(_take_sure(matching, old, new, chance))
        elif old not in explained:
            beside.append(_take_possible(matching, old, new, chance))
        explained.add(old)
    return [branch for branch in beside if branch is not None]


def _ends(evidence: Evidence) -> list[tuple[str, int]]:
    """The sides of a pair that have no line yet."""
    gone = [("old", evidence.old)] if evidence.gone else []
    return gone + ([("new", evidence.new)] if evidence.came else [])


def _take_sure(matching: Matching, old: int, new: int, chance: float) -> Branch | None:
    """Take a pair as a main line if neither side has a sure one; else returns it as a branch."""
    if matching.settled(matching.forebear.get(new, -1)):
        return Branch(old, new, "merged", chance, doubtful=False, rests=True, note=_NOTE)
    if matching.settled(old):
        return Branch(old, new, "split", chance, doubtful=False, rests=True, note=_NOTE)
    matching.prefer(old, new, matching.pair.likeness(old, new), chance, note=_NOTE)
    return None


def _take_possible(matching: Matching, old: int, new: int, chance: float) -> Branch | None:
    """The same for a possibility, which never replaces another match."""
    if matching.free(old, new):
        matching.take(old, new, matching.pair.likeness(old, new), min(chance, _DOUBTFUL), note=_NOTE)
        return None
    return Branch(old, new, "merged", chance, doubtful=True, rests=True, note=_NOTE)
