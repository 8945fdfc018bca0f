"""Statements about how cards are played, what players may do, and limits on playing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    Desc,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import UNSAID, RawSpend


@v_args(inline=True)
class PlayStatements(Part):
    """Statements."""

    def static(self, part: Any) -> Any:
        return part

    def as_enters(self, what: Any, step: Any) -> Any:
        mention = self.mentions.of(what)
        own = mention is not None and (isinstance(mention.ref, ir.Self) or bool(mention.word))
        return ir.AsEnters(step, None if own else self._test(what))

    def may_enter_copy(self, what: Any, of: Any) -> Any:
        return ir.EntersAsCopy(self._test(of))

    def _cost_of(self, step: Any) -> ir.Cost:
        if isinstance(step, ir.Pay):
            return step.cost
        if isinstance(step, ir.Sequence):
            return ir.Cost(tuple(part for inner in step.steps for part in self._cost_of(inner).parts))
        return ir.Cost((ir.Act(step),))

    def additional_cost(self, what: Any, step: Any) -> Any:
        if isinstance(step, ir.May):
            return ir.AdditionalCost(self._cost_of(step.do), optional=True)
        return ir.AdditionalCost(self._cost_of(step))

    def additional_optional(self, what: Any, step: Any) -> Any:
        return ir.AdditionalCost(self._cost_of(step), optional=True)

    def may_pay_additional(self, cost: ir.Cost, *_: Any) -> Any:
        return ir.AdditionalCost(cost, optional=True)

    def may_pay_repeatedly(self, cost: ir.Cost, *_: Any) -> Any:
        return ir.AdditionalCost(cost, optional=True, repeatable=True)

    def alternative_cost(self, step: Any, what: Any) -> Any:
        return ir.AlternativeCost(self._cost_of(step))

    def may_play_free(self, what: Any) -> Any:
        return self._own_or(what, lambda: ir.AlternativeCost(ir.Cost()), ir.Cost())

    def may_play_from(self, what: Any, zone: ir.InZone) -> Any:
        self._narrow(what, zone)
        return self._own_or(what, lambda: ir.MayPlayFrom(zone.zone), None)

    def may_play_from_paying(self, what: Any, zone: ir.InZone, cost: ir.Cost, whose: Any) -> Any:
        return self._own_or(what, lambda: ir.AlternativeCost(cost, from_=zone.zone), cost)

    def _own_or(self, what: Any, own: Any, cost: ir.Cost | None) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Self):
            return own()
        return ir.Continuous(ir.You(), (ir.MayPlay(what, cost),), UNSAID)

    def may_play_flash(self, what: Any) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Self):
            return ir.MayPlayAsInstant()
        return ir.Continuous(ir.You(), (ir.MayPlay(what, timing="instant"),), UNSAID)

    def may_all_play_free(self, who: Any, what: Any) -> Any:
        return ir.Continuous(who, (ir.MayPlay(what, ir.Cost()),), UNSAID)

    def may_all_play_free_flash(self, who: Any, what: Any) -> Any:
        return ir.Continuous(who, (ir.MayPlay(what, ir.Cost(), timing="instant"),), UNSAID)

    def may_all_flash(self, who: Any, what: Any) -> Any:
        return ir.Continuous(who, (ir.MayPlay(what, timing="instant"),), UNSAID)

    def play_only(self, what: Any, limits: tuple[Any, ...]) -> Any:
        return tuple(ir.PlayOnly(limit) for limit in limits) if len(limits) > 1 else ir.PlayOnly(limits[0])

    def cant_play_this(self, what: Any) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Self):
            return ir.CantPlayThis()
        return ir.Continuous(ir.You(), (ir.PlayerCantPlay(self._test(what)),), UNSAID)

    def may_exert(self, what: Any, pron: Any) -> Any:
        return ir.MayAsAttacks("exert")

    def spend_this(self, on: Any) -> Any:
        mention, test = self.mentions.of(on), self._test(on)
        one = mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(test, ir.All)
        return RawSpend(replace(test, said="a") if one else test)

    def ability_costs(self, what: Any, mana: Token, less: bool) -> Any:
        return ir.Applies(ir.EachPlayer(), (ir.CostChange(self._test(what), str(mana), less, abilities=True),))

    def opening_hand(self, *_: Any) -> Any:
        return ir.MayBeginInPlay()

    def enchant(self, desc: Desc) -> Any:
        return ir.AttachesTo(desc.test)

    def player_has(self, who: Any, abilities: tuple[ir.Ability, ...]) -> Any:
        return ir.Continuous(who, (ir.GrantAbilities(abilities),), UNSAID)

    def playonly(self, *limits: Any) -> tuple[Any, ...]:
        return limits
