"""Preparation cards: a prepared permanent has a copy of its prepare spell in exile, which may be cast (722.3)."""

from __future__ import annotations

from rulesite.engine.effects.copying import copiable
from rulesite.engine.events.batch import happen
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import bare
from rulesite.engine.state.zones import create, remove

from .which_face import PLAYABLE

PREPARED = "prepared"
"""The designation: the memory key of a prepared permanent for the number of the copy in exile."""
PREPARED_BY = "prepared by"
"""The memory key by which the copy of a prepare spell refers to the prepared permanent."""


def prepare(kernel: Kernel, thing: Thing) -> bool:
    """Prepare a permanent that has a prepare spell and is not prepared yet; returns whether it was done.

    Its controller creates a copy in exile with the characteristics of the prepare spell only: if the permanent is
    itself a copy, exceptions of that copy effect do not apply.
    """
    values = copiable(kernel, thing)
    there = thing.zone == "battlefield" and not thing.remembers.get(PREPARED) and kernel.has("prepared")
    if not there or values.layout != "preparation":
        kernel.note(f"{thing.label} does not become prepared", "prepared")
        return False
    spell = bare(values.others[0])
    player = look(kernel, thing.id).controller
    copy = create(kernel, spell, player, "exile", kind="copy")
    copy.remembers = {PREPARED_BY: thing.id, PLAYABLE: [player]}

    def mark() -> None:
        thing.remembers[PREPARED] = copy.id

    kernel.note(f"{thing.label} becomes prepared: {player} may cast {copy.label}", "prepared")
    happen(kernel, [Event("status", object_ref(thing.id), facts={"status": PREPARED})], mark)
    return True


def unprepare(kernel: Kernel, thing: Thing) -> None:
    """Make a permanent unprepared; the copy in exile ceases to exist."""
    copy = kernel.thing(int(thing.remembers.pop(PREPARED, 0)))
    kernel.note(f"{thing.label} becomes unprepared", "prepared")
    if copy is not None and copy.zone == "exile":
        remove(kernel, copy)
    kernel.state.touch()


def remains_prepared(kernel: Kernel, copy: Thing) -> bool:
    """Whether a copy stays in exile: for as long as the permanent is on the battlefield and prepared."""
    thing = kernel.thing(int(copy.remembers.get(PREPARED_BY, 0)))
    return thing is not None and copy.zone == "exile" and thing.remembers.get(PREPARED) == copy.id


def has_been_cast(kernel: Kernel, card: Thing) -> None:
    """Remove the designation from the permanent when the spell becomes cast."""
    thing = kernel.thing(int(card.remembers.get(PREPARED_BY, 0)))
    if thing is not None:
        unprepare(kernel, thing)
