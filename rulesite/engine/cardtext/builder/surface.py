"""The words of a grammar rule to keep for the printer: `Node.surface` of the node that the rule makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir


def word(*choices: str) -> Callable[[str], str]:
    """A function that returns the first of these words in a phrase, or an empty string."""
    return lambda text: next((choice for choice in choices if f" {choice} " in f" {text} "), "")


def always(said: str) -> Callable[[str], str]:
    """A function that returns the same text for every phrase."""
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
"""The words to keep, by the rule's name."""


def with_words(made: Any, said: str) -> Any:
    """The result of a rule with the words to keep; a function adds them to the result that it will make."""
    if not said:
        return made
    if isinstance(made, ir.Node):
        return replace(made, surface=f"{made.surface} {said}" if made.surface.endswith(("each", "skip")) else said)
    if isinstance(made, tuple) and made and isinstance(made[0], ir.Node):
        return (replace(made[0], surface=said), *made[1:])
    if isinstance(made, list) and made:  # verb phrases with the same subject: kept on the first
        return [with_words(made[0], said), *made[1:]]
    if callable(made):
        return lambda of: with_words(made(of), said)
    return made
