"""A player leaves a game that goes on without him or her (rule 800.4a in 2018-01-19)."""

from __future__ import annotations

from rulesite.engine.abilities.changes import SetController
from rulesite.engine.meaning.frame import Frame
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.zones import leave_combat, move, remove


def leave(kernel: Kernel, player: str) -> list[Event]:
    """Take a player's objects out of the game and end his or her control of others; returns what left play."""
    state = kernel.state
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
            remove(kernel, thing)
    for thing in [each for each in state.things.values() if each.zone in ("battlefield", "stack")]:
        if look(kernel, thing.id).controller == player and thing.play is None:
            kernel.note(f"{thing.label} is left without a controller and is removed from the game", "player_leaves")
            gone.append(Event("move", object_ref(thing.id), zone="exile", from_zone="battlefield", old=thing.id))
            leave_combat(kernel, thing.id)
            gone[-1].new = move(kernel, thing, "exile", {}).id
    state.touch()
    return gone
