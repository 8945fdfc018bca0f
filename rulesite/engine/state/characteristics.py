"""Characteristics: what every object is like at this moment, looked up rather than worked out.

:func:`look` asks for one object, :func:`view` for all of them; they are worked out once for each version of the state
by the function that enters itself with :func:`computes` (the layers, :mod:`rulesite.engine.effects.layers`).
"""

from __future__ import annotations

from collections.abc import Callable

from rulesite.engine.abilities.kinds import KeywordAbility

from .game_state import ref_id, ref_player
from .kernel import Kernel
from .objects import Characteristics

_COMPUTE: list[Callable[[Kernel], None]] = []


def computes(function: Callable[[Kernel], None]) -> Callable[[Kernel], None]:
    """A decorator: this function works out ``kernel.seen_as``, the characteristics of all objects."""
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
    """The characteristics of an object: present ones, those that the game looks back to, or the last known ones.

    Raises ``KeyError`` for an id that never existed.
    """
    found = (kernel.seen_as if kernel.seen_as is not None else view(kernel)).get(thing_id)
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
    """Who controls an object (its last one where it is gone, its owner where it has none), or a player itself."""
    thing_id = ref_id(ref)
    return look(kernel, thing_id).controller if thing_id is not None else ref_player(ref) or ""


def where(kernel: Kernel, thing_id: int) -> str:
    """The zone of an object, or the one that it was last in; ``""`` for one that is phased out."""
    thing = kernel.thing(thing_id)
    if thing is not None:
        return "" if thing.phased_out else thing.zone
    known = kernel.known(thing_id)
    return known.zone if known is not None else ""


def keywords(found: Characteristics) -> list[str]:
    """The keywords of an object, one for each instance; a landwalk is also "landwalk".

    The list keeps duplicates: two instances of flanking are two.
    """
    words = [each.ability.keyword for each in found.every_ability if isinstance(each.ability, KeywordAbility)]
    return words + ["landwalk" for word in words if word.endswith("walk") and word != "landwalk"]
