"""Evidence: everything in favour of a match between two provisions, where no single thing proves it.

Only loose words count: those that a provision's successors lack, and those that a provision's predecessors lacked.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from itertools import pairwise

from ingest.descent.alignment.citation_evidence import cited
from ingest.descent.alignment.clauses import sentences
from ingest.descent.alignment.correspondence import Branch, Matching, other_subject
from ingest.descent.alignment.editions import AlignedEdition, overlap, without
from ingest.descent.alignment.vocabulary import era_words

_COMMON = 60
"""Words in more provisions than this propose nothing."""
_RARE = 0.8
"""A phrase is rare if two adjacent words of it weigh at least this share of a unique word."""
_MIN_WORDS = 3
_SOUND = 3.0
"""A sentence that weighs less than this many unique words counts for less ..."""
_TELLING = 0.25
"""Words below this share of a unique word count for nothing in a phrase."""
_NUMBER = re.compile(r"\w+(?:\.\w+)*")
"""A number of any scheme, delimited on both sides."""
_MAX_CANDIDATES = 12
"""Candidates examined for each provision: those with most loose words in common."""

Bag = dict[object, float]
Lines = Mapping[int, set[int]]


@dataclass(frozen=True)
class Evidence:
    """The evidence for a pair, each 0 if missing. Weights are measured in unique words."""

    old: int
    new: int
    gone: bool
    """Whether the earlier one has no successor ..."""
    came: bool
    """... and whether the later one has no predecessor."""
    sentence: float
    """The largest share of a sentence of the side without successor or predecessor that is loose and the other's."""
    phrase: float
    """The weight of loose rare phrases common to both, as the logarithm of one more."""
    words: float
    """The share of the lighter one's words that the other has too."""
    family: float
    """Whether one is beside, above or under a successor or predecessor of the other, or where its family went."""
    order: float
    """On how many sides the neighbours correspond; half for a side without neighbour."""
    cited: float
    """Whether citations of the one became citations of the other."""


class Loose:
    """The loose words of two books, given the sure main lines and branches."""

    def __init__(self, matching: Matching, branches: Iterable[Branch]) -> None:
        self.matching, pair = matching, matching.pair
        self._lexicon = pair.lexicon
        self.main = {match.old: match.new for match in matching.matches.values() if not match.doubtful}
        self.heirs: dict[int, set[int]] = defaultdict(set)
        self.forebears: dict[int, set[int]] = defaultdict(set)
        sure = [(branch.old, branch.new) for branch in branches if not branch.doubtful]
        for old, new in (*self.main.items(), *sure):
            self.heirs[old].add(new)
            self.forebears[new].add(old)
        back = {new: old for old, new in self.main.items()}
        self._bags: dict[tuple[str, ...], Bag] = {}
        self._sentences: dict[str, list[tuple[Bag, float]]] = {}
        self._lost = dict(self._loose(pair.earlier, self.main, self.heirs, pair.later))
        self._gained = dict(self._loose(pair.later, back, self.forebears, pair.earlier))
        self._ways = {
            (_section(pair.earlier, old), _section(pair.later, new)) for old, news in self.heirs.items() for new in news
        }
        self._beside = _neighbours(pair.earlier, self.main)
        self._citing: dict[int, frozenset[int]] = {}

    def pairs(self) -> Iterator[Evidence]:
        """The evidence for every pair with enough loose words in common, in the order of the earlier book."""
        matching, frequency = self.matching, self.matching.pair.frequency
        holders: dict[object, list[int]] = defaultdict(list)
        for new, gained in self._gained.items():
            for word in gained:
                if frequency[word] <= _COMMON:
                    holders[word].append(new)
        for old, lost in self._lost.items():
            common: dict[int, float] = defaultdict(float)
            for word, weight in lost.items():
                for new in holders.get(word, ()):
                    common[new] += min(weight, self._gained[new][word])
            for _, new in nlargest(_MAX_CANDIDATES, ((weight, -new) for new, weight in common.items())):
                if -new in self.heirs[old] or (old, -new) in matching.forbidden:
                    continue
                if not (matching.elsewhere(old, -new) and other_subject(matching.pair, old, -new)):
                    yield self._evidence(old, -new)

    def _loose(
        self, book: AlignedEdition, main: Mapping[int, int], lines: Lines, other: AlignedEdition
    ) -> Iterator[tuple[int, Bag]]:
        """For each changed provision, the weighted words that no provision joined to it by a line has."""
        for index, provision in enumerate(book.provisions):
            words = provision.era_words
            if provision.titled or len(words) < _MIN_WORDS:
                continue
            if index in main and other.provisions[main[index]].era_words == words:
                continue
            left = self._bag(words)
            for joined in lines[index]:
                left = without(left, self._bag(other.provisions[joined].era_words))
            if left:
                yield index, left

    def _bag(self, words: tuple[str, ...]) -> Bag:
        """Words weighted by rarity; one that a single provision has weighs 1. Memoized, as it is never changed."""
        bag = self._bags.get(words)
        if bag is None:
            worth, frequency, rarest = self._lexicon.worth, self._lexicon.frequency, self._lexicon.rarest
            often = Counter(words)
            bag = self._bags[words] = {word: worth(frequency[word]) / rarest * often[word] for word in often}
        return bag

    def _evidence(self, old: int, new: int) -> Evidence:
        pair = self.matching.pair
        earlier, later = pair.earlier.provisions[old], pair.later.provisions[new]
        lost, gained = self._lost[old], self._gained[new]
        gone, came = not self.heirs[old], not self.forebears[new]
        old_bag, new_bag = self._bag(earlier.era_words), self._bag(later.era_words)
        return Evidence(
            old,
            new,
            gone,
            came,
            max(
                self._sentence(earlier.text, lost, gained) if gone else 0.0,
                self._sentence(later.text, gained, lost) if came else 0.0,
            ),
            math.log1p(self._phrase(old, new)),
            overlap(old_bag, new_bag) / min(sum(old_bag.values()), sum(new_bag.values())),
            float(self._akin(old, new)),
            self._order(old, new),
            float(self._cited(old, new)),
        )

    def _sentence(self, text: str, loose: Bag, other: Bag) -> float:
        """The largest share of a sentence that is loose, and loose in the other provision too."""
        best = 0.0
        for words, weight in self._weighed_sentences(text):
            common = sum(
                [min(mine, loose[word], other[word]) for word, mine in words.items() if word in loose and word in other]
            )
            best = max(best, common / max(weight, _SOUND))
        return best

    def _weighed_sentences(self, text: str) -> list[tuple[Bag, float]]:
        """The sentences of a text, each with its weighted words and their total weight."""
        weighed = self._sentences.get(text)
        if weighed is None:
            bags = [self._bag(era_words(sentence)) for sentence in sentences(text)]
            weighed = self._sentences[text] = [(bag, sum(bag.values())) for bag in bags]
        return weighed

    def _phrase(self, old: int, new: int) -> float:
        """The weight of the words in rare phrases of three that one provision lost and the other gained."""
        pair, lexicon = self.matching.pair, self.matching.pair.lexicon
        old_words, new_words = pair.earlier.provisions[old].era_words, pair.later.provisions[new].era_words
        common = _phrases(old_words) & _phrases(new_words)
        for heir in self.heirs[old]:
            common -= _phrases(pair.later.provisions[heir].era_words)
        for forebear in self.forebears[new]:
            common -= _phrases(pair.earlier.provisions[forebear].era_words)
        enough = _RARE * lexicon.rarest
        rare = [
            phrase
            for phrase in common
            if any(lexicon.worth(lexicon.frequency[two_words]) >= enough for two_words in pairwise(phrase))
        ]
        weights = self._bag(tuple(sorted({word for phrase in rare for word in phrase})))
        return sum([weight for weight in weights.values() if weight >= _TELLING])

    def _akin(self, old: int, new: int) -> bool:
        """Whether one is beside, above or under a successor or predecessor of the other, or where its family went."""
        earlier, later = self.matching.pair.earlier.parent, self.matching.pair.later.parent
        if earlier[old] >= 0 and self.main.get(earlier[old]) == later[new] >= 0:
            return True
        return any(
            later[heir] == new or later[new] == heir or later[heir] == later[new] >= 0 for heir in self.heirs[old]
        ) or any(
            earlier[before] == old or earlier[old] == before or earlier[before] == earlier[old] >= 0
            for before in self.forebears[new]
        )

    def _order(self, old: int, new: int) -> float:
        """On how many sides the neighbours correspond; half where a section begins or ends."""
        pair = self.matching.pair
        home = _section(pair.later, new)
        sides = 0.0
        for neighbour, sign in zip(self._beside[old], (1, -1), strict=True):
            if neighbour < 0:
                sides += 0.5 if (_section(pair.earlier, old), home) in self._ways else 0.0
            elif _section(pair.later, self.main[neighbour]) == home and sign * (new - self.main[neighbour]) >= 0:
                sides += 1.0
        return sides

    @cached_property
    def _naming(self) -> Mapping[str, list[int]]:
        """Possible numbers, and the earlier provisions whose texts contain them."""
        naming: dict[str, list[int]] = defaultdict(list)
        for index, provision in enumerate(self.matching.pair.earlier.provisions):
            for number in set(_NUMBER.findall(provision.text)):
                naming[number].append(index)
        return naming

    def _cited(self, old: int, new: int) -> bool:
        """Whether a successor of a provision that cited the one cites the other."""
        pair = self.matching.pair
        known = self._citing.get(old)
        if known is None:
            naming = self._naming.get(pair.earlier.provisions[old].number, ())
            known = self._citing[old] = frozenset(
                index for index in naming if index != old and old in cited(pair.earlier, index)
            )
        return any(new in cited(pair.later, heir) for citing in known for heir in self.heirs[citing])


def _section(book: AlignedEdition, index: int) -> int:
    """The nearest chapter, section or heading above a provision."""
    return next(iter(book.headings[index]), -1)


def _neighbours(book: AlignedEdition, main: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """For each untitled provision the nearest ones before and after it in its section with main lines; -1 for none."""
    families: dict[int, list[int]] = defaultdict(list)
    for index, provision in enumerate(book.provisions):
        if not provision.titled:
            families[_section(book, index)].append(index)
    beside: dict[int, tuple[int, int]] = {}
    for family in families.values():
        before, after = _nearest(family, main), _nearest(family[::-1], main)
        beside |= {index: (before[index], after[index]) for index in family}
    return beside


def _nearest(family: list[int], main: Mapping[int, int]) -> dict[int, int]:
    """For each provision of a row, the last one before it with a main line; -1 for none."""
    nearest: dict[int, int] = {}
    last = -1
    for index in family:
        nearest[index] = last
        last = index if index in main else last
    return nearest


def _phrases(words: tuple[str, ...]) -> set[tuple[str, str, str]]:
    """All sequences of three words."""
    return set(zip(words, words[1:], words[2:], strict=False))
