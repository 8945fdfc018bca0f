"""Controlling another player (723 in 2026-06-19): who makes decisions, and who sees what."""

from __future__ import annotations

from collections.abc import Iterator

from rulesite.engine.abilities.player_rules import MayLookAt, PlaysRevealed
from rulesite.engine.abilities.static_parts import MayLook
from rulesite.engine.effects.continuous import changes_on, static_abilities
from rulesite.engine.evaluation.references import now
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.teams import active_players


def control_next_turn(kernel: Kernel, player: str, by: str) -> None:
    """Let ``by`` control a player during the next turn that he or she really takes (723.1)."""
    kernel.state.to_be_controlled.append((player, by))
    kernel.note(f"{by} will control {player} during {player}'s next turn", "player_control")


def begin_control(kernel: Kernel) -> None:
    """As a turn begins, end the control of players and begin that of this turn's players. The last of several effects
    counts (723.1a); a team that shares turns is controlled as a whole (805.8)."""
    state, active = kernel.state, active_players(kernel.state)
    state.controlled = {name: by for name, by in state.controlled.items() if state.markers and name not in active}
    for player, by in state.to_be_controlled:
        if player in active and kernel.has("player_control"):
            state.controlled.update(dict.fromkeys(active, by))
    state.to_be_controlled = [each for each in state.to_be_controlled if each[0] not in active]
    if state.active in state.controlled:
        kernel.note(f"{state.controlled[state.active]} controls {' and '.join(active)} this turn", "player_control")


def who_sees(kernel: Kernel, thing: Thing) -> list[str]:
    """The players who may look at an object's face, in turn order: a player also sees what a player under his or her
    control sees (723.4)."""
    seen = {*_allowed(kernel, thing), *_permitted(kernel, thing)}
    if kernel.has("control_shows"):
        seen |= {kernel.decider(each) for each in seen}
    return [name for name in kernel.state.turn_order() if name in seen]


def _permitted(kernel: Kernel, thing: Thing) -> Iterator[str]:
    """The players whom an effect lets look at an object, hidden as it is from others."""
    ref = object_ref(thing.id)
    for frame, ability in static_abilities(kernel):
        looks = [part for part in ability.parts if isinstance(part, MayLook)]
        if looks and (ability.condition is None or frame.holds(ability.condition)):
            yield from (frame.controller for part in looks if ref in frame.refs(part.what))
    for player in kernel.state.turn_order():
        effects = changes_on(kernel, player_ref(player), MayLookAt)
        if any(ref in (now(frame, each) for each in frame.refs(change.what)) for change, frame in effects):
            yield player


def _allowed(kernel: Kernel, thing: Thing) -> list[str]:
    everybody = kernel.state.turn_order()
    if thing.face_down:
        return [look(kernel, thing.id).controller] if thing.zone in ("battlefield", "stack") else []
    if thing.zone not in ("hand", "library"):
        return everybody
    revealed = {change.what for change, _ in changes_on(kernel, player_ref(thing.owner), PlaysRevealed)}
    if thing.zone == "library":
        return everybody if "top" in revealed and kernel.state.zone("library", thing.owner)[:1] == [thing.id] else []
    return everybody if "hand" in revealed else [thing.owner]
