"""Meant: what the cites of a scenario were found to mean, as it is remembered when the scenario was bound."""

from __future__ import annotations

from typing import NamedTuple

GUESS, KNOWN = "?", "."


class Meant(NamedTuple):
    """Names for the words that the cites mean and for what may be said for them, which cites are guesses (a sign each),
    and a name for the places.

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
        guesses = enumerate(zip(self.guesses, now.guesses, strict=True))
        return frozenset(number for number, (one, other) in guesses if one != other)
