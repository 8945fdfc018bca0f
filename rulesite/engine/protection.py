"""Protection from a quality: which sources a permanent is protected from."""

from __future__ import annotations

from .abilities.kinds import KeywordAbility
from .continuous import flatten, look, where
from .evaluate import matches
from .kernel import Kernel
from .objects import Context
from .state import ref_id


def protected_from(kernel: Kernel, thing_id: int, source: str) -> bool:
    """Whether an object has protection from a quality that ``source`` has.

    The source of an ability on the stack is the object that it comes from. Protection works only for a permanent
    (rule ``protection``), because abilities work in play unless they say otherwise.
    """
    if not kernel.has("protection"):
        return False
    if where(kernel, thing_id) != "battlefield" and kernel.has("zone_of_function"):
        return False
    stacked = kernel.thing(ref_id(source) or 0)
    if stacked is not None and stacked.kind == "ability" and stacked.play is not None:
        source = f"object {stacked.play.context.source}"
    return has_quality(kernel, thing_id, "protection", source)


def has_quality(kernel: Kernel, thing_id: int, keyword: str, source: str) -> bool:
    """Whether an object has a keyword ("protection from red", "hexproof") against this source.

    Without a quality the keyword is against every source.
    """
    found = look(kernel, thing_id)
    ctx = Context(found.controller, thing_id)
    return any(
        isinstance(held.ability, KeywordAbility)
        and held.ability.keyword == keyword
        and (held.ability.quality is None or matches(kernel, ctx, held.ability.quality, source))
        for held in flatten(found.abilities)
    )
