"""Cutting the text of a scenario into sentences."""

from __future__ import annotations

import re

from .model import Sentence

_CONTINUES = re.compile(
    r"(pays?\b|paying\b|targeting\b|choosing\b|dividing\b|tapping\b|with\b|using\b|for its\b|without\b)"
)

_QUOTED = re.compile(r"""\"[^\"]*\"|“[^”]*”|(?<![A-Za-z0-9])['‘][^'’]*['’](?=[\s,.;:)]|$)""")


def split_sentences(text: str, line: int) -> tuple[Sentence, ...]:
    """Cut a text into sentences, at line ends and at full stops and semicolons outside quotation marks.

    A line that begins with "paying", "targeting", "choosing" … continues the one before; ``#`` begins a comment.

    >>> [each.text for each in split_sentences("Ann plays Bolt\\n  targeting Bear. All pass", 3)]
    ['Ann plays Bolt targeting Bear', 'All pass']
    """
    found: list[Sentence] = []
    for offset, raw in enumerate(text.splitlines()):
        kept = re.sub(r"(^|\s)#.*$", "", raw).strip()
        if not kept:
            continue
        parts = _cut(kept)
        if found and _CONTINUES.match(kept):
            found[-1] = Sentence(f"{found[-1].text} {parts[0]}", found[-1].line)
            parts = parts[1:]
        found += [Sentence(part, line + offset) for part in parts if part]
    return tuple(found)


def _cut(text: str) -> list[str]:
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    parts, start = [], 0
    for place, sign in enumerate(text):
        if any(first <= place < last - 1 for first, last in quoted):
            continue
        if sign == ";" or (sign == "." and (place + 1 == len(text) or text[place + 1].isspace())):
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]
