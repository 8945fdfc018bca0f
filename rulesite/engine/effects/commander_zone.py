"""A commander that would go elsewhere may go to the command zone: a replacement effect of the rules (903.9b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesite.engine.state.event import Event
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.sides import commander_parts
from rulesite.engine.state.zones import COMMANDER_APART

from .replacement_options import Option


def commander_options(kernel: Kernel, event: Event) -> Iterator[Option]:
    """The option of a commander's owner to put it into the command zone, for moves that can be replaced on that day.

    Of a melded or merged permanent the commander alone goes there, and the other cards where they would (903.9c).
    """
    thing = kernel.thing(event.object_id) if event.kind == "move" else None
    if thing is None or not thing.commander or event.zone not in kernel.rules.commander_may_go_instead_of:
        return
    if event.facts.get(COMMANDER_APART) or not kernel.has("commander_replacement"):
        return
    owner, label = thing.owner, thing.label
    apart = len(thing.own) > len(commander_parts(thing)) and len(thing.own) > 1

    def apply(event: Event) -> list[Event]:
        if kernel.ask("may", owner, label, "put it into the command zone instead"):
            return [
                replace(event, facts={**event.facts, COMMANDER_APART: True})
                if apart
                else replace(event, zone="command")
            ]
        return [event]

    yield Option(f"command zone {thing.id}", f"the command zone of {owner}", "commander_replacement", apply)
