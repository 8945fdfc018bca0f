"""The stack: resolving the top spell or ability, checking targets again, and moving a spell off at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine.abilities.combining import Nothing
from rulesite.engine.abilities.conjunctions import Delayed
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.permanent_instructions import ResolvesAnyway, Sacrifice
from rulesite.engine.abilities.references import ControllerOf, Self
from rulesite.engine.abilities.static_parts import AsResolves, GivesFirst
from rulesite.engine.abilities.target_slots import slots_named
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.casting.announcing import Request, announce_for_trigger, is_mutating, spell_ability
from rulesite.engine.casting.targets import recheck
from rulesite.engine.combat.attacking import join_attack_on
from rulesite.engine.combat.combat_damage import deal_assigned
from rulesite.engine.evaluation.conditions import asked_again
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import commit
from rulesite.engine.events.perform import perform
from rulesite.engine.faces.unlocked_halves import cast_half
from rulesite.engine.faces.which_face import face_that_enters, left_as, zone_after
from rulesite.engine.state.characteristics import act_for_controller, keywords, look
from rulesite.engine.state.event import Event, move, tell
from rulesite.engine.state.face_down import FACE_DOWN_BY
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import CAST_BY, CAST_LATE, SNEAKS_AT, Bindings, Play, Thing
from rulesite.engine.state.sides import BESTOWED, UNLOCKED
from rulesite.engine.state.zones import remove

from .ascending import ascend
from .bestowed import bestowed_no_more, is_bestowed
from .encoding import creature_to_encode, encode
from .lasting_spells import is_exiled_by_paradigm, lasting_of, let_last
from .merging import merge, mutate_no_more
from .rebounding import rebounds, wait_for_upkeep

_LOST_AT_CLEANUP = Delayed(StepBegins("cleanup"), Sacrifice(Self(), ControllerOf(Self())))
"""What its controller does with a permanent spell that its own text let him or her cast when a sorcery could not be."""


def tell_of(kernel: Kernel, kind: str, thing: Thing) -> None:
    """Record in the history what becomes of a spell or ability on the stack: "resolves", "countered", "fizzles"."""
    play = thing.play
    of = {"source": play.bound.source, "key": play.ability_key} if play is not None else {}
    tell(kernel, kind, ref=object_ref(thing.id), **of)


def resolve_top(kernel: Kernel) -> None:
    """Resolve the object on top of the stack."""
    ids = kernel.state.zone("stack")
    position = -1 if kernel.has("stack_order") else 0
    thing = kernel.state.things[ids[position]]
    if thing.play is None:
        raise ValueError(f"{thing.label} is on the stack without having been played")
    kernel.note(f"{thing.label} resolves", "stack_order")
    if thing.play.kind == "combat damage":
        tell_of(kernel, "resolves", thing)
        remove(kernel, thing)
        deal_assigned(kernel, thing.play.bound.record.assigned or [])
    elif thing.kind == "ability":
        _resolve_ability(kernel, thing, thing.play)
    else:
        _resolve_spell(kernel, thing, thing.play)


def _of_the_cost_alone(ability: Any) -> set[int]:
    """The target slots that only the cost of an ability refers to."""
    return slots_named(getattr(ability, "cost", None)) - slots_named(getattr(ability, "effect", None))


def _targets_allow(kernel: Kernel, thing: Thing, play: Play) -> bool:
    slots = getattr(play.ability, "targets", ())
    paid_with = set() if kernel.rules.cost_targets_rechecked else _of_the_cost_alone(play.ability)
    if not kernel.has("targets_rechecked") or recheck(Frame(kernel, play.bound), slots, paid_with):
        return True
    if not kernel.has("countered_without_targets") or any(
        isinstance(part, ResolvesAnyway) for part in walk(getattr(play.ability, "effect", None))
    ):
        return True
    tell_of(kernel, "fizzles", thing)
    if kernel.rules.illegal_targets_counter:
        kernel.note(f"all targets of {thing.label} are illegal, so it is countered", "countered_without_targets")
    else:
        kernel.note(f"all targets of {thing.label} are illegal, so it does not resolve", "countered_without_targets")
    return False


def _resolve_ability(kernel: Kernel, thing: Thing, play: Play) -> None:
    ability, frame = play.ability, Frame(kernel, play.bound)
    if not kernel.has("ability_independent") and kernel.thing(frame.source) is None:
        kernel.note(f"the source of {thing.label} is gone, and the ability with it")
        remove(kernel, thing)
        return
    if not kernel.has("trigger_choices") and play.kind == "triggered":
        announce_for_trigger(frame, Request(frame.controller, frame.source), ability, thing.label)
    if not _targets_allow(kernel, thing, play):
        remove(kernel, thing)
        return
    tell_of(kernel, "resolves", thing)
    play.bound.forget_costs()
    condition = asked_again(getattr(ability, "condition", None))
    if condition is not None and kernel.has("intervening_if_again") and not frame.holds(condition):
        kernel.note(f"the condition of {thing.label} is not true any more, so it does nothing", "intervening_if_again")
        remove(kernel, thing)
        return
    perform(frame, ability.effect)
    if kernel.thing(thing.id) is not None:
        remove(kernel, thing)


def _resolve_spell(kernel: Kernel, thing: Thing, play: Play) -> None:
    act_for_controller(kernel, thing)
    play.ability = spell_ability(kernel, thing)  # its words may have been changed since it was played
    if is_bestowed(thing) and not _targets_allow(kernel, thing, play):
        bestowed_no_more(kernel, thing)
        play.ability, play.bound.targets = spell_ability(kernel, thing), []
    if is_mutating(kernel, thing):
        if recheck(Frame(kernel, play.bound), play.ability.targets):
            tell_of(kernel, "resolves", thing)
            merge(kernel, thing, play)
            return
        mutate_no_more(kernel, thing, play)
        play.ability = spell_ability(kernel, thing)
    if not _targets_allow(kernel, thing, play):
        tag = "counter" if kernel.rules.illegal_targets_counter else "did not resolve"
        leave_stack(kernel, thing, play, tag)
        return
    tell_of(kernel, "resolves", thing)
    play.bound.forget_costs()
    found = look(kernel, thing.id)
    parts = [part for held in found.every_ability for part in getattr(held.ability, "parts", ())]
    if {"instant", "sorcery", "interrupt"} & found.types and "ascend" in keywords(found):
        ascend(kernel, play.bound.controller)
    if play.bound.paid.get("gift"):
        for part in parts:
            if isinstance(part, GivesFirst):
                perform(Frame(kernel, play.bound), part.do)
    if {"instant", "sorcery", "interrupt"} & found.types and not kernel.has("spell_leaves_stack"):
        leave_stack(kernel, thing, play, "resolved")
        perform(Frame(kernel, play.bound), play.ability.effect)
        return
    if {"instant", "sorcery", "interrupt"} & found.types:
        lasting = lasting_of(kernel, thing)
        perform(Frame(kernel, play.bound), play.ability.effect)
        let_last(kernel, play.bound.controller, lasting)
        if kernel.thing(thing.id) is not None:
            leave_stack(kernel, thing, play, "resolved")
        return
    perform(Frame(kernel, play.bound), play.ability.effect if not isinstance(play.ability.effect, Nothing) else None)
    facts: dict[str, Any] = {"controller": look(kernel, thing.id).controller, "why": "spell_leaves_stack"}
    if thing.face_down:
        facts["face_down"] = True
    facts["face"] = face_that_enters(thing)
    kept = {"paid": dict(play.bound.paid), "mana spent": list(play.bound.mana_spent), "X": play.bound.x}
    linked = {
        word: value
        for word, value in thing.remembers.items()
        if word.startswith("linked ") or word in (CAST_BY, FACE_DOWN_BY)
    }
    facts["remembers"] = {word: value for word, value in (kept | linked).items() if value}
    if is_bestowed(thing):
        facts["remembers"] = {**facts["remembers"], BESTOWED: True}
    if cast_half(kernel, thing):
        facts["remembers"] = {**facts["remembers"], UNLOCKED: [thing.face]}
    if "Aura" in found.subtypes and play.bound.targets:
        facts["attached_to"] = next(iter(play.bound.targets[0]), "")
    attacked = str(thing.remembers.get(SNEAKS_AT, ""))
    if play.bound.paid.get("sneak") and kernel.has("sneak"):
        facts["tapped"] = True
    moved = commit(kernel, [move(thing.id, "battlefield", "resolved", player=play.bound.controller, **facts)])
    arrived = kernel.thing(moved[0].new) if moved else None
    if arrived is not None and arrived.zone == "battlefield":
        becoming = Frame(kernel, replace(play.bound, source=arrived.id))
        for part in parts:
            if isinstance(part, AsResolves):
                perform(becoming, part.do)
        if thing.remembers.get(CAST_LATE):
            perform(Frame(kernel, Bindings(play.bound.controller, arrived.id)), _LOST_AT_CLEANUP)
    if facts.get("tapped") and attacked and arrived is not None and arrived.zone == "battlefield":
        join_attack_on(kernel, arrived, attacked)
    if kernel.thing(thing.id) is not None and kernel.has("cannot_put"):
        kernel.note(f"{thing.label} cannot be put onto the battlefield", "cannot_put")
        commit(kernel, [move(thing.id, "graveyard", "did not resolve", player=play.bound.controller)])


def leave_stack(kernel: Kernel, thing: Thing, play: Play, tag: str) -> None:
    """Move the spell to its owner's graveyard, unless its text or the way it was cast sends it elsewhere."""
    player = play.bound.controller
    creature = creature_to_encode(kernel, thing, player) if tag == "resolved" else ""
    again = tag == "resolved" and not creature and rebounds(kernel, thing)
    gone = again or creature or (tag == "resolved" and is_exiled_by_paradigm(kernel, thing))
    zone = "exile" if gone else zone_after(kernel, thing) if tag == "resolved" else "graveyard"
    event = move(thing.id, zone, tag, player=player, why="spell_leaves_stack")
    event.from_zone = "stack"
    events = [event]
    if tag == "counter":
        events.append(Event("counter", object_ref(thing.id)))
    moved = commit(kernel, events)
    became = kernel.thing(moved[0].new) if moved else None
    if tag == "resolved":
        commit(kernel, left_as(kernel, thing, player, became))
    if creature and became is not None and became.zone == "exile":
        encode(kernel, became, creature)
    if again and became is not None and became.zone == "exile":
        wait_for_upkeep(kernel, player, became)
