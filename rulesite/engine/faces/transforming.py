"""Turning permanents over: transforming and converting double-faced ones, flipping flip cards."""

from __future__ import annotations

from rulesite.engine.events.batch import happen
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Thing
from rulesite.engine.state.sides import physical


def two_faced(kernel: Kernel, card: Card) -> bool:
    """Whether the permanent of a card or token can be turned over (712.9).

    Until 2025 a modal double-faced card could not be (712.9 in 2025-07-25).
    """
    return card.layout == "transforming" or (card.layout == "modal" and kernel.rules.modal_faces_transform)


def why_not_over(kernel: Kernel, thing: Thing, bound: bool = False) -> str:
    """Why a permanent cannot be turned over to its other face; "" when it can.

    ``bound``: because of its daybound or nightbound; only so can such a permanent be turned over (702.145b).
    """
    card = physical(thing)
    if thing.zone != "battlefield" or thing.face_down:
        return "it is face down" if thing.face_down else "it is not on the battlefield"
    if not two_faced(kernel, card):
        return "no double-faced card represents it"
    other = card.others[0] if not thing.face else card
    if {"instant", "sorcery"} & set(other.types):
        return f"{other.name} is no permanent"
    if not bound and kernel.has("daybound") and {"daybound", "nightbound"} & set(keywords(look(kernel, thing.id))):
        return "only day and night turn it over"
    return ""


def face_that_arrives(kernel: Kernel, thing: Thing, transformed: bool) -> int | None:
    """The face that is up of an object put onto the battlefield; ``None`` if it stays where it is.

    Only a double-faced card can be put there transformed (712.14a), and only if the face that is up is a permanent
    (712.14b, 400.4a).
    """
    card = physical(thing)
    if transformed and not (two_faced(kernel, card) and kernel.has("transform")):
        return None
    up = card.others[0] if transformed else card
    return None if {"instant", "sorcery"} & set(up.types) else int(transformed)


def turn_over(kernel: Kernel, thing: Thing, verb: str = "transform", bound: bool = False) -> bool:
    """Turn a permanent over to its other face, if it can be; it stays the same object (712.18).

    ``verb`` is "transform" or "convert", ``bound`` as for :func:`why_not_over`. Returns whether it was turned over; if
    not, nothing happens.
    """
    reason = why_not_over(kernel, thing, bound)
    if reason or not kernel.has("transform"):
        kernel.note(f"{thing.label} does not {verb}: {reason or 'nothing can'}", "transform")
        return False
    card = physical(thing)
    face = 0 if thing.face else 1

    def turn() -> None:
        thing.face = face
        thing.turned += 1
        if kernel.rules.turning_renews:
            thing.renew(kernel.state.tick())

    name = card.others[0].name if face else card.name
    kernel.note(f"{thing.label} {verb}s: {name} is up", "transform")
    happen(kernel, [Event("status", object_ref(thing.id), facts={"status": f"{verb}ed"})], turn)
    return True


def flip(kernel: Kernel, thing: Thing) -> bool:
    """Flip a permanent: it stays flipped, whatever it is or becomes (710.4, 110.5c). Returns whether it was done."""
    if thing.zone != "battlefield" or thing.flipped or not kernel.has("flip"):
        kernel.note(f"{thing.label} does not flip", "flip")
        return False

    def turn() -> None:
        thing.flipped = True

    kernel.note(f"{thing.label} flips", "flip")
    happen(kernel, [Event("status", object_ref(thing.id), facts={"status": "flipped"})], turn)
    return True
