"""Phasing: permanents treated as though they did not exist, which return as they were (702.25 in 2018-01-19)."""

from __future__ import annotations

from collections.abc import Iterable

from rulesite.engine.events.batch import happen
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import NOBODY_LEFT, PHASED_UNDER, Thing
from rulesite.engine.state.teams import active_players
from rulesite.engine.state.zones import battlefield, leave_combat


def phase(kernel: Kernel) -> None:
    """Phase out permanents with phasing and phase in those that had phased out, as the untap step begins."""
    active = active_players(kernel.state)
    going = [
        each
        for each in battlefield(kernel)
        if look(kernel, each.id).controller in active and "phasing" in keywords(look(kernel, each.id))
    ]
    phased = [each for each in kernel.state.things.values() if each.phased_out]
    coming = [each for each in phased if each.remembers.get(PHASED_UNDER) in (*active, NOBODY_LEFT)]
    if kernel.has("phasing") and (going or coming):
        _phase(kernel, going, coming)


def phase_out(kernel: Kernel, going: Iterable[Thing]) -> None:
    """Phase out permanents by an effect."""
    _phase(kernel, [each for each in going if each.on_battlefield], [])


def phase_in(kernel: Kernel, coming: Iterable[Thing]) -> None:
    """Phase in permanents by an effect."""
    _phase(kernel, [], [each for each in coming if each.phased_out])


def _phase(kernel: Kernel, going: list[Thing], coming: list[Thing]) -> None:
    back = _with_attached(kernel, coming, phased=True)
    away = _with_attached(kernel, going, phased=False)
    along = {each.id for each in away} - {each.id for each in going}
    along |= {each.id for each in going if _host_of(each) in {other.id for other in going}}
    events = [Event("status", object_ref(each.id), facts={"status": "phased-in"}) for each in back]
    events += [Event("status", object_ref(each.id), facts={"status": "phased-out"}) for each in away]
    if kernel.rules.phasing_out_leaves:
        happen(kernel, [Event("arrive", object_ref(each.id), from_zone="battlefield", old=each.id) for each in away])

    def change() -> None:
        for thing in away:
            # A permanent that phases out with its host returns with it, not by itself.
            thing.remembers[PHASED_UNDER] = "" if thing.id in along else look(kernel, thing.id).controller
        for thing in away:
            kernel.note(f"{thing.label} phases out", "phasing")
            thing.phased_out = True
            leave_combat(kernel, thing.id)
            if kernel.rules.phased_out_is == "zone":
                _forget(kernel, thing)
        for thing in back:
            kernel.note(f"{thing.label} phases in", "phasing")
            thing.phased_out = False
            thing.remembers.pop(PHASED_UNDER, None)
            if kernel.rules.phased_out_is == "zone":
                thing.since_turn, thing.arrived = 0, kernel.state.batches

    happen(kernel, events, change)


def _forget(kernel: Kernel, thing: Thing) -> None:
    """Remove damage and end temporary effects on a permanent that phases out, as until 2009."""
    thing.remove_damage()
    for effect in kernel.state.effects:
        if effect.affected is not None and effect.duration != "permanent":
            effect.affected = [ref for ref in effect.affected if ref != object_ref(thing.id)]


def _host_of(thing: Thing) -> int:
    kind, _, rest = thing.attached_to.partition(" ")
    return int(rest) if kind == "object" else 0


def _with_attached(kernel: Kernel, things: list[Thing], phased: bool) -> list[Thing]:
    """Some permanents and everything attached to them (or that was, when they phased out together)."""
    found = {each.id: each for each in things}
    while True:
        more = [
            each
            for each in kernel.state.things.values()
            if each.zone == "battlefield"
            and each.phased_out == phased
            and each.id not in found
            and _host_of(each) in found
            and (not phased or each.remembers.get(PHASED_UNDER) == "")
        ]
        if not more:
            return list(found.values())
        found.update({each.id: each for each in more})
