"""Crossed matches: two nearly equal rules in two places, each matched with the other's successor."""

from __future__ import annotations

from collections import defaultdict

from ingest.descent.alignment.correspondence import SURE, Matching, context

_ALIKE = 0.5
"""Minimum likeness of each to the provision in its own place now."""


def uncross(matching: Matching) -> None:
    """Exchange the successors of two crossed rules, if words and tree together are better so.

    One of them may have word for word the current text of the other, so equal words prove nothing here.
    """
    pair = matching.pair
    away: dict[tuple[int, int], list[int]] = defaultdict(list)
    for old, main in sorted(matching.matches.items()):
        home = matching.heir.get(pair.earlier.parent[old])
        new_parent = pair.later.parent[main.new]
        if home is not None and home != new_parent and not (main.stated or pair.earlier.provisions[old].titled):
            away[home, new_parent].append(old)
    for (home, new_parent), olds in sorted(away.items()):
        for left in olds:
            for right in away.get((new_parent, home), ()) if home < new_parent else ():
                _exchange(matching, left, right)


def _exchange(matching: Matching, one: int, other: int) -> None:
    """Exchange the successors of two provisions, if both together are surer so."""
    pairs = (one, matching.heir[one]), (other, matching.heir[other])
    straight = (one, pairs[1][1]), (other, pairs[0][1])
    alike = [matching.pair.likeness(*key) for key in straight]
    if min(alike) < _ALIKE or any(key in matching.forbidden for key in straight):
        return
    now = sum(matching.pair.likeness(*key) + context(matching, *key) for key in pairs)
    scores = [likeness + context(matching, *key) for key, likeness in zip(straight, alike, strict=True)]
    if sum(scores) > now:
        for key in pairs:
            matching.release(key[0])
        for key, likeness, score in zip(straight, alike, scores, strict=True):
            matching.take(*key, likeness, max(score, SURE))
