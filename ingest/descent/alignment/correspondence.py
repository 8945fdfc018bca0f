"""The growing alignment of two books, and the evidence of the tree around two provisions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ingest.descent.alignment.editions import AlignedProvision, Pair

LEAST_LIKENESS = 0.30
"""Minimum likeness; below it neighbours and parents alone make no match."""
SURE = 0.53
"""Below this score a match is only a possibility, shown as one and not followed."""
CLEAR_LEAD = 0.15
"""With this lead over all alternatives, for both sides, a match is sure at a lower score."""


@dataclass(frozen=True)
class Match:
    """A main line between positions of two books. ``likeness`` is of the words alone, ``score`` includes context."""

    old: int
    new: int
    likeness: float
    score: float
    stated: bool = False
    note: str = ""
    """Further evidence, beside words and position."""

    @property
    def doubtful(self) -> bool:
        """Whether it is only a possibility."""
        return not self.stated and self.score < SURE


@dataclass(frozen=True)
class Branch:
    """A branch: a split if the earlier one has another main successor, a merge if the later has another predecessor.

    ``rests`` is true if it rests on words that the main lines lost; otherwise it repeats words of the main successor.
    """

    old: int
    new: int
    kind: str
    score: float
    doubtful: bool
    rests: bool
    note: str = ""
    """Further evidence, beside words and position."""


@dataclass
class Matching:
    """The growing one-to-one alignment of two books."""

    pair: Pair
    forbidden: frozenset[tuple[int, int]] = frozenset()
    heir: dict[int, int] = field(default_factory=dict)
    forebear: dict[int, int] = field(default_factory=dict)
    matches: dict[int, Match] = field(default_factory=dict)
    common: Counter[tuple[int, int]] = field(default_factory=Counter)
    """For two headings, the number of matches between the untitled provisions under them."""
    draft: Matching | None = None
    """An earlier attempt, whose pairs serve as context where this one has none yet."""
    _followed: dict[tuple[int, int], bool] = field(default_factory=dict)

    def went(self, old: int) -> int | None:
        """The successor of an earlier provision, if known."""
        if old in self.heir or self.draft is None:
            return self.heir.get(old)
        return self.draft.heir.get(old)

    def came(self, new: int) -> int | None:
        """The predecessor of a later provision, if known."""
        if new in self.forebear or self.draft is None:
            return self.forebear.get(new)
        return self.draft.forebear.get(new)

    def followed(self, parent: int, other: int) -> bool:
        """Whether most provisions under one heading are under another now, as far as an earlier attempt knows.

        So a section that was merged into another counts as its home, though the other has a predecessor of its own.
        """
        if self.draft is None:
            return False
        known = self._followed.get((parent, other))
        if known is None:
            heirs = [self.draft.heir[child] for child in self.pair.earlier.children[parent] if child in self.draft.heir]
            inside = sum(self.pair.later.parent[heir] == other for heir in heirs)
            known = self._followed[parent, other] = inside >= 2 and inside * 2 > len(heirs)
        return known

    def take(self, old: int, new: int, likeness: float, score: float, *, stated: bool = False, note: str = "") -> None:
        """Record a match; both sides must be free."""
        self.heir[old], self.forebear[new] = new, old
        self.matches[old] = Match(old, new, likeness, min(score, 1.0), stated, note)
        self._count(old, new, 1)

    def release(self, old: int) -> Match:
        """Undo and return the match of an earlier provision."""
        before = self.matches.pop(old)
        self._count(old, before.new, -1)
        del self.forebear[self.heir.pop(old)]
        return before

    def settled(self, old: int) -> bool:
        """Whether an earlier provision has a sure main line."""
        main = self.matches.get(old)
        return main is not None and not main.doubtful

    def prefer(self, old: int, new: int, likeness: float, score: float, *, note: str) -> None:
        """Record a sure match, replacing doubtful ones of either side."""
        for doubted in {old, self.forebear.get(new, old)} & self.heir.keys():
            self.release(doubted)
        self.take(old, new, likeness, max(score, SURE), note=note)

    def exchange(self, old: int, new: int) -> None:
        """Give a matched provision another, free successor; the more of the shorter text is kept, the surer."""
        before = self.release(old)
        likeness = self.pair.likeness(old, new)
        shared_part = self.pair.shared(old, new) / min(self.pair.old[old].total, self.pair.new[new].total)
        around = likeness + context(self, old, new)
        self.take(old, new, likeness, max(around, min(before.score, SURE), min(0.95, 0.45 + 0.5 * shared_part)))

    def _count(self, old: int, new: int, by: int) -> None:
        if not (self.pair.earlier.provisions[old].titled or self.pair.later.provisions[new].titled):
            for up in self.pair.earlier.headings[old]:
                for over in self.pair.later.headings[new]:
                    self.common[up, over] += by

    def free(self, old: int, new: int) -> bool:
        """Whether both sides are unmatched and the pair is not forbidden."""
        return old not in self.heir and new not in self.forebear and (old, new) not in self.forbidden

    def unchanged(self, old: int) -> bool:
        """Whether the main successor of an earlier provision has the same words."""
        main = self.matches.get(old)
        return main is not None and main.likeness == 1.0

    def elsewhere(self, old: int, new: int) -> bool:
        """Whether the parents of two provisions do not correspond."""
        return self.heir.get(self.pair.earlier.parent[old]) != self.pair.later.parent[new]

    def at_home(self, old: int, new: int) -> bool:
        """Whether others went from the section of the one to the section of the other."""
        if not self.elsewhere(old, new):
            return True
        ups, overs = self.pair.earlier.headings[old], self.pair.later.headings[new]
        return bool(ups and overs) and self.common[ups[0], overs[0]] >= 2

    def corresponding(self, old: int, new: int) -> bool:
        """Whether the headings or the rules above two provisions correspond."""
        ups, overs = self.pair.earlier.headings[old], self.pair.later.headings[new]
        return not self.elsewhere(old, new) or bool(ups and overs and self.heir.get(ups[0]) == overs[0])

    def related(self, old: int, new: int) -> bool:
        """Whether a later provision is beside, above or under an earlier one's successor, or in its family."""
        earlier, later = self.pair.earlier.parent, self.pair.later.parent
        heir, forebear = self.heir.get(old), self.forebear.get(new)
        if heir is not None and (later[heir] in (later[new], new) or later[new] == heir):
            return True
        if forebear is not None and (earlier[forebear] in (earlier[old], old) or earlier[old] == forebear):
            return True
        home = self.heir.get(earlier[old])
        return home is not None and home in (later[new], new)


def leads(score: float, ranked: list[float], lead: float) -> bool:
    """Whether a score is the best of a ranking, with the given lead over the second."""
    return score >= ranked[0] and (len(ranked) == 1 or score - ranked[1] >= lead)


def context(matching: Matching, old: int, new: int) -> float:
    """The evidence of the surrounding tree for (positive) or against (negative) a match of two provisions."""
    earlier, later = matching.pair.earlier, matching.pair.later
    value = 0.0
    parent, new_parent = earlier.parent[old], later.parent[new]
    family = parent >= 0 and new_parent >= 0 and matching.went(parent) == new_parent
    if parent >= 0 and new_parent >= 0:
        if family:
            value += 0.12
        elif matching.followed(parent, new_parent):
            family = True
            value += 0.10
        else:
            known = matching.went(parent) is not None or matching.came(new_parent) is not None
            above = {matching.went(index) for index in earlier.ancestors(old)}
            if any(index in above for index in later.ancestors(new)):
                value += 0.03
            elif known:
                value -= 0.08
            if other_subject(matching.pair, old, new) and (known or not matching.pair.own(old, new)):
                value -= 1.0
    for neighbours, others in ((earlier.before, later.before), (earlier.after, later.after)):
        left, right = neighbours[old], others[new]
        if left >= 0 and right >= 0:
            if matching.went(left) == right:
                value += 0.06
        elif left < 0 and right < 0 and family:
            value += 0.03
    if earlier.provisions[old].key == later.provisions[new].key:
        value += 0.05
    children, heirs = earlier.children[old], later.children[new]
    if children and heirs:
        value += 0.12 * _kept(matching, children, heirs)
    return value


def other_subject(pair: Pair, old: int, new: int) -> bool:
    """Whether two provisions under different headings each name their own heading and not the other's.

    So "multiple instances of banding are redundant" is not matched with the same sentence on intimidate.
    """
    earlier, later = pair.earlier, pair.later
    if earlier.parent[old] < 0 or later.parent[new] < 0:
        return False
    old_heading, new_heading = earlier.provisions[earlier.parent[old]], later.provisions[later.parent[new]]
    if not (_is_subject(old_heading) and _is_subject(new_heading)):
        return False
    old_words, new_words = set(earlier.provisions[old].era_words), set(later.provisions[new].era_words)
    subject, their_subject = set(old_heading.era_words) - new_words, set(new_heading.era_words) - old_words
    return bool(subject & old_words) and bool(their_subject & new_words)


def _is_subject(provision: AlignedProvision) -> bool:
    """Whether a title names the subject below it: a keyword's heading, or a section of a lettered collection."""
    return provision.kind == "heading" or (provision.kind == "section" and provision.number[:1].isalpha())


def _kept(matching: Matching, olds: list[int], news: list[int]) -> float:
    """The share of two families that is matched with each other, 0 to 1."""
    inside = set(news)
    return 2 * sum(matching.went(old) in inside for old in olds) / (len(olds) + len(news))
