"""Books: two editions side by side, prepared for matching: their words, their trees, and how rare each word is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from rapidfuzz.distance import Indel

from ingest.descent.vocabulary import era_words, plain_words
from rulesite.text.wording import fingerprint

TITLED = frozenset({"chapter", "section", "heading"})
"""Kinds that are known by a title and by what stands under them."""
_OWN = 3
"""Words in no more provisions than this, both books counted, are a provision's own."""
LONG = 12
"""From so many words on, a provision that stands whole inside a longer one counts for most of what it can."""


@dataclass(frozen=True)
class Provision:
    """One provision as descent needs it; the fields are those of an edition's tree."""

    key: str
    number: str
    kind: str
    title: str
    text: str
    parent: str
    examples: tuple[str, ...] = ()

    @cached_property
    def _printed(self) -> str:
        return f"{self.title}\n{self.text}"

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Words of title and text, cited numbers masked."""
        return plain_words(self._printed)

    @cached_property
    def era_words(self) -> tuple[str, ...]:
        """The same with the vocabulary of its time folded."""
        return era_words(self._printed)

    @cached_property
    def fingerprint(self) -> str:
        """Equal when title and text are the same words and numbers."""
        return fingerprint(self._printed)

    @cached_property
    def titled(self) -> bool:
        """Whether it is a chapter, a section or a heading."""
        return self.kind in TITLED


class Book:
    """The provisions of one edition, in order, with their tree."""

    def __init__(self, provisions: Iterable[Provision]) -> None:
        self.provisions: list[Provision] = list(provisions)
        self.at: dict[str, int] = {provision.key: index for index, provision in enumerate(self.provisions)}
        self.parent: list[int] = [self.at.get(provision.parent, -1) for provision in self.provisions]
        self.children: list[list[int]] = [[] for _ in self.provisions]
        self.roots: list[int] = []
        for index, parent in enumerate(self.parent):
            (self.children[parent] if parent >= 0 else self.roots).append(index)
        self.before: list[int] = [-1] * len(self.provisions)
        self.after: list[int] = [-1] * len(self.provisions)
        for family in [self.roots, *self.children]:
            for one, other in pairwise(family):
                self.after[one], self.before[other] = other, one

    def __len__(self) -> int:
        return len(self.provisions)

    def ancestors(self, index: int) -> Iterator[int]:
        """The provisions above one, nearest first."""
        above = self.parent[index]
        while above >= 0:
            yield above
            above = self.parent[above]


@dataclass
class Features:
    """The weighed words and word pairs of one provision."""

    weights: dict[object, float]
    total: float
    sequence: str
    """One character for each word, so that sequences compare fast."""


@dataclass
class Pair:
    """Two books and how alike their provisions are. Indexes of provisions are places in their book."""

    earlier: Book
    later: Book
    old: list[Features] = field(init=False)
    new: list[Features] = field(init=False)

    def __post_init__(self) -> None:
        known: dict[tuple[str, ...], Counter[object]] = {}  # most provisions say in one book what they say in the other
        both = [
            [
                known.get(provision.era_words) or known.setdefault(provision.era_words, _parts(provision.era_words))
                for provision in book.provisions
            ]
            for book in (self.earlier, self.later)
        ]
        frequency: Counter[object] = Counter()
        for parts in (*both[0], *both[1]):
            frequency.update(parts.keys())
        size = len(self.earlier) + len(self.later)
        rarity = {part: math.log(1 + size / count) for part, count in frequency.items()}
        signs: dict[str, str] = {}
        weighed = {said: _features(parts, said, rarity, signs) for said, parts in known.items()}
        self.old, self.new = (
            [weighed[provision.era_words] for provision in book.provisions] for book in (self.earlier, self.later)
        )
        self._known: dict[tuple[int, int], float] = {}
        self.frequency = frequency

    def shared(self, a: int, b: int) -> float:
        """The weight of what an earlier and a later provision have in common."""
        return overlap(self.old[a].weights, self.new[b].weights)

    def own(self, a: int, b: int) -> bool:
        """Whether two provisions share anything that hardly another says; what all keywords say is not their own."""
        other = self.new[b].weights
        return any(part in other and self.frequency[part] <= _OWN for part in self.old[a].weights)

    def likeness(self, a: int, b: int) -> float:
        """How alike two provisions read, 0 to 1: half by rare words wherever they stand, half by the order of words.

        One that stands nearly whole inside the other is alike too: a rule from which much was cut, or that grew.
        """
        known = self._known.get((a, b))
        if known is None:
            one, other = self.old[a], self.new[b]
            if one.sequence == other.sequence:
                known = 1.0 if one.sequence else 0.0
            else:
                shared = overlap(one.weights, other.weights)
                dice = 2 * shared / max(one.total + other.total, 1e-9)
                known = 0.5 * dice + 0.5 * Indel.normalized_similarity(one.sequence, other.sequence)
                shorter = one if one.total < other.total else other
                size = min(1.0, len(shorter.sequence) / LONG)
                known = max(known, 0.25 * known + 0.55 * size * shared / max(shorter.total, 1e-9))
            self._known[a, b] = known
        return known


def overlap(one: dict[object, float], other: dict[object, float]) -> float:
    """The weight that two bags of words share."""
    if len(other) < len(one):
        one, other = other, one
    get = other.get
    return sum(min(weight, get(part, 0.0)) for part, weight in one.items())


def _parts(words: Sequence[str]) -> Counter[object]:
    parts: Counter[object] = Counter(words)
    parts.update(pairwise(words))
    return parts


def _features(
    parts: Counter[object], words: Sequence[str], rarity: dict[object, float], signs: dict[str, str]
) -> Features:
    weights = {part: rarity[part] * count for part, count in parts.items()}
    sequence = "".join(signs.setdefault(word, chr(0x100 + len(signs))) for word in words)
    return Features(weights, sum(weights.values()), sequence)
