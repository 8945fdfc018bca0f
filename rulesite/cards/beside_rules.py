"""The cards and rulings that rest on a rule, for its page: worked out when cards were linked, so one query."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from rulesite.cards.models import Word
from rulesite.cards.vocabulary import names_of


@dataclass(frozen=True)
class RestingOn:
    """What uses a word of the rules: how many cards and rulings, and the newest of each."""

    word: str = ""
    card_count: int = 0
    ruling_count: int = 0
    cards: list[dict[str, Any]] = field(default_factory=list)
    rulings: list[dict[str, Any]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.card_count or self.ruling_count)


def resting_on(title: str, *, is_heading: bool = False) -> RestingOn:
    """The cards and rulings that use the keyword or term of a title; ``is_heading``: of a keyword's rule."""
    names = names_of(title)
    if is_heading:
        names = [*(f"{name} (action)" for name in names), *names]
    words = {word.name: word for word in Word.objects.filter(name__in=names)}
    word = next((words[name] for name in names if name in words), None)
    if word is None:
        return RestingOn()
    rulings = [row | {"published": date.fromisoformat(row["published"])} for row in word.newest["rulings"]]
    return RestingOn(word.name, word.card_count, word.ruling_count, word.newest["cards"], rulings)
