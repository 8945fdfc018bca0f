"""Bestow: a card that was cast as an Aura becomes a creature again when it has nothing to enchant (702.103e, f)."""

from __future__ import annotations

from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import BESTOWED


def is_bestowed(thing: Thing) -> bool:
    """Whether an object was cast bestowed and is still an Aura."""
    return bool(thing.remembers.get(BESTOWED))


def bestowed_no_more(kernel: Kernel, thing: Thing) -> None:
    """Turn a bestowed spell or permanent back into a creature, for good."""
    kernel.note(f"{thing.label} is bestowed no more, and a creature again", "bestow")
    del thing.remembers[BESTOWED]
    kernel.state.touch()
