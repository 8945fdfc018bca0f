"""The meaning of an ability's words at this moment: the questions that the rest of the engine asks.

A :class:`Frame` is the context of a phrase: the running game, and what the words are bound to in it. It answers which
objects or players a reference names (:meth:`Frame.refs`), whether an object or player fits a description
(:meth:`Frame.matches`), how much an amount is (:meth:`Frame.amount`), and whether a condition is true
(:meth:`Frame.holds`). The answers for each node of the ability tree are in ``references.py``, ``predicates.py``,
``amounts.py`` and ``conditions.py``, which register themselves here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.seating.range_of_influence import in_range
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings


@dataclass(slots=True)
class Frame:
    """A running game, and the bindings of one ability's words in it.

    The bindings are plain data of the game's state: a spell on the stack, an effect, a waiting trigger has its own. A
    frame is made around them whenever their words are evaluated, and is itself never stored.
    """

    kernel: Kernel
    bound: Bindings

    @property
    def source(self) -> int:
        """The object that has the ability."""
        return self.bound.source

    @property
    def controller(self) -> str:
        """ "You"."""
        return self.bound.controller

    @property
    def chooser(self) -> str:
        """The player who makes the choices of the present instruction."""
        return self.bound.chooser

    def refs(self, node: Node) -> list[str]:
        """References to the objects and players that ``node`` names, without duplicates, in a fixed order.

        Raises :class:`NotModelled` for a kind of reference that the engine does not know.
        """
        named = _answer(REFERENCES, node, "the reference")(self, node)
        if self.bound.follow:
            named = [_put_there(self.kernel, self.bound.follow, ref) for ref in named]
        return list(dict.fromkeys(named))

    def matches(self, predicate: Predicate | Node, ref: str) -> bool:
        """Whether the object or player ``ref`` fits the predicate."""
        return bool(_answer(PREDICATES, predicate, "the description")(self, predicate, ref))

    def amount(self, node: Amount | Node) -> int:
        """How much an amount is now."""
        return int(_answer(AMOUNTS, node, "the amount")(self, node))

    def holds(self, condition: Condition | Node | None) -> bool:
        """Whether a condition is true now; ``None`` is true."""
        return condition is None or bool(_answer(CONDITIONS, condition, "the condition")(self, condition))

    def player(self, node: Node) -> str:
        """The single player that a reference names.

        Raises :class:`NotModelled` when it does not name exactly one player.
        """
        found = [ref.partition(" ")[2] for ref in self.refs(node) if ref.startswith("player ")]
        if len(found) != 1:
            raise NotModelled(f"{type(node).__name__} names {len(found)} players where one is needed")
        return found[0]


def _put_there(kernel: Kernel, follow: dict[str, str], ref: str) -> str:
    """The permanent that a card became which an effect put onto the battlefield: that is what "it" means from then on,
    and what is last known of it is how it was there (608.2h in 2026-06-19)."""

    def was_there(ref: str) -> bool:
        found = kernel.thing(ref_id(ref) or 0) or kernel.known(ref_id(ref) or 0)
        return found is not None and found.zone == "battlefield"

    became = ref
    while became in follow and not was_there(became):
        became = follow[became]
    return became if was_there(became) else ref


REFERENCES: dict[type, Callable[[Frame, Any], list[str]]] = {}
PREDICATES: dict[type, Callable[[Frame, Any, str], bool]] = {}
AMOUNTS: dict[type, Callable[[Frame, Any], int]] = {}
CONDITIONS: dict[type, Callable[[Frame, Any], bool]] = {}


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


def sees(frame: Frame, ref: str, concept: str = "range_effects") -> bool:
    """Whether an object or player is within the range of influence of "you", where that range is limited."""
    kernel = frame.kernel
    if not kernel.state.options.ranges:
        return True
    return in_range(kernel, frame.controller, ref) or not kernel.has(concept)


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
