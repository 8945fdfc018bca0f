"""What objects can and can't do in combat, and untapping."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    Desc,
    creature_test,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import UNSAID
from rulesite.engine.cardtext.building.steps import YOU, Deed

ATTACKING = ir.HasStatus("attacking")


@v_args(inline=True)
class CombatDeeds(Part):
    """Restrictions and requirements."""

    def cant(self, deed: Deed) -> Deed:
        return deed

    can = cant

    def ct_attack_tax(self, who: Any, cost: ir.Cost, each: Desc | None = None, whom: Any = YOU) -> Deed:
        """ "… for each creature they control that's attacking you" is what the cost is paid for anyway; anything else
        is counted."""
        if each is not None and not any(isinstance(part, ir.Did) or part == ATTACKING for part in ir.walk(each.test)):
            self.mentions.nest(each.test)
            cost = ir.Cost((ir.Repeated(cost, ir.Count(ir.Every(each.test))),))
        payer = self.mentions.of(who)
        said = "" if payer is not None and isinstance(payer.ref, ir.You) else "its"

        def deed(what: Any) -> Any:
            tax = ir.AttackTax(self._as_test(what), cost, whom, said=said)
            return ir.Continuous(ir.EachPlayer(), (tax,), UNSAID)

        return deed

    def ct_attack_tax_any(self, who: Any, cost: ir.Cost, each: Desc | None = None) -> Deed:
        return self.ct_attack_tax(who, cost, each, None)

    def ct_played(self) -> Deed:
        def deed(what: Any) -> Any:
            kind = ir.rewrite(self._as_test(what), lambda part: ir.IsCard() if part == ir.IsPermanent() else part)
            return ir.Continuous(ir.EachPlayer(), (ir.PlayerCantPlay(kind, said="be"),), UNSAID)

        return deed

    def ct_blocked_except(self, by: Any) -> Deed:
        mention = self.mentions.of(by)
        if (
            mention is not None
            and isinstance(mention.ref, ir.Chosen)
            and isinstance(mention.ref.amount, ir.AtLeast)
            and isinstance(mention.ref.amount.minimum, ir.Number)
        ):
            return (ir.CantBeBlocked(minimum=mention.ref.amount.minimum.value),)
        return (ir.CantBeBlocked(_contrary(creature_test(self._as_test(by)))),)

    def ml_more(self) -> bool:
        return False

    def ml_less(self) -> bool:
        return True

    def costs(self, mana: Token, less: bool, times: ir.Amount | None = None) -> Deed:
        def changed(what: Any) -> ir.Applies:
            test = self._as_test(what)
            kinds = test.parts if isinstance(test, ir.AnyOf) else (test,)
            if any(ir.IsPermanent() in (kind.parts if isinstance(kind, ir.All) else (kind,)) for kind in kinds):
                raise ValueError("what permanents cost: spells do")
            mention = self.mentions.of(what)
            each = "each" if mention is not None and mention.said == "each" else ""
            return ir.Applies(ir.EachPlayer(), (ir.CostChange(test, str(mana), less, times, said=each),))

        return changed


def _contrary(test: ir.Predicate) -> ir.Predicate:
    return test.part if isinstance(test, ir.Not) else ir.Not(test)
