"""Evaluate predicates: whether an object or player fits a description."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.conditions import Happened
from rulesite.engine.abilities.mana_rules import is_mana_ability
from rulesite.engine.abilities.node import Node
from rulesite.engine.state.characteristics import keywords, look, where
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.combat_view import blockers_last, has_status, once_attached
from rulesite.engine.state.event import from_history
from rulesite.engine.state.game_state import object_ref, player_ref, ref_id, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import CONVOKED_BY, PERMANENT_TYPES, Characteristics, HeldAbility, Known, Thing
from rulesite.engine.state.teams import active_players, all_counters_of, known_life
from rulesite.engine.state.zones import battlefield

from .frame import PREDICATES, Frame, answers, compare
from .origin import as_cast_from, names_origin, zone_cast_from
from .references import acted_on, chosen_by_now, now, owner_of, unbound, was_cast_as_permitted


def thing_or_known(kernel: Kernel, ref: str) -> Thing | Known | None:
    """The object itself, or its last known information."""
    thing_id = ref_id(ref)
    if thing_id is None:
        return None
    return kernel.thing(thing_id) or kernel.known(thing_id)


def chars(kernel: Kernel, ref: str) -> Characteristics | None:
    """The characteristics of an object, ``None`` for a player."""
    thing_id = ref_id(ref)
    return look(kernel, thing_id) if thing_id is not None else None


def called(found: Characteristics, name: str) -> bool:
    """Whether an object has a name, as its whole name or as one of the two of a split card."""
    return name == found.name or name in found.names


def _is(test: Callable[[Characteristics, Any], bool]) -> Callable[[Frame, Any, str], bool]:
    def check(frame: Frame, node: Any, ref: str) -> bool:
        found = chars(frame.kernel, ref)
        return found is not None and test(found, node)

    return check


def _is_cost(found: Characteristics, symbols: str) -> bool:
    """Whether the mana cost of an object consists of these symbols, in any order; an object without one has none."""
    return found.mana_cost is not None and sorted(found.mana_cost) == sorted(symbols.strip("{}").split("}{"))


PREDICATES[ir.HasType] = _is(lambda found, node: node.type in found.types)
PREDICATES[ir.HasSupertype] = _is(lambda found, node: node.supertype in found.supertypes)
PREDICATES[ir.HasSubtype] = _is(lambda found, node: node.subtype in found.subtypes)
PREDICATES[ir.ColorCount] = _is(lambda found, node: compare(len(found.colours), node.op, node.value))
PREDICATES[ir.CostIs] = _is(lambda found, node: _is_cost(found, node.one) or _is_cost(found, node.other))
PREDICATES[ir.CostHas] = _is(lambda found, node: node.symbol.strip("{}") in (found.mana_cost or ()))


def _has_name(found: Characteristics, node: ir.HasName) -> bool:
    if node.name == "~":
        raise NotModelled("the name of a card without a name")
    return called(found, node.name)


PREDICATES[ir.HasName] = _is(_has_name)


@answers(PREDICATES, ir.HasColor)
def _has_color(frame: Frame, node: ir.HasColor, ref: str) -> bool:
    found = chars(frame.kernel, ref)
    if found is None or node.color not in found.colours:
        return False
    return frame.kernel.has("only_what_is_asked") or found.colours == {node.color}


@answers(PREDICATES, ir.Anything)
def _anything(frame: Frame, node: ir.Anything, ref: str) -> bool:
    return True


@answers(PREDICATES, ir.All)
def _all(frame: Frame, node: ir.All, ref: str) -> bool:
    for part in node.parts:
        if isinstance(part, ir.InZone | ir.Not) and ir.IsSpell() in node.parts:
            part = _of_a_spell(frame, part, ref)
        if not frame.matches(part, ref):
            return False
    return True


def _of_a_spell(frame: Frame, part: Any, ref: str) -> Any:
    """What is said of a spell with a zone: of the one that it was cast from ("a spell from your graveyard")."""
    zone = zone_cast_from(frame.kernel, ref) if names_origin(part) else None
    return part if zone is None else as_cast_from(part, zone)


@answers(PREDICATES, ir.AnyOf)
def _any(frame: Frame, node: ir.AnyOf, ref: str) -> bool:
    return any(frame.matches(part, ref) for part in node.parts)


@answers(PREDICATES, ir.Not)
def _not(frame: Frame, node: ir.Not, ref: str) -> bool:
    return not frame.matches(node.part, ref)


@answers(PREDICATES, ir.IsPlayer)
def _is_player(frame: Frame, node: ir.IsPlayer, ref: str) -> bool:
    return ref_player(ref) is not None


@answers(PREDICATES, ir.AttacksPlayer)
def _attacks_player(frame: Frame, node: ir.AttacksPlayer, ref: str) -> bool:
    combat, attacked = frame.kernel.state.combat, frame.refs(node.whom)
    attackers = combat.attackers.items() if combat is not None else ()
    return any(
        player_ref(player) in attacked and player_ref(look(frame.kernel, each).controller) == ref
        for each, player in attackers
    )


@answers(PREDICATES, ir.OpponentOf)
def _opponent(frame: Frame, node: ir.OpponentOf, ref: str) -> bool:
    player = ref_player(ref)
    return player is not None and not any(
        player in frame.kernel.state.options.team_of(ref_player(each) or "") for each in frame.refs(node.of)
    )


@answers(PREDICATES, ir.IsPlayerRef)
def _is_player_ref(frame: Frame, node: ir.IsPlayerRef, ref: str) -> bool:
    return ref in frame.refs(node.who)


@answers(PREDICATES, ir.IsObject)
def _is_object(frame: Frame, node: ir.IsObject, ref: str) -> bool:
    named = frame.refs(node.what)
    if isinstance(node.what, ir.Memo):
        if was_cast_as_permitted(frame, node.what, ref):
            return True
        named += acted_on(frame, node.what)
    return ref in named or ref in [now(frame, each) for each in named]


@answers(PREDICATES, ir.OtherThan)
def _other(frame: Frame, node: ir.OtherThan, ref: str) -> bool:
    others = frame.refs(node.than)
    return now(frame, ref) not in others and all(ref not in (each, now(frame, each)) for each in others)


@answers(PREDICATES, ir.IsPermanent)
def _is_permanent(frame: Frame, node: ir.IsPermanent, ref: str) -> bool:
    thing_id = ref_id(ref)
    return thing_id is not None and where(frame.kernel, thing_id) == "battlefield"


@answers(PREDICATES, ir.IsSpell)
def _is_spell(frame: Frame, node: ir.IsSpell, ref: str) -> bool:
    found = thing_or_known(frame.kernel, ref)
    return found is not None and found.zone == "stack" and found.kind != "ability"


@answers(PREDICATES, ir.IsCard)
def _is_card(frame: Frame, node: ir.IsCard, ref: str) -> bool:
    found = thing_or_known(frame.kernel, ref)
    return found is not None and found.kind == "card" and where(frame.kernel, found.id) not in ("battlefield", "stack")


@answers(PREDICATES, ir.IsToken)
def _is_token(frame: Frame, node: ir.IsToken, ref: str) -> bool:
    found = thing_or_known(frame.kernel, ref)
    return found is not None and found.kind == "token"


@answers(PREDICATES, ir.IsCommander)
def _is_commander(frame: Frame, node: ir.IsCommander, ref: str) -> bool:
    thing = frame.kernel.thing(ref_id(ref) or 0)
    return thing is not None and thing.commander


@answers(PREDICATES, ir.IsAbility)
def _is_ability(frame: Frame, node: ir.IsAbility, ref: str) -> bool:
    thing = frame.kernel.thing(ref_id(ref) or 0)
    if thing is None or thing.kind != "ability" or thing.play is None:
        return False
    return node.kind is None or thing.play.kind == node.kind


@answers(PREDICATES, ir.HasAbility)
def _has_ability(frame: Frame, node: ir.HasAbility, ref: str) -> bool:
    found = chars(frame.kernel, ref)
    if found is None:
        return False
    if node.keyword is None:
        return all(_is_stated(frame.kernel, held) for held in found.abilities)
    words = keywords(found)
    if node.keyword == "landwalk":  # of any land (702.14a in 2009-07-11)
        return any(word.endswith("walk") for word in words)
    more_special = node.keyword.endswith("walk") and any(word.endswith(f" {node.keyword}") for word in words)
    return node.keyword in words or (more_special and frame.kernel.rules.landwalk_kinds)


@answers(PREDICATES, ir.HasThatAbility)
def _has_that_ability(frame: Frame, node: ir.HasThatAbility, ref: str) -> bool:
    found = chars(frame.kernel, ref)
    return found is not None and any(held.ability == node.ability for held in found.abilities)


def _is_stated(kernel: Kernel, held: HeldAbility) -> bool:
    """Whether this is not an ability but a quality that an effect gives an object: until 2013 being indestructible
    (112.11 of 2013-05-01)."""
    keyword = isinstance(held.ability, ir.KeywordAbility) and held.ability.keyword
    if keyword != "indestructible" or held.key.startswith("printed"):
        return False
    return not kernel.rules.indestructible_is_ability


@answers(PREDICATES, ir.HasAdventure)
def _has_adventure(frame: Frame, node: ir.HasAdventure, ref: str) -> bool:
    thing = frame.kernel.thing(ref_id(ref) or 0)
    return thing is not None and thing.card.layout == "adventure"


@answers(PREDICATES, ir.OfMostCommonColor)
def _of_most_common_color(frame: Frame, node: ir.OfMostCommonColor, ref: str) -> bool:
    found = chars(frame.kernel, ref)
    return found is not None and bool(found.colours & most_common_colors(frame.kernel))


def most_common_colors(kernel: Kernel) -> frozenset[str]:
    """The most common colors among permanents; none if no permanent is colored."""
    there = Counter(colour for thing in battlefield(kernel) for colour in look(kernel, thing.id).colours)
    return frozenset(colour for colour, many in there.items() if many == max(there.values()))


@answers(PREDICATES, ir.HasManaAbility)
def _has_mana_ability(frame: Frame, node: ir.HasManaAbility, ref: str) -> bool:
    found = chars(frame.kernel, ref)
    held = found.every_ability if found is not None else []
    return any(is_mana_ability(each.ability, frame.kernel.rules) for each in held)


@answers(PREDICATES, ir.RepeatsSymbol)
def _repeats_symbol(frame: Frame, node: ir.RepeatsSymbol, ref: str) -> bool:
    found = chars(frame.kernel, ref)
    symbols = list(found.mana_cost or ()) if found is not None else []
    return len(set(symbols)) < len(symbols)


@answers(PREDICATES, ir.HasActivated)
def _has_activated(frame: Frame, node: ir.HasActivated, ref: str) -> bool:
    found = chars(frame.kernel, ref)
    held = [each.ability for each in found.every_ability] if found is not None else []
    activated = [each for each in held if isinstance(each, ir.ActivatedAbility)]
    if node.tapping:
        return any(isinstance(part, ir.TapSelf) for each in activated for part in each.cost.parts)
    if node.mana:
        return bool(activated)
    return not all(is_mana_ability(each, frame.kernel.rules) for each in activated)


@answers(PREDICATES, ir.Controlled)
def _controlled(frame: Frame, node: ir.Controlled, ref: str) -> bool:
    thing_id = ref_id(ref)
    if thing_id is None or where(frame.kernel, thing_id) not in ("battlefield", "stack", "command"):
        return False
    return player_ref(look(frame.kernel, thing_id).controller) in frame.refs(node.by)


@answers(PREDICATES, ir.Owned)
def _owned(frame: Frame, node: ir.Owned, ref: str) -> bool:
    return ref_id(ref) is not None and player_ref(owner_of(frame.kernel, ref)) in frame.refs(node.by)


@answers(PREDICATES, ir.OwnedAndControlled)
def _owned_and_controlled(frame: Frame, node: ir.OwnedAndControlled, ref: str) -> bool:
    both = frame.matches(ir.Owned(node.by), ref), frame.matches(ir.Controlled(node.by), ref)
    return any(both) if node.either else all(both)


@answers(PREDICATES, ir.ControlledNotOwned)
def _controlled_not_owned(frame: Frame, node: ir.ControlledNotOwned, ref: str) -> bool:
    return frame.matches(ir.Controlled(node.by), ref) and not frame.matches(ir.Owned(node.by), ref)


@answers(PREDICATES, ir.InZone)
def _in_zone(frame: Frame, node: ir.InZone, ref: str) -> bool:
    state, zones = frame.kernel.state, [node.zone]
    if node.zone == "outside":
        zones += ["exile"] if frame.kernel.rules.exile_is_outside else []
        if not any(thing.zone in zones for thing in state.things.values()):
            raise NotModelled("nothing says which cards there are outside the game")
    thing_id = ref_id(ref)
    if thing_id is None or where(frame.kernel, thing_id) not in zones:
        return False
    return node.whose is None or player_ref(owner_of(frame.kernel, ref)) in frame.refs(node.whose)


@answers(PREDICATES, ir.Compares)
def _compares(frame: Frame, node: ir.Compares, ref: str) -> bool:
    value, found = number_of(frame.kernel, node.name, ref), chars(frame.kernel, ref)
    either = found.either_value if found is not None and node.name == "mana value" else ()
    with _described(frame, ref):
        wanted = frame.amount(node.value)
    return value is not None and any(compare(each, node.op, wanted) for each in either or (value,))


@answers(PREDICATES, ir.EvenManaValue)
def _even(frame: Frame, node: ir.EvenManaValue, ref: str) -> bool:
    value, thing = number_of(frame.kernel, "mana value", ref), thing_or_known(frame.kernel, ref)
    found = chars(frame.kernel, ref)
    variable = (found.mana_cost or ()).count("X") if found is not None else 0
    if value is None or thing is None:
        return False
    if thing.zone == "stack" and variable:
        play = getattr(thing, "play", None)
        if play is None or play.bound.x is None:
            return False  # it may still become true or false (601.3a)
    return (value % 2 == 0) is node.even


@answers(PREDICATES, ir.HasStatus)
def _has_status(frame: Frame, node: ir.HasStatus, ref: str) -> bool:
    return has_status(frame.kernel, ref, node.status)


@answers(PREDICATES, ir.HasCounters)
def _has_counters(frame: Frame, node: ir.HasCounters, ref: str) -> bool:
    return compare(counters_on(frame.kernel, ref, node.kind), node.op, frame.amount(node.value))


def counters_on(kernel: Kernel, ref: str, kind: str | None) -> int:
    """How many counters of a kind (``None``: any) an object or player has or last had."""
    player = ref_player(ref)
    if player is not None:
        counters = all_counters_of(kernel, player)
    else:
        found = thing_or_known(kernel, ref)
        counters = found.counters if found is not None else {}
    return counters.get(kind, 0) if kind is not None else sum(counters.values())


@answers(PREDICATES, ir.Blocks)
def _blocks(frame: Frame, node: ir.Blocks, ref: str) -> bool:
    combat, blocker = frame.kernel.state.combat, ref_id(ref) or 0
    blocked = combat.blockers.get(blocker, []) if combat is not None else []
    if combat is not None and node.assigned:
        blocked = [each for each in blocked if each not in combat.joined.get(blocker, [])]
    others = [ref_id(other) or 0 for other in _some_such(frame, node.what)]
    return any(other in blocked for other in others) or any(
        combat is not None and blocker in combat.blockers and blocker in blockers_last(frame.kernel, other)
        for other in others
    )


@answers(PREDICATES, ir.AttacksNow)
def _attacks_now(frame: Frame, node: ir.AttacksNow, ref: str) -> bool:
    combat, attacker, whom = frame.kernel.state.combat, ref_id(ref) or 0, frame.refs(node.whom)
    if combat is None or attacker not in combat.attackers or attacker in combat.walkers:
        return False
    return player_ref(combat.attackers[attacker]) in whom


@answers(PREDICATES, ir.BlockedBy)
def _blocked_by(frame: Frame, node: ir.BlockedBy, ref: str) -> bool:
    return any(ref_id(ref) in _blocked_last(frame.kernel, ref_id(each) or 0) for each in _some_such(frame, node.what))


def _blocked_last(kernel: Kernel, thing_id: int) -> list[int]:
    """The creatures that a creature is blocking; for one that has left, those it blocked last (608.2h in
    2010-07-16)."""
    combat, known = kernel.state.combat, kernel.known(thing_id)
    if combat is not None and kernel.thing(thing_id) is None and known is not None:
        return list(known.combat.get("blocking", []))
    return combat.blockers.get(thing_id, []) if combat is not None else []


@answers(PREDICATES, ir.InCombatWith)
def _in_combat_with(frame: Frame, node: ir.InCombatWith, ref: str) -> bool:
    return frame.matches(ir.Blocks(node.what), ref) or frame.matches(ir.BlockedBy(node.what), ref)


@answers(PREDICATES, ir.AttachedTo)
def _attached_to(frame: Frame, node: ir.AttachedTo, ref: str) -> bool:
    found, hosts = thing_or_known(frame.kernel, ref), _some_such(frame, node.what)
    if found is not None and found.attached_to and found.attached_to in hosts:
        return True
    return (ref_id(ref) or 0) in [each for host in hosts for each in once_attached(frame.kernel, host)]


def _some_such(frame: Frame, what: Node) -> list[str]:
    """References to the objects that a description mentions: inside a description "a creature" is any creature, without
    a choice."""
    return frame.refs(ir.Every(what.what) if isinstance(what, ir.Chosen) else what)


@answers(PREDICATES, ir.HasChosen)
def _has_chosen(frame: Frame, node: ir.HasChosen, ref: str) -> bool:
    if node.any_one:
        return _has_one_chosen(frame, node.quality, ref)
    value = chosen_quality(frame, node.quality)
    if value is None:
        if chosen_by_now(frame) and not _undefined(frame, node.quality):
            raise unbound(frame, f"the chosen {node.quality}")
        return False
    if node.quality in ("player", "opponent"):
        return ref == player_ref(value)
    found = chars(frame.kernel, ref)
    if found is None:
        return False
    if node.quality == "color":
        return value in found.colours
    if node.quality == "card name":
        return called(found, value)
    return value in found.subtypes or value in found.types


def _has_one_chosen(frame: Frame, quality: str, ref: str) -> bool:
    """Whether it has a color or type that any player has chosen in this effect."""
    kinds = _KINDS_OF_TYPE.get(quality, (quality,))
    chosen = {str(value) for kind in kinds for value in frame.bound.record.each_chosen.get(kind, ())}
    if not chosen:
        raise unbound(frame, f"a {quality} chosen this way")
    found = chars(frame.kernel, ref)
    return found is not None and bool(chosen & (found.colours if quality == "color" else found.subtypes | found.types))


@answers(PREDICATES, ir.OfChosenParity)
def _of_chosen_parity(frame: Frame, node: ir.OfChosenParity, ref: str) -> bool:
    chosen = chosen_quality(frame, "parity")
    if chosen is None:
        raise unbound(frame, "odd or even")
    value = number_of(frame.kernel, "mana value", ref)
    return value is not None and value % 2 == ("even", "odd").index(chosen)


def chosen_quality(frame: Frame, quality: str) -> str | None:
    """The value chosen for an object as it entered, or earlier in this effect."""
    chosen = frame.bound.record.chosen.get(quality)
    if chosen is not None:
        return str(chosen)
    found = thing_or_known(frame.kernel, object_ref(frame.source)) if frame.source else None
    value = found.remembers.get(f"chosen {quality}") if found is not None else None
    if _undefined(frame, quality):
        return None
    if value is None and quality in _KINDS_OF_TYPE:
        return next(filter(None, (chosen_quality(frame, kind) for kind in _KINDS_OF_TYPE[quality])), None)
    return None if value is None else str(value)


def _undefined(frame: Frame, quality: str) -> bool:
    """Whether no choice counts for these abilities: a copy effect has given them to the object since any choice was
    made (607.5a)."""
    thing = frame.kernel.thing(frame.source)
    if thing is None or not frame.kernel.has("undefined_choice"):
        return False
    return look(frame.kernel, thing.id).copied != thing.remembers.get(f"chosen {quality} as", "")


# "The chosen type" may be of any kind; a basic land type is a land type.
_KINDS_OF_TYPE = {"type": ("creature type", "card type", "land type"), "land type": ("basic land type",)}


@answers(PREDICATES, ir.MostLife)
def _most_life(frame: Frame, node: ir.MostLife, ref: str) -> bool:
    player = ref_player(ref)
    most = max(known_life(frame.kernel, name) for name in frame.kernel.state.turn_order())
    return player is not None and known_life(frame.kernel, player) == most


@answers(PREDICATES, ir.SharesQuality)
def _shares(frame: Frame, node: ir.SharesQuality, ref: str) -> bool:
    mine = quality_values(frame.kernel, node.quality, ref)
    with_ = _candidate_included(node.with_)
    others = [other for other in frame.refs(with_) if with_ == node.with_ or other != ref]
    return any(mine & quality_values(frame.kernel, node.quality, other) for other in others)


@cache
def _candidate_included(with_: Node) -> Any:
    """ "Shares a color with another creature": all creatures, among them the one that is described."""
    return ir.rewrite(with_, lambda part: ir.Anything() if part == ir.OtherThan(ir.Candidate()) else part)


def quality_values(kernel: Kernel, quality: str, ref: str) -> frozenset[str]:
    """The values of a quality that an object has: its colours, its types …"""
    found = chars(kernel, ref)
    if found is None:
        return frozenset()
    values = {
        "color": found.colours,
        "creature type": found.subtypes,
        "land type": found.subtypes,
        "basic land type": found.subtypes & {"Plains", "Island", "Swamp", "Mountain", "Forest"},
        "card type": found.types,
        "name": found.names,
        "controller": frozenset({found.controller}),
        "permanent type": found.types & PERMANENT_TYPES,
        **{name: frozenset({str(number_of(kernel, name, ref))}) for name in ("power", "toughness", "mana value")},
    }
    if quality == "total power and toughness":
        return frozenset({str((found.power or 0) + (found.toughness or 0))})
    if quality not in values:
        raise NotModelled(f"the engine does not know the quality {quality!r} of an object")
    return values[quality]


@answers(PREDICATES, ir.HasTarget)
def _has_target(frame: Frame, node: ir.HasTarget, ref: str) -> bool:
    thing = frame.kernel.thing(ref_id(ref) or 0)
    if thing is None or thing.play is None:
        return False
    targets = [each for slot in thing.play.bound.targets for each in slot]
    if node.chosen_once and len(targets) != 1:
        return False
    fitting = [each for each in targets if frame.matches(node.what, each)]
    if node.single and len(set(targets)) != 1:
        return False
    return bool(fitting) and (not node.only or len(fitting) == len(targets))


@answers(PREDICATES, ir.SourceIs)
def _source_is(frame: Frame, node: ir.SourceIs, ref: str) -> bool:
    thing = frame.kernel.thing(ref_id(ref) or 0)
    if thing is not None and thing.kind == "ability" and thing.play is not None:
        return frame.matches(node.what, object_ref(thing.play.bound.source))
    return frame.matches(node.what, ref)


@answers(PREDICATES, ir.Did)
def _did(frame: Frame, node: ir.Did, ref: str) -> bool:
    with _described(frame, ref):
        return frame.holds(Happened(node.event, node.span))


@contextmanager
def _described(frame: Frame, ref: str) -> Iterator[None]:
    """Within the block, "it" in a description is this object ("with toughness greater than its power")."""
    before, frame.bound.candidate = frame.bound.candidate, ref
    try:
        yield
    finally:
        frame.bound.candidate = before


@answers(PREDICATES, ir.PlayerWho)
def _player_who(frame: Frame, node: ir.PlayerWho, ref: str) -> bool:
    bound = frame.bound
    outer = bound.candidate, bound.did
    bound.candidate = ref
    if (own := bound.own.get(ref.partition(" ")[2])) is not None:
        bound.did = own.did  # "each player who does": what that player did in the step before
    try:
        return frame.holds(node.condition)
    finally:
        bound.candidate, bound.did = outer


@answers(PREDICATES, ir.NthCast)
def _nth_cast(frame: Frame, node: ir.NthCast, ref: str) -> bool:
    """Whether the spell has this place among the spells of that kind cast so far by such players. One that is being
    cast comes after all of them."""
    cast = [each for each in _done_by(frame, "cast", node.who, node.span) if frame.matches(node.what, each)]
    thing = frame.kernel.thing(ref_id(ref) or 0)
    castable = thing is not None and thing.kind == "card" and thing.zone != "battlefield"
    announced = castable and ref_id(ref) == frame.source and ref not in cast
    return [*cast, *([ref] if announced else [])][node.nth - 1 : node.nth] == [ref]


def _done_by(frame: Frame, kind: str, who: ir.Predicate, span: str) -> list[str]:
    """What matching players cast ("cast") or played as a land ("play_land") in a span, in order."""
    state = frame.kernel.state
    players = [name for name in state.players if frame.matches(who, player_ref(name))]
    told = [each for each in state.history if each.kind == kind and (span == "game" or each.turn == state.turn)]
    return [str(each.facts["ref"]) for each in told if each.facts["player"] in players]


@answers(PREDICATES, ir.NthPlayed)
def _nth_played(frame: Frame, node: ir.NthPlayed, ref: str) -> bool:
    return _done_by(frame, "play_land", node.who, "turn")[node.nth - 1 : node.nth] == [ref]


@answers(PREDICATES, ir.Convoked)
def _convoked(frame: Frame, node: ir.Convoked, ref: str) -> bool:
    """Whether it was tapped to cast the source (702.51c)."""
    source = frame.kernel.state.things[frame.source]
    return ref in source.remembers.get(CONVOKED_BY, [])


@answers(PREDICATES, ir.WasPutThere)
def _was_put_there(frame: Frame, node: ir.WasPutThere, ref: str) -> bool:
    """Whether its arrival is in the history of this turn: before, it was another object (400.7)."""
    kernel, here = frame.kernel, ref_id(ref)
    this_turn = (each for each in kernel.state.history if each.turn == kernel.state.turn and each.kind == "move")
    return any(
        here is not None and event.new == here and node.from_ in (None, event.from_zone)
        for event in map(from_history, this_turn)
    )


@answers(PREDICATES, ir.HasExtreme)
def _has_extreme(frame: Frame, node: ir.HasExtreme, ref: str) -> bool:
    values = {each: number_of(frame.kernel, node.name, each) for each in frame.refs(node.among)}
    mine = number_of(frame.kernel, node.name, ref)
    known = [value for value in values.values() if value is not None]
    if mine is None or not known:
        return False
    return mine == (max(known) if node.which == "greatest" else min(known))


# The numbers of objects; "life" is a player's.
NUMBERS: dict[str, Callable[[Characteristics], int | None]] = {
    "power": lambda found: found.power,
    "toughness": lambda found: found.toughness,
    "power or toughness": lambda found: max(
        (number for number in (found.power, found.toughness) if number is not None), default=None
    ),
    "total power and toughness": lambda found: (found.power or 0) + (found.toughness or 0),
    "mana value": lambda found: found.mana_value,
    "life": lambda found: None,
}


def number_of(kernel: Kernel, name: str, ref: str) -> int | None:
    """Power, toughness or mana value of an object, life of a player; ``None`` if it has no such number."""
    if name not in NUMBERS:
        raise NotModelled(f"the engine does not know the number {name!r} of an object or a player")
    player = ref_player(ref)
    if player is not None:
        return known_life(kernel, player) if name == "life" else None
    found = chars(kernel, ref)
    return NUMBERS[name](found) if found is not None else None


@answers(PREDICATES, ir.CastDuring)
def _cast_during(frame: Frame, node: ir.CastDuring, ref: str) -> bool:
    theirs = frame.matches(ir.Controlled(node.by), ref)
    return theirs and any(frame.matches(node.whose, player_ref(each)) for each in active_players(frame.kernel.state))
