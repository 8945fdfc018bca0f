"""Playing (activating) an ability (602.2), and the steps shared with spells: instructions, targets, division.

The caller undoes everything when a step is impossible: see :mod:`rulesite.engine.game`.
"""

from __future__ import annotations

from typing import Any

from rulesite.engine.abilities.combining import Nothing
from rulesite.engine.abilities.harm_and_life import DealDamage, PreventDamage
from rulesite.engine.abilities.kinds import ActivatedAbility, SpellAbility, TargetSlot
from rulesite.engine.abilities.mana_rules import is_loyalty_ability
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.permanent_instructions import PutCounters
from rulesite.engine.abilities.play_limits import LeastX, XIs
from rulesite.engine.abilities.predicates import All, IsPermanent, Not, Owned
from rulesite.engine.abilities.references import OwnerOf, Self
from rulesite.engine.abilities.static_parts import (
    Awakens,
    CleavesText,
    Overloads,
)
from rulesite.engine.abilities.target_slots import joined
from rulesite.engine.abilities.traits import HasSubtype, HasType
from rulesite.engine.effects.attaching import enchants
from rulesite.engine.effects.continuous import functions, keyword_concept
from rulesite.engine.effects.forbidden import cannot
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.eras.terminology import play_verb
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import happen
from rulesite.engine.faces.fusing import is_fused
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.names import pick
from rulesite.engine.state.objects import Bindings, Play, Thing
from rulesite.engine.state.zones import put_ability_on_stack

from .choosing_modes import announce_choices, announced_now
from .paid_ahead import with_card_chosen
from .payments import items
from .play_costs import Request, Window, card_parts, pay, x_in
from .splicing import with_spliced
from .targets import choose_targets
from .timing import (
    LOYALTY,
    check_activation,
    count_begun,
    count_use,
)

_MUTATED = All(
    (IsPermanent(), HasType("creature"), Not(HasSubtype("Human")), Owned(OwnerOf(Self()))),
)
"""What a mutating creature spell targets."""


def spell_ability(kernel: Kernel, spell: Thing) -> SpellAbility:
    """The instructions of a spell, with those spliced onto it."""
    return with_spliced(_own_ability(kernel, spell), spell)


def is_mutating(kernel: Kernel, spell: Thing) -> bool:
    """Whether a spell on the stack is a mutating creature spell (702.140a in 2026-06-19)."""
    return spell.play is not None and spell.play.alternative == "mutate" and kernel.has("mutate")


def _own_ability(kernel: Kernel, spell: Thing) -> SpellAbility:
    """The instructions of an instant or sorcery, the target of an Aura, nothing for other spells."""
    found = look(kernel, spell.id)
    if is_mutating(kernel, spell):
        return SpellAbility(Nothing(), (TargetSlot(_MUTATED),))
    said = [held.ability for held in found.every_ability if isinstance(held.ability, SpellAbility)]
    if len(said) == 2 and is_fused(spell):
        return joined(*said)
    if spell.play is not None and spell.play.alternative in ("cleave", "overload", "awaken"):
        said = _without_brackets(kernel, spell) or said
    if said:
        return said[0]
    if "Aura" in found.subtypes:
        wanted = enchants(kernel, spell.id)
        if wanted is not None:
            return SpellAbility(Nothing(), (TargetSlot(wanted),))  # type: ignore[arg-type]
    return SpellAbility(Nothing())


def _without_brackets(kernel: Kernel, spell: Thing) -> list[Any]:
    """The instructions of a spell without the words in brackets, for a paid cleave cost (702.148a in 2021-11-19), or
    with "each" for "target", for an overload cost, or with a land besides, for an awaken cost."""
    parts = card_parts(kernel, spell)
    return [one for part in parts if isinstance(part, CleavesText | Overloads | Awakens) for one in part.without]


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
    _x_defined(frame, ability.restrictions, stacked.label)
    x_in(frame, ability.cost, stacked.label)
    cost = items(frame, with_card_chosen(frame, request.player, ability.cost), request.player)
    least = max((each.least for each in ability.restrictions if isinstance(each, LeastX)), default=0)
    if (frame.bound.x or 0) < least and kernel.has("activate_restriction"):
        raise kernel.illegal(f"X is at least {least} for {stacked.label}", "activate_restriction")
    announce_targets(frame, request, ability.targets, ability.effect, stacked.label)
    divide(frame, ability.effect, request.division, stacked.label)
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
            facts={"key": held.key, "mana": mana, "keyword": held.keyword},
        )
    ]
    if held.keyword in ("crew", "saddle"):
        facts = {"action": held.keyword}
        for ref in frame.bound.memo.get("tap", ()):
            events.append(Event("keyword", ref, player=request.player, source=thing.id, facts=facts))
    if held.keyword == "cycling":
        known = kernel.known(thing.id)
        cycled = object_ref(known.became if known is not None else thing.id)
        events.append(Event("cycle", cycled, player=request.player, facts={"X": frame.bound.x}))
    happen(kernel, events)
    return stacked


def announce_targets(frame: Frame, request: Request, slots: tuple[TargetSlot, ...], effect: Any, about: str) -> None:
    """Choose the targets; raises :class:`IllegalAction` for targets given to an effect without any."""
    if slots:
        choose_targets(frame, slots, effect, about, request.targets)
    elif request.targets:
        raise frame.kernel.illegal(f"{about} has no targets", "announce_targets")


def announce_for_trigger(frame: Frame, request: Request, ability: Any, about: str) -> None:
    """Make the choices for a triggered ability as it goes on the stack: modes, targets, division (no costs)."""
    announce_choices(frame, request, ability, about, "mode_without_target")
    announce_targets(frame, request, ability.targets, ability.effect, about)
    divide(frame, ability.effect, request.division, about)


def _x_defined(frame: Frame, restrictions: tuple[Any, ...], about: str) -> None:
    """Set the X that the text of an ability defines, which its controller does not choose (107.3c in 2026-06-19)."""
    for each in restrictions:
        if isinstance(each, XIs):
            value = frame.amount(each.amount)
            if frame.bound.x not in (None, value):
                raise frame.kernel.illegal(f"X is {value} for {about}", "activate_restriction")
            frame.bound.x = value


def _shares(frame: Frame, about: str) -> dict[str, int]:
    """The whole division of what a triggered ability divides, if the script says it at once; else it is asked for."""
    shares = frame.kernel.scripted("shares", frame.controller, about)
    return shares if isinstance(shares, dict) else {}


def divide(frame: Frame, effect: Any, given: dict[str, int], about: str) -> None:
    """Announce how an effect is divided among its targets: at least one each, all of it in total."""
    kernel, bound = frame.kernel, frame.bound
    for node in walk(announced_now(effect)):
        if isinstance(node, DealDamage | PreventDamage | PutCounters) and node.divided:
            amount: Any = node.amount
            among_whom: Any = node.on if isinstance(node, PutCounters) else node.to
            total, among = frame.amount(amount), frame.refs(among_whom)
            if len(among) == 1:
                bound.division = {among[0]: total}
            elif given or (given := _shares(frame, about)):
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
