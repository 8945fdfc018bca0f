"""The opportunity that one effect has to change one event before it happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulesite.engine.state.event import Event

Deferred = Callable[[], None]
"""What is done after all that happens at the same time has happened."""


@dataclass
class Option:
    """One effect that could change an event. ``apply`` returns what happens instead.

    ``copies``: it makes what enters a copy of another object, before all that does not (616.1c in 2012-05-01).
    ``only_adds``: it adds something to how a permanent enters, so its place among others like it makes no difference.
    ``in_order``: of several parts of one ability what is written first is done first.
    ``intrinsic``: it has it by its types, and nobody chooses when that is.
    """

    key: str
    label: str
    concept: str
    apply: Callable[[Event], list[Event]]
    self_replacement: bool = False
    only_adds: bool = False
    copies: bool = False
    in_order: bool = False
    intrinsic: bool = False
