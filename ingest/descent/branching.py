"""Splits and merges: where most of a provision's words come from, beside its main line of descent."""

from __future__ import annotations

from collections import defaultdict

from ingest.descent.books import overlap
from ingest.descent.correspondence import LEAST_LIKENESS, Branch, Matching, other_subject

COVER = 0.60
"""A branch that repeats what the main heir also says must make up this share of the provision."""
OWN_COVER = 0.45
"""A branch that carries words which the main line lost needs only this share."""
SURE_COVER = 0.70
LOST = 0.03
"""A rule whose main heir lost less of it than this has not been split: the new rule is only modelled on it."""
_COPY = 0.97
"""Unless it repeats the older one word for word."""
_OWN = 0.3
"""The share of a provision that must come from words the main line lost, for a branch to rest on them."""
_COMMON = 30
_FEWEST_WORDS = 6
_COPIED_WORDS = 10
"""Shorter sentences are said again without having to be copied."""
_BULK = 1.5
"""A heir is exchanged for one that has so many times as much of the words."""


def branches(matching: Matching) -> list[Branch]:
    """The side lines beside the main ones, in order; first the main ones are led to where most of the words are."""
    _reseat(matching)
    found = [branch for pair in _proposals(matching) if (branch := _judge(matching, *pair))]
    best: dict[tuple[str, int], Branch] = {}
    for branch in found:
        orphan = branch.kind, branch.new if branch.kind == "split" else branch.old
        held = best.get(orphan)
        if held is None or (branch.rests, branch.score) > (held.rests, held.score):
            best[orphan] = branch
    return [branch for branch in found if branch.rests or branch in best.values()]


def _proposals(matching: Matching) -> list[tuple[int, int]]:
    """Pairs that share rare words and of which a side has words to give or to account for."""
    pair = matching.pair
    whole = {old for old, found in matching.found.items() if found.likeness == 1.0}
    holders: dict[object, list[int]] = defaultdict(list)
    for old, provision in enumerate(pair.earlier.provisions):
        if not provision.titled and old not in whole:
            for part in pair.old[old].weights:
                if pair.frequency[part] <= _COMMON:
                    holders[part].append(old)
    proposed: set[tuple[int, int]] = set()
    for new, provision in enumerate(pair.later.provisions):
        if provision.titled:
            continue
        features = pair.new[new]
        only_orphans = matching.forebear.get(new) in whole
        weight: dict[int, float] = defaultdict(float)
        for part, value in features.weights.items():
            for old in holders.get(part, ()):
                if not only_orphans or old not in matching.heir:
                    weight[old] += value
        for old, value in weight.items():
            least = 0.25 * min(features.total, pair.old[old].total)
            if value >= least and matching.heir.get(old) != new:
                proposed.add((old, new))
    proposed.update(_copies(matching))
    return sorted(key for key in proposed if key not in matching.forbidden)


def _copies(matching: Matching) -> set[tuple[int, int]]:
    """Pairs of the same words of which the later one has no forebear: a rule that is said a second time."""
    pair = matching.pair
    said: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for old, provision in enumerate(pair.earlier.provisions):
        if not provision.titled and len(provision.era_words) >= _COPIED_WORDS:
            said[provision.era_words].append(old)
    return {
        (old, new)
        for new, provision in enumerate(pair.later.provisions)
        if new not in matching.forebear and not provision.titled
        for old in said.get(provision.era_words, ())
        if matching.heir.get(old) != new
    }


def _reseat(matching: Matching) -> None:
    """Make the heir of a rule that was taken apart the provision that has most of it, not the one that reads best."""
    pair = matching.pair
    for old, new in _proposals(matching):
        heir = matching.heir.get(old)
        if heir is None or new in matching.forebear or matching.found[old].stated or matching.found[old].likeness > 0.7:
            continue
        if pair.shared(old, new) > _BULK * pair.shared(old, heir) and pair.likeness(old, new) >= LEAST_LIKENESS:
            matching.exchange(old, new)


def _judge(matching: Matching, old: int, new: int) -> Branch | None:
    """Whether one provision branches off another, by the words that it owes to it."""
    pair = matching.pair
    one, other = pair.old[old], pair.new[new]
    if min(len(one.sequence), len(other.sequence)) < _FEWEST_WORDS:
        return None
    if _elsewhere(matching, old, new) and other_subject(pair, old, new):
        return None
    shared = overlap(one.weights, other.weights)
    heir, forebear = matching.heir.get(old), matching.forebear.get(new)
    lost = one.weights if heir is None else _without(one.weights, pair.new[heir].weights)
    gained = other.weights if forebear is None else _without(other.weights, pair.old[forebear].weights)
    own = overlap(lost, gained)
    of_new, of_old = shared / other.total, shared / one.total
    own_of_new, own_of_old = own / other.total, own / one.total
    if heir is not None and forebear is None:
        kind, rests = "split", own_of_new >= _OWN
        beside = pair.later.parent[heir] == pair.later.parent[new]  # a new rule modelled on its neighbour is no branch
        copied = of_new >= _COPY and len(other.sequence) >= _COPIED_WORDS
        changed = sum(lost.values()) / one.total >= LOST or copied
        cover = of_new if rests or (of_new >= COVER and changed and not beside) else 0.0
    elif heir is None and forebear is not None:
        kind, rests = "merged", own_of_old >= _OWN
        above = pair.earlier.parent[old]
        enough = COVER - 0.1 if above in matching.heir and matching.heir[above] == pair.later.parent[new] else COVER
        grown = sum(gained.values()) / other.total >= LOST or of_old >= _COPY
        cover = of_old if rests or (of_old >= enough and grown) else 0.0
    elif heir is not None and forebear is not None:
        cover = max(of_new if own_of_new >= _OWN + 0.1 else 0.0, of_old if own_of_old >= _OWN + 0.1 else 0.0)
        kind, rests = "split" if own_of_new >= own_of_old else "merged", True
    else:
        return None
    if cover < OWN_COVER:
        return None
    doubtful = cover < SURE_COVER and max(own_of_new, own_of_old) < _OWN + 0.05
    return Branch(old, new, kind, min(cover, 0.99), doubtful, rests)


def _elsewhere(matching: Matching, old: int, new: int) -> bool:
    """Whether the headings that two provisions stand under are not heir and forebear."""
    return matching.heir.get(matching.pair.earlier.parent[old]) != matching.pair.later.parent[new]


def _without(one: dict[object, float], other: dict[object, float]) -> dict[object, float]:
    """What of a bag of words another does not account for."""
    left = {part: weight - other.get(part, 0.0) for part, weight in one.items()}
    return {part: weight for part, weight in left.items() if weight > 0}
