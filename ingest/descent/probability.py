"""Probability: which pairs are one by everything that speaks for them together, where no single thing proves it.

The weights were fitted (logistic regression) to pairs of rules of editions that lie years apart. What became of a rule
in such a step is known by following it through all the editions between, so nobody had to label them.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from ingest.descent.correspondence import SURE, Branch, Matching
from ingest.descent.evidence import Evidence, Loose

_SENTENCE, _PHRASE, _WORDS, _FAMILY, _ORDER, _CITED = 3.9, 1.9, 4.6, 2.2, 0.8, 2.1
_BOTH = 1.3
"""What it counts that the one has no heir and the other no forebear."""
_AGAINST = 9.2
_CERTAIN = 0.75
"""From so probable on, a pair is taken for sure ..."""
_POSSIBLE = 0.2
"""... and what has no heir otherwise is said to be possibly what it is so probable to be."""
_DOUBTFUL = SURE - 0.01
_NEARLY = 0.9
"""What has no heir or no forebear goes with the most probable, and with any that is nearly as probable."""
_NOTE = "wording, place and order together speak for it"


def probability(evidence: Evidence) -> float:
    """How probable it is that the later provision is, or says, what the earlier one was or said: 0 to 1."""
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


def take_probable(matching: Matching, found: Collection[Branch]) -> list[Branch]:
    """Match what is probably one and has neither heir nor forebear; the other probable lines, which lead beside."""
    weighed = [(probability(evidence), evidence) for evidence in Loose(matching, found).pairs()]
    weighed = [each for each in weighed if each[0] >= _POSSIBLE]
    weighed.sort(key=lambda each: (-each[0], each[1].old, each[1].new))
    best: dict[tuple[str, int], float] = {}
    for chance, evidence in weighed:
        for end in _ends(evidence):
            best.setdefault(end, chance)
    beside: list[Branch | None] = []
    told = set(matching.heir) | {branch.old for branch in found}
    for chance, evidence in weighed:
        old, new = evidence.old, evidence.new
        if any(chance < _NEARLY * best[end] for end in _ends(evidence)):
            continue
        if chance >= _CERTAIN:
            beside.append(_take_sure(matching, old, new, chance))
        elif old not in told:
            beside.append(_take_possible(matching, old, new, chance))
        told.add(old)
    return [branch for branch in beside if branch is not None]


def _ends(evidence: Evidence) -> list[tuple[str, int]]:
    """The sides that nothing leads from or to."""
    gone = [("old", evidence.old)] if evidence.gone else []
    return gone + ([("new", evidence.new)] if evidence.came else [])


def _take_sure(matching: Matching, old: int, new: int, chance: float) -> Branch | None:
    """Take a pair as a main line where neither side has a sure one; the side line that it is otherwise."""
    if matching.settled(matching.forebear.get(new, -1)):
        return Branch(old, new, "merged", chance, doubtful=False, rests=True, note=_NOTE)
    if matching.settled(old):
        return Branch(old, new, "split", chance, doubtful=False, rests=True, note=_NOTE)
    matching.prefer(old, new, matching.pair.likeness(old, new), chance, note=_NOTE)
    return None


def _take_possible(matching: Matching, old: int, new: int, chance: float) -> Branch | None:
    """The same for a possibility, which takes nothing from anybody."""
    if matching.free(old, new):
        matching.take(old, new, matching.pair.likeness(old, new), min(chance, _DOUBTFUL), note=_NOTE)
        return None
    return Branch(old, new, "merged", chance, doubtful=True, rests=True, note=_NOTE)
