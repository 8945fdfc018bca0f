"""The words for costs in a script: "with kicker" for an additional one, "using escape" for an alternative one."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulesite.engine.abilities.static_parts import AdditionalCost, AlternativeCost
from rulesite.engine.casting.play_costs import card_parts
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing

ALTERNATIVES = {
    "flashback",
    "madness",
    "morph",
    "evoke",
    "alternative",
    "suspend",
    "overload",
    "miracle",
    "dash",
    "foretell",
}
"""Alternative costs that "with" may name as well."""


def named_costs(options: Tree[Any]) -> list[str]:
    """The names of costs: "kicker", and "kicker {W}" where a text has several of a keyword ("with {W} kicker")."""
    named, mana = [], ""
    for token in options.children:
        if isinstance(token, Token) and token.type == "MANA":
            mana = f" {token.value}"
        elif isinstance(token, Token):
            named.append(f"{token.value}{mana}")
            mana = ""
    return named


def check_kind(kernel: Kernel, card: Thing, options: list[str], alternative: str) -> None:
    """Raise ScenarioError where a card has a cost of that name, and as the other kind of cost."""
    parts = card_parts(kernel, card)
    instead = {part.name for part in parts if isinstance(part, AlternativeCost)}
    besides = {part.name for part in parts if isinstance(part, AdditionalCost) and part.optional}
    for name in options:
        if name in instead - besides:
            raise ScenarioError(
                f'{name} is an alternative cost of {card.label}, and "with" names what is paid besides',
                mend=f"Say: using {name}",
            )
    for name in alternative.split(" + "):
        if name in besides - instead:
            raise ScenarioError(
                f'{name} is paid besides the cost of {card.label}, and "using" names what is paid instead',
                mend=f"Say: with {name}",
            )
