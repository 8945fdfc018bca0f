"""The opportunity of one effect to change one event before it happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulesite.engine.state.event import Event

Deferred = Callable[[], None]
"""What is done after all simultaneous events have happened."""


@dataclass
class Option:
    """One effect that could change an event. ``apply`` returns the events that happen instead.

    ``controls``: it changes under whose control a permanent enters, which comes before all that is not the event's own
    (616.1b in 2010-04-23). ``copies``: it makes what enters a copy of another object, which comes before effects that
    do not (616.1c in 2012-05-01). ``only_adds``: it only adds to how a permanent enters, so its order among others of
    the kind makes no difference. ``in_order``: parts of one ability are applied in the order in which they are written.
    ``intrinsic``: the permanent has it by its types, and nobody chooses its place in the order. ``alike``: what it
    does, if that is the same for every object that says so: among options alike the order may be chosen, and need not.
    """

    key: str
    label: str
    concept: str
    apply: Callable[[Event], list[Event]]
    self_replacement: bool = False
    only_adds: bool = False
    controls: bool = False
    copies: bool = False
    in_order: bool = False
    intrinsic: bool = False
    alike: object = None
