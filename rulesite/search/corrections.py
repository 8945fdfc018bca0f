"""What was probably meant, when a query finds nothing: its unknown words replaced by near ones that the rules use."""

from __future__ import annotations

import math
import re

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rulesite.search import analysis
from rulesite.search.parsing import Query
from rulesite.search.snapshot import Library

_SHORTEST, _LONGEST = 3, 24
_FURTHEST = 2
"""Letters added, left out, changed or swapped with their neighbour; one in words of up to four letters."""


def suggest(text: str, asked: Query, library: Library) -> str:
    """The query with each unknown word put right, "" when there is none or nothing is near.

    Where every word is known by itself and still nothing was found, there is nothing to put right.
    """
    replaced = text
    for word in {word for one in asked.positive for word in one.words if not one.prefix}:
        if knows(library, word):
            continue
        near = nearest(word, library)
        if not near:
            return ""
        replaced = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", near, analysis.fold(replaced))
    return replaced if replaced != text else ""


def knows(library: Library, word: str) -> bool:
    """Whether a word, or another of its stem, stands in any text."""
    return word in library.vocabulary or analysis.stem(word) in library.vocabulary.with_stem


def with_apostrophes(text: str, library: Library) -> str:
    """A query with the apostrophes that were left out of words that are none without: ``dont``."""
    said = text
    for word in reversed([*analysis.words(text)]):
        if with_it := library.vocabulary.contractions.get(word.text):
            said = f"{said[: word.start]}{with_it}{said[word.end :]}"
    return said


def nearest(word: str, library: Library) -> str:
    """The word of the rules that is nearest to another; among equally near ones the commonest, "" for none."""
    if not _SHORTEST <= len(word) <= _LONGEST:
        return ""
    furthest = 1 if len(word) <= 4 else _FURTHEST
    words = library.vocabulary.texts
    found = process.extract(word, library.vocabulary.correctable, scorer=OSA.distance, score_cutoff=furthest, limit=20)

    def distance(near: str, letters: float) -> float:
        """Fewer letters first; a common word, and one with the same first letter, may be half a letter further."""
        return letters - math.log10(words[near] + 1) / 2 - (near[0] == word[0]) / 2

    best = min(found, key=lambda one: distance(one[0], one[1]), default=None)
    return str(best[0]) if best else ""
