"""Zones: moving an object makes a new one; last known information describes the old one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .characteristics import look
from .choices import NotModelled
from .game_state import OWN_ZONES, PUBLIC_ZONES, object_ref, player_ref
from .kernel import Kernel
from .objects import ATTACKED, Card, Known, Play, Thing
from .sides import COMMANDER_PARTS, TOKEN_PARTS, TWO_FACED, both_sides, commander_parts, face_up, melded, physical

NOWHERE = ""
"""The zone of a token before it enters the battlefield: none, where no ability works and nothing is looked at."""


def create(
    kernel: Kernel,
    card: Card,
    owner: str,
    zone: str,
    *,
    label: str = "",
    kind: str = "card",
    controller: str = "",
    position: int | None = None,
) -> Thing:
    """A new object in a zone; in a library it goes to the bottom unless ``position`` says otherwise.

    If another object of the same owner has the label, it gets a number ("Bear 2"), so that each can be named.
    """
    state = kernel.state
    label = _free_label(kernel, label or card.name, owner)
    thing = Thing(
        state.fresh_id(),
        label,
        kind,
        card,
        owner,
        controller or owner,
        zone,
        state.tick(),
        since_turn=state.turn,
        arrived=state.batches,
    )
    state.things[thing.id] = thing
    _put(kernel, thing, position)
    state.labels[f"{owner}'s {label}"] = thing.id
    return thing


def _free_label(kernel: Kernel, label: str, owner: str) -> str:
    number = 1
    wanted = label
    while f"{owner}'s {wanted}" in kernel.state.labels:
        number += 1
        wanted = f"{label} {number}"
    return wanted


def _put(kernel: Kernel, thing: Thing, position: int | None) -> None:
    ids = kernel.state.zone(thing.zone, thing.owner)
    if position is None:
        ids.append(thing.id)
    else:
        ids.insert(position, thing.id)
    kernel.state.touch()


def remember(kernel: Kernel, thing: Thing) -> Known:
    """Store last known information about an object that is about to leave its zone."""
    known = kernel.leaving.get(thing.id) or _as_it_is(kernel, thing)
    kernel.state.known[thing.id] = known
    return known


@contextmanager
def leaving_together(kernel: Kernel, thing_ids: list[int]) -> Iterator[None]:
    """While this lasts, these objects leave at one time: each is remembered as it was before any had left."""
    things = [thing for each in thing_ids if (thing := kernel.thing(each)) is not None]
    outer = kernel.leaving
    kernel.leaving = outer | {thing.id: _as_it_is(kernel, thing) for thing in things if len(things) > 1}
    try:
        yield
    finally:
        kernel.leaving = outer


def _as_it_is(kernel: Kernel, thing: Thing) -> Known:
    """What would be remembered of an object if it left now."""
    state = kernel.state
    attachments = [each.id for each in state.things.values() if each.attached_to == object_ref(thing.id)]
    combat: dict[str, list[int]] = {}
    attacked: dict[str, str] = {}
    if state.combat is not None:
        if thing.id in state.combat.attackers:
            combat["attacking"] = [thing.id]
            walker = state.combat.walkers.get(thing.id)
            attacked[ATTACKED] = object_ref(walker) if walker else player_ref(state.combat.attackers[thing.id])
            combat["blocked by"] = [b for b, them in state.combat.blockers.items() if thing.id in them]
        if thing.id in state.combat.blockers:
            combat["blocking"] = list(state.combat.blockers[thing.id])
    return Known(
        thing.id,
        thing.label,
        thing.kind,
        thing.owner,
        thing.zone,
        look(kernel, thing.id),
        dict(thing.counters),
        thing.tapped,
        thing.attached_to,
        thing.damage,
        0,
        attachments,
        dict(thing.remembers) | attacked,
        combat,
        face_up(thing),
        thing.face_down,
        spell=thing if thing.zone == "stack" and thing.kind != "ability" else None,
        sides=both_sides(thing),
        face=thing.face,
    )


def remove(kernel: Kernel, thing: Thing) -> None:
    """Remove an object from the game, leaving only its last known information."""
    state = kernel.state
    if thing.id not in state.known:
        remember(kernel, thing)
    ids = state.zone(thing.zone, thing.owner)
    if thing.id in ids:
        ids.remove(thing.id)
    del state.things[thing.id]
    state.touch()


COMMANDER_APART = "commander apart"
"""What is said of the move of a melded or merged permanent whose commander goes to the command zone instead."""


def move(kernel: Kernel, thing: Thing, zone: str, how: dict[str, Any]) -> Thing:
    """Move an object: the old one is gone, the new one has no memory of it (rule ``new_object``).

    Each card or token of a melded or merged permanent becomes an object; the first is returned, the others are listed
    in ``also``. ``how`` may contain ``controller``, ``position`` (an index from the top of a library, or "bottom"),
    ``tapped``, ``counters``, ``attached_to``, ``face_down``, ``remembers``, ``card`` (the card it enters as a copy of),
    ``face`` (the set of characteristics of its card that is up there; by default the usual one) and ``commander apart``
    (the commanders among its cards go to the command zone, the others where it goes).
    """
    known = remember(kernel, thing)
    remove(kernel, thing)
    first, *others = thing.own if len(thing.own) > 1 else (physical(thing),)
    commanders = commander_parts(thing)
    new = _arrive(kernel, thing, first, first.name if others else thing.label, zone, how, 0 in commanders)
    known.became = new.id
    if kernel.has("melded_leaves"):
        for place, card in enumerate(others, 1):
            commander = place in commanders
            where = "command" if commander and how.get(COMMANDER_APART) else zone
            known.also.append(_arrive(kernel, thing, card, card.name, where, how, commander).id)
    for place in thing.remembers.get(TOKEN_PARTS, ()) if known.also else ():
        kernel.state.things[(new.id, *known.also)[place]].kind = "token"
    return new


def _arrive(
    kernel: Kernel, thing: Thing, card: Card, label: str, zone: str, how: dict[str, Any], commander: bool
) -> Thing:
    """The object that a card becomes in a zone, as part of the moved ``thing``."""
    state = kernel.state
    controller = str(how.get("controller") or "") if zone in ("battlefield", "stack") else ""
    new = Thing(
        state.fresh_id(),
        label,
        "token" if thing.kind == "copy" and zone == "battlefield" else thing.kind,  # 608.3f
        card,
        thing.owner,
        controller or thing.owner,
        zone,
        state.tick(),
        since_turn=state.turn,
        arrived=state.batches,
        was=thing.id,
        face=int(how.get("face") or 0),
        commander=commander and kernel.has("commander_designation"),
        stickers=thing.stickers if zone in PUBLIC_ZONES and kernel.has("stickers_stay") else (),
    )
    new.counters = {kind: count for kind, count in (how.get("counters") or {}).items() if count}
    if zone == "battlefield":
        new.tapped = bool(how.get("tapped", False))
        new.attached_to = str(how.get("attached_to") or "")
        new.face_down = bool(how.get("face_down", False))
        new.remembers = dict(how.get("remembers") or {})
        if how.get("melds"):
            _meld(kernel, new, kernel.state.things[int(how["melds"])])
        if how.get("card") is not None:
            new.own, new.card = (new.card,), how["card"]
    if zone == "exile":
        new.face_down = bool(how.get("face_down", False))
    state.things[new.id] = new
    state.labels[f"{new.owner}'s {new.label}"] = new.id
    position = how.get("position")
    if zone == "library":
        place = _place(position)
    else:
        place = None
    _put(kernel, new, place)
    return new


def _meld(kernel: Kernel, new: Thing, other: Thing) -> None:
    """Make the second card of a meld pair part of the permanent that the first becomes."""
    commanders = [place for place, each in enumerate((new, other)) if each.commander]
    if commanders:  # what two cards meld into is a commander if one of them is (903.3b in 2026-06-19)
        new.commander, new.remembers[COMMANDER_PARTS] = True, commanders
    new.own = (new.card, physical(other))
    new.card = melded(*new.own)
    new.label = new.card.name
    remember(kernel, other).became = new.id
    remove(kernel, other)


# Positions in a library, as an index from its top; ``None`` is its bottom.
_PLACES: dict[object, int | None] = {None: 0, "top": 0, "bottom": None, "shuffled": None}
_NTHS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PLACES |= {f"{nth} from top": place for place, nth in enumerate(_NTHS, 1)}


def _place(position: object) -> int | None:
    if isinstance(position, int) or str(position).isdigit():
        return int(str(position))
    if position not in _PLACES:
        raise NotModelled(f"the engine does not put a card {position!r} in a library yet")
    return _PLACES[position]


def leave_combat(kernel: Kernel, thing_id: int) -> None:
    """Remove an object from combat; the creatures it blocked stay blocked."""
    combat = kernel.state.combat
    if combat is None or not kernel.has("removed_from_combat"):
        return
    if thing_id in combat.attackers:
        combat.removed[thing_id] = combat.attackers.pop(thing_id)
    combat.walkers.pop(thing_id, None)
    combat.walkers.update({each: 0 for each, walker in combat.walkers.items() if walker == thing_id})
    for blocks in (combat.blockers, combat.joined):
        blocks.pop(thing_id, None)
        for blocked in blocks.values():
            if thing_id in blocked:
                blocked.remove(thing_id)
    for band in combat.bands:
        if thing_id in band:
            band.remove(thing_id)
    kernel.state.touch()


def put_ability_on_stack(kernel: Kernel, label: str, controller: str, play: Play) -> Thing:
    """Put an ability on top of the stack as an object without a card."""
    state = kernel.state
    number, shown = 1, label
    taken = {state.things[each].label for each in state.zone("stack")}
    while shown in taken:
        number += 1
        shown = f"{label} {number}"
    thing = Thing(
        state.fresh_id(),
        shown,
        "ability",
        Card(label),
        controller,
        controller,
        "stack",
        state.tick(),
        since_turn=state.turn,
        play=play,
    )
    state.things[thing.id] = thing
    state.zone("stack").append(thing.id)
    play.bound.stack_id = thing.id
    source = state.things.get(play.bound.source)
    if source is not None and physical(source).layout in TWO_FACED:
        play.bound.record.turned = source.turned
    state.touch()
    return thing


def battlefield(kernel: Kernel) -> list[Thing]:
    """The permanents in play (without those that are phased out), in the order of their arrival."""
    things = kernel.state.things
    return [things[each] for each in kernel.state.zone("battlefield") if not things[each].phased_out]


def creatures_of(kernel: Kernel, player: str) -> list[int]:
    """The creatures that a player controls."""
    seen = {thing.id: look(kernel, thing.id) for thing in battlefield(kernel)}
    return [each for each, found in seen.items() if "creature" in found.types and found.controller == player]


def zone_owner(zone: str, thing: Thing) -> str:
    """The player whose zone an object is in, ``""`` for a shared zone."""
    return thing.owner if zone in OWN_ZONES else ""


__all__ = [
    "NOWHERE",
    "battlefield",
    "create",
    "leave_combat",
    "move",
    "put_ability_on_stack",
    "remember",
    "remove",
    "zone_owner",
]
