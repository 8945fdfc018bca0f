"""Protection, hexproof and shroud: whether a permanent or player has them against a source."""

from __future__ import annotations

from rulesite.engine.abilities.changes import GrantAbilities
from rulesite.engine.abilities.kinds import KeywordAbility, StaticAbility
from rulesite.engine.abilities.static_parts import DoesntRemove
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import look, where
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, HeldAbility

from .continuous import changes_on


def protected_from(kernel: Kernel, thing_id: int, source: str, attached: int = 0) -> bool:
    """Whether an object has protection from a quality that ``source`` has; of an Aura that is ``attached`` already,
    whether that removes it.

    The source of an ability on the stack is the object that it comes from. Protection works only for a permanent (rule
    ``protection``), because abilities work on the battlefield unless they say otherwise.
    """
    if not kernel.has("protection"):
        return False
    if where(kernel, thing_id) != "battlefield" and kernel.has("zone_of_function"):
        return False
    return has_quality(kernel, thing_id, "protection", _object_behind(kernel, source), attached)


def _object_behind(kernel: Kernel, source: str) -> str:
    """The object that an ability on the stack comes from, or the object itself."""
    stacked = kernel.thing(ref_id(source) or 0)
    if stacked is not None and stacked.kind == "ability" and stacked.play is not None:
        return object_ref(stacked.play.bound.source)
    return source


def player_has_quality(kernel: Kernel, player: str, keyword: str, source: str) -> bool:
    """As :func:`has_quality`, for a keyword that a player has ("you have hexproof", "… protection from red")."""
    if keyword == "protection" and not kernel.has("protection"):
        return False
    source = _object_behind(kernel, source)
    return any(
        isinstance(ability, KeywordAbility)
        and ability.keyword == keyword
        and (ability.quality is None or frame.matches(ability.quality, source))
        for change, frame in changes_on(kernel, player_ref(player), GrantAbilities)
        for ability in change.abilities
    )


def has_quality(kernel: Kernel, thing_id: int, keyword: str, source: str, attached: int = 0) -> bool:
    """Whether an object has a keyword ("protection from red", "hexproof") against this source.

    Without a quality the keyword is against every source. An instance that does not remove an ``attached`` Aura is not
    against that.
    """
    found = look(kernel, thing_id)
    frame = Frame(kernel, Bindings(found.controller, thing_id))
    return any(
        isinstance(held.ability, KeywordAbility)
        and held.ability.keyword == keyword
        and (held.ability.quality is None or frame.matches(held.ability.quality, source))
        and not (attached and _does_not_remove(kernel, held, attached))
        for held in found.every_ability
    )


def _does_not_remove(kernel: Kernel, held: HeldAbility, aura: int) -> bool:
    """Whether the effect that gives this instance of protection says that it does not remove the Aura: itself, or all
    Auras (702.16n in 2026-06-19)."""
    giver, _, rest = held.key.partition(" ")
    if not giver.isdigit():
        return False
    frame = Frame(kernel, Bindings(look(kernel, int(giver)).controller, int(giver)))
    return any(
        int(giver) == aura if part.what is None else frame.matches(part.what, object_ref(aura))
        for static in look(kernel, int(giver)).static
        if rest.startswith(f"{static.key} ") and isinstance(static.ability, StaticAbility)
        for part in static.ability.parts
        if isinstance(part, DoesntRemove)
    )
