"""Batches of simultaneous events: each is replaced, applied and watched as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulesite.engine.effects.damage_results import damage_results, settle_counters, settle_life
from rulesite.engine.effects.durations import expire
from rulesite.engine.effects.exclusive import one_move_each
from rulesite.engine.effects.replacement import Replacing
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.players.leaving import in_anybodys_place, kept_from_the_gone, leave, without_controller
from rulesite.engine.players.team_results import lost_with, win, winners
from rulesite.engine.seating.range_of_influence import in_range
from rulesite.engine.state.characteristics import look, view
from rulesite.engine.state.combat_view import RING_BEARER
from rulesite.engine.state.event import Event, record
from rulesite.engine.state.game_state import object_ref, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.pairs import partner_of, unpair
from rulesite.engine.state.zones import leave_combat, leaving_together

from .apply import apply
from .perform import perform
from .triggers import Moment, collect, over_now

_IMMEDIATELY: list[Callable[[Kernel], None]] = []
_CHANGING_NOTHING = ("pass",)
"""Events that change no object."""


def immediately(check: Callable[[Kernel], None]) -> Callable[[Kernel], None]:
    """A decorator: the function checks, after every batch, for something that happens at once and is not a state-based
    action (daybound)."""
    _IMMEDIATELY.append(check)
    return check


def commit(kernel: Kernel, events: Iterable[Event]) -> list[Event]:
    """Let events happen at one time; returns those that really happened.

    While several effects end together, it only gathers the events, and nothing happens yet.
    """
    proposed = list(events)
    if kernel.gathered is not None:
        kernel.gathered += proposed
        return []
    for event in proposed:
        event.applied += kernel.replaced_by
    if len(proposed) > 1 and not kernel.has("simultaneous_event"):
        return [done for event in proposed for done in commit(kernel, [event])]

    work = Replacing(kernel, perform)
    outer, kernel.entering = (
        kernel.entering,
        kernel.entering | {event.ref for event in proposed if event.kind == "move" and event.zone == "battlefield"},
    )
    try:
        settled = [result for result in work.settle_all(proposed) if _reached(kernel, result)]
    finally:
        kernel.entering = outer
    if any(player.lost for player in kernel.state.players.values()):
        settled = [event for event in settled if not kept_from_the_gone(kernel, event)]
    settled = one_move_each(kernel, settled)
    settle_life(kernel, settled, work.settle)
    damage_results(kernel, settled)
    settle_counters(kernel, settled, work.settle)
    happened = happen(kernel, settled)
    for later in work.deferred:
        later()
    return happened


def _reached(kernel: Kernel, event: Event) -> bool:
    """Whether an event stays within the range of influence: damage within that of its source's controller, all else
    within that of the controller of the spell or ability being carried out (801.10, 801.13a in 2026-06-19)."""
    if not kernel.state.options.ranges or not kernel.acting:
        return True
    known = event.kind == "damage" and (kernel.thing(event.source) or kernel.known(event.source))
    player = look(kernel, event.source).controller if known else kernel.acting
    subject = event.ref or (player_ref(event.player) if event.player else "")
    if in_range(kernel, player, subject) or not kernel.has("range_effects"):
        return True
    kernel.note(f"{kernel.label(subject)} is outside {player}'s range of influence: nothing happens", "range_effects")
    return False


def propose(kernel: Kernel, event: Event) -> list[Event]:
    """The replacements of an event that contains others, which happen only once this is settled (616.1g in 2021)."""
    event.applied += kernel.replaced_by
    work = Replacing(kernel, perform)
    settled = work.settle(event)
    for later in work.deferred:
        later()
    return settled


def keyword_done(kernel: Kernel, action: str, player: str, ref: str = "", count: int = 0) -> None:
    """Tell what watches that a player has done a keyword action, to ``ref`` if to anything, so often."""
    happen(kernel, [Event("keyword", ref, player=player, amount=count, facts={"action": action})])


def happen(kernel: Kernel, events: list[Event], change: Callable[[], None] | None = None) -> list[Event]:
    """Apply events that are past replacement (and ``change``, something that is not an event), then collect what
    triggers."""
    before = Moment.now(kernel)
    if change is not None:
        change()
        kernel.state.touch()
    with leaving_together(kernel, [event.object_id for event in events if event.kind == "move"]):
        happened = [done for event in events for done in apply(kernel, event)]
    if kernel.with_arrival is not None:
        kernel.with_arrival(happened)
    losers = [event.player for event in happened if event.kind == "lose_game"]
    happened += [done for event in lost_with(kernel, losers) for done in apply(kernel, event)]
    losers = [event.player for event in happened if event.kind == "lose_game"]
    left = kernel.state.turn_order()
    if losers and left and set(left) <= set(winners(kernel, left[0])):
        win(kernel, left[0], left)
    elif losers and not left:
        kernel.note("nobody is left: the game is a draw")
    if kernel.has("player_leaves") and len(left) > 1:
        happened += [gone for player in losers for gone in leave(kernel, player)]
    record(kernel, happened)
    if not all(event.kind in _CHANGING_NOTHING for event in happened):
        kernel.state.touch()
    expire(kernel)
    later = []
    if len(left) < len(kernel.state.players) and len(left) > 1 and kernel.has("player_leaves"):
        later += without_controller(kernel)
    later += _control_changes(kernel, before)
    _out_of_combat(kernel)
    record(kernel, later, same_time=bool(happened))
    happened += later
    if happened or change is not None:
        collect(kernel, happened, before)
        _undo(kernel, happened)
        for check in _IMMEDIATELY:
            check(kernel)
    return happened


def _undo(kernel: Kernel, happened: list[Event]) -> None:
    """End what effects did "until" something that has just happened: at once, without the stack, and all together
    (610.3d in 2020-08-07)."""
    over = over_now(kernel, happened)
    if len(over) > 1 and kernel.has("ended_together"):
        kernel.gathered = []
        try:
            for each in over:
                perform(Frame(kernel, in_anybodys_place(kernel, each.bound)), each.ability.effect)
        finally:
            together, kernel.gathered = kernel.gathered, None
        commit(kernel, together)
        return
    for each in over:
        perform(Frame(kernel, in_anybodys_place(kernel, each.bound)), each.ability.effect)


def _out_of_combat(kernel: Kernel) -> None:
    """Remove from combat what stopped being a creature while it attacked or blocked, or a planeswalker or battle while
    it was attacked (506.4 in 2026-06-19; 306.2 in 2006-10-01)."""
    combat = kernel.state.combat
    if combat is None or not kernel.has("removed_from_combat"):
        return
    present = view(kernel)
    fighting = [each for each in (*combat.attackers, *combat.blockers) if each in present]
    for each in fighting:
        if "creature" not in present[each].types:
            leave_combat(kernel, each)
            kernel.note(
                f"{kernel.label(object_ref(each))} is no creature: it is removed from combat", "removed_from_combat"
            )
    for attacker, attacked in list(combat.walkers.items()):
        if attacked in present and {"planeswalker", "battle"}.isdisjoint(present[attacked].types):
            combat.walkers[attacker] = 0
            kernel.state.touch()


def _control_changes(kernel: Kernel, before: Moment) -> list[Event]:
    changed: list[Event] = []
    present = view(kernel)
    if present is before.seen:
        return changed
    for thing_id in list(kernel.state.zone("battlefield")):
        old = before.seen.get(thing_id)
        if old is None or before.zones.get(thing_id) != "battlefield":
            continue
        new = present[thing_id].controller
        if old.controller != new:
            thing = kernel.state.things[thing_id]
            thing.since_turn = kernel.state.turn
            thing.remembers.pop(RING_BEARER, None)
            if partner_of(kernel, thing_id):
                unpair(kernel, thing)
            leave_combat(kernel, thing_id)
            kernel.note(f"{new} gains control of {thing.label} from {old.controller}")
            changed.append(
                Event(
                    "control",
                    object_ref(thing_id),
                    player=new,
                    facts={"old controller": old.controller, "new controller": new},
                )
            )
    return changed
