"""Match texts to a query by their words, with the full-text engine, which ranks by BM25.

This is the only access to the engine. No typed text reaches its query language: it gets phrases of words that are in
the vocabulary, and only as many as a query may have, so no query can make it slow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulesite.search import analysis
from rulesite.search.query import parser
from rulesite.search.query.parser import Query, Term
from rulesite.search.searcher import Searcher
from rulesite.search.store.backend import Phrase, Scores

__all__ = ["Scores", "find", "near", "saying", "texts_with", "together"]


def find(library: Searcher, query: Query) -> Scores:
    """The texts that match every condition of a query and none of its excluded terms, with their scores."""
    groups = [_one_of(library, group) for group in query.conditions]
    if not groups or not all(groups):
        return {}
    excluded = _one_of(library, query.excluded)
    return library.full_text(lambda engine: engine.find(groups, excluded))


def saying(library: Searcher, words: Sequence[str]) -> set[int]:
    """The texts that have some words side by side."""
    if not all(word in library.vocabulary for word in words):
        return set()
    return library.full_text(lambda engine: engine.saying(Phrase("words", tuple(words))))


def together(library: Searcher, stems: Sequence[str]) -> set[int]:
    """The texts that have some stems side by side in this order."""
    if not all(stem in library.vocabulary.with_stem for stem in stems):
        return set()
    return library.full_text(lambda engine: engine.saying(Phrase("stems", tuple(stems))))


def near(library: Searcher, stems: Sequence[str], apart: int, among: Iterable[int]) -> set[int]:
    """The texts in ``among`` with some stems in any order and at most ``apart`` other words between them."""
    if not all(stem in library.vocabulary.with_stem for stem in stems):
        return set()
    return library.full_text(lambda engine: engine.near(stems, apart, among))


def texts_with(library: Searcher, group: Iterable[Term]) -> int:
    """About how many texts match a term of a group."""
    counts = library.vocabulary.stem_counts
    return sum(min(counts.get(stem, 0) for stem in parser.stems_of(term)) for term in group)


def _one_of(library: Searcher, group: Iterable[Term]) -> list[Phrase]:
    """The phrases for a group of alternatives; none if no text can match."""
    return [phrase for term in group for phrase in _phrases(library, term)]


def _phrases(library: Searcher, term: Term) -> Iterator[Phrase]:
    """Yield the phrases for a term; none if no text can match."""
    words = library.vocabulary
    if term.prefix:
        for word in parser.expansions(term.words[0], words.in_order, words.texts):
            yield Phrase("words", (word,))
    elif not term.exact and (stem := analysis.stem(term.words[0])) in words.with_stem:
        yield Phrase("stems", (stem,))
    elif all(word in words for word in term.words):
        yield Phrase("words", term.words)
