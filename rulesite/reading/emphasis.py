"""Emphasis: the underscores that some editions' files set around a name, ``_Magic_``, shown as italics.

The underscores stay in the page, hidden, so that what is shown is still the text that is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesite.reading.rendering import Span

_MARKED = re.compile(r"(?<!\w)_(?=[^\W_])([^_\n]{1,80}?)(?<=\S)_(?!\w)")
_HIDDEN = "<span hidden>_</span>"


def find(text: str) -> Iterator[Span]:
    """Three spans for every emphasised passage: the whole, and each of its underscores.

    >>> [(span.start, span.end) for span in find("a _Magic_ card, ___ and snake_case_name")]
    [(2, 9), (2, 3), (8, 9)]
    """
    if "_" not in text:
        return
    for found in _MARKED.finditer(text):
        start, end = found.span()
        yield Span(start, end, "<i>", "</i>", encloses=True)
        yield Span(start, start + 1, inner=_HIDDEN)
        yield Span(end - 1, end, inner=_HIDDEN)


def unmarked(text: str) -> str:
    """The text without the underscores of its emphasis: for the title of a page, which can't be italic.

    >>> unmarked("The _Magic_ Golden Rules")
    'The Magic Golden Rules'
    """
    return _MARKED.sub(r"\1", text) if "_" in text else text
