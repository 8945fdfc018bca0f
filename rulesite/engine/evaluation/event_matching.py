"""Match events against the patterns that abilities watch for, and bind the pattern's words.

:func:`facts_of` returns one set of facts per occurrence: ``subject`` and ``other`` (references), ``player``,
``amount``, ``follow`` (what a moved object became) and other facts of the event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
    """One set of facts for each occurrence of ``pattern`` in ``event``; empty if there is none.

    A pattern about cards matches each card of a melded permanent, any other only the permanent (712.21). Raises
    :class:`NotModelled` for a pattern that the engine does not know.
    """
    if event.tagged(COMPONENT) and not any(isinstance(each, IsCard) for each in walk(pattern)):
        return []
    if isinstance(pattern, ir.AnyEvent):
        for part in _occurring_apart(pattern.parts):
            found = facts_of(frame, part, event)
            if found:
                return found
        return []
    function = PATTERNS.get(type(pattern))
    if function is None:
        raise NotModelled(f"the engine does not watch for {type(pattern).__name__} yet")
    return function(frame, pattern, event)


def _occurring_apart(parts: tuple[Any, ...]) -> list[Any]:
    """The patterns of which each occurrence counts: who cycles a card discards it, which is one occurrence of "cycles
    or discards" (702.28d in 2018-01-19).

    >>> [type(part).__name__ for part in _occurring_apart((ir.Cycled(IsCard()), ir.Discarded(IsCard())))]
    ['Discarded']
    """
    discarded = [(part.what, part.who) for part in parts if isinstance(part, ir.Discarded)]
    return [part for part in parts if not isinstance(part, ir.Cycled) or (part.what, part.who) not in discarded]


def watch(kind: type) -> Callable[[Any], Any]:
    """A decorator: the function matches a kind of pattern with an event."""

    def enter(function: Any) -> Any:
        PATTERNS[kind] = function
        return function

    return enter


def facts(subject: str, other: str | list[str] = "", player: str = "", amount: int = 0, **more: Any) -> Facts:
    """The facts of one occurrence."""
    return {"subject": subject, "other": other, "player": player, "amount": amount, **more}


def fits(frame: Frame, predicate: Any, ref: str) -> bool:
    """Whether an object or player of the event fits a description of the pattern.

    An object out of range of "you" never fits: of an event, only what the pattern describes has to be in range (801.7
    in 2026-06-19).
    """
    if isinstance(predicate, Anything):
        return True
    return bool(ref) and sees(frame, ref, "range_triggers") and frame.matches(predicate, ref)


def comparing(frame: Frame, pattern: Any, subject: str, other: str) -> Frame:
    """The frame in which one noun of a pattern is compared with the other: "blocks a creature with lesser power"."""
    if not any(isinstance(part, ir.TriggerObject) for part in walk(pattern)):
        return frame
    return Frame(frame.kernel, replace(frame.bound, event={**frame.bound.event, "subject": subject, "other": other}))


def of_player(frame: Frame, pattern: Any, player: str) -> Frame:
    """The frame in which a noun of a pattern speaks of the player of the event: "a spell from their graveyard"."""
    if not any(isinstance(part, ir.TriggerPlayer) for part in walk(pattern)):
        return frame
    return Frame(frame.kernel, replace(frame.bound, event={**frame.bound.event, "player": player}))


def player_fits(frame: Frame, predicate: Any, player: str) -> bool:
    """As :func:`fits`, for a player's name."""
    return fits(frame, predicate, player_ref(player) if player else "")


def following(event: Event) -> Facts:
    """The facts about what a moved object became."""
    return {
        "follow": {object_ref(event.old): object_ref(event.new)} if event.new else {},
        "old": event.old,
        "new": event.new,
    }
