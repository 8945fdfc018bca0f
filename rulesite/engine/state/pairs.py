"""Creatures that soulbond has paired: each remembers the other (702.95 in 2026-06-19)."""

from __future__ import annotations

from .kernel import Kernel
from .objects import Thing

PAIRED = "paired"
"""The status of a paired creature; its memory is the id of the creature that it is paired with."""


def partner_of(kernel: Kernel, thing_id: int) -> int:
    """The creature with which an object is paired; 0 for one that is unpaired."""
    thing = kernel.thing(thing_id)
    return int(thing.remembers.get(PAIRED, 0)) if thing is not None else 0


def pair(kernel: Kernel, left: Thing, right: Thing) -> None:
    """Let two creatures become paired with each other."""
    left.remembers[PAIRED], right.remembers[PAIRED] = right.id, left.id
    kernel.state.touch()
    kernel.note(f"{left.label} and {right.label} become paired", "soulbond")


def unpair(kernel: Kernel, thing: Thing) -> None:
    """Let a creature become unpaired, and with it the one that it was paired with."""
    other = kernel.thing(int(thing.remembers.pop(PAIRED)))
    if other is not None:
        other.remembers.pop(PAIRED, None)
    kernel.state.touch()
    kernel.note(f"{thing.label} becomes unpaired", "soulbond")
