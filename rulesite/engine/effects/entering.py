"""How a permanent enters: tapped, with counters, after a choice, as a copy; and which of its abilities say so.

What enters is not on the battlefield yet, so it is looked at as it would be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rulesite.engine.abilities.static_parts import AsEnters, EntersAsCopy, EntersWith
from rulesite.engine.meaning.frame import Frame
from rulesite.engine.state.characteristics import flatten, look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, HeldAbility, Thing

from .continuous import printed
from .copying import copiable, excepted
from .opportunity import Option

Perform = Callable[[Frame, Any], None]


def arrives_under(kernel: Kernel, event: Event, thing: Thing) -> str:
    """Who "you" is in an object's abilities: of what is about to enter, the player under whose control it will be."""
    if event.object_id == thing.id and event.kind == "move" and event.zone == "battlefield":
        return str(event.facts.get("controller") or look(kernel, thing.id).controller or thing.owner)
    return look(kernel, thing.id).controller or thing.owner


def abilities_on_arrival(kernel: Kernel, event: Event, thing: Thing) -> Iterator[HeldAbility]:
    """The abilities of a permanent that is about to enter, those of what it will be a copy of if it copies."""
    card = event.facts.get("card")
    if card is None:
        yield from flatten(_as_if_there(kernel, event, thing))
        return
    for held in flatten(printed(kernel, thing, card).abilities):
        # the abilities of what it copies are others than its own, though they stand in the same places
        yield replace(held, key=f"copied {held.key}")


def _as_if_there(kernel: Kernel, event: Event, thing: Thing) -> tuple[HeldAbility, ...]:
    """Its abilities as it is now, or (later) as it would be in play."""
    if kernel.rules.arrival_looks_at == "printed" or event.facts.get("face_down"):
        return look(kernel, thing.id).abilities
    kept = thing.zone, thing.controller, kernel.arriving
    thing.zone, thing.controller = "battlefield", arrives_under(kernel, event, thing)
    kernel.arriving = thing.id
    kernel.state.touch()
    try:
        return look(kernel, thing.id).abilities
    finally:
        thing.zone, thing.controller, kernel.arriving = kept
        kernel.state.touch()


def entering_options(
    frame: Frame,
    perform: Perform,
    event: Event,
    key: str,
    thing: Thing,
    part: EntersWith | AsEnters | EntersAsCopy,
) -> Iterator[Option]:
    """What a part of a static ability of ``thing`` could change about how a permanent enters."""
    match part:
        case EntersWith():
            yield from _with(frame, event, key, thing, part)
        case AsEnters():
            yield from _as_enters(frame, perform, event, key, thing, part)
        case EntersAsCopy():
            yield from _as_copy(frame, event, key, thing, part)


def _with(frame: Frame, event: Event, key: str, thing: Thing, part: EntersWith) -> Iterator[Option]:
    if not _enters(frame, event, part.what):
        return
    if part.condition is not None and frame.holds(part.condition) == part.unless:
        return

    def apply(event: Event) -> list[Event]:
        enter_with(_as_played(frame, event), part, event)
        return [event]

    yield Option(key, thing.label, "enters_with", apply, only_adds=True)


def _as_played(frame: Frame, event: Event) -> Frame:
    """The frame in which a permanent was played, if these are its own words: what was paid for it counts."""
    thing = frame.kernel.thing(event.object_id)
    if thing is not None and thing.play is not None and thing.id == frame.source:
        return Frame(frame.kernel, thing.play.bound)
    return frame


def _as_enters(
    frame: Frame,
    perform: Perform,
    event: Event,
    key: str,
    thing: Thing,
    part: AsEnters,
) -> Iterator[Option]:
    what = part.what
    if not _arrives(event):
        return
    if event.object_id != thing.id if what is None else not _enters(frame, event, what):
        return

    def apply(event: Event) -> list[Event]:
        inner = Frame(frame.kernel, Bindings(frame.controller, event.object_id if what is None else thing.id))
        inner.bound.event = {"subject": event.ref, "entering": event}
        perform(inner, part.do)
        if frame.kernel.thing(event.object_id) is None:
            return []
        remembers = dict(event.facts.get("remembers") or {})
        remembers.update({word: value for word, value in inner.bound.said.items() if word.startswith("chosen")})
        event.facts["remembers"] = remembers
        return [event]

    yield Option(key, thing.label, "enters_with", apply)


def _as_copy(frame: Frame, event: Event, key: str, thing: Thing, part: EntersAsCopy) -> Iterator[Option]:
    kernel = frame.kernel
    if event.kind != "move" or event.zone != "battlefield" or event.object_id != thing.id:
        return

    def apply(event: Event) -> list[Event]:
        options = [object_ref(each) for each in kernel.state.zone("battlefield")]
        options = [ref for ref in options if frame.matches(part.of, ref)]
        if options and (not part.optional or kernel.ask("may", frame.controller, thing.label, "enter as a copy")):
            (chosen,) = kernel.choose("object", frame.controller, thing.label, "what to copy", options)
            event.facts["card"] = excepted(copiable(kernel, kernel.state.things[ref_id(chosen) or 0]), part.except_)
            kernel.note(f"{thing.label} enters as a copy of {kernel.label(chosen)}", "enters_with")
        return [event]

    yield Option(key, thing.label, "enters_with", apply)


def _arrives(event: Event) -> bool:
    """Whether an object is about to enter the battlefield from elsewhere."""
    return event.kind == "move" and event.zone == "battlefield" and event.from_zone != "battlefield"


def _enters(frame: Frame, event: Event, what: Any) -> bool:
    """Whether ``what`` describes the object that is about to enter: checked as it would be on the battlefield."""
    kernel = frame.kernel
    if not _arrives(event):
        return False
    entering = kernel.thing(event.object_id)
    if entering is None:
        return False
    kept = entering.zone, kernel.arriving
    entering.zone, kernel.arriving = "battlefield", entering.id
    try:
        return frame.matches(what, event.ref)
    finally:
        entering.zone, kernel.arriving = kept


def enter_with(frame: Frame, part: EntersWith, event: Event) -> None:
    """Add to how a permanent enters: tapped, with counters."""
    if part.tapped:
        event.facts["tapped"] = True
    if part.counters is not None:
        count = frame.amount(part.amount) if part.amount is not None else 1
        counters = dict(event.facts.get("counters") or {})
        counters[part.counters] = counters.get(part.counters, 0) + count
        event.facts["counters"] = counters
