"""Continuous effects: their parts in force, the objects they apply to, and the characteristics of objects before them.

The layers (:mod:`.layers`) turn the parts into characteristics. :func:`changes_on` lists changes to the rules (can't
attack, can't be regenerated …) that apply to an object or a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rulesite.engine.abilities import changes as ir
from rulesite.engine.abilities.kinds import KeywordAbility, StaticAbility
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.restrictions import CantEnter
from rulesite.engine.abilities.static_parts import Applies
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.evaluation.frame import Frame, sees
from rulesite.engine.evaluation.keyword_meanings import expanded
from rulesite.engine.state.characteristics import look, view
from rulesite.engine.state.face_down import abilities_face_down
from rulesite.engine.state.game_state import Effect, object_ref, player_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.land_types import BASIC_BY_NAME, mana_ability_of
from rulesite.engine.state.objects import Bindings, Card, Characteristics, HeldAbility, Thing
from rulesite.engine.state.sides import either_value, shown
from rulesite.engine.state.zones import battlefield

from .attacked_by_each import condition_of_each, holds_for
from .durations import running
from .keyword_counters import keyword_of_counter
from .sieges import siege_ability
from .unsupported import check_heeded

C = TypeVar("C", bound=Node)
IGNORING = "ignoring"
"""The kind of an effect by which a player ignores that of a static ability (116.2d in 2026-06-19)."""
TURNED_DOWN = "turned down"
"""The memory key by which a card is marked as being cast face down, before it is a spell."""


@dataclass(frozen=True)
class Part:
    """One part of a continuous effect: its changes, objects, timestamp and origin.

    ``given`` is the time of the effect that gave the object the ability: abilities of one object keep the order in
    which it got them when it gets a new timestamp itself (613.7a). ``lasting``: it exists whatever objects become.
    ``asked`` is a condition that is tested for each object separately, ``text`` the words of the ability, if it is one,
    and ``condition`` that on which it exists; ``kin`` is the key of that ability, and ``said_with`` are the changes of
    all its parts, of which "loses all other abilities" speaks.
    """

    key: str
    timestamp: int
    frame: Frame
    to: Any
    affected: tuple[str, ...] | None
    changes: tuple[Any, ...]
    static: bool
    defines: bool
    given: int = 0
    lasting: bool = False
    asked: Any = None
    text: str = ""
    condition: Any = None
    kin: str = ""
    said_with: tuple[Any, ...] = ()


def meaningful(kernel: Kernel, abilities: Iterable[HeldAbility]) -> tuple[HeldAbility, ...]:
    """Abilities with keywords expanded by the rules of the day, without the keywords that are switched off."""
    found = []
    for each in abilities:
        if isinstance(each.ability, KeywordAbility):
            concept = keyword_concept(each.ability.keyword)
            if concept in CONCEPTS and not kernel.has(concept):
                continue
            each = replace(each, ability=expanded(each.ability, kernel.rules))
        found.append(each)
    return tuple(found)


def keyword_concept(keyword: str) -> str:
    """The concept that stands for a keyword.

    >>> keyword_concept("first strike"), keyword_concept("islandwalk")
    ('first_strike', 'landwalk')
    """
    return "landwalk" if keyword.endswith("walk") else keyword.replace(" ", "_")


def cost_face_down(kernel: Kernel) -> tuple[str, ...] | None:
    """The mana cost of a face-down spell or permanent, which is copied with it."""
    return ("0",) if kernel.rules.face_down_cost == "zero" else None


def printed(kernel: Kernel, thing: Thing, card: Card | None = None) -> Characteristics:
    """The characteristics before any continuous effect: the card's, or a plain 2/2 when face down."""
    if thing.kind == "ability":
        return _of_ability(kernel, thing)
    if card is None and not thing.card.others and not thing.remembers:
        card = thing.card
    else:
        card = shown(thing, card)
    down = thing.face_down and (thing.zone in ("battlefield", "stack") or thing.remembers.get(TURNED_DOWN))
    if down and kernel.rules.face_down_is == "blank":
        held = meaningful(kernel, abilities_face_down(thing))
        return Characteristics(
            "", frozenset({"creature"}), mana_cost=cost_face_down(kernel), power=2, toughness=2, abilities=held,
            controller=thing.controller,
        )  # fmt: skip
    key = (id(card), thing.controller)
    known = kernel.printed_cache.get(key)
    if known is None or known[0] is not card:
        known = (card, _of_card(kernel, card).but(controller=thing.controller))
        kernel.printed_cache[key] = known
    return _as_a_spell(known[1], thing) if thing.zone == "stack" else known[1]


def all_printed(kernel: Kernel) -> dict[int, Characteristics]:
    """The result of `printed` for every object; nearly all are simply as their card is, which needs no computing."""
    known = kernel.printed_cache
    found: dict[int, Characteristics] = {}
    for thing in kernel.state.things.values():
        card = thing.card
        if not (thing.remembers or thing.face_down or card.others or thing.zone == "stack" or thing.kind == "ability"):
            made = known.get((id(card), thing.controller))
            if made is not None and made[0] is card:
                found[thing.id] = made[1]
                continue
        found[thing.id] = printed(kernel, thing)
    return found


def _as_a_spell(found: Characteristics, spell: Thing) -> Characteristics:
    """The characteristics of a spell: one mana value, with the X chosen for it (202.3e); anywhere else {X} counts as
    0."""
    cost = found.mana_cost or ()
    if found.either_value:
        found = found.but(either_value=())
    if spell.play is None or not spell.play.bound.x or "X" not in cost:
        return found
    return found.but(valued_as=tuple(str(spell.play.bound.x) if symbol == "X" else symbol for symbol in cost))


def _of_card(kernel: Kernel, card: Card) -> Characteristics:
    for ability in card.abilities:
        check_heeded(ability)
    held = meaningful(
        kernel,
        (
            HeldAbility(f"printed {number}", ability)
            for number, ability in zip(card.positions or range(len(card.abilities)), card.abilities, strict=True)
        ),
    )
    named = BASIC_BY_NAME.get(card.name) if "land" in card.types and "basic" not in card.supertypes else None
    basic = named is not None and kernel.has("basic_by_name")
    return Characteristics(
        card.name,
        frozenset(card.types),
        frozenset(card.supertypes) | ({"basic"} if basic else set()),
        frozenset(card.subtypes) | ({named} if basic and named else set()),
        card.colours,
        card.mana_cost,
        _number(card.power),
        _number(card.toughness),
        card.loyalty,
        held,
        valued_as=(card.valued_as if card.valued_as is not None and kernel.rules.back_face_value == "front" else None),
        either_value=either_value(card) if card.layout == "split" and kernel.rules.split_value == "either" else (),
    )


def _of_ability(kernel: Kernel, thing: Thing) -> Characteristics:
    """The characteristics of an ability on the stack: text alone, or until 2003 also those of its source."""
    source = kernel.thing(thing.play.bound.source) if thing.play is not None else None
    bare = Characteristics(thing.label, controller=thing.controller)
    if source is None or kernel.rules.ability_on_stack_has == "text":
        return bare
    return bare.but(colours=printed(kernel, source).colours)


def _number(value: int | str | None) -> int | None:
    """A printed power or toughness; the variable part of ``1+*`` counts as 0 until an ability defines it."""
    if value is None or isinstance(value, int):
        return value
    digits = re.match(r"(\d+)[+-]?", value)
    return int(digits.group(1)) if digits else 0


def functions(kernel: Kernel, thing: Thing, ability: Any) -> bool:
    """Whether an ability works in the zone where its object is."""
    return functions_in(kernel, "" if thing.phased_out else thing.zone, ability)


def functions_in(kernel: Kernel, zone: str, ability: Any) -> bool:
    """Whether an ability works for an object in a zone (``""``: phased out, where no ability works)."""
    if not zone:
        return False
    if not kernel.has("zone_of_function"):
        return True
    if zone == "stack" and isinstance(ability, StaticAbility) and not kernel.has("static_on_stack"):
        return False
    if zone in getattr(ability, "zones", ("battlefield",)):
        return kernel.has("function_elsewhere") or zone in ("battlefield", "stack")
    return isinstance(ability, StaticAbility) and ability.defines and _defines_everywhere(kernel, ability)


def _defines_everywhere(kernel: Kernel, ability: StaticAbility) -> bool:
    changes = [change for part in ability.parts if isinstance(part, Applies) for change in part.changes]
    numbers = any(isinstance(change, ir.SetBasePowerToughness) for change in changes)
    if numbers:
        return kernel.rules.star_outside_play
    if kernel.rules.is_text == "characteristic-setting":
        return all(
            isinstance(change, ir.SetTypes | ir.AddTypes | ir.SetColors | ir.AddColors | ir.EveryType)
            for change in changes
        )
    return True


def static_abilities(kernel: Kernel) -> Iterator[tuple[Frame, StaticAbility]]:
    """The functioning static abilities of permanents and emblems, each with its frame, whatever their conditions."""
    command = [kernel.state.things[each] for each in kernel.state.zone("command")]
    for thing in [*battlefield(kernel), *(each for each in command if each.kind == "emblem")]:
        found = look(kernel, thing.id)
        for held in found.static:
            if functions(kernel, thing, held.ability):
                yield Frame(kernel, Bindings(found.controller, thing.id)), held.ability


def parts(kernel: Kernel) -> list[Part]:
    """Every part of every continuous effect that exists, given the characteristics known so far."""
    found: list[Part] = []
    seen = kernel.seen_as if kernel.seen_as is not None else view(kernel)
    for thing_id in sorted(each for each, known in seen.items() if known.static):
        thing = kernel.thing(thing_id)
        if thing is None or thing.kind == "ability":
            continue
        for held in seen[thing_id].static:
            if functions(kernel, thing, held.ability):
                found += _static_parts(kernel, thing, held)
    for effect in kernel.state.effects:
        if effect.kind == "continuous" and running(kernel, effect):
            found += _effect_parts(kernel, effect)
    return found + _counter_parts(kernel) + _sticker_parts(kernel)


def _counter_parts(kernel: Kernel) -> list[Part]:
    """The parts for counters named after keywords, each kind since its youngest was put there (122.1b and 613.7c in
    2020-04-17)."""
    return [
        Part(
            f"{thing.id} counter {kind}",
            thing.counted.get(kind, thing.timestamp),
            Frame(kernel, Bindings(thing.controller, thing.id)),
            None,
            (object_ref(thing.id),),
            (ir.GrantAbilities((keyword_of_counter(kind),) * count),),
            False,
            False,
        )
        for thing in kernel.state.things.values()
        if thing.counters
        for kind, count in thing.counters.items()
        if kind in kernel.rules.keyword_counters
    ]


def _sticker_parts(kernel: Kernel) -> list[Part]:
    """The parts for name stickers, which add to names, each since it was put there (123.6)."""
    return [
        Part(
            f"{thing.id} sticker {number}",
            sticker.timestamp,
            Frame(kernel, Bindings(thing.controller, thing.id)),
            None,
            (object_ref(thing.id),),
            (ir.AddWordToName(sticker.word, sticker.after),),
            False,
            False,
        )
        for thing in kernel.state.things.values()
        if thing.stickers and not thing.face_down
        for number, sticker in enumerate(thing.stickers)
        if kernel.has("name_stickers")
    ]


def _static_parts(kernel: Kernel, thing: Thing, held: HeldAbility) -> list[Part]:
    """The parts of a static ability; one that an effect gave does not define characteristics (604.3a)."""
    ability: StaticAbility = held.ability
    frame = Frame(kernel, Bindings(look(kernel, thing.id).controller or thing.owner, thing.id))
    asked = condition_of_each(ability)
    if ability.condition is not None and asked is None and not frame.holds(ability.condition):
        return []
    defines = ability.defines and held.key.startswith(("printed", "copied"))
    given = held.timestamp if kernel.has("granted_timestamp") else 0
    timestamp = max(thing.timestamp, held.timestamp) if kernel.has("granted_timestamp") else thing.timestamp
    kin = f"{thing.id} {held.key}"
    said = tuple(change for part in ability.parts if isinstance(part, Applies) for change in part.changes)
    return [
        Part(
            f"{kin} {number}",
            timestamp,
            frame,
            part.to,
            None,
            part.changes,
            True,
            defines,
            given,
            asked=asked,
            text=ability.text,
            condition=ability.condition,
            kin=kin,
            said_with=said,
        )
        for number, part in enumerate(_joined(ability.parts))
        if isinstance(part, Applies)
    ]


def _joined(parts: tuple[Any, ...]) -> list[Any]:
    """The parts of a static ability, where "it loses all other abilities and card types" is one with the part before,
    which says what the object keeps."""
    found: list[Any] = []
    for part in parts:
        before = found[-1] if found else None
        if isinstance(part, Applies) and isinstance(before, Applies) and before.to == part.to and _of_the_others(part):
            found[-1] = replace(before, changes=(*before.changes, *part.changes))
        else:
            found.append(part)
    return found


def _of_the_others(part: Applies) -> bool:
    return any(
        isinstance(change, ir.LoseOtherTypes) or (isinstance(change, ir.RemoveAbilities) and change.other)
        for change in part.changes
    )


def _effect_parts(kernel: Kernel, effect: Effect) -> list[Part]:
    affected = tuple(effect.affected) if effect.affected is not None else None
    return [
        Part(
            f"effect {effect.id}",
            effect.timestamp,
            Frame(kernel, effect.bound),
            effect.what,
            affected,
            effect.parts,
            False,
            False,
            lasting=effect.while_ is None,
        )
    ]


def affected_by(kernel: Kernel, part: Part) -> list[str]:
    """The objects that a part applies to now: none out of its controller's range, even if it was within it before.

    An object that it gives its controller control of is thereby in range.
    """
    found = _not_ignored(kernel, part, _described_by(kernel, part))
    if not kernel.state.options.ranges or any(isinstance(change, ir.SetController) for change in part.changes):
        return found
    return [ref for ref in found if sees(part.frame, ref)]


def _not_ignored(kernel: Kernel, part: Part, refs: list[str]) -> list[str]:
    """The objects and players that a part applies to: ``refs`` without players who ignore it, and what they control."""
    ignoring = {
        ref
        for effect in kernel.state.effects
        if effect.kind == IGNORING and part.kin and effect.what == part.kin
        for ref in effect.affected or ()
    }
    if not ignoring:
        return refs
    controllers = {ref: look(kernel, each).controller for ref in refs if (each := ref_id(ref)) is not None}
    return [ref for ref in refs if ref not in ignoring and player_ref(controllers.get(ref, "")) not in ignoring]


def _described_by(kernel: Kernel, part: Part) -> list[str]:
    if part.affected is not None and (kernel.has("affected_locked_in") or part.to is None):
        return list(part.affected)
    found = part.frame.refs(part.to)
    if part.asked is not None:
        found = [ref for ref in found if holds_for(part.frame, part.asked, ref)]
    if _passes_over(kernel, part):
        found = [ref for ref in found if ref != object_ref(kernel.arriving)]
    if part.static and not kernel.has("static_not_locked_in"):
        return [
            ref
            for ref in found
            if (thing := kernel.thing(ref_id(ref) or 0)) is None or thing.timestamp <= part.timestamp
        ]
    return found


def _passes_over(kernel: Kernel, part: Part) -> bool:
    """Whether a part is ignored when an object is looked at as it would be on the battlefield. Until 2018 other
    objects' effects on it were (614.12), but never that it may not enter at all."""
    if not kernel.arriving or any(isinstance(change, CantEnter) for change in part.changes):
        return False
    return kernel.rules.arrival_looks_at == "own" and part.frame.source != kernel.arriving


def with_intrinsic(found: Characteristics) -> Characteristics:
    """The characteristics with intrinsic abilities: a land's mana abilities from its basic land types, a Siege's
    ability."""
    if not {"land", "battle"} & found.types:
        return found
    wanted = [mana_ability_of(subtype) for subtype in sorted(found.subtypes)]
    if "Siege" in found.subtypes and "battle" in found.types:
        wanted.append(siege_ability())
    own = tuple(each for each in found.abilities if not each.key.startswith("rule "))
    if not any(wanted) and len(own) == len(found.abilities):
        return found
    return found.but(abilities=own + tuple(each for each in wanted if each is not None))


def changes_on(kernel: Kernel, ref: str, kind: type[C]) -> list[tuple[C, Frame]]:
    """The changes of a kind that apply to an object or player, each with the frame of its words."""
    found: list[tuple[C, Frame]] = []
    for part in _present_parts(kernel):
        wanted = [change for change in part.changes if isinstance(change, kind)]
        if wanted and ref in affected_by(kernel, part) and not _stripped(kernel, part, ref):
            found += [(change, part.frame) for change in wanted]
    return found


def _present_parts(kernel: Kernel) -> list[Part]:
    """The parts that exist now, computed once for each version of the state."""
    if kernel.seen_as is not None:
        return parts(kernel)
    version, known = kernel.parts_cache
    if version != kernel.state.version:
        known = parts(kernel)
        kernel.parts_cache = (kernel.state.version, known)
    return known


def _stripped(kernel: Kernel, part: Part, ref: str) -> bool:
    """Whether an object has lost a change: with ``gain_and_lose`` switched off, an effect of another object counts as
    this one's own ability, and goes when it loses its abilities."""
    thing_id = ref_id(ref)
    if kernel.has("gain_and_lose") or thing_id is None or ref == object_ref(part.frame.source):
        return False
    return any(
        isinstance(change, ir.RemoveAbilities) and not change.keywords and ref in affected_by(kernel, other)
        for other in parts(kernel)
        for change in other.changes
    )
