"""Spelling correction: the likely meaning of words that no text has, and of words that were split or joined.

A word of the rules is never corrected. Any other word is compared with similar ones: letters added, left out, changed
or swapped, where likelier slips cost less. Of equally similar words the more common one wins, and one that the rules
use next to its neighbours in the query.
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
from rulesite.search.query.parser import ASIDES, QUESTION_WORDS
from rulesite.search.ranking import matching
from rulesite.search.searcher import Searcher

_MIN_LENGTH, _MAX_LENGTH = 3, 24
_NEIGHBOUR_COST, _SWAP_COST, _FIRST_LETTER_COST = 0.6, 0.7, 0.5
"""The cost of a neighbouring key, of two swapped letters, and the extra cost of a wrong first letter."""
_DOUBLING_COST, _VOWEL_COST = 0.5, 0.8
"""The cost of a letter doubled or not doubled by mistake, and of a wrong vowel."""
_FREQUENCY_BONUS = 0.12
"""The bonus of a word each time that it is ten times as common."""
_ADJACENT_BONUS = 0.8
"""The bonus of a word that the rules use next to its neighbour in the query."""
_TITLE_BONUS = 0.5
"""The bonus of a word that is a title by itself."""
_SPLIT_COST = 0.6
"""The cost of a missing space."""
_MAX_CANDIDATES = 30
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")


class Replacement(NamedTuple):
    """A run of words in a query to replace: its start and end, and the replacement."""

    start: int
    end: int
    means: str


def corrected(text: str, library: Searcher) -> str:
    """The query with its likely spelling; unchanged if the rules use every word of it.

    Quoted text is not corrected, nor is a word without a similar one.
    """
    query = text
    for replacement in reversed([*_places(text, library)]):
        query = f"{query[: replacement.start]}{replacement.means}{query[replacement.end :]}"
    return query


def knows(library: Searcher, word: str) -> bool:
    """Whether a word needs no correction: a text has it or its stem, or it is a known synonym or a question word."""
    stem = analysis.stem(word)
    known = word in library.vocabulary or stem in library.vocabulary.with_stem
    return known or word in QUESTION_WORDS or stem in _players_words()


@lru_cache(maxsize=1)
def _players_words() -> frozenset[str]:
    return everyday_words.words().union(*synonyms.pairs())


def with_apostrophes(text: str, library: Searcher) -> str:
    """The query with missing apostrophes added to words that do not exist without them: ``dont``."""
    query = text
    for word in reversed([*analysis.words(text)]):
        if contraction := library.vocabulary.contractions.get(word.text):
            query = f"{query[: word.start]}{contraction}{query[word.end :]}"
    return query


def _places(text: str, library: Searcher) -> Iterator[Replacement]:
    words = [word for word in analysis.words(text) if not analysis.in_quotes(text, word.start)]
    index = 0
    before = ""
    while index < len(words):
        word = words[index]
        after = words[index + 1] if index + 1 < len(words) else None
        if after is not None and text[word.end : after.start].isspace():
            joined = word.text + after.text
            if joined in library.vocabulary and not _are_two(library, word.text, after.text):
                yield Replacement(word.start, after.end, joined)
                before, index = joined, index + 2
                continue
        means = word.text
        if word.text.isalpha() and not text[word.end :].startswith("*") and not knows(library, word.text):
            means = meant(word.text, library, before, after.text if after else "") or word.text
            if means != word.text:
                yield Replacement(word.start, word.end, means)
        before, index = means.rpartition(" ")[2], index + 1


def meant(word: str, library: Searcher, before: str = "", after: str = "") -> str:
    """The likely spelling of an unknown word, given its neighbours; "" if no word is similar."""
    if not _MIN_LENGTH <= len(word) <= _MAX_LENGTH:
        return ""
    texts = library.vocabulary.texts
    max_distance = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    matches = process.extract(
        word, library.vocabulary.correctable, scorer=OSA.distance, score_cutoff=max_distance, limit=_MAX_CANDIDATES
    )
    costs = {candidate: distance(word, candidate) for candidate, _, _ in matches}
    for split in range(2, len(word) - 1):
        left, right = word[:split], word[split:]
        if left in texts and right in texts and _stand_together(library, left, right):
            costs[f"{left} {right}"] = _SPLIT_COST
    best, least = "", 0.35 + 0.35 * len(word) ** 0.7
    for candidate, cost in costs.items():
        first, last = candidate.split()[0], candidate.split()[-1]
        cost -= _FREQUENCY_BONUS * math.log10(min(texts[first], texts[last]) + 1)
        beside = _stand_together(library, before, first) or _stand_together(library, last, after)
        cost -= _ADJACENT_BONUS * beside + _TITLE_BONUS * ((analysis.stem(candidate),) in library.titled)
        if cost < least:
            best, least = candidate, cost
    return best


def _are_two(library: Searcher, one: str, other: str) -> bool:
    """Whether two words that could be joined are meant as two.

    The rules use them side by side, or one is a question word and the other a known word, as in "who pays for ward".
    """
    if not ASIDES.isdisjoint((one, other)) and all(knows(library, word) for word in (one, other)):
        return True
    return _stand_together(library, one, other)


@lru_cache(maxsize=5_000)
def _stand_together(library: Searcher, one: str, other: str) -> bool:
    """Whether two words, or words with the same stems, stand side by side in any text."""
    return bool(one and other and matching.together(library, [analysis.stem(one), analysis.stem(other)]))


def distance(typed: str, meant: str) -> float:
    """The edit distance of a word from the typed one; common slips of the fingers cost less.

    >>> distance("trampke", "trample") < distance("trampel", "trample") < distance("trampxe", "trample")
    True
    >>> distance("first", "first")
    0.0
    """
    rows = [[0.0] * (len(meant) + 1) for _ in range(len(typed) + 1)]
    for row in range(1, len(typed) + 1):
        rows[row][0] = rows[row - 1][0] + 1
    for column in range(1, len(meant) + 1):
        rows[0][column] = rows[0][column - 1] + 1
    for row, typed_letter in enumerate(typed, 1):
        for column, meant_letter in enumerate(meant, 1):
            added = _DOUBLING_COST if row > 1 and typed[row - 2] == typed_letter else 1.0
            missed = _DOUBLING_COST if column > 1 and meant[column - 2] == meant_letter else 1.0
            changed = 0.0 if typed_letter == meant_letter else _changed(typed_letter, meant_letter)
            cost = min(
                rows[row - 1][column] + added, rows[row][column - 1] + missed, rows[row - 1][column - 1] + changed
            )
            if (
                row > 1
                and column > 1
                and typed_letter == meant[column - 2]
                and typed[row - 2] == meant_letter
                and typed_letter != meant_letter
            ):
                cost = min(cost, rows[row - 2][column - 2] + _SWAP_COST)
            rows[row][column] = cost
    return rows[-1][-1] + (_FIRST_LETTER_COST if typed[:1] != meant[:1] else 0.0)


def _changed(one: str, other: str) -> float:
    """The cost of typing one letter instead of another."""
    if frozenset((one, other)) in _neighbours():
        return _NEIGHBOUR_COST
    return _VOWEL_COST if one in _VOWELS and other in _VOWELS else 1.0


@lru_cache(maxsize=1)
def _neighbours() -> frozenset[frozenset[str]]:
    """The pairs of letters that are neighbours on a keyboard."""
    beside = {frozenset(pair) for row in _ROWS for pair in pairwise(row)}
    for upper, lower in pairwise(_ROWS):
        for index, letter in enumerate(lower):
            beside.update(frozenset((letter, above)) for above in upper[index : index + 2])
    return frozenset(beside)
