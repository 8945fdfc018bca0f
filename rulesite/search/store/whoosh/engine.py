"""Whoosh's full text as an engine: phrases become queries of its classes, and its BM25 scores the matches.

A query is evaluated list by list, the rarest word first, not text by text through Whoosh's matchers: all matches are
needed, and Python is faster with whole lists. Two stems side by side are one look-up. Typed text never reaches Whoosh's
parser: queries are made of phrases.
"""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from whoosh import query
from whoosh.scoring import BM25F, bm25
from whoosh.util.numeric import byte_to_length

from rulesite.search import analysis
from rulesite.search.store.backend import Phrase, Scores, narrowest, rarity
from rulesite.search.store.whoosh import segments
from rulesite.search.store.whoosh.postings import PostingList, TermsReader
from rulesite.search.store.whoosh.segments import PAIRS, STEMS, WORDS

_MODEL = BM25F()
_MAX_CACHED = 200_000
"""Entries in all cached lists: a search or two of common words, in some 15 MB."""
_MIN_RATIO = 8
"""In a list this many times as long as the documents to look up, each is looked up by bisection."""
Leaf = Any
"""A `query.Term` or a `query.Phrase`; Whoosh has no types."""


class _TermPostings:
    """The documents with a term in order through all segments, and its count in each."""

    def __init__(
        self, documents: array[int], counts: Sequence[int], parts: Sequence[tuple[int, PostingList]] = ()
    ) -> None:
        self.documents, self.counts = documents, counts
        self._parts = parts
        """The first document of each segment, and its list."""

    @cached_property
    def every(self) -> frozenset[int]:
        """The documents as a set."""
        return frozenset(self.documents)

    def among(self, wanted: Collection[int]) -> Iterator[tuple[int, int]]:
        """Yield the documents in ``wanted`` with the term, and its counts."""
        documents, counts = self.documents, self.counts
        if len(documents) > _MIN_RATIO * len(wanted):
            end = len(documents)
            for document in wanted:
                index = bisect_left(documents, document)
                if index < end and documents[index] == document:
                    yield document, counts[index]
        else:
            for document, times in zip(documents, counts, strict=True):
                if document in wanted:
                    yield document, times

    def places(self, wanted: Collection[int]) -> dict[int, array[int]]:
        """The places of the term in some documents."""
        places_of: dict[int, array[int]] = {}
        for start, posting in self._parts:
            places, documents, ends = posting.places(), posting.documents, [*accumulate(posting.counts, initial=0)]
            for document in wanted:
                index = bisect_left(documents, document - start) if document >= start else len(documents)
                if index < len(documents) and documents[index] == document - start:
                    places_of[document] = places[ends[index] : ends[index + 1]]
        return places_of


class Whoosh:
    """Full text in the Whoosh folder of a generation; threads may share it. Raises DamageError as it reads."""

    def __init__(self, folder: Path) -> None:
        stored = segments.held(folder)
        self._texts = array("I")
        """The text of each document, through all segments."""
        self._gone: set[int] = set()
        self._readers: list[tuple[int, TermsReader]] = []
        """The first document of each segment, and the reader of its words."""
        sizes = bytearray()
        for segment in stored:
            start = len(self._texts)
            self._texts += segments.numbers(folder, segment)
            self._gone.update(start + document for document in segment.gone)
            self._readers.append((start, segments.words_of(folder, segment)))
            sizes += segments.lengths(folder, segment)
        self._sizes = bytes(sizes)
        """The length of each document, in Whoosh's one-byte form."""
        self._document_of = {text: number for number, text in enumerate(self._texts) if number not in self._gone}
        self._average = sum(segment.length for segment in stored) / max(1, len(self._document_of))
        self._levels: dict[int, list[float]] = {}
        self._cache = _PostingsCache()

    def find(self, groups: Sequence[Sequence[Phrase]], excluded: Sequence[Phrase]) -> Scores:
        """The texts that have a phrase of each group and no excluded one, with their BM25 scores."""
        required = query.And([query.Or([_query(phrase) for phrase in group]) for group in groups])
        return self._scored(required, query.Or([_query(phrase) for phrase in excluded]))

    def saying(self, phrase: Phrase) -> set[int]:
        """The texts that have a phrase."""
        return {*map(self._texts.__getitem__, self._postings(_query(phrase)).documents)}

    def near(self, stems: Iterable[str], apart: int, among: Iterable[int]) -> set[int]:
        """The texts in ``among`` with some stems in any order and at most ``apart`` other words between them."""
        terms = [self._postings(query.Term(STEMS, stem)) for stem in dict.fromkeys(stems)]
        having = {self._document_of[text] for text in among if text in self._document_of}
        for term in terms:
            having = {document for document, _ in term.among(having)}
        places = [term.places(having) for term in terms]
        return {
            self._texts[document]
            for document in having
            if narrowest(places_of[document] for places_of in places) <= apart + 1
        }

    def close(self) -> None:
        """Close the files."""
        while self._readers:
            self._readers.pop()[1].close()

    def _scored(self, required: query.And, excluded: query.Or) -> Scores:
        groups = [[self._postings(leaf) for leaf in group] for group in required]
        groups.sort(key=lambda group: sum(len(postings.documents) for postings in group))
        having: Collection[int] | None = None
        for group in groups:
            documents = (
                group[0].every.union(*(postings.every for postings in group[1:])) if len(group) > 1 else group[0].every
            )
            having = documents if having is None else having & documents  # type: ignore[operator]
        for leaf in excluded:
            having = (having or frozenset()) - self._postings(leaf).every  # type: ignore[operator]
        if not having:
            return {}
        scores = dict.fromkeys(having, 0.0)
        sizes, levels = self._sizes, self._levels
        for term in (term for group in groups for term in group):
            tells = rarity(len(self._document_of), len(term.documents))
            for times in {*term.counts} - levels.keys():
                self._level(times)
            for document, times in term.among(scores):
                scores[document] += tells * levels[times][sizes[document]]
        texts = self._texts
        return {texts[document]: score for document, score in scores.items()}

    def _level(self, times: int) -> None:
        """Memoize the BM25 factor of a term with a count, for each size of a text."""
        self._levels[times] = [
            bm25(1.0, times, byte_to_length(size) or 1, self._average, _MODEL.B, _MODEL.K1) for size in range(256)
        ]

    def _postings(self, leaf: Leaf) -> _TermPostings:
        """The documents with a word, or with words side by side."""
        if isinstance(leaf, query.Term):
            return self._cache.get((leaf.fieldname, leaf.text), lambda: self._read(leaf.fieldname, leaf.text))
        words = tuple(leaf.words)
        return self._cache.get((leaf.fieldname, words), lambda: self._side_by_side(leaf.fieldname, words))

    def _read(self, field: str, word: str) -> _TermPostings:
        lists = [(start, reader.posting(field, word)) for start, reader in self._readers]
        parts = [(start, posting) for start, posting in lists if posting is not None]
        if len(parts) == 1 and not parts[0][0]:
            documents, counts = parts[0][1].documents, parts[0][1].counts
        else:
            documents, counts = array("I"), array("I")
            for start, posting in parts:
                documents.extend([start + document for document in posting.documents])
                counts.extend([*posting.counts])
        if not self._gone.isdisjoint(documents):
            stay = [
                (number, times) for number, times in zip(documents, counts, strict=True) if number not in self._gone
            ]
            documents, counts = (
                (array("I", column) for column in zip(*stay, strict=True)) if stay else (array("I"),) * 2
            )
        return _TermPostings(documents, counts, parts)

    def _side_by_side(self, field: str, words: tuple[str, ...]) -> _TermPostings:
        stems = words if field == STEMS else tuple(map(analysis.stem, words))
        if field == WORDS and all(map(self._is_alone, words, stems)):
            return self._postings(query.Phrase(STEMS, [*stems]))
        pairs = [self._postings(query.Term(PAIRS, " ".join(pair))) for pair in pairwise(stems)]
        if field == STEMS and len(pairs) == 1:
            return pairs[0]
        terms = [self._postings(query.Term(field, word)) for word in words]
        having = frozenset.intersection(*(pair.every for pair in sorted(pairs, key=lambda pair: len(pair.documents))))
        for term in terms:
            having = frozenset(document for document, _ in term.among(having))
        places = [term.places(having) for term in terms]
        counts = {}
        for document in sorted(having):
            starts = {*places[0][document]}
            for offset, places_of in enumerate(places[1:], start=1):
                starts &= {place - offset for place in places_of[document]}
            counts[document] = len(starts)
        stay = [(document, times) for document, times in counts.items() if times]
        return _TermPostings(array("I", [document for document, _ in stay]), array("I", [times for _, times in stay]))

    def _is_alone(self, word: str, stem: str) -> bool:
        """Whether a word is the only one with its stem, so that both have the same places."""
        return self._times(WORDS, word) == self._times(STEMS, stem)

    def _times(self, field: str, word: str) -> int:
        """How often a word was written, including deleted texts."""
        return sum(reader.times(field, word) for _, reader in self._readers)


def _query(phrase: Phrase) -> Leaf:
    """A phrase as a Whoosh query."""
    if len(phrase.words) == 1:
        return query.Term(phrase.column, phrase.words[0])
    return query.Phrase(phrase.column, [*phrase.words])


class _PostingsCache:
    """A cache of the lists that were used last."""

    def __init__(self) -> None:
        self._lists: OrderedDict[tuple[str, str | tuple[str, ...]], _TermPostings] = OrderedDict()
        self._places = 0
        self._changing = threading.Lock()

    def get(self, key: tuple[str, str | tuple[str, ...]], read: Callable[[], _TermPostings]) -> _TermPostings:
        """A list, read if it is not cached."""
        with self._changing:
            if (cached := self._lists.get(key)) is not None:
                self._lists.move_to_end(key)
                return cached
        cached = read()
        with self._changing:
            if key not in self._lists:
                self._lists[key] = cached
                self._places += 1 + len(cached.documents)
            while self._places > _MAX_CACHED and len(self._lists) > 1:
                _, old = self._lists.popitem(last=False)
                self._places -= 1 + len(old.documents)
        return cached
