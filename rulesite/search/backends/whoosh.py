"""Whoosh's full text as an engine: what is asked for becomes a query of its classes, and its BM25 weighs what fits.

A query is answered list by list, the rarest word first, and not text by text through Whoosh's matchers: every text that
fits is wanted, and Python is quicker with whole lists. Two stems side by side are one look-up. Nothing that is typed
reaches Whoosh's parser: queries are made of phrases.
"""

from __future__ import annotations

import math
import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

from whoosh import query
from whoosh.reading import SegmentReader
from whoosh.scoring import BM25F, bm25
from whoosh.util.numeric import byte_to_length

from rulesite.search import analysis
from rulesite.search.backends import segments
from rulesite.search.backends.postings import Posting
from rulesite.search.backends.segments import PAIRS, STEMS, WORDS
from rulesite.search.phrases import Phrase, Scores, narrowest

_MODEL = BM25F()
_MOST_KEPT = 200_000
"""Texts in all lists that are kept: a search or two of common words, in some 20 MB."""


class _Part(NamedTuple):
    """What a segment says of a word: its list, and the text of each document, 0 where that is gone."""

    texts: Sequence[int]
    posting: Posting


class _Said:
    """The texts that say something, with what that is worth in each by BM25 where it is the only one."""

    def __init__(self, worth: Mapping[int, float], parts: Sequence[_Part] = ()) -> None:
        self.worth = worth
        self._parts = parts
        self.times = sum(sum(part.posting.counts) for part in parts)
        """How often it is said, in texts that are gone too."""

    def places(self, wanted: Collection[int]) -> dict[int, array[int]]:
        """Where it stands in some texts."""
        found: dict[int, array[int]] = {}
        for texts, posting in self._parts:
            places, start = posting.places(), 0
            for document, end in zip(posting.documents, accumulate(posting.counts), strict=True):
                if texts[document] in wanted:
                    found[texts[document]] = places[start:end]
                start = end
        return found



class Whoosh:
    """Full text in the Whoosh folder of a generation; threads may share it. Raises DamageError as it reads."""

    def __init__(self, folder: Path) -> None:
        self._readers: list[tuple[SegmentReader, Sequence[int]]] = []
        held = segments.held(folder)
        sizes: dict[int, int] = {}
        for segment in held:
            texts, gone = [*segments.numbers(folder, segment)], set(segment.gone)
            for document in gone:
                texts[document] = 0
            sizes.update(zip(texts, segments.lengths(folder, segment), strict=True))
            self._readers.append((segments.opened(folder, segment), texts))
        self._sizes = bytearray(max(sizes, default=0) + 1)
        """How long each text is, in Whoosh's one byte."""
        for text, size in sizes.items():
            self._sizes[text] = size
        self._texts = sum(segment.standing for segment in held)
        self._average = sum(segment.length for segment in held) / self._texts if self._texts else 1.0
        self._levels: dict[int, list[float]] = {}
        self._kept = _Kept()

    def find(self, groups: Sequence[Sequence[Phrase]], excluded: Sequence[Phrase]) -> Scores:
        """The texts that say one phrase of each group, and none that is excluded, with their BM25."""
        wanted = query.And([query.Or([_query(phrase) for phrase in group]) for group in groups])
        return self._scored(wanted, query.Or([_query(phrase) for phrase in excluded]))

    def saying(self, phrase: Phrase) -> set[int]:
        """The texts that say a phrase."""
        return {*self._said(_query(phrase)).worth}

    def near(self, stems: Iterable[str], apart: int) -> set[int]:
        """The texts that have stems in any order with no more than so many other words between them."""
        said = [self._said(query.Term(STEMS, stem)) for stem in dict.fromkeys(stems)]
        having = _in_all([one.worth for one in said])
        places = [one.places(having) for one in said]
        return {text for text in having if narrowest(where[text] for where in places) <= apart + 1}

    def close(self) -> None:
        """Read no more."""
        for reader, _ in self._readers:
            reader.close()

    def _scored(self, wanted: query.And, excluded: query.Or) -> Scores:
        groups = [[self._said(one).worth for one in group] for group in wanted]
        groups.sort(key=lambda group: sum(map(len, group)))
        scores = dict.fromkeys((text for worth in groups[0] for text in worth), 0.0) if groups else {}
        for group in groups[1:]:
            scores = {text: 0.0 for text in scores if any(text in worth for worth in group)}
        for one in excluded:
            scores = {text: 0.0 for text in scores.keys() - self._said(one).worth.keys()}
        for worth in (worth for group in groups for worth in group):
            rarity = math.log(self._texts / (len(worth) + 1)) + 1  # as Whoosh's models of weighing have it
            for text in scores.keys() & worth.keys() if len(worth) > len(scores) else worth:
                if text in scores:
                    scores[text] += rarity * worth[text]
        return scores

    def _said(self, asked: query.Term | query.Phrase) -> _Said:
        """What says a word, or words side by side."""
        if isinstance(asked, query.Term):
            return self._kept.get((asked.fieldname, asked.text), lambda: self._read(asked.fieldname, asked.text))
        words = tuple(asked.words)
        return self._kept.get((asked.fieldname, words), lambda: self._side_by_side(asked.fieldname, words))

    def _read(self, field: str, word: str) -> _Said:
        worth: dict[int, float] = {}
        parts = []
        sizes, levels = self._sizes, self._levels
        for reader, texts in self._readers:
            if (posting := reader._terms.posting(field, word)) is not None:
                parts.append(_Part(texts, posting))
                for times in {*posting.counts} - levels.keys():
                    self._level(times)
                texts_of = map(texts.__getitem__, posting.documents)
                worth |= {
                    text: levels[times][sizes[text]]
                    for text, times in zip(texts_of, posting.counts, strict=True)
                    if text
                }
        return _Said(worth, parts)

    def _level(self, times: int) -> list[float]:
        """What it is worth that something is said so many times, by the size of a text."""
        if times not in self._levels:
            self._levels[times] = [
                bm25(1.0, times, byte_to_length(size) or 1, self._average, _MODEL.B, _MODEL.K1) for size in range(256)
            ]
        return self._levels[times]

    def _side_by_side(self, field: str, words: tuple[str, ...]) -> _Said:
        said = [self._said(query.Term(field, word)) for word in words]
        stems = words if field == STEMS else tuple(map(analysis.stem, words))
        exact = field == STEMS or all(
            one.times == self._said(query.Term(STEMS, stem)).times for one, stem in zip(said, stems, strict=True)
        )
        pairs = [self._said(query.Term(PAIRS, " ".join(pair))) for pair in pairwise(stems)]
        if exact and len(pairs) == 1:
            return pairs[0]
        if exact and field == WORDS:
            return self._said(query.Phrase(STEMS, [*stems]))
        having = _in_all([one.worth for one in (*pairs, *(() if exact else said))])
        places = [one.places(having) for one in said]
        worth = {}
        for text in having:
            each = [where[text] for where in places]
            starts = {*each[0]}
            for nth, where in enumerate(each[1:], start=1):
                starts &= {place - nth for place in where}
            if starts:
                worth[text] = self._level(len(starts))[self._sizes[text]]
        return _Said(worth)


def _query(phrase: Phrase) -> query.Term | query.Phrase:
    """A phrase as Whoosh has it."""
    if len(phrase.words) == 1:
        return query.Term(phrase.column, phrase.words[0])
    return query.Phrase(phrase.column, [*phrase.words])


def _in_all(held: list[Mapping[int, float]]) -> set[int]:
    """The texts that are in each of some lists."""
    first, *rest = sorted(held, key=len)
    return {text for text in first if all(text in other for other in rest)}


class _Kept:
    """Lists that were read, those that were asked for last."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, str | tuple[str, ...]], _Said] = OrderedDict()
        self._texts = 0
        self._changing = threading.Lock()

    def get(self, key: tuple[str, str | tuple[str, ...]], read: Callable[[], _Said]) -> _Said:
        """A list, read where it is not kept."""
        with self._changing:
            if (said := self._held.get(key)) is not None:
                self._held.move_to_end(key)
                return said
        said = read()
        with self._changing:
            if key not in self._held:
                self._held[key] = said
                self._texts += 1 + len(said.worth)
            while self._texts > _MOST_KEPT:
                _, old = self._held.popitem(last=False)
                self._texts -= 1 + len(old.worth)
        return said
