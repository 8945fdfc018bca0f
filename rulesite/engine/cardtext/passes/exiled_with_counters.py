"""Counters that a card is exiled with, where the words could describe a card that has them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir

_WITHOUT_COUNTERS = ("graveyard", "hand", "library")


def exiled_with_counters(ability: Any) -> Any:
    """ "Exile target card from your graveyard with a fetch counter on it": no card there has counters, so it is how the
    card is exiled. (A card in exile may have some.)"""
    slots = list(getattr(ability, "targets", ()))

    def change(part: Any) -> Any:
        unsaid = isinstance(part, ir.Move) and part.to.zone == "exile" and part.to.counters is None
        if not unsaid or not isinstance(part.what, ir.Target) or part.what.slot >= len(slots):
            return part
        slot = slots[part.what.slot]
        bare, counters = _parted(slot.what)
        if counters is None:
            return part
        slots[part.what.slot] = replace(slot, what=bare)
        return replace(part, to=replace(part.to, counters=counters.kind, counters_amount=counters.value))

    effect = getattr(ability, "effect", None)
    changed = ir.rewrite(effect, change) if slots else effect
    return ability if changed == effect else replace(ability, effect=changed, targets=tuple(slots))


def _parted(what: Any) -> tuple[Any, ir.HasCounters | None]:
    """A description of a card where none has counters, without the counters that it asks for, and these."""
    parts = what.parts if isinstance(what, ir.All) else ()
    counters = next((part for part in parts if isinstance(part, ir.HasCounters) and part.op == ">="), None)
    zones = [part.zone for part in parts if isinstance(part, ir.InZone)]
    if counters is None or counters.kind is None or not zones or not set(zones) <= set(_WITHOUT_COUNTERS):
        return what, None
    return replace(what, parts=tuple(part for part in parts if part is not counters)), counters
