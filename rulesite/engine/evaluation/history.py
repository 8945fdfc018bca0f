"""Occurrences of an event pattern in the history of the game, within a span of time."""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.event import from_history
from rulesite.engine.state.game_state import Happening, State, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.teams import active_players
from rulesite.engine.state.turn_steps import step_is

from .event_matching import facts_of
from .frame import Frame


def occurrences(frame: Frame, pattern: Any, span: str) -> list[dict[str, Any]]:
    """The facts of every event in ``span`` that fits an event pattern.

    ``span`` is "now", "turn", "last turn", "game", "combat" or "since your last upkeep"; any other raises
    :class:`NotModelled`.
    """
    if span == "now":
        return _now(frame, pattern)
    found: list[dict[str, Any]] = []
    for happening in _within(frame, span):
        found += facts_of(frame, pattern, from_history(happening))
    return found


def _now(frame: Frame, pattern: Any) -> list[dict[str, Any]]:
    """The present step as an occurrence, if the pattern names it: "during your draw step"."""
    if not isinstance(pattern, StepBegins):
        raise NotModelled(f"the engine cannot tell whether {type(pattern).__name__} goes on now")
    if not step_is(frame.kernel.state.step, pattern.step):
        return []
    return [
        {"subject": player_ref(each), "player": each}
        for each in active_players(frame.kernel.state)
        if frame.matches(pattern.whose, player_ref(each))
    ]


def _within(frame: Frame, span: str) -> list[Happening]:
    kernel = frame.kernel
    history = kernel.state.history
    if span == "game":
        return list(history)
    if span == "turn":
        return [each for each in history if each.turn == kernel.state.turn]
    if span == "combat":
        return _this_combat(kernel)
    if span == "last turn":
        return [each for each in history if each.turn == kernel.state.turn - 1]
    if span == "this way":
        told = [each for each in history if each.kind == "resolves" and each.facts.get("source") == frame.source]
        if not told:
            raise NotModelled("nothing says what was done this way")
        return [each for each in history if each.number > told[-1].number]
    if span == "your last turn":
        last = _last_turn(kernel, frame.controller)
        return [each for each in history if each.turn == last]
    if span == "their last turn":
        return [each for each in history if each.turn == _last_turn(kernel, str(each.facts.get("player") or ""))]
    if span == "since your last upkeep":
        first = since_last_upkeep(kernel, frame.controller)
        return [each for each in history if each.turn >= first]
    raise NotModelled(f"the engine does not know the span {span!r}")


def combats_begun(kernel: Kernel) -> list[int]:
    """The numbers of the happenings with which the combat phases of this turn began, as far as the game has seen it."""
    turn = (each for each in kernel.state.history if each.turn == kernel.state.turn)
    return [each.number for each in turn if each.kind == "step" and each.facts.get("zone") == "beginning of combat"]


def _this_combat(kernel: Kernel) -> list[Happening]:
    """What happened in this turn since its last combat phase began: a turn may have several."""
    first = max(combats_begun(kernel), default=0)
    return [each for each in kernel.state.history if each.turn == kernel.state.turn and each.number >= first]


def since_last_upkeep(kernel: Kernel, player: str) -> int:
    """The turn of a player's upkeep before the present one: later events are "since your last upkeep".

    A game that began after that upkeep counts from its first turn.
    """
    upkeeps = [
        each.turn
        for each in kernel.state.history
        if each.kind == "step" and each.facts.get("zone") == "upkeep" and each.facts.get("player") == player
    ]
    before = [turn for turn in upkeeps if turn < kernel.state.turn]
    return max(before) if before else kernel.state.first_turn


def _last_turn(kernel: Kernel, player: str) -> int | None:
    """The number of a player's last turn before the present one; None if there was none."""
    steps = (each for each in kernel.state.history if each.kind == "step" and each.facts.get("player") == player)
    return max((each.turn for each in steps if each.turn < kernel.state.turn), default=None)


def begun(state: State, player: str, keyword: str) -> str:
    """The key under which the state counts how many abilities of a keyword a player has begun to activate this turn."""
    return f"{keyword} begun by {player} turn {state.turn}"


def usage_key(kernel: Kernel, thing: Thing, key: str, player: str, span: str = "turn") -> str:
    """The key under which uses are counted: bound to the object, whoever controls it (rule
    ``activate_restriction``)."""
    when = f" turn {kernel.state.turn}" if span == "turn" else ""
    whose = "" if kernel.has("activate_restriction") else f" by {player}"
    return f"{thing.id} {key}{when}{whose}"
