"""Rendering: plain text and sorted spans in, escaped HTML out, in one pass. HTML is never edited a second time.

Removing the tags from the result and unescaping it gives the text back, whatever the spans are: markup may add tags
around a stretch of text, never characters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import accumulate
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from rulesite.reading.rendering.tables import CELL


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` to ``end`` of a text and the tags around them.

    ``opening`` and ``closing`` are safe HTML. ``inner``, if given, is safe HTML that replaces the characters and has
    the same text. ``encloses`` says that other spans may lie wholly inside this one.
    """

    start: int
    end: int
    opening: str = ""
    closing: str = ""
    inner: str | None = None
    encloses: bool = False


class CrossingSpans(ValueError):  # noqa: N818 - the name says it
    """Two spans overlap and neither encloses the other; `settle` prevents this."""


def settle(spans: Iterable[Span]) -> list[Span]:
    """Sorted spans that can be rendered together; of two that clash the first one given stays.

    >>> [(span.start, span.end) for span in settle([Span(3, 8), Span(0, 4), Span(9, 12), Span(0, 14, encloses=True)])]
    [(0, 14), (3, 8), (9, 12)]
    """
    outermost: list[_Laid] = []
    laid = [span for span in spans if span.start < span.end and _lay(span, outermost)]
    return sorted(laid, key=_order)


class _Laid(NamedTuple):
    """A span that stays, with the spans inside it, sorted by start and disjoint."""

    span: Span
    inside: list[_Laid]


def _lay(span: Span, beside: list[_Laid]) -> bool:
    """Place a span among those that stay; returns whether it clashes with none of them.

    It is only compared with the spans that it overlaps: a text may have thousands.
    """
    while True:
        first = bisect_right(beside, span.start, key=_start)
        if first and beside[first - 1].span.end > span.start:
            first -= 1
        last = bisect_left(beside, span.end, first, key=_start)
        if first == last:
            beside.insert(first, _Laid(span, []))
            return True
        foremost, hindmost = beside[first].span, beside[last - 1].span
        if foremost.encloses and foremost.start <= span.start and span.end <= foremost.end:
            beside = beside[first].inside
        elif span.encloses and span.start <= foremost.start and hindmost.end <= span.end:
            beside[first:last] = [_Laid(span, beside[first:last])]
            return True
        else:
            return False


def _start(laid: _Laid) -> int:
    return laid.span.start


def render(text: str, spans: Sequence[Span] = ()) -> SafeString:
    """The text as escaped HTML with its spans marked up.

    Raises CrossingSpans, or ValueError for a span outside the text.

    >>> render("<-cost-> see 402.1", [Span(13, 18, '<a href="/cr/402.1/">', "</a>")])
    '&lt;-cost-&gt; see <a href="/cr/402.1/">402.1</a>'
    """
    pieces: list[str] = []
    open_spans: list[Span] = []
    at = 0

    def write_to(offset: int) -> None:
        nonlocal at
        while open_spans and open_spans[-1].end <= offset:
            closing = open_spans.pop()
            pieces.append(closing.inner if closing.inner is not None else escape(text[at : closing.end]))
            pieces.append(closing.closing)
            at = closing.end
        pieces.append(escape(text[at:offset]))
        at = offset

    for span in sorted(spans, key=_order):
        if not 0 <= span.start < span.end <= len(text):
            raise ValueError(f"span {span.start}–{span.end} lies outside a text of {len(text)} characters")
        write_to(span.start)
        if open_spans and (span.end > open_spans[-1].end or not open_spans[-1].encloses):
            raise CrossingSpans(f"span {span.start}–{span.end} crosses {open_spans[-1].start}–{open_spans[-1].end}")
        pieces.append(span.opening)
        open_spans.append(span)
    write_to(len(text))
    return mark_safe("".join(pieces))  # every piece is escaped text or a span's own safe markup


def render_paragraphs(text: str, spans: Sequence[Span] = ()) -> list[SafeString]:
    """Each paragraph (line) of a text, rendered; a span over the end of a paragraph or of a cell is marked up in both.

    >>> render_paragraphs("one\\ntwo", [Span(2, 5, "<i>", "</i>")])
    ['on<i>e</i>', '<i>t</i>wo']
    """
    return [
        SafeString(CELL.join(_parts(line, inside, CELL))) if CELL in line else render(line, inside)
        for line, inside in _clipped_to(text, spans, "\n")
    ]


def _parts(text: str, spans: Sequence[Span], gap: str) -> list[SafeString]:
    return [render(part, inside) for part, inside in _clipped_to(text, spans, gap)]


def _clipped_to(text: str, spans: Sequence[Span], gap: str) -> list[tuple[str, list[Span]]]:
    """The parts of a text between gaps, each with the spans within it."""
    if gap not in text:
        return [(text, list(spans))]
    lines = text.split(gap)
    starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
    spans_by_line: list[list[Span]] = [[] for _ in lines]
    for span in spans:
        for index in range(bisect_right(starts, span.start) - 1, bisect_left(starts, span.end)):
            start, end = starts[index], starts[index] + len(lines[index])
            if max(span.start, start) < min(span.end, end):
                spans_by_line[index].append(_clipped(span, start, end))
    return list(zip(lines, spans_by_line, strict=True))


def _clipped(span: Span, start: int, end: int) -> Span:
    """The part of a span inside a paragraph, with offsets from the paragraph's start."""
    whole = start <= span.start and span.end <= end
    return replace(
        span, start=max(span.start, start) - start, end=min(span.end, end) - start, inner=span.inner if whole else None
    )


def _order(span: Span) -> tuple[int, int, bool]:
    return span.start, -span.end, not span.encloses
