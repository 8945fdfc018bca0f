"""Whether something that happened is what an ability watches for, and what its words then stand for.

:func:`facts_of` answers with one set of facts per occurrence: ``subject`` and ``other`` (references), ``player``,
``amount``, ``follow`` (what a moved object became) and whatever the event carries along.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.predicates import Anything, IsCard
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import COMPONENT, Event
from rulesite.engine.state.game_state import object_ref, player_ref

from .frame import Frame, sees

Facts = dict[str, Any]
PATTERNS: dict[type, Callable[[Frame, Any, Event], list[Facts]]] = {}


def facts_of(frame: Frame, pattern: Any, event: Event) -> list[Facts]:
    """One set of facts for each occurrence of ``pattern`` in ``event``; empty when it does not fit.

    What speaks of cards sees each card of a melded permanent move, everything else the permanent alone (712.21).
    Raises :class:`NotModelled` for a pattern that the engine does not know.
    """
    if event.tagged(COMPONENT) and not any(isinstance(each, IsCard) for each in walk(pattern)):
        return []
    if isinstance(pattern, ir.AnyEvent):
        for part in pattern.parts:
            found = facts_of(frame, part, event)
            if found:
                return found
        return []
    function = PATTERNS.get(type(pattern))
    if function is None:
        raise NotModelled(f"the engine does not watch for {type(pattern).__name__} yet")
    return function(frame, pattern, event)


def watch(kind: type) -> Callable[[Any], Any]:
    """A decorator: the function says how a kind of pattern fits an event."""

    def enter(function: Any) -> Any:
        PATTERNS[kind] = function
        return function

    return enter


def facts(subject: str, other: str | list[str] = "", player: str = "", amount: int = 0, **more: Any) -> Facts:
    """The facts of one occurrence."""
    return {"subject": subject, "other": other, "player": player, "amount": amount, **more}


def fits(frame: Frame, predicate: Any, ref: str) -> bool:
    """Whether an object or player of the event fits a description of the pattern.

    What is outside the range of influence of "you" does not: of an event only that has to be in range which the pattern
    speaks of (801.7 in 2026-06-19).
    """
    if isinstance(predicate, Anything):
        return True
    return bool(ref) and sees(frame, ref, "range_triggers") and frame.matches(predicate, ref)


def player_fits(frame: Frame, predicate: Any, player: str) -> bool:
    """As :func:`fits`, for a player's name."""
    return fits(frame, predicate, player_ref(player) if player else "")


def following(event: Event) -> Facts:
    """What a moved object became, as facts."""
    return {
        "follow": {object_ref(event.old): object_ref(event.new)} if event.new else {},
        "old": event.old,
        "new": event.new,
    }
