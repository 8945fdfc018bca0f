"""Answers: the sentence of a text that answers a question who, when, where or how many.

It must have a word that can answer such a question (a number, a player, a time, a zone). Of those that do, the sentence
with most of the query is the answer; it needs a minimum share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulesite.search import analysis
from rulesite.search.ranking.weighted_query import WeightedQuery

_MIN_SHARE = 0.4
"""The share of the query that an answer must have."""
_BORDER = re.compile(r"(?<=[.!?])[”\"’')\]]*\s+(?=[“\"‘'(\[{]*[A-Z0-9])|\n")
_NUMBERS = (
    "no one two three four five six seven eight nine ten twelve twenty thirty forty half twice double once any all"
)
_PLAYERS = "player players opponent opponents controller owner team teammate you they judge active defending nonactive"
_TIMES = (
    "when whenever before after during until immediately beginning end next once time turn step phase while soon as"
    " later first simultaneously"
)
_PLACES = "zone battlefield graveyard hand library exile stack command outside top bottom anywhere"
_ANSWERS = (
    (r"how (?:many|much|big|large|often|few)\b", rf"\d|\{{\w+\}}|\b(?:{_NUMBERS.replace(' ', '|')})\b"),
    (r"who(?:se|m)?\b|which players?\b", rf"\b(?:{_PLAYERS.replace(' ', '|')})\b"),
    (r"when\b|how (?:soon|long)\b|at what (?:time|point)\b", rf"\b(?:{_TIMES.replace(' ', '|')})\b"),
    (r"where\b|(?:in|to|from) (?:which|what) zone\b", rf"\b(?:{_PLACES.replace(' ', '|')})\b"),
)
"""The start of a question, and the words of which its answer must have one."""
_KINDS = [(re.compile(asks, re.I), re.compile(says, re.I)) for asks, says in _ANSWERS]


def wanted(question: str) -> re.Pattern[str] | None:
    """The pattern of the words that can answer a question; None for any other text.

    >>> bool(wanted("how many cards do I draw").search("Draw seven cards.")), wanted("the stack")
    (True, None)
    """
    return next((says for asks, says in _KINDS if asks.match(question.strip())), None)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sentence of a text.

    >>> [*sentences("Owls sleep. A gate is shut.")]
    [(0, 11), (12, 27)]
    """
    start = 0
    for border in _BORDER.finditer(text):
        yield start, border.start()
        start = border.end()
    if start < len(text):
        yield start, len(text)


def answer(question: str, text: str, variants: Sequence[WeightedQuery]) -> tuple[int, int] | None:
    """The start and end of the sentence that answers a question, judged by the best of its ``variants``.

    None for any other query, if no sentence has enough of it, or if the text has only one sentence.
    """
    answers = wanted(question)
    spans = list(sentences(text)) if answers else []
    if answers is None or len(spans) < 2:
        return None
    best: tuple[float, int, int] = (_MIN_SHARE, 0, 0)
    for start, stop in spans:
        sentence = text[start:stop]
        if answers.search(sentence):
            stems = analysis.stems(sentence)
            share = max(
                variant.share(variant.marks[stem] for stem in stems if stem in variant.marks) for variant in variants
            )
            if share > best[0]:
                best = share, start, stop
    return best[1:] if best[2] else None
