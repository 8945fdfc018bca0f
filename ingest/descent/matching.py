"""Matching: each provision's one main heir, found from equal words first, then from the tree, then from wording.

The rounds grow more lenient. In each, a pair is taken only when both sides are each other's best free candidate and
nothing comes near, so that look-alikes ("multiple instances of flying are redundant") wait until their headings,
parents and neighbours are matched and tell them apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ingest.descent.books import Book, Pair

ROUNDS = ((0.95, 0.04), (0.85, 0.04), (0.75, 0.03), (0.66, 0.03), (0.75, 0.0), (0.58, 0.02), (0.58, 0.0), (0.47, 0.0))
"""Of each round: what likeness and context together must reach, and by how much the best must lead."""
LEAST_LIKENESS = 0.30
"""Below this, neighbours and parents alone do not make a provision the heir of another."""
SURE = 0.58
"""Below this a pair is a possibility, to be shown as one and not followed."""
_COMMON = 40
"""Words of more provisions than this propose no candidates."""
_CANDIDATES = 8
_FAMILY = 40
"""Families of at most this size propose all pairs of their members."""


@dataclass(frozen=True)
class Match:
    """A main line of descent between places of two books. ``likeness`` is of the words alone, ``score`` with context."""

    old: int
    new: int
    likeness: float
    score: float
    stated: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether it is only a possibility."""
        return not self.stated and self.score < SURE


@dataclass
class Matching:
    """The growing one-to-one correspondence of two books."""

    pair: Pair
    forbidden: frozenset[tuple[int, int]] = frozenset()
    heir: dict[int, int] = field(default_factory=dict)
    forebear: dict[int, int] = field(default_factory=dict)
    found: dict[int, Match] = field(default_factory=dict)

    def take(self, old: int, new: int, likeness: float, score: float, *, stated: bool = False) -> None:
        """Record a pair; both sides must be free."""
        self.heir[old], self.forebear[new] = new, old
        self.found[old] = Match(old, new, likeness, min(score, 1.0), stated)

    def free(self, old: int, new: int) -> bool:
        """Whether both sides are unmatched and nobody forbids the pair."""
        return old not in self.heir and new not in self.forebear and (old, new) not in self.forbidden


def match(pair: Pair, *, stated: Iterable[tuple[int, int]] = (), forbidden: Iterable[tuple[int, int]] = ()) -> Matching:
    """Match two books. ``stated`` pairs are taken as given, ``forbidden`` ones are never made."""
    matching = Matching(pair, frozenset(forbidden))
    for old, new in sorted(stated):
        if matching.free(old, new):
            matching.take(old, new, pair.likeness(old, new), 1.0, stated=True)
    _take_equal(matching)
    candidates = _candidates(pair)
    for least, lead in ROUNDS:
        _match_titled(matching, least)
        _add_families(matching, candidates)
        while _take_best(matching, candidates, least, lead):
            pass
    _match_titled(matching, 0.0)
    return matching


def _take_equal(matching: Matching) -> None:
    """Take provisions whose words occur once in either book; the vocabulary of the era does not count."""
    pair = matching.pair
    for least_words, titled in ((5, False), (1, True)):
        groups: dict[tuple[str, ...], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for side, book in enumerate((pair.earlier, pair.later)):
            for index, provision in enumerate(book.provisions):
                if provision.titled == titled and len(provision.era_words) >= least_words:
                    groups[provision.era_words][side].append(index)
        for olds, news in groups.values():
            if len(olds) == len(news) == 1 and matching.free(olds[0], news[0]):
                matching.take(olds[0], news[0], 1.0, 1.0)


def _candidates(pair: Pair) -> dict[tuple[int, int], float]:
    """Pairs of untitled provisions that share rare words, with their likeness: a few for each provision."""
    holders: dict[object, list[int]] = defaultdict(list)
    for new, features in enumerate(pair.new):
        if not pair.later.provisions[new].titled:
            for part in features.weights:
                if pair.frequency[part] <= _COMMON:
                    holders[part].append(new)
    best_of_new: dict[int, list[tuple[float, int]]] = defaultdict(list)
    found: dict[tuple[int, int], float] = {}
    for old, features in enumerate(pair.old):
        if pair.earlier.provisions[old].titled:
            continue
        weight: dict[int, float] = defaultdict(float)
        for part, value in features.weights.items():
            for new in holders.get(part, ()):
                weight[new] += value
        # what two long provisions happen to share is worth less than what makes up a short one
        ranked = sorted(((2 * value / (features.total + pair.new[new].total), new) for new, value in weight.items()), key=_first)
        for value, new in ranked[:_CANDIDATES]:
            found[old, new] = 0.0
        for value, new in ranked:
            best_of_new[new].append((value, old))
    for new, ranked_olds in best_of_new.items():
        for _, old in sorted(ranked_olds, key=_first)[:_CANDIDATES]:
            found[old, new] = 0.0
    return {(old, new): pair.likeness(old, new) for old, new in sorted(found)}


def _first(ranked: tuple[float, int]) -> tuple[float, int]:
    return -ranked[0], ranked[1]


def _add_families(matching: Matching, candidates: dict[tuple[int, int], float]) -> None:
    """Let the children of matched parents, and the free neighbours of matched provisions, be candidates too."""
    pair = matching.pair
    for old, new in matching.heir.items():
        olds = [index for index in pair.earlier.children[old] if index not in matching.heir]
        news = [index for index in pair.later.children[new] if index not in matching.forebear]
        if len(olds) * len(news) > _FAMILY * _FAMILY:
            continue
        for one in olds:
            for other in news:
                if not (pair.earlier.provisions[one].titled or pair.later.provisions[other].titled):
                    candidates.setdefault((one, other), pair.likeness(one, other))


def _take_best(matching: Matching, candidates: dict[tuple[int, int], float], least: float, lead: float) -> bool:
    """Take every pair that is the best for both its sides by the lead asked for; says whether there was one."""
    scored: list[tuple[float, float, int, int]] = []
    best_old: dict[int, list[float]] = defaultdict(list)
    best_new: dict[int, list[float]] = defaultdict(list)
    for (old, new), likeness in candidates.items():
        if likeness < LEAST_LIKENESS or not matching.free(old, new):
            continue
        score = likeness + context(matching, old, new)
        if score < least - 0.1:
            continue
        scored.append((-score, -likeness, old, new))
        best_old[old].append(score)
        best_new[new].append(score)
    taken = False
    for key in (*best_old, ):
        best_old[key].sort(reverse=True)
    for key in (*best_new, ):
        best_new[key].sort(reverse=True)
    for negative, likeness, old, new in sorted(scored):
        score = -negative
        if score < least or not matching.free(old, new):
            continue
        if _leads(score, best_old[old], lead) and _leads(score, best_new[new], lead):
            matching.take(old, new, -likeness, score)
            taken = True
    return taken


def _leads(score: float, ranked: list[float], lead: float) -> bool:
    """Whether a score is the best of a ranking and the second stays behind by the lead."""
    return score >= ranked[0] and (len(ranked) == 1 or score - ranked[1] >= lead)


def context(matching: Matching, old: int, new: int) -> float:
    """What the tree around two provisions says for (positive) or against (negative) their being one."""
    earlier, later = matching.pair.earlier, matching.pair.later
    value = 0.0
    parent, other = earlier.parent[old], later.parent[new]
    if parent >= 0 and other >= 0:
        if matching.heir.get(parent) == other:
            value += 0.12
        else:
            above = {matching.heir.get(index) for index in earlier.ancestors(old)}
            if any(index in above for index in later.ancestors(new)):
                value += 0.03
            elif parent in matching.heir and other in matching.forebear:
                value -= 0.06
    for neighbours, others in ((earlier.before, later.before), (earlier.after, later.after)):
        one, two = neighbours[old], others[new]
        if one >= 0 and two >= 0:
            if matching.heir.get(one) == two:
                value += 0.06
        elif one < 0 and two < 0 and parent >= 0 and matching.heir.get(parent) == other:
            value += 0.03
    if earlier.provisions[old].key == later.provisions[new].key:
        value += 0.05
    children, heirs = earlier.children[old], later.children[new]
    if children and heirs:
        value += 0.12 * _kept(matching, children, heirs)
    return value


def _kept(matching: Matching, olds: list[int], news: list[int]) -> float:
    """The share of two families that is matched to each other, 0 to 1."""
    inside = set(news)
    return 2 * sum(matching.heir.get(old) in inside for old in olds) / (len(olds) + len(news))


def _match_titled(matching: Matching, least: float) -> None:
    """Match chapters, sections and headings by their titles and by where the provisions under them went."""
    pair = matching.pair
    votes = _votes(matching)
    scored: list[tuple[float, int, int]] = []
    for (old, new), kept in votes.items():
        if matching.free(old, new):
            scored.append((_titled_score(pair, old, new, kept), old, new))
    by_title: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for new, provision in enumerate(pair.later.provisions):
        if provision.titled and new not in matching.forebear:
            by_title[provision.era_words].append(new)
    for old, provision in enumerate(pair.earlier.provisions):
        if provision.titled and old not in matching.heir:
            for new in by_title.get(provision.era_words, ()):
                if (old, new) not in votes and matching.free(old, new):
                    scored.append((_titled_score(pair, old, new, 0.0) + context(matching, old, new), old, new))
    for score, old, new in sorted(scored, key=lambda row: (-row[0], row[1], row[2])):
        if score >= max(least, 0.5) and matching.free(old, new):
            matching.take(old, new, pair.likeness(old, new), score)


def _titled_score(pair: Pair, old: int, new: int, kept: float) -> float:
    """Title and contents of two headings weighed together."""
    likeness = pair.likeness(old, new)
    same_level = pair.earlier.provisions[old].kind == pair.later.provisions[new].kind
    if pair.earlier.provisions[old].era_words == ("general",):
        likeness *= 0.5  # every chapter has one
    return 0.6 * likeness + 0.6 * kept + (0.05 if same_level else 0.0)


def _votes(matching: Matching) -> dict[tuple[int, int], float]:
    """For pairs of headings, how much of what stands under the one is matched to what stands under the other."""
    earlier, later = matching.pair.earlier, matching.pair.later
    common: dict[tuple[int, int], int] = defaultdict(int)
    for old, new in matching.heir.items():
        if earlier.provisions[old].titled or later.provisions[new].titled:
            continue
        ups = [index for index in earlier.ancestors(old) if earlier.provisions[index].titled]
        overs = [index for index in later.ancestors(new) if later.provisions[index].titled]
        for up in ups:
            for over in overs:
                common[up, over] += 1
    sizes = [_contents(book) for book in (earlier, later)]
    return {
        (old, new): 2 * count / (sizes[0][old] + sizes[1][new])
        for (old, new), count in sorted(common.items())
        if _same_rank(earlier, old, later, new)
    }


def _same_rank(earlier: Book, old: int, later: Book, new: int) -> bool:
    """A chapter can become a section and a section a heading, but a chapter never becomes a heading."""
    ranks = {"chapter": 0, "section": 1, "heading": 2}
    return abs(ranks[earlier.provisions[old].kind] - ranks[later.provisions[new].kind]) <= 1


def _contents(book: Book) -> list[int]:
    """How many untitled provisions stand under each provision."""
    sizes = [0] * len(book)
    for index, provision in enumerate(book.provisions):
        if not provision.titled:
            for above in book.ancestors(index):
                sizes[above] += 1
    return sizes
