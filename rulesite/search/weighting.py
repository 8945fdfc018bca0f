"""How a text is scored by its words: BM25, as Whoosh has it, with all that depends on lengths worked out once."""

from __future__ import annotations

from functools import lru_cache

from whoosh.matching import Matcher
from whoosh.reading import IndexReader
from whoosh.scoring import BaseScorer, WeightingModel
from whoosh.searching import Searcher

_B = 0.6
"""How much the length of a text counts: less than is usual, because short rules define."""
_K = 1.2
"""How soon a word that is said again and again stops counting more."""


class Bm25(WeightingModel):
    """BM25 over one field. Whoosh's own looks the length of each text up on disk for every word of the query."""

    def scorer(self, searcher: Searcher, fieldname: str, text: str, qf: int = 1) -> Scorer:
        """The scorer of one word in one segment; how rare it is, and the average length, are of the whole index."""
        whole = searcher.get_parent()
        return Scorer(
            whole.idf(fieldname, text), _burdens(searcher.reader(), fieldname, whole.avg_field_length(fieldname))
        )


class Scorer(BaseScorer):
    """What one word adds to the score of the text that a matcher stands at."""

    def __init__(self, rarity: float, burdens: list[float]) -> None:
        self._factor = rarity * (_K + 1)
        self._burdens = burdens

    def supports_block_quality(self) -> bool:
        """No: nothing may be skipped by estimates of quality."""
        return False

    def score(self, matcher: Matcher) -> float:
        """The score of the current text."""
        weight = matcher.weight()
        return float(self._factor * weight / (weight + self._burdens[matcher.id()]))


@lru_cache(maxsize=16)
def _burdens(reader: IndexReader, fieldname: str, average: float) -> list[float]:
    """For each text of a segment, how much its length weighs against it."""
    average = average or 1.0
    lengths = (reader.doc_field_length(number, fieldname, 1) for number in range(reader.doc_count_all()))
    return [_K * (1 - _B + _B * length / average) for length in lengths]
