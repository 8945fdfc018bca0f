"""Costs, and keywords in a row."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawKeywordCost


@v_args(inline=True, meta=True)
class Costs(Part):
    """What is paid; keywords."""

    def keywords(self, meta: Any, *parts: Any) -> tuple[ir.Ability, ...]:
        return tuple(ability for part in parts if part is not None for ability in part)

    kws = keywords

    def quoted(self, meta: Any, quoted: Token) -> tuple[ir.Ability, ...]:
        return self._quoted_abilities(quoted)

    def quals(self, meta: Any, *parts: ir.Predicate) -> tuple[ir.Predicate, ...]:
        return parts

    def keyword_costs(self, meta: Any, name: Token, whose: Any) -> Any:
        return RawKeywordCost(str(name))

    def cost(self, meta: Any, *parts: Any) -> ir.Cost:
        return ir.Cost(tuple(one for part in parts for one in part))

    def cost_or(self, meta: Any, one: Any, other: Any) -> ir.Cost:
        return ir.Cost((ir.OneOf((ir.Cost(tuple(one)), ir.Cost(tuple(other)))),))

    def co_mana(self, meta: Any, symbols: Token) -> Any:
        rest = str(symbols)
        parts: list[ir.CostPart] = []
        for sign, part in (("{T}", ir.TapSelf()), ("{Q}", ir.UntapSelf())):
            if sign in rest:
                rest = rest.replace(sign, "")
                parts.append(part)
        if "{E}" in rest:
            parts.append(ir.PayEnergy(ir.Number(rest.count("{E}"))))
            rest = rest.replace("{E}", "")
        return (*([ir.PayMana(rest)] if rest else []), *parts)

    def co_loyalty(self, meta: Any, amount: Token) -> Any:
        sign = -1 if amount.startswith("-") else 1
        digits = amount.lstrip("+-")
        if digits.isdigit():
            return (ir.Loyalty(ir.Number(sign * int(digits))),)
        return (ir.Loyalty(ir.X(digits) if sign == 1 else ir.Times(-1, ir.X(digits))),)

    def co_loyalty0(self, meta: Any, amount: Token) -> Any:
        return (ir.Loyalty(ir.Number(int(amount))),)

    def co_sacrifice(self, meta: Any, what: Any) -> Any:
        return (ir.Act(ir.Sacrifice(self._obj(what, "sacrifice"))),)

    def co_act(self, meta: Any, step: Any) -> Any:
        if isinstance(step, ir.Pay):
            return step.cost.parts
        if isinstance(step, ir.Tap) and (mention := self.mentions.of(step.what)) and isinstance(mention.ref, ir.Self):
            return (ir.TapSelf(),)
        return (ir.Act(step),)
