"""Citations: the number of a concept's rule in a text.

A cited number is a fact of its day (see :mod:`.tracking`). A text that is stored to be shown for other days too leaves
its numbers open: a mark with the concept's name stands in their place, and the number of the day shown is filled in
later. So two days that differ only in numbers share one game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .concepts import rule_number
from .tracking import notice

_OPEN: ContextVar[bool] = ContextVar("open", default=False)
_MARK = re.compile(r" ⟦(\w+)⟧")


@contextmanager
def left_open() -> Iterator[None]:
    """Within the block numbers are written as marks."""
    before = _OPEN.set(True)
    try:
        yield
    finally:
        _OPEN.reset(before)


def number_told(concept: str, day: str) -> str:
    """The number of a concept's rule on a day, recorded as used; ``""`` for none."""
    notice(f"number:{concept}")
    return rule_number(concept, day)


def cited(concept: str, day: str) -> str:
    """The citation of a concept's rule to append to a sentence, ``""`` if it has none.

    >>> cited("cost_lock_in", "2006-10-01")
    ' (rule 409.1f)'
    >>> with left_open():
    ...     told = f"It is locked in{cited('cost_lock_in', '2006-10-01')}."
    >>> filled(told, lambda concept: rule_number(concept, "2018-01-19"))
    'It is locked in (rule 601.2f).'
    """
    if not concept:
        return ""
    if _OPEN.get():
        return f" ⟦{concept}⟧"
    number = number_told(concept, day)
    return f" (rule {number})" if number else ""


def filled(text: str, number: Callable[[str], str]) -> str:
    """A text with its open numbers filled in; a concept without a number is not cited."""
    return _MARK.sub(lambda mark: f" (rule {found})" if (found := number(mark[1])) else "", text)


def cites(text: str) -> list[str]:
    """The concepts whose numbers are left open in a text.

    >>> with left_open():
    ...     cites(f"No{cited('timing', '2006-10-01')}.")
    ['timing']
    """
    return _MARK.findall(text)
