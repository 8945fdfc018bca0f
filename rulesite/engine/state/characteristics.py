"""The present characteristics of every object, looked up rather than computed.

:func:`look` returns those of one object, :func:`view` those of all; they are computed once for each version of the
state by the function registered with :func:`computes` (the layers, :mod:`rulesite.engine.effects.layers`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulesite.engine.abilities.kinds import KeywordAbility

from .game_state import ref_id, ref_player
from .kernel import Kernel
from .objects import Characteristics, Thing

F = TypeVar("F", bound=Callable[..., None])
_COMPUTE: list[Callable[[Kernel], None]] = []


def computes(function: F) -> F:
    """A decorator: this function computes ``kernel.seen_as``, the characteristics of all objects."""
    _COMPUTE.append(function)
    return function


def view(kernel: Kernel) -> dict[int, Characteristics]:
    """The characteristics of every object, computed once for each version of the state."""
    version, known = kernel.view_cache
    if version == kernel.state.version:
        return known
    outer = kernel.seen_as
    kernel.seen_as = {}
    try:
        for work_out in _COMPUTE:
            work_out(kernel)
        computed = kernel.seen_as
    finally:
        kernel.seen_as = outer
    kernel.view_cache = (kernel.state.version, computed)
    return computed


def look(kernel: Kernel, thing_id: int) -> Characteristics:
    """The characteristics of an object: the present ones, those that the game looks back to, or the last known ones.

    Raises ``KeyError`` for an id that never existed.
    """
    seen = kernel.seen_as
    if seen is None:
        version, seen = kernel.view_cache
        if version != kernel.state.version:
            seen = view(kernel)
    found = seen.get(thing_id)
    if found is not None:
        return found
    known = kernel.known(thing_id)
    if known is not None:
        return known.characteristics
    found = view(kernel).get(thing_id)
    if found is None:
        raise KeyError(f"there is no object {thing_id}")
    return found


def controller_of(kernel: Kernel, ref: str) -> str:
    """The controller of an object (the last one if it is gone, its owner if it has none); for a player, that player."""
    thing_id = ref_id(ref)
    return look(kernel, thing_id).controller if thing_id is not None else ref_player(ref) or ""


def act_for_controller(kernel: Kernel, spell: Thing) -> None:
    """Let a spell act for the player who controls it now, as an effect may have changed who that is."""
    if spell.play is not None and spell.kind != "ability":
        spell.play.bound.controller = look(kernel, spell.id).controller


def where(kernel: Kernel, thing_id: int) -> str:
    """The zone of an object, or its last one; ``""`` for an object that is phased out, unless the game looks back to
    when it was not."""
    thing = kernel.thing(thing_id)
    if thing is not None:
        return (kernel.zones_then or {}).get(thing_id, "") if thing.phased_out else thing.zone
    known = kernel.known(thing_id)
    return known.zone if known is not None else ""


def keywords(found: Characteristics) -> list[str]:
    """The keywords of an object, one for each instance; a landwalk is also "landwalk".

    The list contains duplicates: two instances of flanking are two.
    """
    words = [each.ability.keyword for each in found.every_ability if isinstance(each.ability, KeywordAbility)]
    return words + ["landwalk" for word in words if word.endswith("walk") and word != "landwalk"]
