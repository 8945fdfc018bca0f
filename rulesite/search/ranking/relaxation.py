"""Query relaxation: hits for a query of which no text, or hardly any, has all words.

Texts with some of the words are added, ranked by how many and how rare these are, and whatever a part of the query
names: "protection from red" also finds Protection.
"""

from __future__ import annotations

from collections import defaultdict

from rulesite.search.query.parser import Query
from rulesite.search.ranking import matching
from rulesite.search.searcher import Searcher

FEW = 5
"""With fewer full matches than this, partial matches are added."""
_MIN_WORDS = 3
"""The fewest words of a query that is relaxed beside full matches: one word of two is too little."""
_MAX_TEXTS = 3_000
"""How many texts may have the words that are searched one by one, rarest first."""


def is_worth_it(query: Query, matches: int) -> bool:
    """Whether to add partial matches to ``matches`` full ones."""
    if matches == 0:
        return len(query.conditions) > 1
    return matches < FEW and is_loose(query) and len(query.conditions) >= _MIN_WORDS


def is_loose(query: Query) -> bool:
    """Whether a query consists of words only, none of them explicitly required."""
    return query.plain and not query.strict and not query.quoted


def some_of(query: Query, library: Searcher) -> dict[int, float]:
    """The partial matches with their scores; with two words at least, if any text has two."""
    scores: dict[int, float] = defaultdict(float)
    matched: dict[int, int] = defaultdict(int)
    examined = 0
    groups = sorted(query.conditions, key=lambda group: matching.texts_with(library, group))
    for index, group in enumerate(groups):
        examined += matching.texts_with(library, group)
        if index > 1 and examined > _MAX_TEXTS:
            break
        for text, score in matching.find(library, Query([group], query.excluded)).items():
            scores[text] += score
            matched[text] += 1
    least = min(2, max(matched.values(), default=0))
    return {text: score * matched[text] / len(groups) for text, score in scores.items() if matched[text] >= least}
