"""Stems: words without their endings, weighted by rarity, for rules that were rewritten.

"Artifact lands can only be played as lands" and "a land can only be played as a land" share few words, and nearly all
stems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from ingest.descent.alignment.editions import Pair
from rulesite.text.stemming import stem


class Stemmed:
    """The weighted stems and pairs of stems of some provisions of two books."""

    def __init__(self, pair: Pair, olds: Iterable[int], news: Iterable[int]) -> None:
        texts = {("old", old): pair.earlier.provisions[old].era_words for old in olds}
        texts |= {("new", new): pair.later.provisions[new].era_words for new in news}
        parts: dict[tuple[str, int], Counter[object]] = {}
        for key, words in texts.items():
            stems = [stem(word) for word in words]
            parts[key] = Counter(stems)
            parts[key].update(pairwise(stems))
        stemmed = {part for bag in parts.values() for part in bag}
        often: Counter[object] = Counter()
        for part, times in pair.frequency.items():
            ending = stem(part) if isinstance(part, str) else (stem(part[0]), stem(part[1]))  # type: ignore[index]
            if ending in stemmed:
                often[ending] += times
        worth = pair.lexicon.worth
        self._weights = {
            key: {part: worth(often[part]) * count for part, count in bag.items()} for key, bag in parts.items()
        }
        self._totals = {key: sum(weights.values()) for key, weights in self._weights.items()}

    def old(self, index: int) -> dict[object, float]:
        """The weighted stems of an earlier provision."""
        return self._weights["old", index]

    def new(self, index: int) -> dict[object, float]:
        """The weighted stems of a later one."""
        return self._weights["new", index]
