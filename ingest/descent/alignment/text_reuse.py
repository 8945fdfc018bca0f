"""Text reuse: the share of a later provision's words that is an earlier one's, and whether that makes a branch."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.descent.alignment.citation_evidence import Pointers
from ingest.descent.alignment.correspondence import Branch, Matching, other_subject
from ingest.descent.alignment.editions import overlap, without

COVER = 0.60
"""Minimum share of the provision for a branch that repeats words of the main successor."""
FAR_COVER = 0.90
"""The same under another heading."""
SOLE_COVER = 0.65
"""The same for a branch that rests on lost words without a whole clause."""
OWN_COVER = 0.45
"""Minimum share for a branch that carries words which the main line lost."""
CLAUSE_COVER = 0.35
"""The same for a branch along which a clause is known to have moved."""
SURE_COVER = 0.70
WHOLE = 0.85
"""A provision with this share of its words from a rule is a branch of it, though the main line lost few of them."""
LOST = 0.03
"""Minimum loss of the main successor for a split; below it the new rule is only modelled on the old one."""
GENERAL = 0.1
"""Minimum change of a rule that may also continue a similar one of its section that is gone."""
COPIED = 0.8
"""Shares of both for a copy under another heading, though the main line lost little."""
TAKEN_OVER = 0.7
"""Minimum share of a remaining rule that a changed rule takes over ..."""
ADDED = 0.55
"""... and minimum share of the changed rule's new words that come from the other."""
ONE_FOR_BOTH = 0.6
"""Where sections were merged, minimum shares of both for a rule of one to continue in a rule of the other."""
ASTRAY = 0.4
"""The share that its main successor must have lost meanwhile."""
BESIDE = 8.0
"""Minimum weight, in unique words, of what moves to a neighbour although both have another main line ..."""
PART_BESIDE, CLAUSE_BESIDE = 0.12, 0.07
"""... and minimum share of either: of any of its words, or if a clause is known to have moved."""
CONTINUED_THERE = 0.5
"""Minimum share of a rule that is gone in a rule that continues it, given other evidence."""
TAKEN_IN = 0.4
"""Minimum shares of both if a rule stopped citing the one that is gone."""
CITED_LESS, CITED_MORE = 0.2, 0.5
"""The same if one contains more of the other than the reverse."""
TAKEN_PART = 0.25
"""If a rule now cites another of its section that has a predecessor of its own: the minimum share of that one's words
that are the rule's.
"""
APART = 0.75
"""Minimum share in each, if a sentence for two cases became two adjacent sentences."""
_ALIKE = 0.5
_COPY = 0.97
"""Share at which a repetition word for word is a branch, changed or not."""
_OWN = 0.3
"""Minimum share of words that the main line lost, for a branch to rest on them."""
_OWN_OF_WHOLE = 0.2
"""The same for a provision that consists almost entirely of the other's words."""
_OWN_BESIDE = 0.4
"""The same if both have another main line."""
_OWN_OF_MOST = 0.25
"""The same if both have one, and most of either is in the other."""
_MIN_WORDS = 6
COPIED_WORDS = 10
"""Minimum weight of a sentence that is not repeated by chance."""


@dataclass(frozen=True)
class Debt:
    """The text that a later provision reuses of an earlier one, as shares of the weight of either's words, 0 to 1."""

    of_old: float
    of_new: float
    own_of_old: float
    """Only words that the earlier one's successor lost and the later one's predecessor lacked."""
    own_of_new: float
    lost: float
    """The share of the earlier one that its successor lacks."""
    gained: float
    """The share of the later one that its predecessor lacked."""
    added: float
    """The share of that which the earlier one had."""
    weight: float
    """The lost words of the earlier one that the later one gained, as an equivalent number of unique words."""


def debt(matching: Matching, old: int, new: int) -> Debt:
    """The text that one provision reuses of another, beside the main lines of both."""
    pair = matching.pair
    earlier, later = pair.old[old], pair.new[new]
    heir, forebear = matching.heir.get(old), matching.forebear.get(new)
    lost = earlier.weights if heir is None else without(earlier.weights, pair.new[heir].weights)
    gained = later.weights if forebear is None else without(later.weights, pair.old[forebear].weights)
    shared, own = overlap(earlier.weights, later.weights), overlap(lost, gained)
    gain = sum(gained.values())
    return Debt(
        shared / earlier.total,
        shared / later.total,
        own / earlier.total,
        own / later.total,
        sum(lost.values()) / earlier.total,
        gain / later.total,
        overlap(earlier.weights, gained) / gain if gain else 0.0,
        own / pair.lexicon.rarest,
    )


def judge(matching: Matching, old: int, new: int, pointers: Pointers, *, whole_clause: bool) -> Branch | None:
    """Whether one provision branches off another, by the text that it reuses.

    ``whole_clause`` is true if a clause is known to have moved from one to the other.
    """
    pair, note = matching.pair, ""
    if min(len(pair.old[old].sequence), len(pair.new[new].sequence)) < _MIN_WORDS:
        return None
    if matching.elsewhere(old, new) and other_subject(pair, old, new):
        return None
    heir, forebear = matching.heir.get(old), matching.forebear.get(new)
    owed = debt(matching, old, new)
    sure = max(owed.own_of_new, owed.own_of_old) >= (_OWN if matching.at_home(old, new) else _OWN + 0.05)
    if heir is not None and forebear is None:
        kind, rests = "split", _rests(owed)
        cover = _split(matching, old, new, heir, owed, whole_clause=whole_clause)
        if not cover and _may_be_pointed_out(owed) and (note := pointers.lead(old, new)):
            cover, sure = owed.of_new, True
        sure = sure or (whole_clause and matching.pair.later.parent[heir] == new)
    elif heir is None and forebear is not None:
        kind, rests = "merged", owed.own_of_old >= _OWN
        general = _general(matching, old, new, owed)
        sure = sure or general
        cover = owed.of_old if general else _merged(matching, old, new, owed, whole_clause=whole_clause)
        if not cover:
            note = _restated_elsewhere(matching, old, new, owed) if owed.of_old >= CONTINUED_THERE else ""
            note = note or _pointed_out(pointers, old, new, owed)
            cover, sure, rests = (max(owed.of_old, owed.of_new), True, False) if note else (0.0, sure, rests)
    elif heir is not None and forebear is not None:
        if not whole_clause and not matching.at_home(old, new):  # both stayed, and one became similar to the other
            return None
        kind, rests = "split" if owed.own_of_new >= owed.own_of_old else "merged", True
        cover = max(_carried(owed.own_of_new, owed.of_new), _carried(owed.own_of_old, owed.of_old))
        if not cover and _is_in_both(matching, old, new, owed):
            kind, cover, sure = "merged", owed.of_old, True
        if not cover and _went_beside(matching, old, new, owed, whole_clause=whole_clause):
            return Branch(old, new, kind, min(max(owed.of_old, owed.of_new), 0.99), doubtful=False, rests=True)
        apart = matching.at_home(old, new) and matching.elsewhere(old, new)
        if not cover and apart and owed.of_old >= CONTINUED_THERE and owed.of_new >= TAKEN_PART:
            note = pointers.lead(old, new)
            cover, sure = owed.of_old if note else 0.0, sure or bool(note)
    else:
        return None
    if cover < (CLAUSE_COVER if whole_clause or note else OWN_COVER):
        return None
    return Branch(old, new, kind, min(cover, 0.99), cover < SURE_COVER and not sure, rests, note)


def _may_be_pointed_out(owed: Debt) -> bool:
    """Whether a new rule has enough of an older one for a citation to prove that it continues it."""
    if _rests(owed):
        return owed.of_new >= OWN_COVER
    return owed.lost >= GENERAL and (owed.of_new >= SOLE_COVER or min(owed.of_old, owed.of_new) >= CONTINUED_THERE)


def _pointed_out(pointers: Pointers, old: int, new: int, owed: Debt) -> str:
    """The evidence of citations that a later provision continues one that is gone; "" if there is none."""
    lead = pointers.lead(old, new) if owed.of_old >= CONTINUED_THERE else ""
    less, more = sorted((owed.of_old, owed.of_new))
    enough = less >= TAKEN_IN or (less >= CITED_LESS and more >= CITED_MORE)
    return lead or (pointers.taken_in(old, new) if enough else "")


def _restated_elsewhere(matching: Matching, old: int, new: int, owed: Debt) -> str:
    """The evidence that a later provision restates or contains a rule that is gone; "" if there is none."""
    if owed.own_of_old >= OWN_COVER:
        return "most of the new text of one is from the other"
    if owed.of_old >= WHOLE and matching.at_home(old, new):
        return "said twice before"
    return ""


def _rests(owed: Debt) -> bool:
    """Whether a new rule rests on words that the main line of an older one lost."""
    return owed.own_of_new >= (_OWN_OF_WHOLE if owed.of_new >= WHOLE else _OWN)


def _carried(own: float, whole: float) -> float:
    """The share of a provision with another main line that came along this one, if it is enough."""
    return whole if own >= (_OWN_OF_MOST if whole >= SURE_COVER else _OWN_BESIDE) else 0.0


def _is_in_both(matching: Matching, old: int, new: int, owed: Debt) -> bool:
    """Whether a later provision of another family has an earlier one's text, though both have another main line."""
    if not matching.elsewhere(old, new) or not matching.at_home(old, new):
        return False
    again = owed.of_old >= TAKEN_OVER and min(owed.gained, owed.added) >= ADDED
    return again or (min(owed.of_old, owed.of_new) >= ONE_FOR_BOTH and owed.lost >= ASTRAY)


def _went_beside(matching: Matching, old: int, new: int, owed: Debt, *, whole_clause: bool) -> bool:
    """Whether so much moved between two of a family that the words alone prove it."""
    if matching.elsewhere(old, new) or owed.weight < BESIDE:
        return False
    return min(owed.own_of_old, owed.own_of_new) >= (CLAUSE_BESIDE if whole_clause else PART_BESIDE)


def _split(matching: Matching, old: int, new: int, heir: int, owed: Debt, *, whole_clause: bool) -> float:
    """The share of a new rule that is part of an older one with another successor; 0 if it is only modelled on it."""
    parent, headings = matching.pair.later.parent, matching.pair.later.headings
    beside = parent[heir] == parent[new]
    if whole_clause and parent[heir] == new:  # an introduction that was put above it
        return owed.of_new
    if _rests(owed):
        stayed = matching.elsewhere(old, heir) and not matching.elsewhere(old, new)
        near = stayed or headings[heir][:1] == headings[new][:1]
        return owed.of_new if whole_clause or near or owed.of_new >= SOLE_COVER else 0.0
    if beside:
        return owed.of_old if owed.of_old >= APART and owed.lost >= LOST else 0.0
    if min(owed.of_old, owed.of_new) >= COPIED and owed.lost >= LOST:
        return owed.of_new
    enough = COVER if matching.at_home(old, new) else FAR_COVER
    copied = owed.of_new >= _COPY and len(matching.pair.new[new].sequence) >= COPIED_WORDS
    return owed.of_new if owed.of_new >= enough and (owed.lost >= LOST or copied) else 0.0


def _merged(matching: Matching, old: int, new: int, owed: Debt, *, whole_clause: bool) -> float:
    """The share of a rule that is gone in a changed one, beyond the changed one's former text."""
    if owed.own_of_old >= _OWN:
        known = whole_clause or owed.of_old >= SOLE_COVER or matching.at_home(old, new)
        return owed.of_old if known else 0.0
    above = matching.pair.earlier.parent[old]
    family = above in matching.heir and matching.heir[above] == matching.pair.later.parent[new]
    enough = COVER - 0.1 if family else COVER
    return owed.of_old if owed.of_old >= enough and (owed.gained >= LOST or owed.of_old >= _COPY) else 0.0


def _general(matching: Matching, old: int, new: int, owed: Debt) -> bool:
    """Whether a rule was generalised, so that it covers another one of its section that is gone."""
    alike = owed.of_old >= OWN_COVER and matching.pair.likeness(old, new) >= _ALIKE
    return alike and owed.gained >= GENERAL and matching.at_home(old, new)
