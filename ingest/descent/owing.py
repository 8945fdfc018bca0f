"""Measure how much of its words a later provision owes to an earlier one, and judge whether that makes it a branch."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.descent.books import overlap, without
from ingest.descent.correspondence import Branch, Matching, other_subject
from ingest.descent.pointing import Pointers

COVER = 0.60
"""The least share of the provision for a branch that repeats words which the main successor has too."""
FAR_COVER = 0.90
"""The same for a branch under another heading."""
SOLE_COVER = 0.65
"""The same for a branch that rests on lost words without a whole clause."""
OWN_COVER = 0.45
"""The least share for a branch with words that the main line lost."""
CLAUSE_COVER = 0.35
"""The same for a branch along which a clause is known to have moved."""
SURE_COVER = 0.70
WHOLE = 0.85
"""A provision with hardly any words but those of a rule is a branch of it, even if the main line lost few of them."""
LOST = 0.03
"""A rule whose main successor lost less than this has not been split: the new rule is only modelled on it."""
GENERAL = 0.1
"""A rule that changed by this much may also replace a similar one of its section that has no successor."""
COPIED = 0.8
"""Each provision's least share in the other for a copy under another heading, even if the main line lost little."""
SAID_AGAIN = 0.7
"""A changed rule takes over another that stays if it has this share of it."""
ADDED = 0.55
"""In that case, the least share of its additions that must come from the other."""
ONE_FOR_BOTH = 0.6
"""Where sections were merged, the least share that two of their rules must have of each other."""
ASTRAY = 0.4
"""In that case, the least share that the main successor must have lost."""
BESIDE = 8.0
"""The least weight, in unique words, that moves to a neighbour although both have another main line."""
PART_BESIDE, CLAUSE_BESIDE = 0.12, 0.07
"""In that case, the least share of either, for any words and where a clause is known to have moved."""
SAID_THERE = 0.5
"""A rule without successor may continue in one with this share of it, if there is further evidence."""
TAKEN_IN = 0.4
"""Each provision's least share in the other, where a rule no longer cites the one that is gone."""
CITED_LESS, CITED_MORE = 0.2, 0.5
"""The same where the two shares differ."""
TAKEN_PART = 0.25
"""The least share of a rule that has its own predecessor, where another of its section now cites it."""
APART = 0.75
"""The least share of a sentence for two cases in each of the two adjacent sentences that replaced it."""
_ALIKE = 0.5
_COPY = 0.97
"""A provision that repeats a rule word for word is a branch of it, changed or not."""
_OWN = 0.3
"""The share of a provision in words that the main line lost, for a branch to rest on them."""
_OWN_OF_WHOLE = 0.2
"""The same for a provision with hardly any other words."""
_OWN_BESIDE = 0.4
"""The same where both have another main line."""
_OWN_OF_MOST = 0.25
"""The same where both have one, and most of either is in the other."""
_FEWEST_WORDS = 6
COPIED_WORDS = 10
"""Shorter sentences may be repeated without having been copied."""


@dataclass(frozen=True)
class Debt:
    """The words that a later provision owes to an earlier one, as shares of the weight of either's words, 0 to 1."""

    of_old: float
    of_new: float
    own_of_old: float
    """Counts only words that the earlier one's successor lost and the later one's predecessor lacked."""
    own_of_new: float
    lost: float
    """The share of the earlier one that its successor lacks."""
    gained: float
    """The share of the later one that its predecessor lacked."""
    added: float
    """The share of those words that the earlier one had."""
    weight: float
    """The weight of the words that the earlier one lost and the later one gained, in unique words."""


def debt(matching: Matching, old: int, new: int) -> Debt:
    """Return the words that one provision owes to another beside the main lines of both."""
    pair = matching.pair
    one, other = pair.old[old], pair.new[new]
    heir, forebear = matching.heir.get(old), matching.forebear.get(new)
    lost = one.weights if heir is None else without(one.weights, pair.new[heir].weights)
    gained = other.weights if forebear is None else without(other.weights, pair.old[forebear].weights)
    shared, own = overlap(one.weights, other.weights), overlap(lost, gained)
    gain = sum(gained.values())
    return Debt(
        shared / one.total,
        shared / other.total,
        own / one.total,
        own / other.total,
        sum(lost.values()) / one.total,
        gain / other.total,
        overlap(one.weights, gained) / gain if gain else 0.0,
        own / pair.lexicon.rarest,
    )


def judge(matching: Matching, old: int, new: int, pointers: Pointers, *, whole_clause: bool) -> Branch | None:
    """Return the branch from one provision to another if enough words are owed, otherwise None.

    ``whole_clause`` says whether a clause is known to have moved from the one to the other.
    """
    pair, note = matching.pair, ""
    if min(len(pair.old[old].sequence), len(pair.new[new].sequence)) < _FEWEST_WORDS:
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
            note = _said_elsewhere(matching, old, new, owed) if owed.of_old >= SAID_THERE else ""
            note = note or _pointed_out(pointers, old, new, owed)
            cover, sure, rests = (max(owed.of_old, owed.of_new), True, False) if note else (0.0, sure, rests)
    elif heir is not None and forebear is not None:
        if not whole_clause and not matching.at_home(old, new):  # both stayed, and one became more similar to the other
            return None
        kind, rests = "split" if owed.own_of_new >= owed.own_of_old else "merged", True
        cover = max(_carried(owed.own_of_new, owed.of_new), _carried(owed.own_of_old, owed.of_old))
        if not cover and _said_by_both(matching, old, new, owed):
            kind, cover, sure = "merged", owed.of_old, True
        if not cover and _went_beside(matching, old, new, owed, whole_clause=whole_clause):
            return Branch(old, new, kind, min(max(owed.of_old, owed.of_new), 0.99), doubtful=False, rests=True)
        apart = matching.at_home(old, new) and matching.elsewhere(old, new)
        if not cover and apart and owed.of_old >= SAID_THERE and owed.of_new >= TAKEN_PART:
            note = pointers.lead(old, new)
            cover, sure = owed.of_old if note else 0.0, sure or bool(note)
    else:
        return None
    if cover < (CLAUSE_COVER if whole_clause or note else OWN_COVER):
        return None
    return Branch(old, new, kind, min(cover, 0.99), cover < SURE_COVER and not sure, rests, note)


def _may_be_pointed_out(owed: Debt) -> bool:
    """Whether a new rule has enough of an older one for a citation to prove that it took that over."""
    if _rests(owed):
        return owed.of_new >= OWN_COVER
    return owed.lost >= GENERAL and (owed.of_new >= SOLE_COVER or min(owed.of_old, owed.of_new) >= SAID_THERE)


def _pointed_out(pointers: Pointers, old: int, new: int, owed: Debt) -> str:
    """Return the evidence of citations that a later provision continues one without successor, or ""."""
    lead = pointers.lead(old, new) if owed.of_old >= SAID_THERE else ""
    less, more = sorted((owed.of_old, owed.of_new))
    enough = less >= TAKEN_IN or (less >= CITED_LESS and more >= CITED_MORE)
    return lead or (pointers.taken_in(old, new) if enough else "")


def _said_elsewhere(matching: Matching, old: int, new: int, owed: Debt) -> str:
    """Return the evidence that a rule without successor was repeated by, or absorbed into, a later provision, or ""."""
    if owed.own_of_old >= OWN_COVER:
        return "most of what is new in the one is the other's"
    if owed.of_old >= WHOLE and matching.at_home(old, new):
        return "said twice before"
    return ""


def _rests(owed: Debt) -> bool:
    """Whether a new rule rests on words that the main line of an older one lost."""
    return owed.own_of_new >= (_OWN_OF_WHOLE if owed.of_new >= WHOLE else _OWN)


def _carried(own: float, whole: float) -> float:
    """Return how much of a provision with another main line came along this one, or 0 if too little."""
    return whole if own >= (_OWN_OF_MOST if whole >= SURE_COVER else _OWN_BESIDE) else 0.0


def _said_by_both(matching: Matching, old: int, new: int, owed: Debt) -> bool:
    """Whether a later provision of another family repeats an earlier one, though both have another main line."""
    if not matching.elsewhere(old, new) or not matching.at_home(old, new):
        return False
    again = owed.of_old >= SAID_AGAIN and min(owed.gained, owed.added) >= ADDED
    return again or (min(owed.of_old, owed.of_new) >= ONE_FOR_BOTH and owed.lost >= ASTRAY)


def _went_beside(matching: Matching, old: int, new: int, owed: Debt, *, whole_clause: bool) -> bool:
    """Whether enough words moved within a family to prove a branch by themselves."""
    if matching.elsewhere(old, new) or owed.weight < BESIDE:
        return False
    return min(owed.own_of_old, owed.own_of_new) >= (CLAUSE_BESIDE if whole_clause else PART_BESIDE)


def _split(matching: Matching, old: int, new: int, heir: int, owed: Debt, *, whole_clause: bool) -> float:
    """Return how much of a new rule comes from an older one with another successor; 0 if it is only modelled on it."""
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
    """Return how much of a rule without successor a changed one has taken over, or 0 if too little."""
    if owed.own_of_old >= _OWN:
        known = whole_clause or owed.of_old >= SOLE_COVER or matching.at_home(old, new)
        return owed.of_old if known else 0.0
    above = matching.pair.earlier.parent[old]
    family = above in matching.heir and matching.heir[above] == matching.pair.later.parent[new]
    enough = COVER - 0.1 if family else COVER
    return owed.of_old if owed.of_old >= enough and (owed.gained >= LOST or owed.of_old >= _COPY) else 0.0


def _general(matching: Matching, old: int, new: int, owed: Debt) -> bool:
    """Whether a rule was made more general, so that it covers another one of its section that is gone."""
    alike = owed.of_old >= OWN_COVER and matching.pair.likeness(old, new) >= _ALIKE
    return alike and owed.gained >= GENERAL and matching.at_home(old, new)
