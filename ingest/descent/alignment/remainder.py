"""Remaining rules: those gone and those new when all others are explained. A rule rewritten completely is recognised by
its place, or by the few rare words that it kept, whatever their endings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator

from ingest.descent.alignment.correspondence import Branch, Matching, context, other_subject
from ingest.descent.alignment.editions import AlignedEdition, overlap
from ingest.descent.alignment.stems import Stemmed

_RARE = 10
"""A word in at most this many provisions, of both books together, is characteristic of a provision."""
_MIN_WORDS = 5
_LIKENESS_IN_PLACE = 0.17
_IN_PLACE = 0.44
"""Minimum of likeness and context for two rules with the same number and parent."""
_LIKENESS = 0.24
_ELSEWHERE = 0.38
"""The same for any others; they must share rare words, too."""
_AT_HOME = 0.33
"""The same for those that go the same way as others."""
_OWN = 2.0
"""Minimum weight, in unique words, of such rare words."""
_STEMS = 0.16
"""Minimum share of either for stems in common, for two rules of sections that correspond ..."""
_WEIGHT = 8.0
"""... and their minimum weight in unique words."""
_ONE_OF_MORE = 0.28
"""Minimum share of their stems for rules of several places that became one ..."""
_ONE_FOR_MORE = 0.4
"""... and of its stems from each."""
_NOTE = "no other match is left for either"

_Pair = tuple[float, float, int, int]
"""Score, likeness and the positions of an earlier and a later provision."""


def take_remaining(matching: Matching, branches: Iterable[Branch]) -> list[Branch]:
    """Match provisions without a sure line to their successor with those without one to their predecessor, best pairs
    first; returns the branches of what remains even then, from and to these new matches.
    """
    sure = [branch for branch in branches if not branch.doubtful]
    settled = {match.old: match.new for match in matching.matches.values() if not match.doubtful}
    gone = _left(matching.pair.earlier, settled.keys() | {branch.old for branch in sure})
    came = _left(matching.pair.later, {*settled.values(), *(branch.new for branch in sure)})
    pairs = sorted(_pairs(matching, gone, came), reverse=True)
    taken: dict[int, int] = {}
    for score, likeness, old, new in pairs:
        if old not in taken and new not in taken.values():
            matching.prefer(old, new, likeness, score, note=_NOTE)
            taken[old] = new
    beside = [
        Branch(old, new, "split" if old in taken else "merged", score, False, True, _NOTE)
        for score, _, old, new in pairs
        if taken.get(old) != new
    ]
    gone = [old for old in gone if old not in taken and all(branch.old != old for branch in beside)]
    came = [new for new in came if new not in taken.values() and all(branch.new != new for branch in beside)]
    return beside + (_take_stemmed(matching, gone, came) if gone and came else [])


def _take_stemmed(matching: Matching, gone: list[int], came: list[int]) -> list[Branch]:
    """Match the rest by stems: best pairs first in sections that correspond; elsewhere, several that became one."""
    pair, stems = matching.pair, Stemmed(matching.pair, gone, came)
    scored: list[tuple[float, float, float, int, int]] = []
    for old in gone:
        old_stems = stems.old(old)
        for new in came:
            new_stems = stems.new(new)
            shared = overlap(old_stems, new_stems)
            of_old, of_new = shared / sum(old_stems.values()), shared / sum(new_stems.values())
            enough = min(of_old, of_new) >= _STEMS and shared >= _WEIGHT * pair.lexicon.rarest
            if enough and (old, new) not in matching.forbidden and not other_subject(pair, old, new):
                scored.append((shared, of_old, of_new, old, new))
    scored.sort(key=lambda each: (-each[0], each[3], each[4]))
    claims: dict[int, list[tuple[int, float]]] = defaultdict(list)
    taken: dict[int, int] = {}
    for _, of_old, of_new, old, new in scored:
        if old in taken:
            continue
        if new not in taken.values() and (matching.corresponding(old, new) or matching.at_home(old, new)):
            matching.prefer(old, new, pair.likeness(old, new), min(of_old, of_new), note=_NOTE)
            taken[old] = new
        elif of_old >= _ONE_OF_MORE and of_new >= _ONE_FOR_MORE:
            claims[new].append((old, of_old))
    beside = []
    for new, olds in claims.items():
        olds = [(old, share) for old, share in olds if old not in taken]
        if new not in taken.values() and len({pair.earlier.parent[old] for old, _ in olds}) > 1:
            (first, share), *others = olds
            matching.prefer(first, new, pair.likeness(first, new), share, note=_NOTE)
            beside += [Branch(old, new, "merged", share, False, True, _NOTE) for old, share in others]
    return beside


def _left(book: AlignedEdition, explained: Container[int]) -> list[int]:
    """The untitled provisions of a book that have text and are not explained."""
    return [
        index
        for index, provision in enumerate(book.provisions)
        if not provision.titled and index not in explained and len(provision.era_words) >= _MIN_WORDS
    ]


def _pairs(matching: Matching, gone: list[int], came: list[int]) -> Iterator[_Pair]:
    """The pairs of a removed and a new rule where the one may be the other, rewritten."""
    pair = matching.pair
    families: dict[int, list[int]] = defaultdict(list)
    holders: dict[object, list[int]] = defaultdict(list)
    for new in came:
        families[pair.later.parent[new]].append(new)
        for part in pair.new[new].weights:
            if pair.frequency[part] <= _RARE:
                holders[part].append(new)
    for old in gone:
        own: dict[int, float] = defaultdict(float)
        for part, weight in pair.old[old].weights.items():
            for new in holders.get(part, ()):
                own[new] += min(weight, pair.new[new].weights[part])
        home = matching.heir.get(pair.earlier.parent[old], -1)
        near = families[home] if home >= 0 else []
        for new in sorted({*own, *near}):
            likeness = pair.likeness(old, new)
            if (old, new) in matching.forbidden or likeness < _LIKENESS_IN_PLACE:
                continue
            around = context(matching, old, new)
            in_place = new in near and pair.earlier.provisions[old].key == pair.later.provisions[new].key
            known = around >= 0 and likeness >= _LIKENESS and own[new] >= _OWN * pair.lexicon.rarest
            enough = _IN_PLACE if in_place else _AT_HOME if matching.at_home(old, new) else _ELSEWHERE
            if (in_place or known) and likeness + around >= enough:
                yield likeness + around, likeness, old, new
