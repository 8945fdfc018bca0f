"""Excerpts: the stretch of a text that best shows why it matches, split into plain and highlighted fragments.

Fragments are text, not HTML: callers escape them like any other text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulesite.search import analysis
from rulesite.search.query.parser import Term

LENGTH = 260
"""Characters of an excerpt, about three lines."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of an excerpt: ``marked`` if it matches the query, ``answers`` if it answers the question."""

    text: str
    marked: bool = False
    answers: bool = False


_Stem = Callable[[str], str]


class Marker:
    """Finds the terms of a query in texts; ``stem`` may be a faster look-up of stems.

    The result for each word is memoized, because the shown texts have many words in common.
    """

    def __init__(self, terms: Sequence[Term], stem: _Stem = analysis.stem) -> None:
        self._stem = stem
        self._stems = {stem(one.words[0]) for one in terms if len(one.words) == 1 and not one.exact and not one.prefix}
        self._exact = {one.words[0] for one in terms if len(one.words) == 1 and one.exact}
        self._prefixes = tuple(one.words[0] for one in terms if one.prefix)
        self._phrases = [_Phrase(one, stem) for one in terms if len(one.words) > 1]
        self._known: dict[str, tuple[bool, Sequence[_Phrase]]] = {}

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The spans of a text that match a term, in order and without overlap.

        >>> first_strike = Term(("first", "strike"), exact=True)
        >>> Marker([Term(("creature",)), first_strike]).spans("Creatures with first strike")
        [(0, 9), (15, 27)]
        >>> Marker([Term(("enters", "the", "battlefield"))]).spans("When it entered the battlefield")
        [(8, 31)]
        """
        matched: list[tuple[int, int]] = []
        words = [*analysis.words_in(text)]
        known = self._known.get
        for index, match in enumerate(words):
            word = match.group()
            fits, phrases = known(word) or self._look_up(word)
            if not fits and not phrases:
                continue
            end = match.end() if fits else 0
            for phrase in phrases:
                beside = words[index : index + len(phrase.words)]
                if phrase.matches([neighbour.group()[: analysis.LONGEST_WORD] for neighbour in beside]):
                    end = max(end, beside[-1].end())
            if end and (not matched or match.start() >= matched[-1][1]):
                matched.append((match.start(), end))
        return matched

    def _look_up(self, printed: str) -> tuple[bool, Sequence[_Phrase]]:
        """Memoize and return whether a word matches a term, and the phrases that may start with it."""
        word = printed[: analysis.LONGEST_WORD]
        fits = word in self._exact or self._stem(word) in self._stems or word.startswith(self._prefixes)
        known = self._known[printed] = fits, [phrase for phrase in self._phrases if phrase.begins(word)]
        return known


class _Phrase:
    """Words side by side, literally or by their stems."""

    def __init__(self, term: Term, stem: _Stem) -> None:
        self._form = str if term.exact else stem
        self.words = [self._form(word) for word in term.words]

    def begins(self, word: str) -> bool:
        """Whether the phrase may start with a word."""
        return self._form(word) == self.words[0]

    def matches(self, words: Sequence[str]) -> bool:
        """Whether these words are the phrase."""
        return [self._form(word) for word in words] == self.words


def excerpt(text: str, marker: Marker, length: int = LENGTH, answer: tuple[int, int] = (0, 0)) -> tuple[Fragment, ...]:
    """The best stretch of about ``length`` characters as fragments, with matches and the answer marked.

    >>> [(piece.text, piece.marked) for piece in excerpt("A player may pass.", Marker([Term(("pass",))]))]
    [('A player may ', False), ('pass', True), ('.', False)]
    >>> [piece.text for piece in excerpt("Seven. A player may pass.", Marker([]), answer=(0, 6)) if piece.answers]
    ['Seven.']
    """
    return excerpt_and_whole(text, marker, length, answer)[0]


def excerpt_and_whole(
    text: str, marker: Marker, length: int, answer: tuple[int, int], longest: int = 0
) -> tuple[tuple[Fragment, ...], tuple[Fragment, ...]]:
    """The excerpt, and the whole text as fragments if the excerpt is a part of it and it is no longer than ``longest``.

    The whole text is () otherwise.
    """
    marks = marker.spans(text)
    start, stop = _window(text, marks, length)
    shown = _fragments(text, marks, start, stop, answer)
    if (start, stop) == (0, len(text)) or len(text) > longest:
        return shown, ()
    return shown, _fragments(text, marks, 0, len(text), answer)


def _fragments(
    text: str, marks: list[tuple[int, int]], start: int, stop: int, answer: tuple[int, int]
) -> tuple[Fragment, ...]:
    """The fragments of a stretch of a text, with an ellipsis where the text goes on."""
    pieces: list[Fragment] = [Fragment("… ")] if start else []
    inside = [mark for mark in marks if start <= mark[0] and mark[1] <= stop]
    borders = {start, stop, *(border for span in (*inside, answer) for border in span if start < border < stop)}
    for begin, end in pairwise(sorted(borders)):
        marked = any(first <= begin < last for first, last in inside)
        pieces.append(Fragment(text[begin:end], marked, answer[0] <= begin < answer[1]))
    if stop < len(text):
        pieces.append(Fragment(" …"))
    return tuple(pieces)


def _window(text: str, marks: list[tuple[int, int]], length: int) -> tuple[int, int]:
    """The start and end of the stretch with the most marks, at word boundaries; the first of equals."""
    if len(text) <= length:
        return 0, len(text)
    best, most = 0, sum(last <= length for _, last in marks)
    for first, _ in marks:
        begin = max(0, first - 30)
        count = sum(begin <= mark[0] and mark[1] <= begin + length for mark in marks)
        if count > most:
            best, most = begin, count
    start = best
    if start:
        start = text.find(" ", start, start + 30) + 1 or start
    stop = min(len(text), start + length)
    if stop < len(text):
        stop = max(text.rfind(" ", start, stop), start + length // 2)
        while stop < len(text) and not text[stop].isspace():
            stop += 1
    return start, stop
