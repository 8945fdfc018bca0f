"""Small plain records made from the trees of the grammar, for the other modules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token, Tree


@dataclass(frozen=True)
class Ref:
    """A card or player as named in a sentence. ``owner`` is "Ann" in "Ann's Bear"; ``every``: "both Bears"."""

    name: str
    owner: str = ""
    player: bool = False
    every: bool = False

    def __str__(self) -> str:
        return f"{self.owner}'s {self.name}" if self.owner else self.name


@dataclass(frozen=True)
class AbilityRef:
    """An ability of a card: the ``number``-th of its text, or the ability that contains ``text``."""

    of: Ref
    number: int = 0
    text: str = ""

    def __str__(self) -> str:
        which = {0: "", 1: "first ", 2: "second ", 3: "third "}.get(self.number, f"{self.number}th ")
        return f"{self.of}'s {which}ability"


def leaf(node: Any) -> Any:
    """The value of a token, or of the only token in a tree."""
    if isinstance(node, Token):
        return node.value
    return leaf(node.children[0])


def named(node: Any) -> Any:
    """The :class:`Ref` or :class:`AbilityRef` that a tree stands for."""
    data = node.data
    if data == "player":
        return Ref(leaf(node), player=True)
    if data == "owned":
        return Ref(leaf(node.children[1]), owner=leaf(node.children[0]))
    if data == "both":
        return Ref(leaf(node), every=True)
    if data == "ability":
        thing, number, text = node.children
        return AbilityRef(
            named(thing), leaf(number) if number is not None else 0, leaf(text) if text is not None else ""
        )
    if data == "ability_of":
        numbers = [each for each in node.children if isinstance(each, Token)]
        return AbilityRef(named(node.children[-1]), leaf(numbers[0]) if numbers else 0)
    return Ref(leaf(node))


def named_all(node: Tree[Any]) -> list[Any]:
    """The references in a list (``whos``, ``things``, ``picks``); empty for "nothing"."""
    return [named(each) for each in node.children if isinstance(each, Tree)]


def place(node: Tree[Any]) -> tuple[str, str]:
    """A zone and its player (``""``: any player)."""
    match node.data:
        case "place":
            return str(leaf(node)), ""
        case "place_of":
            return str(node.children[1].data), str(leaf(node.children[0]))
        case "place_hand":
            return "hand", ""
        case "place_top":
            return "top of the stack", ""
    return str(node.children[-1].data), ""
