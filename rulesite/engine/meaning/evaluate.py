"""What the words of an ability mean at this moment: the four questions that the rest of the engine asks.

Which objects or players does a reference name (:func:`refs`), does one fit a description (:func:`matches`), how much
is an amount (:func:`amount`), is a condition true (:func:`holds`). The answers for each node of the ability tree are
in ``referents.py``, ``fitting.py``, ``quantities.py`` and ``truth.py``, which register themselves here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Context

REFERENCES: dict[type, Callable[[Kernel, Context, Any], list[str]]] = {}
PREDICATES: dict[type, Callable[[Kernel, Context, Any, str], bool]] = {}
AMOUNTS: dict[type, Callable[[Kernel, Context, Any], int]] = {}
CONDITIONS: dict[type, Callable[[Kernel, Context, Any], bool]] = {}


def answers(table: dict[type, Any], *kinds: type) -> Callable[[Any], Any]:
    """A decorator: the function answers for these kinds of node."""

    def enter(function: Any) -> Any:
        for kind in kinds:
            table[kind] = function
        return function

    return enter


def _answer(table: dict[type, Any], node: Any, what: str) -> Any:
    function = table.get(type(node))
    if function is None:
        raise NotModelled(f"the engine does not carry out {what} {type(node).__name__} yet")
    return function


def refs(kernel: Kernel, ctx: Context, node: Node) -> list[str]:
    """The references to what ``node`` names, in a fixed order, each once.

    Raises :class:`NotModelled` for a kind of reference that the engine does not know.
    """
    found = _answer(REFERENCES, node, "the reference")(kernel, ctx, node)
    return list(dict.fromkeys(found))


def matches(kernel: Kernel, ctx: Context, predicate: Predicate | Node, ref: str) -> bool:
    """Whether the object or player ``ref`` fits the predicate."""
    return bool(_answer(PREDICATES, predicate, "the description")(kernel, ctx, predicate, ref))


def amount(kernel: Kernel, ctx: Context, node: Amount | Node) -> int:
    """How much an amount is now."""
    return int(_answer(AMOUNTS, node, "the amount")(kernel, ctx, node))


def holds(kernel: Kernel, ctx: Context, condition: Condition | Node | None) -> bool:
    """Whether a condition is true now; ``None`` is true."""
    if condition is None:
        return True
    return bool(_answer(CONDITIONS, condition, "the condition")(kernel, ctx, condition))


def player_of(kernel: Kernel, ctx: Context, node: Node) -> str:
    """The one player that a reference names.

    Raises :class:`NotModelled` when it names no player or several.
    """
    found = [ref.partition(" ")[2] for ref in refs(kernel, ctx, node) if ref.startswith("player ")]
    if len(found) != 1:
        raise NotModelled(f"{type(node).__name__} names {len(found)} players where one is needed")
    return found[0]


def compare(left: int, op: str, right: int) -> bool:
    """``left op right`` for ``< > <= >= = !=``.

    >>> compare(2, ">=", 2), compare(2, "!=", 2)
    (True, False)
    """
    return {
        "<": left < right,
        ">": left > right,
        "<=": left <= right,
        ">=": left >= right,
        "=": left == right,
        "==": left == right,
        "!=": left != right,
    }[op]
