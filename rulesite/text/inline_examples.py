"""Passages of a text that are worked examples without a label: "For example, ..." inside a rule."""

from __future__ import annotations

import re

_OPENING = re.compile(r"\b[Ff]or\s+example\b")
_SENTENCE_END = re.compile(r"(?<=[.!?])[”\"’')]*(?=\s+[A-Z“\"\[(]|\s*$)")


def inline_examples(text: str) -> list[tuple[int, int]]:
    """The spans of passages that begin "For example": to the end of the sentence, or of their parenthesis.

    >>> text = "It stops (for example, when tapped). For example, a Wall can’t."
    >>> [text[start:end] for start, end in inline_examples(text)]
    ['for example, when tapped', 'For example, a Wall can’t.']
    """
    spans = []
    for match in _OPENING.finditer(text):
        opened = text.rfind("(", 0, match.start())
        if opened >= 0 and ")" not in text[opened : match.start()] and ". " not in text[opened : match.start()]:
            close = _closing(text, opened)
        else:
            ended = _SENTENCE_END.search(text, match.end())
            close = ended.end() if ended else len(text)
        newline = text.find("\n", match.start(), close)
        spans.append((match.start(), newline if newline >= 0 else close))
    return spans


def _closing(text: str, opened: int) -> int:
    """The offset of the parenthesis that closes the one at ``opened``."""
    depth = 0
    for index in range(opened, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return len(text)
