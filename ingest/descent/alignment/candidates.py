"""Candidates: pairs of provisions worth judging as split or merged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from ingest.descent.alignment.clauses import sentences
from ingest.descent.alignment.correspondence import Matching
from ingest.descent.alignment.text_reuse import COPIED_WORDS

_COMMON = 60
"""Words in more provisions than this propose nothing."""
_UNLIKE = 0.6
_MIN_RARE_SHARE = 0.2
"""Minimum share of the lighter of two provisions for the rare words in common."""


def proposals(matching: Matching) -> list[tuple[int, int]]:
    """Pairs of which a side lost words or has unexplained ones, in order, without forbidden pairs."""
    proposed = {*_akin(matching), *_copies(matching), *_relations(matching), *_families(matching)}
    proposed.update(_siblings(matching))
    return sorted(key for key in proposed if key not in matching.forbidden)


def _akin(matching: Matching) -> Iterator[tuple[int, int]]:
    """Pairs that share rare words; the later one changed or is new, or the earlier one is gone."""
    pair = matching.pair
    holders: dict[object, list[int]] = defaultdict(list)
    gone: set[object] = set()
    astray: set[int] = set()
    for old, provision in enumerate(pair.earlier.provisions):
        if not provision.titled and not matching.unchanged(old):
            rare = [part for part in pair.old[old].weights if pair.frequency[part] <= _COMMON]
            for part in rare:
                holders[part].append(old)
            if _astray(matching, old):
                astray.add(old)
                gone.update(rare)
    for new, provision in enumerate(pair.later.provisions):
        if provision.titled:
            continue
        only_gone = new in matching.forebear and matching.unchanged(matching.forebear[new])
        if only_gone and gone.isdisjoint(provision.era_words) and gone.isdisjoint(pairwise(provision.era_words)):
            continue
        features = pair.new[new]
        weight: dict[int, float] = defaultdict(float)
        for part, value in features.weights.items():
            for old in holders.get(part, ()):
                if not only_gone or old in astray:
                    weight[old] += value
        for old, value in weight.items():
            if value >= _MIN_RARE_SHARE * min(features.total, pair.old[old].total) and matching.heir.get(old) != new:
                yield old, new


def _astray(matching: Matching, old: int) -> bool:
    """Whether an earlier provision is gone, or is so unlike its successor that it may continue elsewhere unchanged."""
    main = matching.matches.get(old)
    return main is None or main.likeness < _UNLIKE


def _relations(matching: Matching) -> Iterator[tuple[int, int]]:
    """Provisions that are gone, with all changed or new ones under the successor of their parent."""
    pair = matching.pair
    for old, parent in enumerate(pair.earlier.parent):
        home = matching.heir.get(parent)
        if old in matching.heir or home is None or pair.earlier.provisions[old].titled:
            continue
        for new in pair.later.children[home]:
            forebear = matching.forebear.get(new)
            if not pair.later.provisions[new].titled and (forebear is None or not matching.unchanged(forebear)):
                yield old, new


def _siblings(matching: Matching) -> Iterator[tuple[int, int]]:
    """Changed provisions, with the other changed ones under the successor of their parent."""
    pair = matching.pair
    changed: dict[tuple[int, int], list[int]] = defaultdict(list)
    for old, main in matching.matches.items():
        if main.likeness < 1.0 and not pair.earlier.provisions[old].titled and not matching.elsewhere(old, main.new):
            changed[pair.earlier.parent[old], pair.later.parent[main.new]].append(old)
    for family in changed.values():
        for old in family:
            yield from ((old, matching.heir[sibling]) for sibling in family if sibling != old)


def _families(matching: Matching) -> Iterator[tuple[int, int]]:
    """Pairs with common words too: changed provisions, with new ones under the heading of their successor; and
    provisions that are gone, with changed ones under their former heading.
    """
    pair = matching.pair
    came: dict[int, list[int]] = defaultdict(list)
    changed: dict[int, list[int]] = defaultdict(list)
    for new, above in enumerate(pair.later.headings):
        forebear = matching.forebear.get(new)
        if above and not pair.later.provisions[new].titled:
            if forebear is None:
                came[above[0]].append(new)
            elif not matching.unchanged(forebear) and pair.earlier.headings[forebear]:
                changed[pair.earlier.headings[forebear][0]].append(new)
    for old, above in enumerate(pair.earlier.headings):
        heir = matching.heir.get(old)
        if above and not pair.earlier.provisions[old].titled:
            if heir is None:
                yield from ((old, new) for new in changed[above[0]])
            elif not matching.unchanged(old) and pair.later.headings[heir]:
                yield from ((old, new) for new in came[pair.later.headings[heir][0]])


def _copies(matching: Matching) -> Iterator[tuple[int, int]]:
    """Pairs with the same words whose later one has no predecessor: a rule that is repeated."""
    pair = matching.pair
    by_words: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for new, provision in enumerate(pair.later.provisions):
        if new not in matching.forebear and not provision.titled and len(provision.era_words) >= COPIED_WORDS:
            by_words[provision.era_words].append(new)
    for old, provision in enumerate(pair.earlier.provisions):
        copies = () if provision.titled else by_words.get(provision.era_words, ())
        if copies and any(sentences(provision.text)):
            yield from ((old, new) for new in copies if matching.heir.get(old) != new)
