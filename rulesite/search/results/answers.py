"""Answering: the sentence of a text that says what was asked, where somebody asks who, when, where or how many.

The sentence must have a word of the kind that answers such a question (a number, a player, a time, a zone) and, of all
that have one, the most of what was asked; otherwise no sentence is said to be the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulesite.search import analysis
from rulesite.search.ranking.weighted_query import WeightedQuery

_ENOUGH = 0.4
"""How much of the query a sentence must have."""
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
"""How a question begins, and what the sentence that answers it has a word of."""
_KINDS = [(re.compile(asks, re.I), re.compile(says, re.I)) for asks, says in _ANSWERS]


def wanted(question: str) -> re.Pattern[str] | None:
    """What a sentence must have a word of to answer a question; None for what is no such question.

    >>> bool(wanted("how many cards do I draw").search("Draw seven cards.")), wanted("the stack")
    (True, None)
    """
    return next((says for asks, says in _KINDS if asks.match(question.strip())), None)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end.

    >>> [*sentences("Owls sleep. A gate is shut.")]
    [(0, 11), (12, 27)]
    """
    at = 0
    for border in _BORDER.finditer(text):
        yield at, border.start()
        at = border.end()
    if at < len(text):
        yield at, len(text)


def answer(question: str, text: str, asked: Sequence[WeightedQuery]) -> tuple[int, int] | None:
    """Where the sentence of a text stands that answers a question, in any of the ways in which it was looked for.

    None where it is no question of these kinds, no sentence says enough, or the text has but one.
    """
    says = wanted(question)
    found = list(sentences(text)) if says else []
    if says is None or len(found) < 2:
        return None
    best: tuple[float, int, int] = (_ENOUGH, 0, 0)
    for start, stop in found:
        sentence = text[start:stop]
        if says.search(sentence):
            stems = analysis.stems(sentence)
            share = max(way.share(way.marks[stem] for stem in stems if stem in way.marks) for way in asked)
            if share > best[0]:
                best = share, start, stop
    return best[1:] if best[2] else None
