"""Emphasis: the underscores of some editions' files around a name, ``_Magic_``, become italics.

The underscores stay in the page, hidden, so that its text is still the stored text.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesite.reading.rendering.spans import Span
from rulesite.text.emphasis import MARKED

_HIDDEN = "<span hidden>_</span>"


def find(text: str) -> Iterator[Span]:
    """Three spans for each emphasised passage: the whole, and each of its underscores.

    >>> [(span.start, span.end) for span in find("a _Magic_ card, ___ and snake_case_name")]
    [(2, 9), (2, 3), (8, 9)]
    """
    if "_" not in text:
        return
    for match in MARKED.finditer(text):
        start, end = match.span()
        yield Span(start, end, "<i>", "</i>", encloses=True)
        yield Span(start, start + 1, inner=_HIDDEN)
        yield Span(end - 1, end, inner=_HIDDEN)
