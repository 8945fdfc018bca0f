"""Typing mistakes: what was probably meant by words that no text has, and by words that were split or joined.

A word that the rules use is never taken for another.  One that they don't is held against those that are near it:
letters added, left out, changed or swapped, the cheaper the likelier fingers do that; of equally near ones the
commoner, and the one that stands beside its neighbours in the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rulesite.search import analysis
from rulesite.search.query import everyday_words, synonyms
from rulesite.search.query.parser import ASIDES, ASKED_WITH
from rulesite.search.ranking import matching
from rulesite.search.searcher import Searcher

_SHORTEST, _LONGEST = 3, 24
_NEAR, _BESIDE, _FIRST = 0.6, 0.7, 0.5
"""What a letter changed into its neighbour on the keyboard costs, two swapped, and a wrong first letter in addition."""
_DOUBLED, _VOWEL = 0.5, 0.8
"""What a letter costs that is doubled, or single where it is double, and a vowel put for another."""
_COMMON = 0.12
"""What a word gains for each ten times that it is commoner."""
_TOGETHER = 0.8
"""What a word gains that stands beside its neighbour somewhere in the rules."""
_NAMED = 0.5
"""What a word gains that is the name of something."""
_SPLIT = 0.6
"""What a space costs that was left out."""
_CANDIDATES = 30
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")


class Replacement(NamedTuple):
    """A run of a query's words that means something else: where it stands in the query, and what it means."""

    start: int
    end: int
    means: str


def corrected(text: str, library: Searcher) -> str:
    """A query as it was probably meant; the same where every word of it is a word of the rules.

    What stands in quotes is left alone, as is a word with nothing near it.
    """
    said = text
    for place in reversed([*_places(text, library)]):
        said = f"{said[: place.start]}{place.means}{said[place.end :]}"
    return said


def knows(library: Searcher, word: str) -> bool:
    """Whether a word, or another of its stem, stands in any text, or is known to mean one, or to hold a question
    together."""
    stem = analysis.stem(word)
    known = word in library.vocabulary or stem in library.vocabulary.with_stem
    return known or word in ASKED_WITH or stem in _players_words()


@lru_cache(maxsize=1)
def _players_words() -> frozenset[str]:
    return everyday_words.words().union(*synonyms.pairs())


def with_apostrophes(text: str, library: Searcher) -> str:
    """A query with the apostrophes that were left out of words that are none without: ``dont``."""
    said = text
    for word in reversed([*analysis.words(text)]):
        if with_it := library.vocabulary.contractions.get(word.text):
            said = f"{said[: word.start]}{with_it}{said[word.end :]}"
    return said


def _places(text: str, library: Searcher) -> Iterator[Replacement]:
    words = [word for word in analysis.words(text) if not analysis.in_quotes(text, word.start)]
    nth = 0
    before = ""
    while nth < len(words):
        word = words[nth]
        after = words[nth + 1] if nth + 1 < len(words) else None
        if after is not None and text[word.end : after.start].isspace():
            joined = word.text + after.text
            if joined in library.vocabulary and not _are_two(library, word.text, after.text):
                yield Replacement(word.start, after.end, joined)
                before, nth = joined, nth + 2
                continue
        means = word.text
        if word.text.isalpha() and not text[word.end :].startswith("*") and not knows(library, word.text):
            means = meant(word.text, library, before, after.text if after else "") or word.text
            if means != word.text:
                yield Replacement(word.start, word.end, means)
        before, nth = means.rpartition(" ")[2], nth + 1


def meant(word: str, library: Searcher, before: str = "", after: str = "") -> str:
    """What a word that no text has was probably meant to be, between its neighbours; "" where nothing is near."""
    if not _SHORTEST <= len(word) <= _LONGEST:
        return ""
    texts = library.vocabulary.texts
    furthest = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    near = process.extract(
        word, library.vocabulary.correctable, scorer=OSA.distance, score_cutoff=furthest, limit=_CANDIDATES
    )
    costs = {found: distance(word, found) for found, _, _ in near}
    for at in range(2, len(word) - 1):
        one, other = word[:at], word[at:]
        if one in texts and other in texts and _stand_together(library, one, other):
            costs[f"{one} {other}"] = _SPLIT
    best, least = "", 0.35 + 0.35 * len(word) ** 0.7
    for found, cost in costs.items():
        first, last = found.split()[0], found.split()[-1]
        cost -= _COMMON * math.log10(min(texts[first], texts[last]) + 1)
        beside = _stand_together(library, before, first) or _stand_together(library, last, after)
        cost -= _TOGETHER * beside + _NAMED * ((analysis.stem(found),) in library.titled)
        if cost < least:
            best, least = found, cost
    return best


def _are_two(library: Searcher, one: str, other: str) -> bool:
    """Whether two words are meant that together are another: they stand so in the rules, or one of them only holds a
    question together and the other is a word too, as in "who pays for ward"."""
    if not ASIDES.isdisjoint((one, other)) and all(knows(library, word) for word in (one, other)):
        return True
    return _stand_together(library, one, other)


@lru_cache(maxsize=5_000)
def _stand_together(library: Searcher, one: str, other: str) -> bool:
    """Whether two words, or others of their stems, stand side by side in any text."""
    return bool(one and other and matching.together(library, [analysis.stem(one), analysis.stem(other)]))


def distance(typed: str, meant: str) -> float:
    """How far a word is from what was typed: what each slip costs, less for those that fingers make.

    >>> distance("trampke", "trample") < distance("trampel", "trample") < distance("trampxe", "trample")
    True
    >>> distance("first", "first")
    0.0
    """
    rows = [[0.0] * (len(meant) + 1) for _ in range(len(typed) + 1)]
    for at in range(1, len(typed) + 1):
        rows[at][0] = rows[at - 1][0] + 1
    for to in range(1, len(meant) + 1):
        rows[0][to] = rows[0][to - 1] + 1
    for at, one in enumerate(typed, 1):
        for to, other in enumerate(meant, 1):
            more = _DOUBLED if at > 1 and typed[at - 2] == one else 1.0
            less = _DOUBLED if to > 1 and meant[to - 2] == other else 1.0
            changed = 0.0 if one == other else _changed(one, other)
            cost = min(rows[at - 1][to] + more, rows[at][to - 1] + less, rows[at - 1][to - 1] + changed)
            if at > 1 and to > 1 and one == meant[to - 2] and typed[at - 2] == other and one != other:
                cost = min(cost, rows[at - 2][to - 2] + _BESIDE)
            rows[at][to] = cost
    return rows[-1][-1] + (_FIRST if typed[:1] != meant[:1] else 0.0)


def _changed(one: str, other: str) -> float:
    """What a letter in place of another costs."""
    if frozenset((one, other)) in _neighbours():
        return _NEAR
    return _VOWEL if one in _VOWELS and other in _VOWELS else 1.0


@lru_cache(maxsize=1)
def _neighbours() -> frozenset[frozenset[str]]:
    """The pairs of letters that lie side by side on a keyboard."""
    beside = {frozenset(pair) for row in _ROWS for pair in pairwise(row)}
    for upper, lower in pairwise(_ROWS):
        for nth, letter in enumerate(lower):
            beside.update(frozenset((letter, above)) for above in upper[nth : nth + 2])
    return frozenset(beside)
