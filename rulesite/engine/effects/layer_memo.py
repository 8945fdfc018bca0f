"""The characteristics of all objects, remembered for states that do not differ in what these depend on.

A state is known by a key: of each object its card and all that the layers look at, and the effects in force. That is
everything only if no ability and no effect looks at more (the life of a player, what happened this turn): abilities and
effects whose words are not known to look at nothing else are never remembered.

Abilities on the stack are not part of the key where they are text alone, and each description in play asks for a type,
which they do not have: so whoever taps for mana finds the state of before.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from rulesite.engine.abilities import changes as ir
from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.kinds import KeywordAbility, LevelAbility, StaticAbility
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.static_parts import Applies
from rulesite.engine.evaluation.keyword_meanings import expanded
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import Effect, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Characteristics, HeldAbility, Thing

from .characteristic_changes import aspect_of
from .continuous import printed
from .layer_reach import asks_for_type, is_known

MAX_STATES = 48
"""States whose characteristics are remembered for a game, at most."""
Seen = dict[int, Characteristics]
_card = attrgetter("card")
_fields = attrgetter(
    "id", "label", "controller", "owner", "zone", "timestamp", "kind", "face_down", "flipped", "face", "turned",
    "phased_out", "attached_to",
)  # fmt: skip
_SIMPLE = (ir.AddTypes, ir.RemoveTypes, ir.SetColors, ir.AddColors, ir.SetTypes, ir.RemoveAbilities)
"""Changes that are the same whatever the state is."""
_ON_SOURCE = frozenset({"while on battlefield", "while tapped", "while controlled"})


def key_of(kernel: Kernel) -> tuple[Any, ...] | None:
    """The key of a state, None where it cannot be known what its characteristics depend on."""
    state = kernel.state
    if kernel.arriving or state.options.ranges:
        return None
    effects = [each for each in state.effects if each.kind == "continuous"]
    if not all(_is_plain(each) for each in effects):
        return None
    stacked = _stacked(kernel)
    if stacked and any(object_ref(thing.id) in (each.affected or ()) for thing in stacked for each in effects):
        return None
    left_out = {thing.id for thing in stacked}
    things = [thing for each, thing in state.things.items() if each not in left_out]
    return (
        tuple(map(id, map(_card, things))),
        tuple(map(_fields, things)),
        tuple(_more(thing) for thing in things if _has_more(thing)),
        tuple((each.id, each.timestamp, id(each.parts), tuple(each.affected or ())) for each in effects),
    )


def recall(kernel: Kernel, key: tuple[Any, ...]) -> Seen | None:
    """The characteristics of the objects of a state with this key, None if they are not remembered."""
    entry = kernel.layer_memo.get(key)
    if entry is None:
        return None
    seen, wants_types, _ = entry
    stacked = _stacked(kernel)
    if stacked:
        return {**seen, **{thing.id: printed(kernel, thing) for thing in stacked}} if wants_types else None
    return seen


def _stacked(kernel: Kernel) -> list[Thing]:
    """The abilities on the stack that are text alone."""
    if kernel.rules.ability_on_stack_has != "text":
        return []
    state = kernel.state
    return [thing for each in state.zone("stack") if (thing := state.things[each]).kind == "ability"]


def remember(kernel: Kernel, key: tuple[Any, ...], before: Seen, seen: Seen) -> None:
    """Remember the characteristics of a state, if they depend on its key alone; ``before`` are those before effects."""
    held = {id(ability): ability for objects in (before, seen) for each in objects.values() for ability in each.static}
    known = [_is_pure(kernel, each) for each in held.values()]
    if not all(is_pure for is_pure, _ in known):
        return
    wants_types = all(wants for _, wants in known)
    if stacked := _stacked(kernel):
        if not wants_types:
            return
        left_out = {thing.id for thing in stacked}
        seen = {each: found for each, found in seen.items() if each not in left_out}
    if len(kernel.layer_memo) >= MAX_STATES:
        del kernel.layer_memo[next(iter(kernel.layer_memo))]
    # What the key names by its identity must live as long as the key.
    alive = [[thing.card, thing.own, thing.stickers] for thing in kernel.state.things.values()]
    kernel.layer_memo[key] = (seen, wants_types, [alive, [effect.parts for effect in kernel.state.effects]])


def _has_more(thing: Thing) -> bool:
    return bool(thing.counters or thing.remembers or thing.own or thing.stickers or thing.zone == "stack")


def _more(thing: Thing) -> tuple[Any, ...]:
    play = thing.play
    return (
        thing.id, tuple(thing.counters.items()), tuple(thing.counted.items()), repr(thing.remembers), id(thing.own),
        id(thing.stickers), play and (play.bound.x, play.bound.source),
    )  # fmt: skip


def _is_plain(effect: Effect) -> bool:
    """Whether an effect does the same to the same objects until it ends."""
    return (
        effect.affected is not None
        and effect.what is None
        and effect.while_ is None
        and effect.duration not in _ON_SOURCE
        and all(_is_simple(change) for change in effect.parts)
    )


def _is_simple(change: Any) -> bool:
    match change:
        case ir.ModifyPowerToughness() | ir.SetBasePowerToughness():
            return all(each is None or isinstance(each, Number) for each in (change.power, change.toughness))
        case ir.GrantAbilities():
            return all(isinstance(each, KeywordAbility) and each.quality is None for each in change.abilities)
        case _:
            return isinstance(change, _SIMPLE) or not aspect_of(change)


def _is_pure(kernel: Kernel, held: HeldAbility) -> tuple[bool, bool]:
    """Whether what an ability does to characteristics depends on nothing but the key of a state, and whether all that
    it describes has a type."""
    known = kernel.pure_cache.get(id(held.ability))
    if known is None or known[0] is not held.ability:
        try:
            pure = _only_looks(kernel, [held.ability])
        except NotModelled:  # a keyword that it gives to nobody yet
            pure = False
        wants_types = all(asks_for_type(node) for node in walk(held.ability))
        known = (held.ability, pure, wants_types)
        if len(kernel.pure_cache) >= MAX_STATES * 8:
            kernel.pure_cache.clear()
        kernel.pure_cache[id(held.ability)] = known
    return known[1], known[2]


def _only_looks(kernel: Kernel, abilities: Iterable[Any]) -> bool:
    """Whether abilities, if they are static, look at objects in known ways only, and those too that they give."""
    for ability in abilities:
        if isinstance(ability, KeywordAbility | LevelAbility):
            if isinstance(ability, KeywordAbility):
                ability = expanded(ability, kernel.rules)
            if not _only_looks(kernel, ability.expands):
                return False
        if not isinstance(ability, StaticAbility):
            continue
        parts = [part for part in ability.parts if isinstance(part, Applies)]
        changes = [(part, change) for part in parts for change in part.changes if aspect_of(change)]
        if changes and ability.condition is not None:
            return False
        for part, change in changes:
            match change:
                case ir.ModifyPowerToughness() | ir.SetBasePowerToughness():
                    does = is_known(change.power) and is_known(change.toughness)
                case ir.SetController():
                    does = is_known(change.who)
                case ir.GrantAbilities():
                    does = _only_looks(kernel, change.abilities)
                case _:
                    does = isinstance(change, _SIMPLE)
            if not does or not is_known(part.to):
                return False
    return True
