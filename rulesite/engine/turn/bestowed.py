"""Bestowed: a card that was cast as an Aura becomes a creature again when it has nothing to enchant (702.103e, f)."""

from __future__ import annotations

from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import BESTOWED


def is_bestowed(thing: Thing) -> bool:
    """Whether an object was cast bestowed and is an Aura still."""
    return bool(thing.remembers.get(BESTOWED))


def bestowed_no_more(kernel: Kernel, thing: Thing) -> None:
    """A bestowed spell or permanent becomes a creature again, and stays one."""
    kernel.note(f"{thing.label} is bestowed no more, and a creature again", "bestow")
    del thing.remembers[BESTOWED]
    kernel.state.touch()
