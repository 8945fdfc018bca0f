"""Lists of editions with their repeats folded: "2012–2026", where nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from html import escape
from itertools import groupby
from typing import Protocol, TypeVar

_MIN_REPEATS = 3
"""Fewer take no more room than their fold."""


class Repeatable(Protocol):
    """A thing in one edition. ``words`` is equal for equal words, None if nothing is known of them; ``same_words``
    compares it with the thing that is read.
    """

    @property
    def day(self) -> str | date: ...
    @property
    def number(self) -> str: ...
    @property
    def words(self) -> object: ...
    @property
    def same_words(self) -> bool | None: ...
    @property
    def current(self) -> bool: ...


T = TypeVar("T", bound=Repeatable)


def folded(rows: Sequence[T], item: Callable[[T], str]) -> str:
    """The items of a list, newest first, as HTML; runs with the same number and the same words are folded."""
    html = []
    for (_, words), group in groupby(rows, key=lambda row: (row.number, row.words)):
        run = list(group)
        items = "".join(map(item, run))
        if words is None or len(run) < _MIN_REPEATS:
            html.append(items)
        else:
            html.append(f'<li class="run"><details><summary>{_label(run)}</summary><ol>{items}</ol></details></li>')
    return "".join(html)


def years(first: str, last: str) -> str:
    """The years from one day to another: ``2012–2026``, or only one.

    >>> years("2012-02-01", "2026-06-19"), years("2009-05-01", "2009-07-11")
    ('2012–2026', '2009')
    """
    return first[:4] if first[:4] == last[:4] else f"{first[:4]}–{last[:4]}"


def _label(run: Sequence[Repeatable]) -> str:
    """What a fold has, in one line."""
    number = f' <span class="nr">{escape(run[0].number)}</span>' if run[0].number else ""
    if any(row.current for row in run):
        remark = f"this one and {len(run) - 1} with the same words"
    elif run[0].same_words:
        remark = f"{len(run)} with the same words"
    else:
        remark = f"{len(run)} alike, in other words"
    span = f'<span class="day">{years(str(run[-1].day), str(run[0].day))}</span>'
    return f'{span}{number} <span class="aside">{remark}</span>'
