"""Books: two editions side by side, prepared for alignment: their words, their trees, and the rarity of each word."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rapidfuzz.distance import Indel

from ingest.descent.alignment.vocabulary import era_words, plain_words
from rulesite.text.wording import fingerprint

TITLED = frozenset({"chapter", "section", "heading"})
"""Kinds that are identified by their title and by the provisions under them."""
_OWN = 3
"""A word in at most this many provisions, of both books together, is characteristic of them."""
_EQUAL_WORDS = 5
"""Minimum words of a rule that can be identified by its text alone."""
LONG = 12
"""From this many words on, a provision wholly contained in a longer one gets nearly the full likeness."""


@dataclass(frozen=True)
class AlignedProvision:
    """One provision for alignment; the fields are those of an edition's tree."""

    key: str
    number: str
    kind: str
    title: str
    text: str
    parent: str

    @cached_property
    def printed(self) -> str:
        """Title and text as printed."""
        return f"{self.title}\n{self.text}"

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Words of title and text, with cited numbers masked."""
        return plain_words(self.printed)

    @cached_property
    def era_words(self) -> tuple[str, ...]:
        """The same, with the vocabulary of its era folded."""
        return era_words(self.printed)

    @cached_property
    def fingerprint(self) -> str:
        """Equal if title and text have the same words and numbers."""
        return fingerprint(self.printed)

    @cached_property
    def titled(self) -> bool:
        """Whether it is a chapter, a section or a heading alone: a section of policy has its text in itself."""
        return self.kind in TITLED and not self.text


class AlignedEdition:
    """The provisions of one edition, in order, with their tree."""

    def __init__(self, provisions: Iterable[AlignedProvision]) -> None:
        self.provisions: list[AlignedProvision] = list(provisions)
        self.at: dict[str, int] = {provision.key: index for index, provision in enumerate(self.provisions)}
        self.parent: list[int] = [self.at.get(provision.parent, -1) for provision in self.provisions]
        self.children: list[list[int]] = [[] for _ in self.provisions]
        self.roots: list[int] = []
        for index, parent in enumerate(self.parent):
            (self.children[parent] if parent >= 0 else self.roots).append(index)
        self.before: list[int] = [-1] * len(self.provisions)
        self.after: list[int] = [-1] * len(self.provisions)
        for family in [self.roots, *self.children]:
            for left, right in pairwise(family):
                self.after[left], self.before[right] = right, left

    def __len__(self) -> int:
        return len(self.provisions)

    def ancestors(self, index: int) -> Iterator[int]:
        """The provisions above one, nearest first."""
        above = self.parent[index]
        while above >= 0:
            yield above
            above = self.parent[above]

    @cached_property
    def headings(self) -> list[tuple[int, ...]]:
        """For each provision the chapter, section and heading above it, nearest first."""
        above: list[tuple[int, ...]] = [()] * len(self.provisions)
        known = [False] * len(self.provisions)

        def of(index: int) -> tuple[int, ...]:
            parent = self.parent[index]
            if not known[index] and parent >= 0:
                above[index] = ((parent,) if self.provisions[parent].titled else ()) + of(parent)
            known[index] = True
            return above[index]

        return [of(index) for index in range(len(self.provisions))]

    @cached_property
    def contents(self) -> list[int]:
        """The number of untitled provisions under each provision."""
        sizes = [0] * len(self.provisions)
        for index, provision in enumerate(self.provisions):
            if not provision.titled:
                for above in self.ancestors(index):
                    sizes[above] += 1
        return sizes


@dataclass
class Features:
    """The weighted words and word pairs of one provision."""

    weights: dict[object, float]
    total: float
    sequence: str
    """One character for each word, so that sequences compare fast."""


class Weighed:
    """The features of one book's provisions, computed on demand: most provisions need none."""

    def __init__(self, book: AlignedEdition, lexicon: Lexicon) -> None:
        self._provisions = book.provisions
        self._lexicon = lexicon
        self._weighed: dict[int, Features] = {}

    def __getitem__(self, index: int) -> Features:
        features = self._weighed.get(index)
        if features is None:
            features = self._weighed[index] = self._lexicon.features(self._provisions[index].era_words)
        return features


class Lexicon:
    """The words and word pairs of two books with their weights: rare ones weigh more."""

    def __init__(self, earlier: AlignedEdition, later: AlignedEdition) -> None:
        texts = Counter(provision.era_words for book in (earlier, later) for provision in book.provisions)
        self.frequency: Counter[object] = Counter()
        for times in sorted(set(texts.values())):  # most provisions have the same words in both books
            parts = Counter(
                part for words, count in texts.items() if count == times for part in {*words, *pairwise(words)}
            )
            self.frequency.update({part: count * times for part, count in parts.items()} if times > 1 else parts)
        size = self._size = len(earlier) + len(later)
        self._rarity = {count: math.log(1 + size / count) for count in set(self.frequency.values())}
        self.rarest = math.log(1 + size)
        self._signs: dict[str, str] = {}
        self._known: dict[tuple[str, ...], Features] = {}

    def worth(self, times: int) -> float:
        """The weight of a word that occurs in ``times`` provisions."""
        return self._rarity.get(times) or math.log(1 + self._size / max(times, 1))

    def features(self, words: tuple[str, ...]) -> Features:
        """The weighted words and word pairs of a provision with these words."""
        known = self._known.get(words)
        if known is None:
            parts: Counter[object] = Counter(words)
            parts.update(pairwise(words))
            worth, often = self._rarity, self.frequency
            weights = {part: worth.get(often[part], self.rarest) * count for part, count in parts.items()}
            sequence = "".join(self._signs.setdefault(word, chr(0x100 + len(self._signs))) for word in words)
            known = self._known[words] = Features(weights, sum(weights.values()), sequence)
        return known


class Pair:
    """Two books and the likeness of their provisions. Indexes of provisions are positions in their book."""

    def __init__(self, earlier: AlignedEdition, later: AlignedEdition) -> None:
        self.earlier, self.later = earlier, later
        self.lexicon = Lexicon(earlier, later)
        self.frequency = self.lexicon.frequency
        self.old, self.new = Weighed(earlier, self.lexicon), Weighed(later, self.lexicon)
        self._known: dict[tuple[int, int], float] = {}

    @cached_property
    def equal(self) -> list[tuple[int, int]]:
        """Pairs whose text occurs once in each book; the vocabulary of the era does not matter."""
        pairs: list[tuple[int, int]] = []
        for least_words, titled in ((_EQUAL_WORDS, False), (1, True)):
            once = [self._once(book, least_words, titled=titled) for book in (self.earlier, self.later)]
            pairs += [
                (old, once[1][words]) for words, old in once[0].items() if old >= 0 and once[1].get(words, -1) >= 0
            ]
        return pairs

    @staticmethod
    def _once(book: AlignedEdition, least_words: int, *, titled: bool) -> dict[tuple[str, ...], int]:
        """The positions of the provisions of one sort by their words; -1 for words that several have."""
        places: dict[tuple[str, ...], int] = {}
        for index, provision in enumerate(book.provisions):
            if provision.titled == titled and len(provision.era_words) >= least_words:
                places[provision.era_words] = -1 if provision.era_words in places else index
        return places

    def shared(self, a: int, b: int) -> float:
        """The weight of the words that an earlier and a later provision have in common."""
        return overlap(self.old[a].weights, self.new[b].weights)

    def own(self, a: int, b: int) -> bool:
        """Whether two provisions share any rare words; words of all keywords do not count."""
        weights = self.new[b].weights
        return any(part in weights and self.frequency[part] <= _OWN for part in self.old[a].weights)

    def likeness(self, a: int, b: int) -> float:
        """The likeness of two provisions, 0 to 1: half from rare words at any position, half from the order of words.

        A provision nearly contained in the other counts as alike too: a rule that was cut a lot, or that grew.
        """
        known = self._known.get((a, b))
        if known is None:
            left, right = self.old[a], self.new[b]
            if left.sequence == right.sequence:
                known = 1.0 if left.sequence else 0.0
            else:
                shared = overlap(left.weights, right.weights)
                dice = 2 * shared / max(left.total + right.total, 1e-9)
                known = 0.5 * dice + 0.5 * Indel.normalized_similarity(left.sequence, right.sequence)
                shorter = left if left.total < right.total else right
                size = min(1.0, len(shorter.sequence) / LONG)
                known = max(known, 0.25 * known + 0.55 * size * shared / max(shorter.total, 1e-9))
            self._known[a, b] = known
        return known


def overlap(one: dict[object, float], other: dict[object, float]) -> float:
    """The weight common to two bags of words."""
    if len(other) < len(one):
        one, other = other, one
    return sum(
        [each if (each := other[part]) < weight else weight for part, weight in one.items() if part in other], 0.0
    )


def without(one: dict[object, float], other: dict[object, float]) -> dict[object, float]:
    """The part of a bag of words that another does not cover."""
    get = other.get
    return {part: left for part, weight in one.items() if (left := weight - get(part, 0.0)) > 0}
