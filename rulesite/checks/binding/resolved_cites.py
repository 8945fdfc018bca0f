"""Meant: the meaning of a scenario's cites, as stored when it was bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

GUESS, KNOWN = "?", "."


class Meant(NamedTuple):
    """The parts of a key that stands for the meaning of a scenario's cites.

    Digests of the cites' words and of their sayings, a sign for each cite on whether it is a guess, and digests of
    their places, joined by points.

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
        """The parts of a key in `Made`; empty for any other text."""
        parts = key.split("-")
        return cls(*parts) if len(parts) == len(cls._fields) else cls()

    @property
    def key(self) -> str:
        """The key that `Made` stores."""
        return "-".join(self)

    def is_moved_to(self, now: Meant) -> bool:
        """Whether the same words are meant, without any new guesses."""
        guesses = zip(self.guesses, now.guesses, strict=False)
        return self[:2] == now[:2] and all(left in (right, GUESS) for left, right in guesses)

    def known_in(self, now: Meant) -> frozenset[int]:
        """The cites that were guesses and no longer are.

        >>> Meant(guesses="??.").known_in(Meant(guesses=".?."))
        frozenset({0})
        """
        return _others(self.guesses, now.guesses)

    def placed_otherwise_in(self, now: Meant) -> frozenset[int]:
        """The cites whose example is at another position.

        >>> sorted(Meant(places="1f.2a.3c").placed_otherwise_in(Meant(places="1f.20.3d")))
        [1, 2]
        """
        return _others(self.places.split("."), now.places.split("."))


def _others(before: Sequence[str], now: Sequence[str]) -> frozenset[int]:
    return frozenset(number for number, (left, right) in enumerate(zip(before, now, strict=True)) if left != right)
