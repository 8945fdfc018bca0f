"""Matching: one main successor for each provision, from equal words first, then from the tree, then from wording.

The rounds grow more lenient. In each, a pair is taken only if both sides are each other's best free candidate by a
clear lead, so that similar rules ("multiple instances of flying are redundant") wait until their headings, parents and
neighbours are matched and distinguish them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from heapq import nsmallest

from ingest.descent.alignment.correspondence import CLEAR_LEAD, LEAST_LIKENESS, SURE, Matching, context, leads
from ingest.descent.alignment.crossing import uncross
from ingest.descent.alignment.editions import AlignedEdition, Pair
from ingest.descent.alignment.headings import match_titled, settle
from ingest.descent.alignment.vocabulary import era_words

ROUNDS = (
    (0.95, 0.04), (0.85, 0.04), (0.75, 0.03), (0.66, 0.03), (0.75, 0.0), (0.58, 0.02), (0.58, 0.0), (0.42, 0.15),
    (0.47, 0.0),
)  # fmt: skip
"""For each round the minimum of likeness and context together, and the minimum lead of the best candidate."""
_COMMON = 40
"""Words in more provisions than this propose no candidates."""
_CANDIDATES = 8
_FAMILY = 40
"""Maximum size of families whose members are all paired as candidates."""


def match(pair: Pair, *, stated: Iterable[tuple[int, int]] = (), forbidden: Iterable[tuple[int, int]] = ()) -> Matching:
    """Align two books. ``stated`` pairs are taken as given, ``forbidden`` ones are never made.

    It is done twice: the first attempt finds the tree, and the second scores every pair with the whole tree around it,
    so that of two good candidates the one under the right heading is taken.
    """
    equal = Matching(pair, frozenset(forbidden))
    _take_equal(equal)
    candidates = _candidates(equal)
    draft = _attempt(Matching(pair, frozenset(forbidden)), dict(candidates), sorted(stated))
    matching = _attempt(Matching(pair, frozenset(forbidden), draft=draft), candidates, sorted(stated))
    uncross(matching)
    return matching


def _attempt(matching: Matching, candidates: dict[tuple[int, int], float], stated: list[tuple[int, int]]) -> Matching:
    for old, new in stated:
        if matching.free(old, new):
            matching.take(old, new, matching.pair.likeness(old, new), 1.0, stated=True)
    _take_equal(matching)
    if matching.draft is not None:
        for main in matching.draft.matches.values():
            if matching.pair.earlier.provisions[main.old].titled and matching.free(main.old, main.new):
                matching.take(main.old, main.new, main.likeness, main.score)
    for least, lead in ROUNDS:
        match_titled(matching, least)
        _add_families(matching, candidates)
        while _take_best(matching, candidates, least, lead):
            pass
    _take_named(matching)
    match_titled(matching, 0.0)
    if matching.draft is None:
        settle(matching, [])
    return matching


def _take_named(matching: Matching) -> None:
    """Take what is left with a text under the title that one on each side has: it was rewritten."""
    once = [
        {title: places[0] for title, places in by_title.items() if len(places) == 1}
        for by_title in map(_by_title, (matching.pair.earlier, matching.pair.later))
    ]
    for title, old in once[0].items():
        new = once[1].get(title)
        if new is not None and matching.free(old, new):
            matching.take(old, new, matching.pair.likeness(old, new), SURE)


def _by_title(edition: AlignedEdition) -> dict[tuple[str, ...], list[int]]:
    """The places of the provisions with a title of several words above a text, by its words."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, provision in enumerate(edition.provisions):
        words = era_words(provision.title) if provision.title and provision.text else ()
        if len(words) > 1:
            places[words].append(place)
    return places


def _take_equal(matching: Matching) -> None:
    for old, new in matching.pair.equal:
        if matching.free(old, new):
            matching.take(old, new, 1.0, 1.0)


def _candidates(equal: Matching) -> dict[tuple[int, int], float]:
    """Pairs of untitled provisions that share rare words, with their likeness: a few for each without an equal."""
    pair = equal.pair
    holders: dict[object, list[int]] = defaultdict(list)
    totals: dict[int, float] = {}
    for new, provision in enumerate(pair.later.provisions):
        if not provision.titled and new not in equal.forebear:
            totals[new] = pair.new[new].total
            for part in pair.new[new].weights:
                if pair.frequency[part] <= _COMMON:
                    holders[part].append(new)
    best_of_new: dict[int, list[tuple[float, int]]] = defaultdict(list)
    pairs: dict[tuple[int, int], float] = {}
    for old, provision in enumerate(pair.earlier.provisions):
        if provision.titled or old in equal.heir:
            continue
        features = pair.old[old]
        weight: dict[int, float] = defaultdict(float)
        for part, value in features.weights.items():
            for new in holders.get(part, ()):
                weight[new] += value
        # what two long provisions share by chance must count for less than most of a short one
        own = features.total
        ranked = [(-2 * value / (own + totals[new]), new) for new, value in weight.items()]
        within = [(-value / min(own, totals[new]), new) for new, value in weight.items()]
        for _, new in (*nsmallest(_CANDIDATES, ranked), *nsmallest(_CANDIDATES // 2, within)):
            pairs[old, new] = 0.0
        for value, new in ranked:
            best_of_new[new].append((value, old))
    for new, ranked_olds in best_of_new.items():
        for _, old in nsmallest(_CANDIDATES, ranked_olds):
            pairs[old, new] = 0.0
    return {(old, new): pair.likeness(old, new) for old, new in sorted(pairs)}


def _add_families(matching: Matching, candidates: dict[tuple[int, int], float]) -> None:
    """Add pairs of children of matched parents, and of the free neighbours of matched provisions, as candidates."""
    pair = matching.pair
    families: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for index, parent in enumerate(pair.earlier.parent):
        if index not in matching.heir and parent in matching.heir:
            families[parent][0].append(index)
    for index, parent in enumerate(pair.later.parent):
        if index not in matching.forebear and parent in matching.forebear:
            families[matching.forebear[parent]][1].append(index)
    for olds, news in families.values():
        if len(olds) * len(news) > _FAMILY * _FAMILY:
            continue
        for old in olds:
            for new in news:
                if not (pair.earlier.provisions[old].titled or pair.later.provisions[new].titled):
                    candidates.setdefault((old, new), pair.likeness(old, new))


def _take_best(matching: Matching, candidates: dict[tuple[int, int], float], least: float, lead: float) -> bool:
    """Take every pair that is the best for both sides by the required lead; returns whether there was one."""
    scored: list[tuple[float, float, int, int]] = []
    best_old: dict[int, list[float]] = defaultdict(list)
    best_new: dict[int, list[float]] = defaultdict(list)
    for done in [key for key in candidates if not matching.free(*key)]:
        del candidates[done]
    for (old, new), likeness in candidates.items():
        if likeness < LEAST_LIKENESS:
            continue
        score = likeness + context(matching, old, new)
        if score < least - max(0.1, lead):
            continue
        scored.append((-score, -likeness, old, new))
        best_old[old].append(score)
        best_new[new].append(score)
    taken = False
    for scores in (*best_old.values(), *best_new.values()):
        scores.sort(reverse=True)
    for negative, likeness, old, new in sorted(scored):
        score = -negative
        if score < least or not matching.free(old, new):
            continue
        if leads(score, best_old[old], lead) and leads(score, best_new[new], lead):
            matching.take(old, new, -likeness, max(score, SURE) if lead >= CLEAR_LEAD else score)
            taken = True
    return taken
