"""Prevention: damage that would be dealt and is prevented, in whole or in part. Shields that are used up are in
``shields.py``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesite.engine.abilities.combining import Sequence
from rulesite.engine.abilities.harm_and_life import PreventDamage
from rulesite.engine.abilities.node import walk
from rulesite.engine.abilities.predicates import Anything
from rulesite.engine.abilities.references import Self
from rulesite.engine.abilities.static_parts import PreventsDamage
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import where
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref, ref_player
from rulesite.engine.state.kernel import Kernel

from .protection import player_has_quality, protected_from
from .replacement_options import Option
from .shields import reaches, reduce


def prevention_now(instead: Any) -> PreventDamage | None:
    """The first step of a replacement of damage, if it prevents that very damage or some of it."""
    first = instead.steps[0] if isinstance(instead, Sequence) else instead
    return first if isinstance(first, PreventDamage) and first.duration == "now" else None


def prevention_options(frame: Frame, event: Event, key: str, label: str, part: PreventsDamage) -> Iterator[Option]:
    """The options to prevent damage by a static ability."""
    if event.kind != "damage" or event.amount <= 0 or event.tagged("unpreventable"):
        return
    if part.combat not in (None, bool(event.facts.get("combat"))):
        return
    if not frame.matches(part.to, event.ref) or not (
        isinstance(part.from_, Anything) or frame.matches(part.from_, object_ref(event.source))
    ):
        return

    if not reaches(frame, event, not isinstance(part.to, Anything), not isinstance(part.from_, Anything)):
        return

    def apply(event: Event) -> list[Event]:
        prevented = event.amount if part.amount is None else min(event.amount, frame.amount(part.amount))
        return reduce(frame.kernel, event, prevented)

    alike = None if any(isinstance(each, Self) for each in walk(part)) else (part, frame.controller)
    yield Option(key, label, "prevention_effect", apply, alike=alike)


def protection_options(kernel: Kernel, event: Event) -> Iterator[Option]:
    """The option to prevent damage from a source with a quality that the permanent or player is protected from."""
    if event.kind != "damage" or event.amount <= 0 or event.tagged("unpreventable"):
        return
    player, thing_id, source = ref_player(event.ref), event.object_id, object_ref(event.source)
    if player is not None:
        protected = player_has_quality(kernel, player, "protection", source)
    else:
        protected = where(kernel, thing_id) == "battlefield" and protected_from(kernel, thing_id, source)
    if protected and kernel.has("protection_damage"):
        yield Option(
            f"protection of {event.ref}",
            f"{kernel.label(event.ref)}'s protection",
            "protection_damage",
            lambda each: reduce(kernel, each, each.amount),
        )
