"""Meant: what the cites of a scenario were found to mean, as it is remembered when the scenario was bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

GUESS, KNOWN = "?", "."


class Meant(NamedTuple):
    """Names for the words that the cites mean and for what may be said for them, which cites are guesses (a sign each),
    and the names of their places, with points between.

    >>> Meant.of("4f-a0-?.-11").guesses
    '?.'
    >>> Meant.of("of an older version")
    Meant(words='', said='', guesses='', places='')
    """

    words: str = ""
    said: str = ""
    guesses: str = ""
    places: str = ""

    @classmethod
    def of(cls, key: str) -> Meant:
        """What a key of `Made` tells; nothing where it is none of these."""
        parts = key.split("-")
        return cls(*parts) if len(parts) == len(cls._fields) else cls()

    @property
    def key(self) -> str:
        """As `Made` keeps it."""
        return "-".join(self)

    def is_moved_to(self, now: Meant) -> bool:
        """Whether the same words are meant, and nothing is a guess now that was none."""
        guesses = zip(self.guesses, now.guesses, strict=False)
        return self[:2] == now[:2] and all(one in (other, GUESS) for one, other in guesses)

    def known_in(self, now: Meant) -> frozenset[int]:
        """Which cites were guesses, and are none any more.

        >>> Meant(guesses="??.").known_in(Meant(guesses=".?."))
        frozenset({0})
        """
        return _others(self.guesses, now.guesses)

    def placed_otherwise_in(self, now: Meant) -> frozenset[int]:
        """Which cites mean what stands in other places.

        >>> sorted(Meant(places="1f.2a.3c").placed_otherwise_in(Meant(places="1f.20.3d")))
        [1, 2]
        """
        return _others(self.places.split("."), now.places.split("."))


def _others(before: Sequence[str], now: Sequence[str]) -> frozenset[int]:
    return frozenset(number for number, (one, other) in enumerate(zip(before, now, strict=True)) if one != other)
