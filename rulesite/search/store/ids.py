"""Ids: the small numbers that a generation of the index gives to things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

K = TypeVar("K")


class Ids(dict[K, int]):
    """Things and their ids; a new thing gets the next id when it is looked up.

    >>> ids = Ids([("haste", 7)])
    >>> ids["trample"], ids["haste"], ids.new
    (8, 7, ['trample'])
    """

    def __init__(self, held: Iterable[tuple[K, int]] = ()) -> None:
        super().__init__(held)
        self._last = max(self.values(), default=0)
        self.new: list[K] = []

    def __missing__(self, thing: K) -> int:
        self._last += 1
        self[thing] = self._last
        self.new.append(thing)
        return self._last
