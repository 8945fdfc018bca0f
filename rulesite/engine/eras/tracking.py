"""Tracking: which facts of its day's rules a game uses. Where all of these are the same, the game is the same.

A fact is a switch of the ruleset by its name, ``number:announce`` for the number of a concept's rule where a text cites
it, or ``keyword:echo`` for the definition of a keyword that has several.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_NOTICED: ContextVar[set[str] | None] = ContextVar("noticed", default=None)


@contextmanager
def noticing() -> Iterator[set[str]]:
    """The facts that are used within the block. An enclosing block gets them only if this one fails.

    >>> with noticing() as seen:
    ...     notice("mana_burn")
    >>> seen
    {'mana_burn'}
    """
    seen: set[str] = set()
    around = _NOTICED.get()
    before = _NOTICED.set(seen)
    try:
        yield seen
    except BaseException:
        if around is not None:
            around.update(seen)
        raise
    finally:
        _NOTICED.reset(before)


def notice(fact: str) -> None:
    """Record the use of a fact."""
    seen = _NOTICED.get()
    if seen is not None:
        seen.add(fact)


def notice_all(facts: Iterable[str]) -> None:
    """Record the use of the facts behind a result that is used again."""
    seen = _NOTICED.get()
    if seen is not None:
        seen.update(facts)
