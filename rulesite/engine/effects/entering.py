"""How a permanent enters: tapped, with counters, after a choice, as a copy; and the abilities that say so.

An entering object is not on the battlefield yet, so it is looked at as it would be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from rulesite.engine.abilities.changes import AddTypes
from rulesite.engine.abilities.conditions import DidSo
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.predicates import IsObject
from rulesite.engine.abilities.references import Self
from rulesite.engine.abilities.static_parts import AsEnters, EntersAsCopy, EntersWith
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import look, view
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import NIGHT, Effect, object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import DEVOURED, Bindings, Card, HeldAbility, Thing, flatten
from rulesite.engine.state.sides import TWO_FACED, UNLOCKED, face_up, physical

from .continuous import printed
from .copying import Copying, copiable
from .replacement_options import Option

Perform = Callable[[Frame, Any], None]


def arrives_under(kernel: Kernel, event: Event, thing: Thing) -> str:
    """The player meant by "you" in an object's abilities: for an entering object, the player who will control it."""
    if event.object_id == thing.id and event.kind == "move" and event.zone == "battlefield":
        return str(event.facts.get("controller") or look(kernel, thing.id).controller or thing.owner)
    return look(kernel, thing.id).controller or thing.owner


def abilities_on_arrival(kernel: Kernel, event: Event, thing: Thing) -> Iterator[HeldAbility]:
    """The abilities of an entering permanent; if it enters as a copy, those of the copied object."""
    copies = event.facts.get("copies", 0)
    for held in flatten(_as_if_there(kernel, event, thing)):
        # the copied abilities are not its own, though they have the same positions
        own = copies and held.key.startswith("printed")
        yield replace(held, key=f"copied {copies} {held.key}") if own else held


def _as_if_there(kernel: Kernel, event: Event, thing: Thing) -> tuple[HeldAbility, ...]:
    """Its abilities as it is now, or (in later rules) as it would be on the battlefield."""
    if kernel.rules.arrival_looks_at == "printed" or event.facts.get("face_down"):
        card = event.facts.get("card")
        return (look(kernel, thing.id) if card is None else printed(kernel, thing, card)).abilities
    with there(kernel, event, thing):
        return look(kernel, thing.id).abilities


@contextmanager
def there(kernel: Kernel, event: Event, thing: Thing) -> Iterator[None]:
    """Within the block, show an entering object as it would be on the battlefield: as a copy if it enters as one."""
    kept = thing.zone, thing.controller, thing.own, thing.card, thing.face, thing.remembers, kernel.arriving
    unlocked = (event.facts.get("remembers") or {}).get(UNLOCKED)
    if unlocked:
        thing.remembers = {**thing.remembers, UNLOCKED: unlocked}
    thing.face = int(event.facts.get("face") or thing.face)
    thing.zone, thing.controller = "battlefield", arrives_under(kernel, event, thing)
    if event.facts.get("card") is not None:
        thing.own, thing.card = (thing.card,), event.facts["card"]
    kernel.arriving, effects = thing.id, kernel.state.effects
    kernel.state.effects = [*effects, *also_of(kernel, event, thing)]
    kernel.state.touch()
    try:
        yield
    finally:
        kernel.state.effects = effects
        thing.zone, thing.controller, thing.own, thing.card, thing.face, thing.remembers, kernel.arriving = kept
        kernel.state.touch()


def also_of(kernel: Kernel, event: Event, thing: Thing) -> list[Effect]:
    """The effects by which a permanent enters as something of further subtypes, which it keeps while it stays."""
    subtypes = tuple(dict.fromkeys(event.facts.get("also of", ())))
    if not subtypes or event.zone != "battlefield":
        return []
    changes, state = (AddTypes(subtypes=subtypes),), kernel.state
    about, ref = Bindings(thing.controller, thing.id), object_ref(thing.id)
    number, time = (0, state.clock) if kernel.arriving == thing.id else (state.fresh_id(), state.tick())
    return [Effect(number, changes, [ref], "permanent", about, time, state.turn, label="how it entered")]


def entering_options(
    frame: Frame,
    perform: Perform,
    event: Event,
    key: str,
    thing: Thing,
    part: EntersWith | AsEnters | EntersAsCopy,
) -> Iterator[Option]:
    """The options by which a part of a static ability of ``thing`` can change how a permanent enters."""
    match part:
        case EntersWith():
            yield from _with(frame, event, key, thing, part)
        case AsEnters():
            yield from _as_enters(frame, perform, event, key, thing, part)
        case EntersAsCopy():
            yield from _as_copy(frame, event, key, thing, part)


def _with(frame: Frame, event: Event, key: str, thing: Thing, part: EntersWith) -> Iterator[Option]:
    if not _enters(frame, event, part.what) or (event.object_id == thing.id and not of_itself(part.what)):
        return
    later = any(isinstance(each, DidSo) for each in walk(part.condition))  # "unless you revealed a card this way"
    if part.condition is not None and not later and frame.holds(part.condition) == part.unless:
        return

    def apply(event: Event) -> list[Event]:
        bound = _as_played(frame, event).bound
        passed = (event.facts.get("passed over") or {}).get(_ability(key), ())
        acted_on = _acted_on(event, key)
        within = Frame(
            frame.kernel,
            replace(bound, memo={**bound.memo, **acted_on}, passed_over=[*bound.passed_over, *passed]),
        )
        if later:
            within.bound.did = any(acted_on.values())
            if within.holds(part.condition) == part.unless:
                return [event]
        enter_with(within, part, event)
        return [event]

    adds = not part.untapped
    controls = part.controller is not None
    yield Option(key, thing.label, "enters_with", apply, only_adds=adds, in_order=adds, controls=controls)


def will_enter_so(frame: Frame, event: Event, key: str, label: str, part: EntersWith) -> Iterator[Option]:
    """The option by which an effect on a spell changes how the permanent enters that it becomes."""

    def apply(event: Event) -> list[Event]:
        enter_with(frame, part, event)
        return [event]

    if arrives(event):
        yield Option(key, label, "enters_with", apply, only_adds=not part.untapped, in_order=not part.untapped)


def _ability(key: str) -> str:
    """The key of the ability that a part belongs to, from the part's key."""
    return key.rpartition(" ")[0]


def _acted_on(event: Event, key: str) -> dict[str, list[str]]:
    """The objects acted on as the permanent enters, for "sacrificed this way": by the ability itself if it did
    anything, as each instance is separate (614.13b), else by others."""
    done: dict[str, dict[str, list[str]]] = event.facts.get("acted on") or {}
    if _ability(key) in done:
        return done[_ability(key)]
    return {verb: found for memo in done.values() for verb, found in memo.items()}


def of_itself(what: Any) -> bool:
    """Whether words about an entering object mean only that object, and not others like it (614.12)."""
    return any(part == IsObject(Self()) for part in walk(what))


def _as_played(frame: Frame, event: Event) -> Frame:
    """The frame in which a permanent was played, if these are its own words: costs paid for it count. X is 0 where the
    copied object uses an X that nobody announced."""
    thing = frame.kernel.thing(event.object_id)
    if thing is not None and thing.play is not None and thing.id == frame.source:
        bound = thing.play.bound
        return Frame(frame.kernel, replace(bound, x=0) if bound.x is None else bound)
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
    if not arrives(event):
        return
    if event.object_id != thing.id if what is None else not _enters(frame, event, what):
        return

    def apply(event: Event) -> list[Event]:
        inner = Frame(frame.kernel, Bindings(frame.controller, event.object_id if what is None else thing.id))
        inner.bound.event = {"subject": event.ref, "entering": event}
        inner.bound.record.keyword = frame.bound.record.keyword
        perform(inner, part.do)
        entering = frame.kernel.thing(event.object_id)
        if entering is None:
            return []
        remembers = dict(event.facts.get("remembers") or {})
        if what is None:  # its linked abilities refer to what it did as it entered: "the exiled card"
            remembers.update({word: value for word, value in entering.remembers.items() if word.startswith("linked ")})
        remembers.update({f"chosen {quality}": value for quality, value in inner.bound.record.chosen.items()})
        if frame.bound.record.keyword == "devour":
            remembers[DEVOURED] = remembers.get(DEVOURED, 0) + len(inner.bound.memo.get("sacrifice", []))
        event.facts["remembers"] = remembers
        event.facts["acted on"] = {**(event.facts.get("acted on") or {}), _ability(key): dict(inner.bound.memo)}
        passed = {_ability(key): list(inner.bound.passed_over)}
        event.facts["passed over"] = {**(event.facts.get("passed over") or {}), **passed}
        return [event]

    yield Option(key, thing.label, "enters_with", apply, in_order=True)


def _as_copy(frame: Frame, event: Event, key: str, thing: Thing, part: EntersAsCopy) -> Iterator[Option]:
    kernel = frame.kernel
    own = event.object_id == thing.id
    if part.what is None:
        entering = arrives(event) and own
    else:
        entering = _enters(frame, event, part.what) and (not own or of_itself(part.what))
    if not entering:
        return

    def apply(event: Event) -> list[Event]:
        options = [object_ref(each) for each in sorted(kernel.state.things) if each != event.object_id]
        options = [ref for ref in options if _can_be_copied(frame, part.of, ref)]
        if options and (not part.optional or kernel.ask("may", frame.controller, thing.label, "enter as a copy")):
            (chosen,) = kernel.choose("object", frame.controller, thing.label, "what to copy", options)
            _copy(_as_played(frame, event), event, copiable(kernel, kernel.state.things[ref_id(chosen) or 0]), part)
            if part.tapped:
                event.facts["tapped"] = True
            kernel.note(f"{kernel.label(event.ref)} enters as a copy of {kernel.label(chosen)}", "enters_with")
        return [event]

    yield Option(key, thing.label, "enters_with", apply, copies=True)


def _can_be_copied(frame: Frame, what: Any, ref: str) -> bool:
    """Whether an object fits what may be copied, as it is, or as a copy of it would be."""
    kernel = frame.kernel
    if not frame.matches(what, ref) or kernel.rules.copied_as == "is":
        return frame.matches(what, ref)
    thing = kernel.state.things[ref_id(ref) or 0]
    kept, kernel.seen_as = kernel.seen_as, {**view(kernel), thing.id: printed(kernel, thing, copiable(kernel, thing))}
    try:
        return frame.matches(what, ref)
    finally:
        kernel.seen_as = kept


def _copy(frame: Frame, event: Event, original: Card, part: EntersAsCopy) -> None:
    """Mark an entering object as a copy, with the additions of this copy effect; those of an earlier one are
    dropped."""
    thing = frame.kernel.state.things[event.object_id]

    def fits(card: Card, what: Any) -> bool:
        trial = replace(event, facts={**event.facts, "card": card})
        with there(frame.kernel, trial, thing):
            return frame.matches(what, event.ref)

    own = event.facts.get("card") or face_up(thing)
    card, also = Copying(part.except_, own, fits=fits, rules=frame.kernel.rules).of(original)
    added = Event(event.kind, event.ref)
    for each in also:
        with there(frame.kernel, replace(event, facts={**event.facts, "card": card}), thing):
            applies = each.condition is None or frame.holds(each.condition) != each.unless
        if applies:
            enter_with(frame, each, added)
    event.facts.update({"card": card, "copies": event.facts.get("copies", 0) + 1, "copy adds": added.facts})


def add_of_copy(event: Event) -> None:
    """Apply the last copy effect's additions to how a permanent enters (707.9e in 2021-06-18)."""
    added = event.facts.pop("copy adds", {})
    for kind, count in added.get("counters", {}).items():
        counters = event.facts.setdefault("counters", {})
        counters[kind] = counters.get(kind, 0) + count
    if added.get("tapped"):
        event.facts["tapped"] = True


def arrives(event: Event) -> bool:
    """Whether an object is about to enter the battlefield from elsewhere."""
    return event.kind == "move" and event.zone == "battlefield" and event.from_zone != "battlefield"


def _enters(frame: Frame, event: Event, what: Any) -> bool:
    """Whether ``what`` describes the entering object, as it would be on the battlefield."""
    if not arrives(event) or frame.kernel.thing(event.object_id) is None:
        return False
    with as_it_would_be(frame.kernel, event):
        return frame.matches(what, event.ref)


@contextmanager
def as_it_would_be(kernel: Kernel, event: Event) -> Iterator[None]:
    """Within the block, an entering object is looked at as it would be on the battlefield (614.12); all others as they
    are."""
    thing = kernel.thing(event.object_id)
    if thing is None or not arrives(event):
        yield
        return
    with there(kernel, event, thing):
        yield


def enter_with(frame: Frame, part: EntersWith, event: Event) -> None:
    """Add to how a permanent enters: tapped or untapped, with counters, under whose control."""
    if part.controller is not None:
        event.facts["controller"] = frame.player(part.controller)
    if part.tapped or part.untapped:
        event.facts["tapped"] = part.tapped
    if part.subtypes:
        event.facts["also of"] = [*event.facts.get("also of", ()), *part.subtypes]
    kind = part.counters
    if part.choice:
        kernel = frame.kernel
        chooser = arrives_under(kernel, event, kernel.state.things[event.object_id])
        kind = str(kernel.choose_word("counter", chooser, kernel.label(event.ref), "choose a counter", part.choice))
    if kind is not None:
        count = frame.amount(part.amount) if part.amount is not None else 1
        counters = dict(event.facts.get("counters") or {})
        counters[kind] = counters.get(kind, 0) + count
        event.facts["counters"] = counters


def by_night(kernel: Kernel, event: Event) -> Iterator[Option]:
    """The option to enter transformed: a permanent with daybound does at night if it is a double-faced card (702.145b);
    if its back is not a permanent, it goes to its owner's graveyard instead (712.13a)."""
    thing = kernel.thing(event.object_id)
    if thing is None or kernel.state.daytime != NIGHT or not arrives(event) or not kernel.has("daybound"):
        return
    card = physical(thing)
    if card.layout not in TWO_FACED or event.facts.get("face_down"):
        return
    held = [getattr(each.ability, "keyword", "") for each in abilities_on_arrival(kernel, event, thing)]
    if "daybound" not in held:
        return

    def apply(event: Event) -> list[Event]:
        if {"instant", "sorcery"} & set(card.others[0].types):
            kernel.note(f"{card.others[0].name} is no permanent: {thing.label} does not enter", "daybound")
            return [replace(event, zone="graveyard", facts={"why": "daybound"})]
        event.facts["face"] = 1
        return [event]

    yield Option(f"{thing.id} daybound", thing.label, "daybound", apply)
