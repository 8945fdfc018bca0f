"""Relaxing: what answers a question that no text, or hardly one, answers in all of its words.

Beside the texts with every word stand those with some of them, better the more and the rarer these are, and whatever
has a name that stands among the words: "protection from red" also asks for Protection.
"""

from __future__ import annotations

from collections import defaultdict

from rulesite.search.query.parser import Query
from rulesite.search.ranking import matching
from rulesite.search.searcher import Searcher

FEW = 5
"""With fewer rules than these that have all the words, others are looked at."""
_FEWEST_WORDS = 3
"""Of two words, one is too little."""
_MOST_TEXTS = 3_000
"""How many texts the words that are looked for one by one may have together: the rarest come first."""


def is_worth_it(asked: Query, found: int) -> bool:
    """Whether texts with some of the words are wanted, where so many rules have all of them."""
    if found == 0:
        return len(asked.conditions) > 1
    return found < FEW and is_loose(asked) and len(asked.conditions) >= _FEWEST_WORDS


def is_loose(asked: Query) -> bool:
    """Whether it is mere words, none of which was said to be a condition."""
    return asked.plain and not asked.strict and not asked.quoted


def some_of(asked: Query, library: Searcher) -> dict[int, float]:
    """The texts that have some of what is wanted, two at least where any has two, with their scores."""
    scores: dict[int, float] = defaultdict(float)
    had: dict[int, int] = defaultdict(int)
    looked_at = 0
    groups = sorted(asked.conditions, key=lambda group: matching.texts_with(library, group))
    for nth, group in enumerate(groups):
        looked_at += matching.texts_with(library, group)
        if nth > 1 and looked_at > _MOST_TEXTS:
            break
        for text, score in matching.find(library, Query([group], asked.excluded)).items():
            scores[text] += score
            had[text] += 1
    least = min(2, max(had.values(), default=0))
    return {text: score * had[text] / len(groups) for text, score in scores.items() if had[text] >= least}
