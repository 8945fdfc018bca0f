"""Fills in the recipient of damage that replaces other damage, if the text does not repeat it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.harm_and_life import AS_BEFORE


def dealt_as_before(part: Any) -> Any:
    """ "It deals 3 damage to any target. If …, it deals 5 damage instead": same recipient, and same source.

    In both sentences "it" is the source of the damage; the recipient would be "that creature".
    """
    if isinstance(part, ir.Replace) and isinstance(part.event, ir.DamageDealt):
        hit, source = ("subject", "other") if part.event.passive else ("other", "subject")
        before = ir.DealDamage(ir.ThatMuch("trigger"), ir.TriggerObject(hit), ir.TriggerObject(source))
        return replace(part, instead=_as(part.instead, before))
    if isinstance(part, ir.If) and part.otherwise is not None:
        damage = next((one for one in ir.walk(part.otherwise) if isinstance(one, ir.DealDamage)), None)
        return part if damage is None else replace(part, then=_as(part.then, damage))
    return part


def _as(step: Any, before: ir.DealDamage) -> Any:
    def change(part: Any) -> Any:
        if not isinstance(part, ir.DealDamage):
            return part
        if part.to == ir.Outside(AS_BEFORE):
            part = replace(part, to=before.to, divided=before.divided)
        by_it = part.source == part.to == before.to and part.source.surface == "it"
        return replace(part, source=replace(before.source, surface="it")) if by_it else part

    return ir.rewrite(step, change)
