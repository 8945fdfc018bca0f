"""Evasion and other limits on blocking: whether one creature can block one attacker."""

from __future__ import annotations

from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.abilities.restrictions import (
    CanBeBlockedDespite,
    CanBlockDespite,
    CanBlockMore,
    CanBlockOnly,
    CantBeBlocked,
    CantBlock,
)
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.effects.protection import protected_from
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings, Characteristics
from rulesite.engine.state.teams import attacked_with, defending_with
from rulesite.engine.state.zones import battlefield


def _matches_beside(frame: Frame, what: Predicate, ref: str, beside: str) -> bool:
    """Whether an object fits a description that may compare it with another ("creatures with greater power")."""
    outer, frame.bound.current = frame.bound.current, beside
    try:
        return frame.matches(what, ref)
    finally:
        frame.bound.current = outer


def additional_blocks(kernel: Kernel, blocker: int) -> int | None:
    """How many additional creatures a creature can block; ``None`` for any number."""
    more = 0
    for change, frame in changes_on(kernel, object_ref(blocker), CanBlockMore):
        if change.amount is None:
            return None
        more += change.amount * (1 if change.times is None else frame.amount(change.times))
    return more


def why_not_block(kernel: Kernel, blocker: int, attacker: int) -> tuple[str, str]:
    """The reason why a creature cannot block an attacker and the concept behind it; empty when it can."""
    thing = kernel.thing(blocker)
    if thing is None:
        return f"{kernel.label(blocker)} is not in play any more", "block_legality"
    found, attacking = look(kernel, blocker), look(kernel, attacker)
    combat = kernel.state.combat
    defender = combat.attackers.get(attacker, "") if combat is not None else ""
    as_though = {
        change.as_though
        for change, frame in changes_on(kernel, object_ref(blocker), CanBlockDespite)
        if frame.matches(change.what, object_ref(attacker))
    }
    as_though |= {change.despite for change, _ in changes_on(kernel, object_ref(attacker), CanBeBlockedDespite)}
    if thing.zone != "battlefield" or "creature" not in found.types:
        return f"{thing.label} is no creature in play", "block_legality"
    if defender and found.controller not in defending_with(kernel, defender):
        return f"{defender} does not control {thing.label}", "block_legality"
    if thing.tapped and "untapped" not in as_though and kernel.has("block_legality"):
        return f"{thing.label} is tapped", "block_legality"
    reason = _evades(kernel, found, attacking, attacker, as_though)
    if reason and kernel.has(reason) and kernel.has("evasion"):
        return f"{kernel.label(attacker)} cannot be blocked by {thing.label}", reason
    if _slips_past(found, attacking) and kernel.has("evasion"):
        return f"{kernel.label(attacker)} cannot be blocked by {thing.label}", "evasion"
    if protected_from(kernel, attacker, object_ref(blocker)) and kernel.has("protection_blocking"):
        return f"{kernel.label(attacker)} has protection from {thing.label}", "protection_blocking"
    return _restricted(kernel, blocker, attacker)


def _evades(
    kernel: Kernel,
    blocker: Characteristics,
    attacking: Characteristics,
    attacker: int,
    as_though: set[str],
) -> str:
    """The evasion ability that stops this blocker, ``""`` when none does."""
    mine, theirs = keywords(blocker), keywords(attacking)
    if "flying" in theirs and not {"flying", "reach"} & (set(mine) | as_though):
        return "flying"
    if "fear" in theirs and "artifact" not in blocker.types and "black" not in blocker.colours:
        return "fear"
    if ("shadow" in theirs) != ("shadow" in mine) and "shadow" not in as_though:
        return "shadow"
    if "horsemanship" in theirs and "horsemanship" not in mine:
        return "horsemanship"
    if _walks(kernel, attacking, attacker, as_though):
        return "landwalk"
    return ""


def _slips_past(blocker: Characteristics, attacking: Characteristics) -> bool:
    """Whether intimidate or skulk stops this blocker."""
    words = keywords(attacking)
    if "intimidate" in words and "artifact" not in blocker.types and not blocker.colours & attacking.colours:
        return True
    return "skulk" in words and (blocker.power or 0) > (attacking.power or 0)


def _walks(kernel: Kernel, attacking: Characteristics, attacker: int, as_though: set[str]) -> bool:
    combat = kernel.state.combat
    defenders = attacked_with(kernel, combat.attackers.get(attacker, "")) if combat is not None else []
    lands = [
        thing
        for thing in battlefield(kernel)
        if "land" in look(kernel, thing.id).types and look(kernel, thing.id).controller in defenders
    ]
    walks = [
        held.ability
        for held in attacking.every_ability
        if isinstance(held.ability, KeywordAbility)
        and held.ability.keyword.endswith("walk")
        and not {"landwalk", held.ability.keyword} & as_though
    ]
    return any(is_land_for_walk(kernel, ability, attacker, land.id) for ability in walks for land in lands)


def is_land_for_walk(kernel: Kernel, ability: KeywordAbility, attacker: int, land: int) -> bool:
    """Whether a land is of the kind that a landwalk ability names ("snow-covered islandwalk" requires both)."""
    found = look(kernel, land)
    if ability.quality is not None:
        return Frame(kernel, Bindings(look(kernel, attacker).controller, attacker)).matches(
            ability.quality, object_ref(land)
        )
    words = ability.keyword.removesuffix("walk").split()
    have = {word.casefold() for word in found.subtypes | found.supertypes} | {"land"}
    if "snow" in have:
        have.add("snow-covered")
    if "nonbasic" in words:
        return "basic" not in found.supertypes
    return all(word.casefold() in have for word in words)


def _restricted(kernel: Kernel, blocker: int, attacker: int) -> tuple[str, str]:
    blocking, attacking = object_ref(blocker), object_ref(attacker)
    label, other = kernel.label(blocker), kernel.label(attacker)
    if not kernel.has("block_restriction"):
        return "", ""
    evading = changes_on(kernel, attacking, CantBeBlocked)
    if not kernel.has("evasion_cumulative"):
        evading = evading[:1]
    for change, frame in evading:
        unless = change.unless is not None and frame.holds(change.unless)
        if (
            change.minimum is None
            and change.maximum is None
            and not change.but_all
            and not unless
            and _matches_beside(frame, change.by, blocking, attacking)
            and kernel.has("evasion")
        ):
            return f"{other} can't be blocked by {label}", "evasion"
    for bar, frame in changes_on(kernel, blocking, CantBlock):
        unless = bar.unless is not None and frame.holds(bar.unless)
        if not bar.alone and bar.along is None and not unless and frame.matches(bar.what, attacking):
            return f"{label} can't block {other}", "block_restriction"
    for only, frame in changes_on(kernel, blocking, CanBlockOnly):
        if not frame.matches(only.what, attacking):
            return f"{label} can't block {other}", "block_restriction"
    return "", ""
