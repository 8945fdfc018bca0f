"""Which texts fit a query, and how well by their words alone: BM25.

All of it is bounded by the few words that a query may have, so nothing that is typed can make it slow.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from rulesite.search import analysis, parsing
from rulesite.search.parsing import Query, Sought
from rulesite.search.snapshot import Library

_B = 0.6
"""How much the length of a text counts: less than is usual, because short rules define."""
_K = 1.2
"""How soon a word that is said again and again stops counting more."""
Scores = dict[int, float]
"""Texts, and how well each fits."""


def find(library: Library, asked: Query) -> Scores:
    """The texts that meet every condition of a query and say nothing that it excludes; asides add to their scores."""
    found: Scores | None = None
    for group in sorted(asked.conditions, key=lambda group: texts_with(library, group)):
        scores = _one_of(library, group, found)
        if found is not None:
            scores = {text: found[text] + score for text, score in scores.items()}
        found = scores
        if not found:
            return {}
    found = found or {}
    for sought in asked.excluded:
        for text in _scores(library, sought, found):
            del found[text]
    for group in asked.asides:
        for text, score in _one_of(library, group, found).items():
            found[text] += score
    return found


def texts_with(library: Library, group: Iterable[Sought]) -> int:
    """About how many texts have one of these."""
    counts = library.vocabulary.stem_counts
    return sum(min(counts.get(stem, 0) for stem in parsing.stems_of(one)) for one in group)


def _one_of(library: Library, group: list[Sought], only: Collection[int] | None) -> Scores:
    """The texts that have one of some alternatives; the more of them, the better."""
    found: Scores = {}
    for sought in group:
        scores = _scores(library, sought, only)
        if not found:
            found = scores
        else:
            for text, score in scores.items():
                found[text] = found.get(text, 0.0) + score
    return found


def _scores(library: Library, sought: Sought, only: Collection[int] | None) -> Scores:
    """The texts that have one thing, among ``only`` some where these are given."""
    words = library.vocabulary
    if sought.prefix:
        alternatives = parsing.expansions(sought.words[0], words.in_order, words.texts)
        return _one_of(library, [Sought((word,), exact=True) for word in alternatives], only)
    if len(sought.words) > 1:
        return _phrase(library, sought.words, only)
    (word,) = sought.words
    return _weighed(library, [word] if sought.exact else words.with_stem.get(analysis.stem(word), []), only)


def _phrase(library: Library, words: tuple[str, ...], only: Collection[int] | None) -> Scores:
    """The texts that say words side by side, as good as the words are."""
    letters = library.vocabulary.letters(words)
    if letters is None:
        return {}
    found: Scores | None = None
    for word in sorted(words, key=library.vocabulary.texts.__getitem__):
        scores = _weighed(library, [word], only if found is None else found)
        found = scores if found is None else {text: found[text] + score for text, score in scores.items()}
    said = library.said(found or ())
    return {text: score for text, score in (found or {}).items() if letters in said[text]}


def _weighed(library: Library, words: Iterable[str], only: Collection[int] | None) -> Scores:
    """The scores of the texts that have one of some words, which count as the same word."""
    times: dict[int, int] = {}
    for word in words:
        more = library.times(word)
        if len(more) > len(times):
            times, more = more, times
        for text, often in more.items():
            times[text] = times.get(text, 0) + often
    if not times:
        return {}
    having = len(times)
    if only is not None:
        times = (
            {text: times[text] for text in only if text in times}
            if len(only) < len(times)
            else {text: often for text, often in times.items() if text in only}
        )
    lengths = library.lengths
    rarity = (math.log(len(lengths) / (having + 1)) + 1) * (_K + 1)
    least, burden = _K * (1 - _B), _K * _B / library.average_length
    return {text: rarity * often / (often + least + burden * lengths[text]) for text, often in times.items()}
