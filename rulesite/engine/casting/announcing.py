"""Playing (casting) spells and playing (activating) abilities, step by step in the order of rule 409.1 (601.2).

The caller undoes everything when a step is impossible: see :mod:`rulesite.engine.game`.
"""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.changes import GrantAbilities
from rulesite.engine.abilities.combining import Nothing
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.harm_and_life import DealDamage, PreventDamage
from rulesite.engine.abilities.kinds import ActivatedAbility, SpellAbility, TargetSlot
from rulesite.engine.abilities.mana_rules import is_loyalty_ability
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.permanent_deeds import PutCounters
from rulesite.engine.abilities.play_limits import LeastX
from rulesite.engine.abilities.static_parts import (
    AdditionalCost,
    AlternativeCost,
    CleavesText,
    MayPlayAsInstant,
    MayPlayFrom,
    Replaces,
)
from rulesite.engine.abilities.target_slots import joined
from rulesite.engine.casting.turning_up import morph_of, turn_down
from rulesite.engine.effects.attaching import enchants
from rulesite.engine.effects.continuous import TURNED_DOWN, functions, keyword_concept
from rulesite.engine.effects.forbidden import cannot
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.eras.day_words import play_verb
from rulesite.engine.faces.fusing import is_fused
from rulesite.engine.faces.prepared_permanents import has_been_cast
from rulesite.engine.faces.which_face import CAST_TRANSFORMED, PLAYABLE, face_to_cast, put_up
from rulesite.engine.happening.batch import commit, happen
from rulesite.engine.meaning.frame import Frame
from rulesite.engine.meaning.keyword_meanings import FORETOLD
from rulesite.engine.players.commander import count_cast, may_cast_from_command_zone
from rulesite.engine.state.ability_record import AbilityRecord
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event, move
from rulesite.engine.state.game_state import Effect, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.names import pick
from rulesite.engine.state.objects import Bindings, Play, Thing
from rulesite.engine.state.sides import BESTOWED
from rulesite.engine.state.zones import put_ability_on_stack

from .choosing_modes import announce_choices
from .payments import items
from .play_costs import Request, Window, as_own, card_parts, only_of_time, pay, permissions, spell_cost
from .splicing import splice, with_spliced
from .targets import choose_targets
from .timing import (
    LOYALTY,
    check_activation,
    check_card_restrictions,
    check_prohibited,
    check_spell_timing,
    count_begun,
    count_use,
    in_time,
)


def cast(
    kernel: Kernel,
    request: Request,
    window: Window,
    free: bool = False,
    now: bool = False,
    offered: tuple[Cost, ...] = (),
) -> Thing:
    """Play a card as a spell; returns the spell on the stack.

    ``free``: without paying its mana cost. ``now``: while something resolves, where an effect says so, whatever the
    time and the zone. ``offered`` are costs that the effect lets the player pay instead ("permission").

    Raises :class:`IllegalAction`; the state is then half-way and must be restored.
    """
    card = kernel.state.things[request.thing]
    player = request.player
    if "+" in request.alternative and kernel.has("one_alternative_cost"):
        raise kernel.illegal(f"two alternative costs cannot be applied to {card.label}", "one_alternative_cost")
    face = face_to_cast(kernel, player, card, request.face, request.alternative, request.options)
    front = card_parts(kernel, card) if request.alternative in CAST_TRANSFORMED else []
    put_up(kernel, card, face)
    _as_cast(kernel, card, request.alternative)
    parts_of_others = permissions(kernel, player, card.id)
    parts = [*front, *card_parts(kernel, card)]
    if face and request.alternative == card.card.layout:
        request.alternative = ""  # prototype: what it costs is the mana cost of what is cast
    check_card_restrictions(kernel, player, card, parts)
    if not (free or now):
        early = any(isinstance(part, MayPlayAsInstant) and part.cost is None for part in parts) or any(
            each.timing == "instant" and (each.cost is None or request.alternative == "permission")
            for each in parts_of_others
        )
        face_down = request.alternative == "morph"
        dearer = [part.cost for part in parts if isinstance(part, MayPlayAsInstant) and part.cost is not None]
        if dearer and not in_time(kernel, player, card, early, face_down):
            parts.append(AdditionalCost(dearer[0], name="flash"))
            early = True
        check_spell_timing(kernel, player, card, early, face_down)
        if all(only_of_time(each) for each in parts_of_others):
            parts += _check_zone(kernel, player, card, parts, request.alternative)
    kernel.note(f"{player} {play_verb(kernel.rules, 'spell')} {card.label}", "announce")
    from_zone = card.zone
    bestowed, foretold = bool(card.remembers.get(BESTOWED)), card.remembers.get(FORETOLD)
    moved = commit(
        kernel, [move(card.id, "stack", "play", player=player, controller=player, why="announce", face=face)]
    )
    spell = kernel.state.things[moved[0].new]
    _goes_with(kernel, card.id, spell.id, request.alternative)
    if bestowed:
        spell.remembers[BESTOWED] = True
        kernel.state.touch()
    if foretold is not None:
        spell.remembers[FORETOLD] = foretold
    if request.alternative == "morph":
        turn_down(kernel, spell)
    check_prohibited(kernel, player, spell, from_zone)
    spell.remembers["permission"] = [*offered, *(each.cost for each in parts_of_others if each.cost is not None)]
    ability = spell_ability(kernel, spell)
    frame = Frame(kernel, Bindings(player, spell.id, spell.id, record=AbilityRecord(played_from=from_zone)))
    _keep_granted(frame, parts)
    spell.play = Play(frame.bound, ability, alternative=request.alternative)
    kernel.state.touch()
    spliced = splice(frame, request, spell)
    ability = spell.play.ability = spell_ability(kernel, spell)
    announce_choices(frame, request, ability, spell.label)
    if any(isinstance(part, AdditionalCost) and part.name == "escalate" for part in parts):
        request.options += ["escalate"] * (len(frame.bound.modes) - 1)
    cost = spell_cost(frame, request, spell, parts, free)
    if frame.bound.x is not None:
        kernel.state.touch()
        check_prohibited(kernel, player, spell, from_zone)  # what is chosen for X may make a difference (601.3a)
    _announce_targets(frame, request, ability.targets, ability.effect, spell.label)
    spell.play.total_cost = pay(frame, request, [*cost, *spliced], None, spell.label, window)
    if not kernel.has("becomes_played"):
        return spell
    nth = 1 + sum(
        1
        for each in kernel.state.history
        if each.kind == "cast" and each.turn == kernel.state.turn and each.facts.get("player") == player
    )
    count_cast(kernel, player, spell, from_zone)
    kernel.note(f"{spell.label} is {'played' if kernel.rules.words == 'play' else 'cast'}", "becomes_played")
    facts = {"nth": nth, "from": from_zone, "spent": len(frame.bound.mana_spent)}
    happen(kernel, [Event("cast", object_ref(spell.id), player=player, facts=facts)])
    has_been_cast(kernel, card)
    return spell


def _goes_with(kernel: Kernel, card_id: int, spell_id: int, alternative: str) -> None:
    """What an effect gave a card that lets it be cast goes on to apply to the spell that it has become."""
    if not alternative or not kernel.has("granted_to_cast"):
        return
    for effect in kernel.state.effects:
        given = [node for part in effect.parts if isinstance(part, GrantAbilities) for node in walk(part)]
        cast_by = any(isinstance(node, AlternativeCost) and node.name == alternative for node in given)
        if cast_by and effect.affected is not None and object_ref(card_id) in effect.affected:
            effect.affected.append(object_ref(spell_id))
    kernel.state.touch()


def _as_cast(kernel: Kernel, card: Thing, alternative: str) -> None:
    """Show a card as what it would be as a spell: only that is looked at to see if it can be cast (601.3e)."""
    if alternative == "bestow" and kernel.has("bestow"):
        card.remembers[BESTOWED] = True
        kernel.note(f"{card.label} is cast as an Aura with enchant creature", "bestow")
    elif alternative == "morph" and morph_of(kernel, card) is not None:
        card.face_down = card.remembers[TURNED_DOWN] = True
    else:
        return
    kernel.state.touch()


def _keep_granted(frame: Frame, parts: list[Any]) -> None:
    """What a card gained where it was played from, and says of its way off the stack, goes with it (flashback)."""
    kernel = frame.kernel
    own = card_parts(kernel, kernel.state.things[frame.source])
    for part in parts:
        if isinstance(part, Replaces) and part not in own:
            state = kernel.state
            state.effects.append(
                Effect(
                    state.fresh_id(),
                    (part.replacement,),
                    None,
                    "permanent",
                    frame.bound,
                    state.tick(),
                    state.turn,
                    "replacement",
                    label=kernel.label(frame.source),
                )
            )


def spell_ability(kernel: Kernel, spell: Thing) -> SpellAbility:
    """What a spell does, and what was spliced onto it."""
    return with_spliced(_own_ability(kernel, spell), spell)


def _own_ability(kernel: Kernel, spell: Thing) -> SpellAbility:
    """The instructions of an instant or sorcery, the target of an Aura, nothing for the rest."""
    found = look(kernel, spell.id)
    said = [held.ability for held in found.every_ability if isinstance(held.ability, SpellAbility)]
    if len(said) == 2 and is_fused(spell):
        return joined(*said)
    if spell.play is not None and spell.play.alternative == "cleave":
        said = _without_brackets(kernel, spell) or said
    if said:
        return said[0]
    if "Aura" in found.subtypes:
        wanted = enchants(kernel, spell.id)
        if wanted is not None:
            return SpellAbility(Nothing(), (TargetSlot(wanted),))  # type: ignore[arg-type]
    return SpellAbility(Nothing())


def _without_brackets(kernel: Kernel, spell: Thing) -> list[Any]:
    """What a spell does without the words in brackets, where its cleave cost is paid (702.148a in 2021-11-19)."""
    return [one for part in card_parts(kernel, spell) if isinstance(part, CleavesText) for one in part.without]


def _check_zone(kernel: Kernel, player: str, card: Thing, parts: list[Any], alternative: str) -> list[AdditionalCost]:
    """Whether a card may be played from where it is, and what that costs besides."""
    kept = [part.zone for part in parts if isinstance(part, MayPlayFrom) and part.only]
    if any(zone != card.zone for zone in kept) and kernel.has("play_prohibited"):
        raise kernel.illegal(f"{card.label} can be played from no {card.zone}", "play_prohibited")
    if card.zone == "hand" and card.owner == player:
        return []
    frame = Frame(kernel, Bindings(player, card.id))
    for part in parts:
        if (
            isinstance(part, MayPlayFrom)
            and card.zone in (part.zone, part.also)
            and as_own(kernel, player, card)
            and frame.holds(part.condition)
        ):
            return [AdditionalCost(part.extra)] if part.extra is not None else []
        if (
            isinstance(part, AlternativeCost)
            and part.from_ == card.zone
            and part.name == alternative
            and as_own(kernel, player, card)
            and frame.holds(part.condition)
        ):
            return []
    if player in card.remembers.get(PLAYABLE, []) or may_cast_from_command_zone(kernel, player, card):
        return []
    raise kernel.illegal(f"{player} cannot play {card.label} from {card.owner}'s {card.zone}", "announce")


def activate(kernel: Kernel, request: Request, window: Window, mana: bool = False) -> Thing:
    """Play an activated ability; returns the ability on the stack (``mana``: the caller resolves it at once).

    Raises :class:`IllegalAction`; the state is then half-way and must be restored.
    """
    held = request.ability
    thing = kernel.state.things[request.thing]
    if held is None or not isinstance(held.ability, ActivatedAbility):
        raise kernel.illegal(f"{thing.label} has no such ability", "announce")
    ability = held.ability
    if not functions(kernel, thing, ability):
        raise kernel.illegal(
            f"{thing.label}'s ability does not work in {thing.owner}'s {thing.zone}",
            "function_elsewhere" if "battlefield" not in ability.zones else "zone_of_function",
        )
    if held.keyword in ("cycling", "typecycling") and cannot(kernel, request.player, "cycle"):
        raise kernel.illegal(f"{request.player} can't cycle cards", "play_prohibited")
    check_activation(kernel, request.player, thing, held)
    count_begun(kernel, held, request.player)
    concept = keyword_concept(held.keyword)
    kernel.note(
        f"{request.player} {play_verb(kernel.rules, 'ability')} {thing.label}'s ability",
        concept if concept in CONCEPTS else "announce",
    )
    frame = Frame(kernel, Bindings(request.player, thing.id))
    play = Play(frame.bound, ability, held.key, "activated")
    stacked = put_ability_on_stack(kernel, f"{thing.label}'s ability", request.player, play)
    announce_choices(frame, request, ability, stacked.label)
    cost = items(frame, ability.cost, request.player)
    least = max((each.least for each in ability.restrictions if isinstance(each, LeastX)), default=0)
    if (frame.bound.x or 0) < least and kernel.has("activate_restriction"):
        raise kernel.illegal(f"X is at least {least} for {stacked.label}", "activate_restriction")
    _announce_targets(frame, request, ability.targets, ability.effect, stacked.label)
    count_use(kernel, thing, held.key, request.player)
    if is_loyalty_ability(held.ability):
        count_use(kernel, thing, LOYALTY, request.player)
    play.total_cost = pay(frame, request, cost, (thing, held), stacked.label, window)
    events = [
        Event(
            "activate",
            object_ref(stacked.id),
            player=request.player,
            source=thing.id,
            facts={"key": held.key, "mana": mana},
        )
    ]
    if held.keyword == "cycling":
        known = kernel.known(thing.id)
        events.append(
            Event("cycle", object_ref(known.became if known is not None else thing.id), player=request.player)
        )
    happen(kernel, events)
    return stacked


def _announce_targets(frame: Frame, request: Request, slots: tuple[TargetSlot, ...], effect: Any, about: str) -> None:
    if slots:
        choose_targets(frame, slots, effect, about, request.targets)
    elif request.targets:
        raise frame.kernel.illegal(f"{about} has no targets", "announce_targets")
    divide(frame, effect, request.division, about)


def announce_for_trigger(frame: Frame, request: Request, ability: Any, about: str) -> None:
    """The choices for a triggered ability as it goes on the stack: modes, targets, division (no costs)."""
    announce_choices(frame, request, ability, about, "mode_without_target")
    _announce_targets(frame, request, ability.targets, ability.effect, about)


def divide(frame: Frame, effect: Any, given: dict[str, int], about: str) -> None:
    """Announce how an effect is divided among its targets: at least one each, all of it in total."""
    kernel, bound = frame.kernel, frame.bound
    for node in walk(effect):
        if isinstance(node, DealDamage | PreventDamage | PutCounters) and node.divided:
            amount: Any = node.amount
            among_whom: Any = node.on if isinstance(node, PutCounters) else node.to
            total, among = frame.amount(amount), frame.refs(among_whom)
            if len(among) == 1:
                bound.division = {among[0]: total}
            elif given:
                bound.division = {pick(kernel.state, word, among): share for word, share in given.items()}
            else:
                left = total
                for position, ref in enumerate(among):
                    rest = len(among) - position - 1
                    share = (
                        left
                        if not rest
                        else kernel.choose_number(
                            "division", frame.controller, f"{about} to {kernel.label(ref)}", "how much", 1, left - rest
                        )
                    )
                    bound.division[ref] = share
                    left -= share
            legal = sorted(bound.division) == sorted(among) and all(share >= 1 for share in bound.division.values())
            if kernel.has("division_announced") and (not legal or sum(bound.division.values()) != total):
                raise kernel.illegal(f"{total} cannot be divided so among the targets of {about}", "division_announced")
            kernel.note(
                "divided: "
                + ", ".join(f"{share} to {kernel.label(ref)}" for ref, share in sorted(bound.division.items())),
                "division_announced",
            )
