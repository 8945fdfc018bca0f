"""Shields made by a resolved spell or ability: regeneration, and prevention that is used up."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.predicates import Predicate, parts_of
from rulesite.engine.abilities.restrictions import CantBeRegenerated
from rulesite.engine.evaluation.frame import Frame, sees
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import Effect, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.zones import leave_combat

from .continuous import changes_on
from .replacement_options import Deferred


def use_up(kernel: Kernel, effect: Effect) -> None:
    """Remove a shield that is used up."""
    if effect in kernel.state.effects:
        kernel.state.effects.remove(effect)
        kernel.state.touch()


def can_regenerate(kernel: Kernel, event: Event) -> bool:
    """Whether an event is a destruction that regeneration can replace."""
    return (
        event.kind == "destroy"
        and kernel.has("regeneration")
        and not event.tagged("no regeneration")
        and not changes_on(kernel, event.ref, CantBeRegenerated)
    )


def regenerates(kernel: Kernel, effect: Effect, event: Event) -> bool:
    """Whether a regeneration shield can replace a destruction."""
    return event.ref in (effect.affected or []) and can_regenerate(kernel, event)


def shield_fits(kernel: Kernel, effect: Effect, event: Event) -> bool:
    """Whether a prevention shield applies to this damage."""
    if event.kind != "damage" or event.amount <= 0 or event.tagged("unpreventable"):
        return False
    if effect.left is not None and effect.left <= 0:
        return False
    shield = effect.parts[0]
    if shield.combat not in (None, bool(event.facts.get("combat"))):
        return False
    if effect.affected is not None and event.ref not in effect.affected:
        return False
    frame, record = Frame(kernel, effect.bound), effect.bound.record
    to, wanted = record.prevent_to, record.prevent_from
    to_whom = to is not None or effect.affected is not None
    if not reaches(frame, event, to_whom, record.prevent_sources is not None or wanted is not None):
        return False
    if to is not None and not frame.matches(to, event.ref):
        return False
    if record.prevent_sources is not None and object_ref(event.source) not in record.prevent_sources:
        return False
    return wanted is None or frame.matches(wanted, object_ref(event.source))


def properties(chosen_by: Predicate) -> Predicate | None:
    """What a source of damage is chosen as, besides that it is a permanent or a spell; None for any source."""
    kept = [part for part in parts_of(chosen_by) if not (isinstance(part, ir.AnyOf) and ir.IsPermanent() in part.parts)]
    return ir.All(tuple(kept)) if kept else None


def source_fits(kernel: Kernel, effect: Effect, event: Event) -> bool:
    """Whether a chosen source of damage still is what it was chosen as, for an effect that waits for its damage
    (609.7b in 2026-06-19)."""
    waits, chosen_by = effect.parts[0].event, effect.bound.record.chosen_by
    if chosen_by is None or event.kind != "damage":
        return True
    if not isinstance(waits, ir.DamageDealt) or waits.source != ir.IsObject(ir.Memo("choose")):
        return True
    wanted = properties(chosen_by)
    return wanted is None or Frame(kernel, effect.bound).matches(wanted, object_ref(event.source))


def reaches(frame: Frame, event: Event, to_whom: bool, by_what: bool) -> bool:
    """Whether a prevention effect has in range what it names: a recipient (``to_whom``), a source (``by_what``).

    Both must be in range if it names neither (801.13b in 2026-06-19; until 2006 no rule said so).
    """
    either = to_whom or by_what
    recipient = sees(frame, event.ref, "range_prevention") or not (to_whom or not either)
    return recipient and (sees(frame, object_ref(event.source), "range_prevention") or not (by_what or not either))


def prevent(kernel: Kernel, event: Event, effect: Effect, prevented: int) -> list[Event]:
    """Prevent so much of some damage, and use the shield up by as much."""
    if effect.left is not None and kernel.has("prevention_shield"):
        effect.left -= prevented
        if effect.left <= 0:
            use_up(kernel, effect)
    return reduce(kernel, event, prevented) if prevented else [event]


def reduce(kernel: Kernel, event: Event, prevented: int) -> list[Event]:
    """The rest of damage after prevention; no event when none is left."""
    event.amount -= prevented
    kernel.note(f"{prevented} damage to {kernel.label(event.ref)} is prevented", "prevention_effect")
    if event.amount <= 0:
        if kernel.has("replaced_never_happens") and kernel.has("replaced_does_not_trigger"):
            return []
        event.tags = (*event.tags, "prevented")
    return [event]


def regenerate(kernel: Kernel, event: Event, effect: Effect | None, deferred: list[Deferred]) -> list[Event]:
    """The events instead of destroying a permanent that has a regeneration shield, or that a static ability
    regenerates (701.19b in 2026-06-19)."""
    by = effect.bound.stack_id if effect is not None else 0
    if effect is not None:
        kernel.state.effects.remove(effect)
    thing = kernel.thing(event.object_id)
    if thing is None:
        return []
    thing.remove_damage()
    kernel.state.touch()
    kernel.note(
        f"{thing.label} regenerates: its damage is removed, it is tapped and removed from combat", "regeneration"
    )
    deferred.append(lambda: leave_combat(kernel, thing.id))
    return [
        Event("tap", event.ref),
        Event("keyword", event.ref, player=thing.controller, facts={"action": "regenerate", "by": by}),
    ]
