"""What objects can and can't do in combat, and untapping."""

from __future__ import annotations

from typing import Any

from lark import v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    creature_test,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.steps import Deed

ATTACKING = ir.HasStatus("attacking")


@v_args(inline=True)
class CombatDeeds(Part):
    """Restrictions and requirements."""

    def cant(self, deed: Deed) -> Deed:
        return deed

    can = cant

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


def _contrary(test: ir.Predicate) -> ir.Predicate:
    return test.part if isinstance(test, ir.Not) else ir.Not(test)
