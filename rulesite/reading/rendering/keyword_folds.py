"""The folds of a long section of keywords: the rules of each keyword, which open by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol

from rulesite.rulebook.models import RuleVersion
from rulesite.text.emphasis import unmarked

_MIN_KEYWORDS = 12
"""With fewer a section is read through; with so many it is looked things up in."""
_HEADING = RuleVersion.Kind.HEADING.value


class Row(Protocol):
    """What a fold needs of a provision: ``parent`` is the place of its parent among the rows, or -1."""

    @property
    def number(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def parent(self) -> int: ...


def end_of(rows: Sequence[Row], place: int) -> int:
    """The place after the last provision below one, of those that follow it without a gap."""
    end = place + 1
    while end < len(rows) and place <= rows[end].parent < end:
        end += 1
    return end


def folds_of(rows: Sequence[Row], current: int = -1) -> dict[int, int]:
    """The keywords whose rules are folded, each with the place after its last rule; none where there are few keywords.

    The keyword of the current provision stays open.
    """
    keywords = [place for place, row in enumerate(rows) if row.kind == _HEADING and row.title]
    if len(keywords) < _MIN_KEYWORDS:
        return {}
    folds: dict[int, int] = {}
    reached = 0
    for place in keywords:
        end = end_of(rows, place)
        if place < reached or end == place + 1 or place <= current < end:
            continue
        folds[place] = reached = end
    return folds


def opening_tag(row: Row, count: int) -> str:
    """The beginning of a fold of ``count`` rules."""
    rules = f"{count} rule{'' if count == 1 else 's'}"
    name = f"{escape(row.number)} {escape(unmarked(row.title))}"
    return f'<details class="fold"><summary>{rules}<span class="vh"> of {name}</span></summary>\n'


CLOSING_TAGS = "</details></div>\n"
KEYWORD_TAG = '<div class="keyword">\n'
"""Begins a keyword: its heading, and the fold of its rules."""
