"""Loops of mandatory actions: when the game comes round to the same position again and again, it is a draw (104.4b)."""

from __future__ import annotations

import re
from typing import Any

from rulesite.engine.state.characteristics import look
from rulesite.engine.state.codec import to_plain
from rulesite.engine.state.game_state import State, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing

WATCHED_FROM = 10
"""So many objects of the stack resolve, without a decision, before positions are compared."""
ROUNDS = 3
"""So often a position occurs before it is sure that it will for ever: a condition might count what has happened."""
_REF = re.compile(r"object (\d+)")


def draw_if_endless(kernel: Kernel) -> None:
    """Note the position after an object has resolved; end the game as a draw if it keeps coming back.

    With a limited range of influence the game goes on for the others (104.4e), which is not played here.
    """
    state = kernel.state
    if not state.zone("stack"):
        state.decided()
        return
    state.resolved_in_a_row += 1
    if state.resolved_in_a_row < WATCHED_FROM or state.options.ranges or not kernel.has("mandatory_loop"):
        return
    now = position(kernel)
    state.positions[now] = state.positions.get(now, 0) + 1
    if state.positions[now] >= ROUNDS:
        kernel.note("nothing can stop this loop of mandatory actions: the game is a draw", "mandatory_loop")
        state.drawn = True


def position(kernel: Kernel) -> str:
    """What decides how the game goes on, in a form that is equal for equal positions.

    Objects are known by their places, as each round makes new ones.
    """
    state = kernel.state
    places = {thing_id: f"{zone} {place}" for zone, ids in state.zones.items() for place, thing_id in enumerate(ids)}

    def shown(value: Any) -> str:
        return _REF.sub(lambda ref: places.get(int(ref[1]), "gone"), repr(to_plain(value)))

    return "\n".join(
        [
            state.step,
            shown([(name, player.life, player.counters, player.lost) for name, player in state.players.items()]),
            *(
                f"{places[each]}: {_looks(kernel, state.things[each], shown)}"
                for each in places
                if each in state.things
            ),
            *(shown((each.parts, each.affected, each.duration, each.left, each.kind)) for each in _lasting(state)),
            *(shown((each.ability, places.get(each.bound.source), each.until)) for each in state.delayed),
            *(shown((each.ability, places.get(each.bound.source), each.bound.targets)) for each in state.pending),
        ]
    )


def _lasting(state: State) -> list[Any]:
    """The effects that still have something to apply to."""
    there = {object_ref(each) for each in state.things} | {f"player {name}" for name in state.players}
    return [each for each in state.effects if each.affected is None or there & set(each.affected)]


def _looks(kernel: Kernel, thing: Thing, shown: Any) -> str:
    seen = look(kernel, thing.id)
    play = thing.play
    stacked = (play.ability, play.bound.targets, play.bound.modes, play.bound.x) if play is not None else None
    return shown(
        (
            (seen.name, sorted(seen.types), sorted(seen.subtypes), sorted(seen.colours), seen.controller, thing.owner),
            (seen.power, seen.toughness, len(seen.abilities), thing.kind, thing.tapped, thing.face_down, thing.face),
            (sorted(thing.counters.items()), thing.damage, thing.deathtouched, thing.phased_out, thing.attached_to),
            (sorted(thing.remembers), stacked),
        )
    )
