"""Costs, and keywords in a list."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.base import BuilderPart


class Costs(BuilderPart):
    """Costs, and keywords in a list."""

    def keywords(self, meta: Any, *parts: Any) -> tuple[ir.Ability, ...]:
        return tuple(ability for part in parts if part is not None for ability in part)

    kws = keywords

    def cost(self, meta: Any, *parts: Any) -> ir.Cost:
        return ir.Cost(tuple(one for part in parts for one in part))

    def costparts(self, *parts: Any) -> tuple[Any, ...]:
        return tuple(one for part in parts for one in part)

    def cost_or(self, meta: Any, one: Any, other: Any) -> ir.Cost:
        return ir.Cost((ir.OneOf((ir.Cost(tuple(one)), ir.Cost(tuple(other)))),))
