"""What is kept of the words of a rule of the grammar, for the printer: `Node.surface` of the node that it makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir


def word(*choices: str) -> Callable[[str], str]:
    """The first of some words that stands in a phrase; nothing if none does."""
    return lambda text: next((choice for choice in choices if f" {choice} " in f" {text} "), "")


def always(said: str) -> Callable[[str], str]:
    """The same for every phrase of the rule."""
    return lambda text: said


CANT = "can't"


SAID: dict[str, Callable[[str], str]] = {
    "redirect": lambda text: " ".join(
        [
            "redirect",
            *(["all"] if text.startswith("all ") else []),
            *(["early"] if "dealt this turn " in text else ["ahead"] if " this turn by " in text else []),
        ]
    ),
    "ovps_and": lambda text: "apart" if text.startswith(CANT) and f" and {CANT} " in text else "",
    "cost": lambda text: "and" if " and " in text and "," not in text else "",
}
"""By the rule's name: what to keep of its words."""


def with_words(made: Any, said: str) -> Any:
    """What a rule made, with the words kept on it; a verb or deed keeps them on what it will make."""
    if not said:
        return made
    if isinstance(made, ir.Node):
        return replace(made, surface=f"{made.surface} {said}" if made.surface.endswith(("each", "skip")) else said)
    if isinstance(made, tuple) and made and isinstance(made[0], ir.Node):
        return (replace(made[0], surface=said), *made[1:])
    if isinstance(made, list) and made:  # verb phrases of one subject: kept on the first
        return [with_words(made[0], said), *made[1:]]
    if callable(made):
        return lambda of: with_words(made(of), said)
    return made
