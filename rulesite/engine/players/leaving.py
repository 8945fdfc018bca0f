"""A player leaves a game that continues (rule 800.4a in 2018-01-19)."""

from __future__ import annotations

from rulesite.engine.abilities.changes import SetController
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.seating.turn_markers import designate
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.codec import clone
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings
from rulesite.engine.state.zones import leave_combat, move, remove


def leave(kernel: Kernel, player: str) -> list[Event]:
    """Take a player's objects out of the game and end his or her control of others, players among them; returns what
    left play."""
    state = kernel.state
    state.controlled = {name: by for name, by in state.controlled.items() if by != player}
    state.to_be_controlled = [each for each in state.to_be_controlled if each[1] != player]
    designate(kernel, player)
    gone: list[Event] = []
    for thing in [each for each in state.things.values() if each.owner == player and each.kind != "ability"]:
        kernel.note(f"{thing.label} leaves the game with {player}", "player_leaves")
        if thing.zone == "battlefield":
            gone.append(Event("move", object_ref(thing.id), from_zone="battlefield", old=thing.id))
        leave_combat(kernel, thing.id)
        remove(kernel, thing)
    state.effects = [
        each
        for each in state.effects
        if each.kind != "continuous"
        or not any(
            isinstance(part, SetController) and Frame(kernel, each.bound).player(part.who) == player
            for part in each.parts
        )
    ]
    state.pending = [each for each in state.pending if each.bound.controller != player]
    state.touch()
    for thing in [each for each in state.things.values() if each.kind != "card" and each.zone == "stack"]:
        if thing.controller == player and (thing.play is None or thing.play.kind != "combat damage"):
            kernel.note(f"{thing.label} ceases to exist", "player_leaves")
            remove(kernel, thing)
    return gone + without_controller(kernel)


def without_controller(kernel: Kernel) -> list[Event]:
    """Exile the objects that nobody in the game controls: they came under the control of a player who has left, and no
    effect gives them to another (800.4a, 800.4c in 2018-01-19); returns what left play."""
    state, gone = kernel.state, []
    for thing in [each for each in state.things.values() if each.zone in ("battlefield", "stack")]:
        controller = look(kernel, thing.id).controller if thing.kind != "ability" else ""
        if not controller or not state.players[controller].lost:
            continue
        kernel.note(f"{thing.label} is left without a controller and is removed from the game", "player_leaves")
        gone.append(Event("move", object_ref(thing.id), zone="exile", from_zone=thing.zone, old=thing.id))
        leave_combat(kernel, thing.id)
        gone[-1].new = move(kernel, thing, "exile", {}).id
    if gone:
        state.touch()
    return gone


def in_anybodys_place(kernel: Kernel, bound: Bindings) -> Bindings:
    """The bindings of what happens without anybody doing it, as the end of an effect does (610.3 in 2026-06-19): those
    of the next player in turn order where the one who made the effect has left the game."""
    controller = bound.controller
    if not controller or not kernel.state.players[controller].lost or not (left := kernel.state.turn_order(controller)):
        return bound
    present = clone(bound)
    present.controller = left[0]
    return present


def kept_from_the_gone(kernel: Kernel, event: Event) -> bool:
    """Whether an event would happen to a player who has left the game: nothing does (800.4a in 2018-01-19). An object
    that would come under the control of that player stays where it is, and a token is not created (800.4b)."""
    whom = ref_player(event.ref) if event.ref and event.kind != "lose_game" else None
    if whom is not None and kernel.state.players[whom].lost and kernel.has("player_leaves"):
        kernel.note(f"{whom} has left the game: nothing happens", "player_leaves")
        return True
    to_come = event.kind == "move" and event.zone in ("battlefield", "stack")
    controller = str(event.facts.get("controller") or "") if to_come else ""
    if not controller or not kernel.state.players[controller].lost or not kernel.has("player_leaves"):
        return False
    kernel.note(f"{kernel.label(event.ref)} stays where it is: {controller} has left the game", "player_leaves")
    return True
