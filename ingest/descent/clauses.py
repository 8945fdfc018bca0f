"""Find clauses (the sentences of two editions) that moved from one provision to another.

A sentence has moved when its own words are missing from the main successor of its old provision and were not in the
main predecessor of its new one. A rule modelled on an older one that still stands shares as many words with it, but
none that the older one lost.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.descent.books import Book, Features, Weighed, overlap, without
from ingest.descent.correspondence import Matching, other_subject
from ingest.descent.vocabulary import era_words

_BORDER = re.compile(r"(?<=[.!?;])[”\"’')\]]*\s+(?=[“\"‘'(\[{]*[A-Z0-9])|;\s+|\n")
"""The end of a sentence: a full stop before a capital, a semicolon, the end of a paragraph."""
_POINTER = re.compile(
    r"[(\[“\"]*(?:see |this is (?:a change from|an exception to) |(?:they|it|these rules) can be found )", re.IGNORECASE
)
"""Beginnings of sentences that occur in any rule and are typical of none."""
_FEWEST_WORDS = 4
_COMMON = 30
"""Words in more provisions than this propose no pairs of clauses."""
_RARE = 3
"""Words in at most this many provisions, counting both editions, are distinctive."""
_OWN = 0.25
"""The share of the moved weight that unrelated provisions must have in distinctive words."""
MOVED = 0.42
"""The share of two clauses (of their mean) that must have left one provision and entered the other."""
MOVED_FAR = 0.55
"""The same for unrelated provisions of one section, and for others that share distinctive words."""
_VERBATIM = 0.85
_VERBATIM_WEIGHT = 7.0
"""A sentence repeated word for word elsewhere has moved there if it weighs as much as this many unique words."""
_GONE_VERBATIM = 0.78
_GONE_VERBATIM_WEIGHT = 4.5
"""The same for a sentence of a rule without successor."""
_MOVED_PART = 0.18
"""The share for relatives whose clauses are similar, if the later one has most of what the earlier one lost."""
_ALIKE = 0.50
_CARRIED = 0.45
_PART_WEIGHT = 3.0
"""The least weight that moves to a relative, in unique words."""
_MAIN_WEIGHT = 6.0
"""The same where both have another main line."""
_RIVAL = 0.90
"""A clause moved where most of its words went, or nearly as many. Relatives and others are counted separately."""
_HARDLY_MORE = 0.95
"""A provision elsewhere must have more of a clause than one at home, even when its share is reduced by this factor."""
_MOST_PLACES = 2
"""A clause that would have moved to more places than this did not move: it is common wording."""


@dataclass(frozen=True)
class Clause:
    """A sentence of a changed provision: the provision's index in its edition, and the weighted words."""

    provision: int
    features: Features
    loose: dict[object, float]
    """The words that the provision's partner lacks, or has fewer times than the provision."""
    strict: dict[object, float]
    """The words that the partner has fewer times than this clause alone."""
    left_behind: bool = False
    """Whether the partner has the clause too but stands elsewhere."""


@dataclass(frozen=True)
class Move:
    """A clause of an earlier provision that a later one took over, by their indices.

    ``share`` is the part of the words of both clauses, 0 to 1, and ``weight`` the weight of the words taken over.
    """

    old: int
    new: int
    share: float
    weight: float


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, except those that only point elsewhere ("See rule 420").

    >>> list(sentences("Owls sleep. (See rule 420.) A gate, . . . is shut; a bridge isn't."))
    ['Owls sleep.', 'A gate, . . . is shut', "a bridge isn't."]
    """
    for piece in _BORDER.split(text):
        if piece and not _POINTER.match(piece):
            yield piece


def moves(matching: Matching) -> list[Move]:
    """Return the clauses that left the main line of one provision and entered that of another."""
    pair = matching.pair
    lost = list(_changed(matching, pair.earlier, pair.old, matching.heir, pair.later, pair.new))
    lost += _left_behind(matching)
    gained = list(_changed(matching, pair.later, pair.new, matching.forebear, pair.earlier, pair.old))
    taken: dict[tuple[int, int, bool], float] = {}
    found: list[tuple[tuple[tuple[int, int, bool], ...], Move]] = []
    rivals = sorted(_rivals(matching, lost, gained), key=lambda move: (-move.share, move.old, move.new))
    for rival in _home_first(matching, lost, gained, rivals):
        near = matching.related(lost[rival.old].provision, gained[rival.new].provision)
        ends = (0, rival.old, near), (1, rival.new, near)
        left_behind = lost[rival.old].left_behind
        if left_behind or all(rival.share >= _RIVAL * taken.get(end, 0.0) for end in ends):
            for end in () if left_behind else ends:
                taken.setdefault(end, rival.share)
            move = _move(matching, lost[rival.old], gained[rival.new], rival)
            if move is not None:
                found.append((ends, move))
    places = Counter(end for ends, _ in found for end in ends)
    return [move for ends, move in found if all(places[end] <= _MOST_PLACES for end in ends)]


def _changed(
    matching: Matching, book: Book, own: Weighed, partner: dict[int, int], other: Book, others: Weighed
) -> Iterator[Clause]:
    """Yield the clauses of changed provisions, each with the words that the provision's partner lacks."""
    for index, provision in enumerate(book.provisions):
        mate = partner.get(index)
        if provision.titled or (mate is not None and other.provisions[mate].era_words == provision.era_words):
            continue
        theirs = others[mate].weights if mate is not None else {}
        left = without(own[index].weights, theirs)
        for sentence in sentences(provision.text):
            said = era_words(sentence)
            if len(said) >= _FEWEST_WORDS:
                features = matching.pair.lexicon.features(said)
                loose = {part: min(weight, left[part]) for part, weight in features.weights.items() if part in left}
                if loose:
                    yield Clause(index, features, loose, without(features.weights, theirs))


def _left_behind(matching: Matching) -> Iterator[Clause]:
    """Yield the clauses of provisions whose successors stand elsewhere, as if nothing had them any more."""
    pair = matching.pair
    for old, heir in sorted(matching.heir.items()):
        provision = pair.earlier.provisions[old]
        here, there = pair.earlier.headings[old], pair.later.headings[heir]
        if not provision.titled and here and matching.heir.get(here[0]) not in (None, *there):
            for sentence in sentences(provision.text):
                said = era_words(sentence)
                if len(said) >= _FEWEST_WORDS:
                    features = pair.lexicon.features(said)
                    yield Clause(old, features, features.weights, features.weights, left_behind=True)


def _rivals(matching: Matching, lost: list[Clause], gained: list[Clause]) -> Iterator[Move]:
    """Yield pairs of clauses, by their indices in the lists, where one may have become the other."""
    frequency = matching.pair.frequency
    holders: dict[object, list[int]] = defaultdict(list)
    for index, clause in enumerate(gained):
        for part in clause.loose:
            if frequency[part] <= _COMMON:
                holders[part].append(index)
    families: dict[int, list[int]] = defaultdict(list)
    for index, clause in enumerate(gained):
        families[matching.pair.later.parent[clause.provision]].append(index)
    for one, old in enumerate(lost):
        others = {other for part in old.loose if frequency[part] <= _COMMON for other in holders.get(part, ())}
        home = matching.heir.get(matching.pair.earlier.parent[old.provision])
        if home is not None and old.provision not in matching.heir:
            others.update(families.get(home, ()))
        for other in sorted(others):
            new = gained[other]
            if matching.heir.get(old.provision) != new.provision:
                weight = overlap(old.loose, new.loose)
                both = old.features.total + new.features.total
                if 2 * weight < MOVED * both:
                    weight = overlap(old.strict, new.strict)
                if 2 * weight >= _MOVED_PART * both:
                    yield Move(one, other, 2 * weight / both, weight)


def _home_first(matching: Matching, lost: list[Clause], gained: list[Clause], rivals: list[Move]) -> Iterator[Move]:
    """Yield the rivals, except those from elsewhere with hardly more of a clause than one at home.

    A clause that stood twice and now stands once came from its own place.
    """
    home: dict[int, float] = {}
    near = [_home(matching, lost[rival.old].provision, gained[rival.new].provision) for rival in rivals]
    for rival, here in zip(rivals, near, strict=True):
        if here:
            home.setdefault(rival.new, rival.share)
    for rival, here in zip(rivals, near, strict=True):
        if here or lost[rival.old].left_behind or _HARDLY_MORE * rival.share > home.get(rival.new, 0.0):
            yield rival


def _home(matching: Matching, old: int, new: int) -> bool:
    """Whether a later provision is a relative of an earlier one, or stands where others from its section went."""
    return matching.related(old, new) or matching.at_home(old, new)


def _move(matching: Matching, old: Clause, new: Clause, rival: Move) -> Move | None:
    """Return the move of one clause to another, or None."""
    keys, share, weight = (old.provision, new.provision), rival.share, rival.weight
    if keys in matching.forbidden:
        return None
    if old.left_behind:
        return Move(*keys, share, weight) if share >= _VERBATIM and not matching.elsewhere(*keys) else None
    if not matching.related(*keys):
        return Move(*keys, share, weight) if _far(matching, old, new, share, weight) else None
    if share < MOVED:
        if (
            old.provision in matching.heir
            and new.provision in matching.forebear
            and weight < _MAIN_WEIGHT * matching.pair.lexicon.rarest
        ):
            return None
        both = old.features.total + new.features.total
        carried = weight / max(1.0, min(sum(old.strict.values()), sum(new.strict.values())))
        alike = 2 * overlap(old.features.weights, new.features.weights) / both
        heavy = weight >= _PART_WEIGHT * matching.pair.lexicon.rarest
        if carried < _CARRIED or alike < _ALIKE or not heavy:
            return None
    return Move(*keys, share, weight)


def _far(matching: Matching, old: Clause, new: Clause, share: float, weight: float) -> bool:
    """Whether a clause moved to an unrelated provision."""
    if share < MOVED_FAR or other_subject(matching.pair, old.provision, new.provision):
        return False
    if share >= _VERBATIM and weight >= _VERBATIM_WEIGHT * matching.pair.lexicon.rarest:
        return True
    heir, headings = matching.heir.get(old.provision), matching.pair.later.headings
    if heir is None and share >= _GONE_VERBATIM and weight >= _GONE_VERBATIM_WEIGHT * matching.pair.lexicon.rarest:
        return True
    if heir is not None and headings[heir] and headings[heir][:1] == headings[new.provision][:1]:
        return True
    if matching.at_home(old.provision, new.provision):
        return True
    frequency = matching.pair.frequency
    rare = sum(
        min(mine, new.loose[part]) for part, mine in old.loose.items() if part in new.loose and frequency[part] <= _RARE
    )
    return rare >= _OWN * weight
