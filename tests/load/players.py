"""People who play at the table meanwhile: each a course of their own, one action after another."""

from __future__ import annotations

import base64
import json
import random
import zlib

from tests.load.visitor import Asked, Visitor

AT_TABLE = "at the table"
THOUGHT = 2.0
"""Seconds that a player thinks before the next action."""
MAX_COURSE = 60
"""Actions of a course; then another begins."""
_DAY = "2021-11-19"
_NAMES = ("Bear", "Wolf", "Ox", "Drake", "Hound", "Giant", "Elder", "Ghoul")
_LANDS = 6
"""Lands that are tapped one by one, before everybody passes again and again."""


class Player:
    """A player at a table of twenty permanents a side, told apart by a seed."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        sides = []
        for player in ("Ann", "Bob"):
            creatures = ", ".join(f"{name} of {player} {self._dice.randint(1, 4)}/4" for name in _NAMES)
            sides.append(f"{player}, in play: {_LANDS} Forest, five Mountain, Anthem, {creatures}")
        card = '[cards.Anthem]\nline = "Enchantment"\ntext = "Creatures you control get +1/+1."'
        self._position = "\n".join(["given = '''", *sides, "'''", card])
        self._course: list[str] = []

    def next_request(self, visitor: Visitor) -> tuple[Asked, bool]:
        """The page of the course with one more action."""
        if len(self._course) >= MAX_COURSE:
            self._course.clear()
        number = len(self._course) + 1
        self._course.append(f"Ann taps Ann's Forest {number} for mana" if number <= _LANDS else "All pass")
        table = json.dumps([_DAY, self._position, *self._course]).encode()
        packed = base64.urlsafe_b64encode(zlib.compress(table, 9)).decode().rstrip("=")
        return Asked(AT_TABLE, f"/table/?t={packed}"), False
