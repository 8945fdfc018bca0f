"""Excerpts: the stretch of a text that shows best why it was found, cut into plain and marked pieces.

Pieces are text, never HTML: whoever shows them escapes them as any other text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulesite.search import analysis
from rulesite.search.parsing import Sought

LENGTH = 260
"""Characters of an excerpt, about three lines."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an excerpt; ``marked`` when it is what was sought."""

    text: str
    marked: bool = False


def spans(text: str, sought: Sequence[Sought]) -> list[tuple[int, int]]:
    """Where a text has what is sought, in order and without overlap.

    >>> spans("Creatures with first strike", [Sought(("creature",)), Sought(("first", "strike"), exact=True)])
    [(0, 9), (15, 27)]
    """
    words = [(found.group()[: analysis.LONGEST_WORD], found.start(), found.end()) for found in analysis.found_in(text)]
    found: list[tuple[int, int]] = []
    stems = {analysis.stem(one.words[0]) for one in sought if len(one.words) == 1 and not one.exact and not one.prefix}
    exact = {one.words[0] for one in sought if len(one.words) == 1 and one.exact}
    prefixes = tuple(one.words[0] for one in sought if one.prefix)
    phrases = [one.words for one in sought if len(one.words) > 1]
    beginnings = {phrase[0] for phrase in phrases}
    fitting: dict[str, bool] = {}
    for at, (word, start, stop) in enumerate(words):
        fits = fitting.get(word)
        if fits is None:
            fits = word in exact or analysis.stem(word) in stems or word.startswith(prefixes)
            fitting[word] = fits
        end = stop if fits else 0
        if word in beginnings:
            for phrase in phrases:
                if tuple(said for said, _, _ in words[at : at + len(phrase)]) == phrase:
                    end = max(end, words[at + len(phrase) - 1][2])
        if end and (not found or start >= found[-1][1]):
            found.append((start, end))
    return found


def excerpt(text: str, sought: Sequence[Sought], length: int = LENGTH) -> tuple[Piece, ...]:
    """The best stretch of about ``length`` characters, with what is sought marked.

    >>> excerpt("A player may pass.", [Sought(("pass",))])
    (Piece(text='A player may ', marked=False), Piece(text='pass', marked=True), Piece(text='.', marked=False))
    """
    marks = spans(text, sought)
    start, stop = _window(text, marks, length)
    pieces: list[Piece] = [Piece("… ")] if start else []
    at = start
    for first, last in marks:
        if first < start or last > stop:
            continue
        if first > at:
            pieces.append(Piece(text[at:first]))
        pieces.append(Piece(text[first:last], marked=True))
        at = last
    if at < stop:
        pieces.append(Piece(text[at:stop]))
    if stop < len(text):
        pieces.append(Piece(" …"))
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
