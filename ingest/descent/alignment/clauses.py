"""Clauses: the sentences of two books, and which of them moved from one provision to another.

A sentence has moved if its rare words are no longer in the main successor of its old provision, and were not in the
main predecessor of its new one. A rule modelled on an older one that still exists shares as many words with it, but
none that the older one lost.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.descent.alignment.correspondence import Matching, other_subject
from ingest.descent.alignment.editions import AlignedEdition, Features, Weighed, overlap, without
from ingest.descent.alignment.vocabulary import era_words

_BORDER = re.compile(r"(?<=[.!?;])[”\"’')\]]*\s+(?=[“\"‘'(\[{]*[A-Z0-9])|;\s+|\n")
"""The end of a sentence: a full stop before a capital, a semicolon, the end of a paragraph."""
_POINTER = re.compile(
    r"[(\[“\"]*(?:see |this is (?:a change from|an exception to) |(?:they|it|these rules) can be found )", re.IGNORECASE
)
"""Common openings of sentences that are characteristic of no rule."""
_MIN_WORDS = 4
_COMMON = 30
"""Words in more provisions than this propose no pairs of clauses."""
_RARE = 3
"""A word in at most this many provisions, of both books together, is characteristic of a clause."""
_OWN = 0.25
"""Minimum weight of shared rare words for unrelated provisions, among the words that moved."""
MOVED = 0.42
"""Minimum share of two clauses, of their mean, that must have left one provision and come to the other."""
MOVED_FAR = 0.55
"""The same for unrelated provisions of one section, and for others if they share rare words."""
_VERBATIM = 0.85
_VERBATIM_WEIGHT = 7.0
"""Minimum weight, in unique words, of a sentence that counts as moved when found word for word elsewhere."""
_GONE_VERBATIM = 0.78
_GONE_VERBATIM_WEIGHT = 4.5
"""The same for a sentence of a rule that is gone."""
_MOVED_PART = 0.18
"""Minimum share for relatives with similar clauses where the later one has most of what the earlier one lost."""
_ALIKE = 0.50
_CARRIED = 0.45
_PART_WEIGHT = 3.0
"""Minimum weight, in unique words, of what moves to a relative."""
_MAIN_WEIGHT = 6.0
"""The same if both have another main line."""
_RIVAL = 0.90
"""A clause went where most of its words went, and where nearly as many went: among relatives, and beyond them."""
_HARDLY_MORE = 0.95
"""A provision elsewhere must have more of a clause than one at home, even after this discount."""
_MAX_PLACES = 2
"""Maximum destinations of a clause; with more it is common phrasing and went nowhere."""


@dataclass(frozen=True)
class Clause:
    """One sentence of a changed provision: the provision's position in its book, and the weighted words."""

    provision: int
    features: Features
    loose: dict[object, float]
    """The part that the provision's partner lacks, or has fewer times than the provision."""
    strict: dict[object, float]
    """The part that the partner has fewer times than the clause itself."""
    left_behind: bool = False
    """Whether the partner has it too, but is elsewhere."""


@dataclass(frozen=True)
class Move:
    """A clause that moved from an earlier provision to a later one, by their positions.

    ``share`` is the share of the words of both clauses, 0 to 1, and ``weight`` the weight of the words that moved.
    """

    old: int
    new: int
    share: float
    weight: float


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, without mere pointers ("See rule 420").

    >>> list(sentences("Owls sleep. (See rule 420.) A gate, . . . is shut; a bridge isn't."))
    ['Owls sleep.', 'A gate, . . . is shut', "a bridge isn't."]
    """
    for piece in _BORDER.split(text):
        if piece and not _POINTER.match(piece):
            yield piece


def moves(matching: Matching) -> list[Move]:
    """The clauses that left the main line of one provision and came into that of another."""
    pair = matching.pair
    lost = list(_changed(matching, pair.earlier, pair.old, matching.heir, pair.later, pair.new))
    lost += _left_behind(matching)
    gained = list(_changed(matching, pair.later, pair.new, matching.forebear, pair.earlier, pair.old))
    taken: dict[tuple[int, int, bool], float] = {}
    placed: list[tuple[tuple[tuple[int, int, bool], ...], Move]] = []
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
                placed.append((ends, move))
    places = Counter(end for ends, _ in placed for end in ends)
    return [move for ends, move in placed if all(places[end] <= _MAX_PLACES for end in ends)]


def _changed(
    matching: Matching,
    book: AlignedEdition,
    own: Weighed,
    partner: dict[int, int],
    other: AlignedEdition,
    others: Weighed,
) -> Iterator[Clause]:
    """The clauses of changed provisions, each with the part that the provision's partner lacks."""
    for index, provision in enumerate(book.provisions):
        mate = partner.get(index)
        if provision.titled or (mate is not None and other.provisions[mate].era_words == provision.era_words):
            continue
        theirs = others[mate].weights if mate is not None else {}
        left = without(own[index].weights, theirs)
        for sentence in sentences(provision.text):
            words = era_words(sentence)
            if len(words) >= _MIN_WORDS:
                features = matching.pair.lexicon.features(words)
                loose = {part: min(weight, left[part]) for part, weight in features.weights.items() if part in left}
                if loose:
                    yield Clause(index, features, loose, without(features.weights, theirs))


def _left_behind(matching: Matching) -> Iterator[Clause]:
    """The clauses of provisions whose successors are elsewhere, as if no provision had them any more."""
    pair = matching.pair
    for old, heir in sorted(matching.heir.items()):
        provision = pair.earlier.provisions[old]
        old_headings, new_headings = pair.earlier.headings[old], pair.later.headings[heir]
        if not provision.titled and old_headings and matching.heir.get(old_headings[0]) not in (None, *new_headings):
            for sentence in sentences(provision.text):
                words = era_words(sentence)
                if len(words) >= _MIN_WORDS:
                    features = pair.lexicon.features(words)
                    yield Clause(old, features, features.weights, features.weights, left_behind=True)


def _rivals(matching: Matching, lost: list[Clause], gained: list[Clause]) -> Iterator[Move]:
    """The pairs of clauses, by their positions in the lists, where one may have become the other."""
    frequency = matching.pair.frequency
    holders: dict[object, list[int]] = defaultdict(list)
    for index, clause in enumerate(gained):
        for part in clause.loose:
            if frequency[part] <= _COMMON:
                holders[part].append(index)
    families: dict[int, list[int]] = defaultdict(list)
    for index, clause in enumerate(gained):
        families[matching.pair.later.parent[clause.provision]].append(index)
    for lost_index, old in enumerate(lost):
        others = {
            gained_index for part in old.loose if frequency[part] <= _COMMON for gained_index in holders.get(part, ())
        }
        home = matching.heir.get(matching.pair.earlier.parent[old.provision])
        if home is not None and old.provision not in matching.heir:
            others.update(families.get(home, ()))
        for gained_index in sorted(others):
            new = gained[gained_index]
            if matching.heir.get(old.provision) != new.provision:
                weight = overlap(old.loose, new.loose)
                both = old.features.total + new.features.total
                if 2 * weight < MOVED * both:
                    weight = overlap(old.strict, new.strict)
                if 2 * weight >= _MOVED_PART * both:
                    yield Move(lost_index, gained_index, 2 * weight / both, weight)


def _home_first(matching: Matching, lost: list[Clause], gained: list[Clause], rivals: list[Move]) -> Iterator[Move]:
    """The candidate pairs without those from elsewhere that have hardly more of a clause than one at home.

    A text that occurred twice, and now occurs once, came from the place where it still is.
    """
    home: dict[int, float] = {}
    near = [_home(matching, lost[rival.old].provision, gained[rival.new].provision) for rival in rivals]
    for rival, is_home in zip(rivals, near, strict=True):
        if is_home:
            home.setdefault(rival.new, rival.share)
    for rival, is_home in zip(rivals, near, strict=True):
        if is_home or lost[rival.old].left_behind or _HARDLY_MORE * rival.share > home.get(rival.new, 0.0):
            yield rival


def _home(matching: Matching, old: int, new: int) -> bool:
    """Whether a later provision is related to an earlier one, or is where others went from there."""
    return matching.related(old, new) or matching.at_home(old, new)


def _move(matching: Matching, old: Clause, new: Clause, rival: Move) -> Move | None:
    """The move from one clause to another, if there is one."""
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
    """Whether a clause went to an unrelated provision."""
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
        min(weight_lost, new.loose[part])
        for part, weight_lost in old.loose.items()
        if part in new.loose and frequency[part] <= _RARE
    )
    return rare >= _OWN * weight
