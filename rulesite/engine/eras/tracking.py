"""Noticing: what of the rules of its day a game looks at. Where all of that is the same, the game is the same.

What is noticed is called a fact: a switch of the ruleset by its name, ``number:announce`` for the number of a concept's
rule where it is told in words, ``keyword:echo`` for the definition of a keyword that has several.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_NOTICED: ContextVar[set[str] | None] = ContextVar("noticed", default=None)


@contextmanager
def noticing() -> Iterator[set[str]]:
    """The facts that are looked at within the block. Whoever notices around it is told of them only if it fails.

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
    """Somebody looks at a fact."""
    seen = _NOTICED.get()
    if seen is not None:
        seen.add(fact)


def notice_all(facts: Iterable[str]) -> None:
    """Somebody takes over what was made by looking at some facts before."""
    seen = _NOTICED.get()
    if seen is not None:
        seen.update(facts)
