"""What players do, as events."""

from __future__ import annotations

from typing import Any

from lark import v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
    both,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawMany
from rulesite.engine.cardtext.building.triggers import Verb


@v_args(inline=True)
class PlayerVerbs(Part):
    """Verb phrases of events whose subject is a player."""

    def p_casts(self, what: Any) -> Verb:
        mention = self.mentions.of(what)
        noun = mention.noun if mention is not None else "spell"
        test = self._object_of(what)
        if noun == "land":
            return lambda s: ir.PlaysLand(_no_zone(test), self._is(s))
        amount = getattr(mention.ref, "amount", ONE) if mention is not None else ONE
        if amount in (ONE, ir.AtLeast(ONE)):
            return lambda s: ir.Cast(test, self._is(s), land=noun == "card")
        return lambda s: RawMany(ir.Cast(test, self._is(s), land=noun == "card"), amount)

    def p_cycles_or_discards(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.AnyEvent((ir.Cycled(test, self._is(s)), ir.Discarded(test, self._is(s))))

    def p_activates(self, what: Any) -> Verb:
        test = self._object_of(what)
        if ir.IsAbility() in ir.walk(test) and any(isinstance(part, ir.HasAbility) for part in ir.walk(test)):
            raise ValueError("which ability is activated")
        return lambda s: ir.Activates(test, self._is(s))


def _no_zone(test: ir.Predicate) -> ir.Predicate:
    """A predicate without "is a permanent": for lands still in hand."""
    if isinstance(test, ir.All):
        return both(*(part for part in test.parts if part != ir.IsPermanent()))
    return test
