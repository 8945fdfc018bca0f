"""Excerpts: the stretch of a text that shows best why it was found, cut into plain and marked pieces.

Pieces are text, never HTML: whoever shows them escapes them as any other text.
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
    """A stretch of an excerpt; ``marked`` when it is what was sought, ``answers`` when it answers what was asked."""

    text: str
    marked: bool = False
    answers: bool = False


_Stem = Callable[[str], str]


class Marker:
    """Finds in texts what is sought; ``stem`` may know the stems of many words. What a word is to it is told once, for
    the texts that a search shows have many words in common."""

    def __init__(self, sought: Sequence[Term], stem: _Stem = analysis.stem) -> None:
        self._stem = stem
        self._stems = {stem(one.words[0]) for one in sought if len(one.words) == 1 and not one.exact and not one.prefix}
        self._exact = {one.words[0] for one in sought if len(one.words) == 1 and one.exact}
        self._prefixes = tuple(one.words[0] for one in sought if one.prefix)
        self._phrases = [_Phrase(one, stem) for one in sought if len(one.words) > 1]
        self._told: dict[str, tuple[bool, Sequence[_Phrase]]] = {}

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where a text has what is sought, in order and without overlap.

        >>> first_strike = Sought(("first", "strike"), exact=True)
        >>> Marker([Sought(("creature",)), first_strike]).spans("Creatures with first strike")
        [(0, 9), (15, 27)]
        >>> Marker([Sought(("enters", "the", "battlefield"))]).spans("When it entered the battlefield")
        [(8, 31)]
        """
        found: list[tuple[int, int]] = []
        words = [*analysis.found_in(text)]
        known = self._told.get
        for at, match in enumerate(words):
            word = match.group()
            fits, phrases = known(word) or self._tell(word)
            if not fits and not phrases:
                continue
            end = match.end() if fits else 0
            for phrase in phrases:
                beside = words[at : at + len(phrase.words)]
                if phrase.is_said_by([said.group()[: analysis.LONGEST_WORD] for said in beside]):
                    end = max(end, beside[-1].end())
            if end and (not found or match.start() >= found[-1][1]):
                found.append((match.start(), end))
        return found

    def _tell(self, printed: str) -> tuple[bool, Sequence[_Phrase]]:
        """Whether a word is sought, and the phrases that may begin with it."""
        word = printed[: analysis.LONGEST_WORD]
        fits = word in self._exact or self._stem(word) in self._stems or word.startswith(self._prefixes)
        told = self._told[printed] = fits, [phrase for phrase in self._phrases if phrase.begins(word)]
        return told


class _Phrase:
    """Words side by side, as they are or in any of their forms."""

    def __init__(self, sought: Term, stem: _Stem) -> None:
        self._form = str if sought.exact else stem
        self.words = [self._form(word) for word in sought.words]

    def begins(self, word: str) -> bool:
        """Whether it may begin with a word."""
        return self._form(word) == self.words[0]

    def is_said_by(self, words: Sequence[str]) -> bool:
        """Whether these words are it."""
        return [self._form(word) for word in words] == self.words


def excerpt(text: str, marker: Marker, length: int = LENGTH, answer: tuple[int, int] = (0, 0)) -> tuple[Fragment, ...]:
    """The best stretch of about ``length`` characters, with what is sought marked, and the sentence that answers.

    >>> [(piece.text, piece.marked) for piece in excerpt("A player may pass.", Marker([Sought(("pass",))]))]
    [('A player may ', False), ('pass', True), ('.', False)]
    >>> [piece.text for piece in excerpt("Seven. A player may pass.", Marker([]), answer=(0, 6)) if piece.answers]
    ['Seven.']
    """
    marks = marker.spans(text)
    start, stop = _window(text, marks, length)
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
    """The stretch with the most marks, beginning and ending between words; the first of equals."""
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
