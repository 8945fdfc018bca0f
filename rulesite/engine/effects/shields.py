"""Shields that a resolving spell or ability made: regeneration, and prevention that is used up."""

from __future__ import annotations

from rulesite.engine.abilities.restrictions import CantBeRegenerated
from rulesite.engine.meaning.frame import Frame
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import Effect, object_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.zones import leave_combat

from .continuous import changes_on
from .opportunity import Deferred


def use_up(kernel: Kernel, effect: Effect) -> None:
    """A shield is gone."""
    if effect in kernel.state.effects:
        kernel.state.effects.remove(effect)
        kernel.state.touch()


def regenerates(kernel: Kernel, effect: Effect, event: Event) -> bool:
    """Whether a regeneration shield can replace a destruction."""
    return (
        event.kind == "destroy"
        and kernel.has("regeneration")
        and event.ref in (effect.affected or [])
        and not event.tagged("no regeneration")
        and not changes_on(kernel, event.ref, CantBeRegenerated)
    )


def shield_fits(kernel: Kernel, effect: Effect, event: Event) -> bool:
    """Whether a prevention shield is about this damage."""
    if event.kind != "damage" or event.amount <= 0 or event.tagged("unpreventable"):
        return False
    if effect.left is not None and effect.left <= 0:
        return False
    shield = effect.parts[0]
    if shield.combat not in (None, bool(event.facts.get("combat"))):
        return False
    if effect.affected is not None and event.ref not in effect.affected:
        return False
    to = effect.bound.said.get("prevent to")
    if to is not None and not Frame(kernel, effect.bound).matches(to, event.ref):
        return False
    sources = effect.bound.said.get("prevent sources")
    if sources is not None and object_ref(event.source) not in sources:
        return False
    wanted = effect.bound.said.get("prevent from")
    return wanted is None or Frame(kernel, effect.bound).matches(wanted, object_ref(event.source))


def prevent(kernel: Kernel, event: Event, effect: Effect) -> list[Event]:
    """Prevent what a shield can, and use the shield up by as much."""
    prevented = event.amount if effect.left is None else min(event.amount, effect.left)
    if effect.left is not None and kernel.has("prevention_shield"):
        effect.left -= prevented
        if effect.left <= 0:
            use_up(kernel, effect)
    return reduce(kernel, event, prevented)


def reduce(kernel: Kernel, event: Event, prevented: int) -> list[Event]:
    """Damage with a part of it prevented; nothing at all when none is left."""
    event.amount -= prevented
    kernel.note(f"{prevented} damage to {kernel.label(event.ref)} is prevented", "prevention_effect")
    if event.amount <= 0:
        if kernel.has("replaced_never_happens") and kernel.has("replaced_does_not_trigger"):
            return []
        event.tags = (*event.tags, "prevented")
    return [event]


def regenerate(kernel: Kernel, event: Event, effect: Effect, deferred: list[Deferred]) -> list[Event]:
    """What happens instead of destroying a permanent that has such a shield."""
    kernel.state.effects.remove(effect)
    thing = kernel.thing(event.object_id)
    if thing is None:
        return []
    thing.damage, thing.deathtouched = 0, False
    kernel.state.touch()
    kernel.note(
        f"{thing.label} regenerates: its damage is removed, it is tapped and removed from combat", "regeneration"
    )
    deferred.append(lambda: leave_combat(kernel, thing.id))
    return [
        Event("tap", event.ref),
        Event("keyword", event.ref, player=thing.controller, facts={"action": "regenerate"}),
    ]
