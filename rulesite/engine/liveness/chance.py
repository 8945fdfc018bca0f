"""Answers by chance: a script for games that nobody wrote."""

from __future__ import annotations

import random
import re
from typing import Any

from rulesite.engine.state.choices import Choice, Script
from rulesite.engine.state.names import exact_option

WORDS = ("Goblin", "Forest", "red", "Bear")
"""Answers to a question that shows no options."""


class Chance(Script):
    """A script that answers every question with one of its possible answers, picked by chance.

    `lands` are the permanents whose mana abilities may be played, `words` the answers to a question without options.
    """

    def __init__(self, dice: random.Random, words: tuple[str, ...] = WORDS) -> None:
        super().__init__()
        self.dice = dice
        self.words = words
        self.lands: list[str] = []

    def is_empty(self) -> bool:
        return False

    def has(self, choice: Choice) -> bool:
        return choice.kind == "mana abilities" and bool(self.lands) and self.dice.random() < 0.7

    def take(self, choice: Choice) -> Any:
        if choice.kind == "mana abilities":
            return [self.lands.pop()]
        options = [exact_option(option) for option in choice.options]
        total = re.search(r"\((\d+)\)$", choice.prompt)
        if choice.kind in ("division", "damage") and total and options:
            return self._shares(options, int(total[1]))
        if choice.minimum != 1 or choice.maximum != 1:
            many = self.dice.randint(choice.minimum, max(choice.minimum, choice.maximum))
            return self.dice.sample(options, min(many, len(options)))
        if options:
            return self.dice.choice(options)
        span = re.search(r"\((\d+) to (\d+|any)\)$", choice.prompt)
        if span is not None:
            low = int(span[1])
            return self.dice.randint(low, low + 2 if span[2] == "any" else int(span[2]))
        return self.dice.choice(self.words)

    def _shares(self, options: list[str], total: int) -> dict[str, int]:
        shares = dict.fromkeys(options, 0)
        for _ in range(total):
            shares[self.dice.choice(options)] += 1
        return shares
