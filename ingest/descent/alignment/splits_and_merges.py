"""Splits and merges: where most of a provision's words come from, beside its main line of descent.

There are two sorts of evidence. Whole clauses that went from one provision to another (`clauses`) prove a branch;
besides, the bags of words of two provisions may show that one took most of its words from the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ingest.descent.alignment.candidates import proposals
from ingest.descent.alignment.citation_evidence import Pointers
from ingest.descent.alignment.clauses import MOVED_FAR, Move, moves
from ingest.descent.alignment.correspondence import LEAST_LIKENESS, Branch, Matching
from ingest.descent.alignment.editions import without
from ingest.descent.alignment.probability import take_probable
from ingest.descent.alignment.remainder import take_remaining
from ingest.descent.alignment.text_reuse import judge

_BODY = 0.2
"""Minimum share of either provision that makes up for clauses that moved only in part."""
_PART = 0.25
"""Minimum share of a new rule from an older one, beyond what another part of that one beside it has."""
_NOTHING_ELSE = 0.95
"""The exception: a new rule with at least this share from the older one."""
_MAX_CLAIMS = 2
"""Maximum provisions that a text may come from if none is at home; more mean that it is common phrasing."""
_HEAVY = 8.0
"""Alternatively, the minimum weight of such clauses in unique words."""
_ALIKE = 0.5
"""Otherwise, the minimum likeness of the provisions."""
_WEAK = 0.62
"""A weaker main line away from home gives way to a more similar rule at home with another predecessor."""
_BETTER = 0.1
_SETTLED = 0.7
"""A successor above this likeness is not replaced."""
_BULK = 1.5
"""A successor is replaced by one with this many times as much of the words."""


def branches(matching: Matching) -> list[Branch]:
    """The branches beside the main lines, in order; first the main lines are moved to where most of the words are."""
    proposed, heirs = proposals(matching), dict(matching.heir)
    _reseat(matching, proposed)
    together = _together(matching)
    moved = {(branch.old, branch.new): branch for branch in _moved(matching, together)}
    if matching.heir != heirs:
        proposed = proposals(matching)
    pointers = Pointers(matching)
    judged = [
        branch for pair in proposed if (branch := judge(matching, *pair, pointers, whole_clause=pair in together))
    ]
    judged = _from_home(matching, judged, set(moved))
    best: dict[tuple[str, int], Branch] = {}
    for branch in judged:
        orphan = branch.kind, branch.new if branch.kind == "split" else branch.old
        best_so_far = best.get(orphan)
        if best_so_far is None or (branch.rests, branch.score) > (best_so_far.rests, best_so_far.score):
            best[orphan] = branch
    chosen = {
        (branch.old, branch.new): branch
        for branch in judged
        if (branch.rests or branch in best.values()) and not _like_a_part(matching, set(moved), branch)
    }
    for key, branch in moved.items():
        if key not in chosen or chosen[key].doubtful:
            chosen[key] = branch
    for branch in take_remaining(matching, chosen.values()):
        chosen[branch.old, branch.new] = branch
    for branch in take_probable(matching, list(chosen.values())):
        chosen[branch.old, branch.new] = branch
    return [chosen[key] for key in sorted(chosen)]


def _reseat(matching: Matching, proposed: Iterable[tuple[int, int]]) -> None:
    """Make the provision with most of a rule that was taken apart its successor, instead of the most similar one.

    Also release a weak successor, if a rule at home with another predecessor matches the older one too.
    """
    pair = matching.pair
    for old, new in proposed:
        heir, main = matching.heir.get(old), matching.matches.get(old)
        if heir is None or main is None or main.stated or main.likeness > _SETTLED:
            continue
        if new not in matching.forebear:
            if pair.shared(old, new) > _BULK * pair.shared(old, heir) and pair.likeness(old, new) >= LEAST_LIKENESS:
                matching.exchange(old, new)
        elif main.score < _WEAK and matching.elsewhere(old, heir) and _better(matching, old, new):
            matching.release(old)


def _better(matching: Matching, old: int, new: int) -> bool:
    """Whether a later provision at home is clearly more similar to an earlier one than its main successor."""
    return matching.at_home(old, new) and matching.pair.likeness(old, new) >= matching.matches[old].likeness + _BETTER


def _together(matching: Matching) -> dict[tuple[int, int], list[Move]]:
    """The clauses that moved, by the pair of provisions."""
    together: dict[tuple[int, int], list[Move]] = defaultdict(list)
    for move in moves(matching):
        together[move.old, move.new].append(move)
    return together


def _moved(matching: Matching, together: dict[tuple[int, int], list[Move]]) -> list[Branch]:
    """The branches along which clauses moved, clearest first; a pair without main lines becomes a main line."""
    pair = matching.pair
    branches = []
    clearest = {key: max(move.share for move in group) for key, group in together.items()}
    for old, new in sorted(together, key=lambda key: (-clearest[key], key)):
        weight, most = sum(move.weight for move in together[old, new]), clearest[old, new]
        of_old, of_new = weight / pair.old[old].total, weight / pair.new[new].total
        score = min(0.99, 0.45 + 0.5 * most)
        weighty = max(of_old, of_new) >= _BODY or pair.likeness(old, new) >= _ALIKE
        weighty = weighty or weight >= _HEAVY * pair.lexicon.rarest
        if matching.free(old, new):
            if weighty:
                matching.take(old, new, pair.likeness(old, new), score)
        elif weighty or most >= MOVED_FAR:
            split = new not in matching.forebear or (old in matching.heir and of_new >= of_old)
            branches.append(Branch(old, new, "split" if split else "merged", score, doubtful=False, rests=True))
    return branches


def _from_home(matching: Matching, candidates: list[Branch], proven: set[tuple[int, int]]) -> list[Branch]:
    """The branches without those that home explains: a provision at home wins over one elsewhere, and a text that many
    provisions have comes from none of them.
    """
    claims: dict[tuple[str, int], list[Branch]] = defaultdict(list)
    for branch in candidates:
        claims[("new", branch.new) if branch.kind == "split" else ("old", branch.old)].append(branch)
    chosen = []
    for group in claims.values():
        near = [branch for branch in group if matching.at_home(branch.old, branch.new)]
        some = near or (group if len(group) <= _MAX_CLAIMS else [])
        chosen += [branch for branch in group if branch in some or (branch.old, branch.new) in proven]
    return sorted(chosen, key=lambda branch: (branch.old, branch.new))


def _like_a_part(matching: Matching, parts: set[tuple[int, int]], branch: Branch) -> bool:
    """Whether a new rule has hardly more of an older one than a proven part of that beside it."""
    pair, above = matching.pair, matching.pair.later.parent[branch.new]
    if (branch.old, branch.new) in parts or branch.new in matching.forebear or above < 0 or not branch.rests:
        return False
    if branch.score >= _NOTHING_ELSE:
        return False
    features = pair.new[branch.new]
    left = without(features.weights, without(features.weights, pair.old[branch.old].weights))
    beside = [sibling for sibling in pair.later.children[above] if sibling != branch.new]
    return any(
        sum(without(left, pair.new[sibling].weights).values()) < _PART * features.total
        for sibling in beside
        if (branch.old, sibling) in parts or matching.heir.get(branch.old) == sibling
    )
