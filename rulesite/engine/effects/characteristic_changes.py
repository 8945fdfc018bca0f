"""Apply each kind of change to the characteristics of an object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from rulesite.engine.abilities import changes as ir
from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.copy_exceptions import AbilityOfKey, ThisAbility
from rulesite.engine.abilities.kinds import ActivatedAbility, KeywordAbility, StaticAbility
from rulesite.engine.abilities.mana_rules import is_loyalty_ability, is_mana_ability
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.references import Current
from rulesite.engine.abilities.restrictions import CantHaveAbilities
from rulesite.engine.abilities.static_parts import AdditionalCost, AlternativeCost
from rulesite.engine.abilities.traits import ColorCount, HasColor
from rulesite.engine.eras.subtypes import subtypes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.land_types import sort_of
from rulesite.engine.state.names import with_word
from rulesite.engine.state.objects import BASIC_LAND_TYPES, COLOURS, Characteristics, HeldAbility

from .continuous import Part, meaningful, printed
from .locked_in import with_choices
from .text_change import replace_words

EVERY_COLOUR = ColorCount(">=", 1)
"""The quality of "protection from all colors"."""

Aspect = str | Callable[[Any], str]
Change = Callable[[Kernel, Part, Any, int, Characteristics], Characteristics]
_CHANGES: dict[type, tuple[Aspect, Change]] = {}


def changes(kind: type, aspect: Aspect) -> Callable[[Change], Change]:
    """A decorator: the function applies a kind of change to the characteristics of an object.

    ``aspect`` places the change in the layers: "copy", "control", "text", "type", "colour", "ability" or "power"; or a
    function that returns this for a change.
    """

    def enter(function: Change) -> Change:
        _CHANGES[kind] = (aspect, function)
        return function

    return enter


def aspect_of(change: ir.Change) -> str:
    """The aspect of a change, ``""`` for a change to the rules rather than to characteristics."""
    aspect, _ = _CHANGES.get(type(change), ("", None))
    return aspect if isinstance(aspect, str) else aspect(change)


def apply_change(
    kernel: Kernel, part: Part, change: ir.Change, thing_id: int, found: Characteristics
) -> Characteristics:
    """The characteristics after one change; unchanged for a change to the rules."""
    if type(change) not in _CHANGES:
        return found
    _, function = _CHANGES[type(change)]
    return function(kernel, part, change, thing_id, found)


@changes(ir.SetController, "control")
def _set_controller(
    kernel: Kernel, part: Part, change: ir.SetController, thing_id: int, found: Characteristics
) -> Characteristics:
    return found.but(controller=part.frame.player(change.who))


@changes(ir.ReplaceWords, "text")
def _replace_words(
    kernel: Kernel, part: Part, change: ir.ReplaceWords, thing_id: int, found: Characteristics
) -> Characteristics:
    return replace_words(kernel, change, found)


@changes(ir.AddTypes, "type")
def _add_types(
    kernel: Kernel, part: Part, change: ir.AddTypes, thing_id: int, found: Characteristics
) -> Characteristics:
    types, subtypes = found.types, found.subtypes
    if (change.still or change.whole) and kernel.rules.types_retained == "named":
        types &= {change.still, *change.types}
        subtypes = frozenset(word for word in subtypes if sort_of(word) in types)
    return found.but(
        types=types | set(change.types),
        subtypes=subtypes | set(change.subtypes),
        supertypes=found.supertypes | set(change.supertypes),
    )


@changes(ir.RemoveTypes, "type")
def _remove_types(
    kernel: Kernel, part: Part, change: ir.RemoveTypes, thing_id: int, found: Characteristics
) -> Characteristics:
    kept = frozenset(word for word in found.subtypes if change.sort is None or sort_of(word) != change.sort)
    if "creature" in change.types:
        kept = frozenset(word for word in kept if sort_of(word) != "creature")
    return found.but(
        types=found.types - set(change.types),
        subtypes=kept - set(change.subtypes),
        supertypes=found.supertypes - set(change.supertypes),
    )


@changes(ir.LoseOtherTypes, "type")
def _lose_other_types(
    kernel: Kernel, part: Part, change: ir.LoseOtherTypes, thing_id: int, found: Characteristics
) -> Characteristics:
    given = [one for one in (part.said_with or part.changes) if isinstance(one, ir.AddTypes | ir.SetTypes)]
    if not given:
        raise NotModelled(f"the loss of all other {change.sort} types where no others are given")
    if change.sort != "card":
        named = {word for one in given for word in one.subtypes}
        kept = frozenset(word for word in found.subtypes if sort_of(word) != change.sort or word in named)
        return found.but(subtypes=kept)
    types = found.types & {word for one in given for word in one.types}
    return found.but(types=types, subtypes=frozenset(word for word in found.subtypes if sort_of(word) in types))


@changes(ir.EveryType, "type")
def _every_type(
    kernel: Kernel, part: Part, change: ir.EveryType, thing_id: int, found: Characteristics
) -> Characteristics:
    if change.sort not in ("creature", "land", "basic land"):
        raise NotModelled(f"the engine does not know every {change.sort} type")
    basic = change.sort == "basic land"
    words = frozenset(BASIC_LAND_TYPES) if basic else subtypes_on(change.sort, kernel.rules.date)
    return found.but(subtypes=found.subtypes | words)


@changes(ir.SetColors, "colour")
def _set_colors(
    kernel: Kernel, part: Part, change: ir.SetColors, thing_id: int, found: Characteristics
) -> Characteristics:
    return found.but(colours=frozenset(change.colors))


@changes(ir.AddColors, "colour")
def _add_colors(
    kernel: Kernel, part: Part, change: ir.AddColors, thing_id: int, found: Characteristics
) -> Characteristics:
    return found.but(colours=found.colours | set(change.colors))


@changes(ir.GrantAbilities, "ability")
def _grant(
    kernel: Kernel, part: Part, change: ir.GrantAbilities, thing_id: int, found: Characteristics
) -> Characteristics:
    held = tuple(
        HeldAbility(f"{part.key}.{number}", with_choices(part.frame, ability), part.timestamp)
        for number, ability in enumerate(change.abilities)
    )
    return found.but(abilities=found.abilities + meaningful(kernel, held))


@changes(ir.GainAbilitiesOf, "ability")
def _gain_of(
    kernel: Kernel, part: Part, change: ir.GainAbilitiesOf, thing_id: int, found: Characteristics
) -> Characteristics:
    return _grant(kernel, part, ir.GrantAbilities(abilities_of(part.frame, change)), thing_id, found)


def abilities_of(frame: Frame, change: ir.GainAbilitiesOf) -> tuple[Any, ...]:
    """The activated abilities of objects, each as they have it; a keyword that stands for an activated ability by its
    name."""
    held = [each.ability for ref in frame.refs(change.of) for each in look(frame.kernel, ref_id(ref) or 0).abilities]
    return tuple(
        ability
        for ability in held
        if any(isinstance(one, ActivatedAbility) for one in (ability, *getattr(ability, "expands", ())))
        and (not change.loyalty or is_loyalty_ability(ability))
    )


def _amount(kernel: Kernel, part: Part, node: Any, thing_id: int) -> int:
    """An amount in a change; "it" is the changed object."""
    bound = part.frame.bound
    before, bound.current = bound.current, object_ref(thing_id)
    try:
        return part.frame.amount(node)
    finally:
        bound.current = before


@changes(ir.SetBasePowerToughness, "power")
def _set_base(
    kernel: Kernel, part: Part, change: ir.SetBasePowerToughness, thing_id: int, found: Characteristics
) -> Characteristics:
    power, toughness = (
        _amount(kernel, part, new, thing_id) if new is not None else old
        for new, old in ((change.power, found.power), (change.toughness, found.toughness))
    )
    return found.but(power=power, toughness=toughness)


@changes(ir.ModifyPowerToughness, "power")
def _modify(
    kernel: Kernel, part: Part, change: ir.ModifyPowerToughness, thing_id: int, found: Characteristics
) -> Characteristics:
    return found.but(
        power=(found.power or 0) + _amount(kernel, part, change.power, thing_id),
        toughness=(found.toughness or 0) + _amount(kernel, part, change.toughness, thing_id),
    )


@changes(ir.SwitchPowerToughness, "power")
def _switch(
    kernel: Kernel, part: Part, change: ir.SwitchPowerToughness, thing_id: int, found: Characteristics
) -> Characteristics:
    return found.but(power=found.toughness, toughness=found.power)


@changes(ir.SetName, "text")
def _set_name(kernel: Kernel, part: Part, change: ir.SetName, thing_id: int, found: Characteristics) -> Characteristics:
    return found.but(name=change.name)


@changes(ir.AddWordToName, "text")
def _add_word(
    kernel: Kernel, part: Part, change: ir.AddWordToName, thing_id: int, found: Characteristics
) -> Characteristics:
    return found.but(name=with_word(found.name, change.word, change.after))


@changes(ir.CopyOf, "copy")
def _copy(kernel: Kernel, part: Part, change: ir.CopyOf, thing_id: int, found: Characteristics) -> Characteristics:
    card = part.frame.bound.record.copied
    thing = kernel.thing(thing_id)
    if card is None or thing is None:
        raise NotModelled("a static ability that makes a copy")
    return printed(kernel, thing, card).but(controller=found.controller, copied=part.key)


@changes(ir.SetTypes, "type")
def _set_types(
    kernel: Kernel, part: Part, change: ir.SetTypes, thing_id: int, found: Characteristics
) -> Characteristics:
    types = frozenset(change.types) or found.types
    sorts = {sort_of(word) for word in change.subtypes}
    subtypes = frozenset(
        word for word in found.subtypes if sort_of(word) not in sorts and (not change.types or sort_of(word) in types)
    ) | frozenset(change.subtypes)
    result = found.but(types=types, subtypes=subtypes, supertypes=found.supertypes | set(change.supertypes))
    lands = {word for word in change.subtypes if sort_of(word) == "land"}
    if lands and "land" in types and lands <= set(BASIC_LAND_TYPES):
        return as_basic_type(kernel, result)
    return result


def as_basic_type(kernel: Kernel, found: Characteristics) -> Characteristics:
    """A land whose land type was set to a basic one loses the abilities of its own text (rule 305.7 from 2009-07-11).

    Before 2003-10-01, when a basic land type made a land basic, it becomes a basic land as well.
    """
    kept = tuple(each for each in found.abilities if not each.key.startswith(("printed", "rule ")))
    found = found.but(abilities=kept)
    return found.but(supertypes=found.supertypes | {"basic"}) if kernel.rules.basic_by == "type" else found


@changes(ir.SetChosen, lambda change: "colour" if change.quality == "color" else "type")
def _set_chosen(
    kernel: Kernel, part: Part, change: ir.SetChosen, thing_id: int, found: Characteristics
) -> Characteristics:
    value = _chosen(kernel, part, change.quality)
    if value is None:
        return found
    word = str(value)
    if change.quality == "color":
        colour = frozenset({word}) if word in COLOURS else frozenset()
        return found.but(colours=found.colours | colour if change.add else colour)
    if change.add:
        return found.but(subtypes=found.subtypes | {word})
    return _set_types(kernel, part, ir.SetTypes(subtypes=(word,)), thing_id, found)


KINDS_OF_TYPE = ("type", "creature type", "land type", "basic land type", "card type")


def _chosen(kernel: Kernel, part: Part, quality: str) -> object:
    """The choice made earlier in the effect, or for the object as it entered; "type" covers every kind of type."""
    source = kernel.thing(part.frame.source)
    remembers = source.remembers if source is not None else {}
    kinds = KINDS_OF_TYPE if quality == "type" else (quality, f"basic {quality}")
    found = (part.frame.bound.record.chosen.get(kind) or remembers.get(f"chosen {kind}") for kind in kinds)
    return next(filter(None, found), None)


@changes(ir.RemoveAbilities, "ability")
def _remove_abilities(
    kernel: Kernel, part: Part, change: ir.RemoveAbilities, thing_id: int, found: Characteristics
) -> Characteristics:
    if not change.keywords:
        if change.other and not any(isinstance(one, ir.GrantAbilities) for one in part.said_with or part.changes):
            raise NotModelled("the loss of all other abilities where none is given")
        kept = tuple(each for each in found.abilities if _is_kept(kernel, part, change, each))
        return found.but(abilities=kept)
    if any(isinstance(each, ThisAbility) for each in change.keywords):
        raise NotModelled('the loss of "this ability", the one that says so')
    left: list[HeldAbility] = []
    removed: set[object] = set()
    words = {each for each in change.keywords if isinstance(each, str)}
    spoken = {each.key for each in change.keywords if isinstance(each, AbilityOfKey) and each.copied == found.copied}
    qualities = {_quality(each) for each in change.keywords} - {None}
    for held in _parted(found.abilities) if qualities else found.abilities:
        word = held.ability.keyword if isinstance(held.ability, KeywordAbility) else ""
        quality = _quality(held.ability)
        if held.key in spoken:
            continue
        gone = word in words or (word.endswith("walk") and "landwalk" in words) or quality in qualities
        lost = quality if quality in qualities else word
        if gone and (kernel.has("loses_every_instance") or lost not in removed):
            removed.add(lost)
            continue
        left.append(held)
    return found.but(abilities=tuple(left))


@changes(CantHaveAbilities, "ability")
def _cant_have(
    kernel: Kernel, part: Part, change: CantHaveAbilities, thing_id: int, found: Characteristics
) -> Characteristics:
    return _remove_abilities(kernel, part, ir.RemoveAbilities(change.keywords), thing_id, found)


def _is_kept(kernel: Kernel, part: Part, change: ir.RemoveAbilities, held: HeldAbility) -> bool:
    """Whether an ability is kept by an exception to losing all: "all other abilities", "except mana abilities"."""
    giver = held.key.rpartition(".")[0]
    if change.other and (giver == part.key or (part.kin and giver.rpartition(" ")[0] == part.kin)):
        return True
    if change.except_mana and is_mana_ability(held.ability, kernel.rules):
        return True
    return not _is_ability(kernel, held)


def _quality(ability: object) -> tuple[str, object] | None:
    """A keyword with its quality: protection from red."""
    if not isinstance(ability, KeywordAbility) or ability.quality is None:
        return None
    return ability.keyword, ability.quality


def _parted(abilities: tuple[HeldAbility, ...]) -> Iterator[HeldAbility]:
    """Protection from all colors as separate abilities, each of which can be lost (702.16h of 2018-01-19)."""
    for held in abilities:
        if not isinstance(held.ability, KeywordAbility) or held.ability.quality != EVERY_COLOUR:
            yield held
            continue
        for colour in COLOURS:
            one = replace(held.ability, quality=HasColor(colour), text="")
            yield replace(held, key=f"{held.key}.{colour}", ability=one)


def _is_ability(kernel: Kernel, held: HeldAbility) -> bool:
    """Whether text counts as an ability, so that it goes with "loses all abilities".

    Until 2013 being indestructible was not an ability (700.4a of 2013-05-01). In 2001, additional and alternative costs
    and "this is red" were not abilities either, if printed on the card itself; but whatever an effect says that an
    object has is an ability (407.2 of 2001-07-23).
    """
    ability = held.ability
    if isinstance(ability, KeywordAbility) and ability.keyword == "indestructible":
        return kernel.rules.indestructible_is_ability
    if not isinstance(ability, StaticAbility) or not held.key.startswith("printed"):
        return True
    if not kernel.rules.additional_cost_is_ability and any(
        isinstance(part, AdditionalCost | AlternativeCost) for part in ability.parts
    ):
        return False
    return not (ability.defines and kernel.rules.is_text == "card text")


def is_constant(change: ir.Change) -> bool:
    """Whether the result of a change (:func:`payload`) is the same whatever else applies."""
    match change:
        case ir.SetBasePowerToughness() | ir.ModifyPowerToughness():
            return all(each is None or isinstance(each, Number) for each in (change.power, change.toughness))
        case ir.SetController():
            return False
        case _:
            return True


def payload(kernel: Kernel, part: Part, change: ir.Change, targets: Iterable[str]) -> str:
    """The result of a change now, in a form that can be compared: with its amounts computed, for each of its objects
    where these differ ("for each of its colors")."""
    match change:
        case ir.SetBasePowerToughness() | ir.ModifyPowerToughness():
            amounts = [each for each in (change.power, change.toughness) if each is not None]
            if not any(isinstance(node, Current) for each in amounts for node in walk(each)):
                return repr([part.frame.amount(each) for each in amounts])
            ids = [thing_id for ref in targets if (thing_id := ref_id(ref)) is not None]
            return repr([[_amount(kernel, part, each, thing_id) for each in amounts] for thing_id in ids])
        case ir.SetController():
            return repr(part.frame.refs(change.who))
        case _:
            return repr(change)
