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

    def eachcombat(self, *_: Any) -> None:
        return None

    def attack_limit(self, number: Token, *_: Any) -> Any:
        return ir.Continuous(ir.EachPlayer(), (ir.PlayerCant("attack", limit=int(number), said="no more"),), UNSAID)

    def block_limit(self, number: Token, *_: Any) -> Any:
        return ir.Continuous(ir.EachPlayer(), (ir.PlayerCant("block", limit=int(number), said="no more"),), UNSAID)

    def spend_this(self, on: Any) -> Any:
        mention, test = self.mentions.of(on), self._test(on)
        one = mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(test, ir.All)
        return RawSpend(replace(test, said="a") if one else test)

    def may_not_untap(self, what: Any, whose: Any) -> Any:
        return ir.Continuous(what, (ir.MayNotUntap(),), UNSAID)

    def no_max_hand(self, who: Any) -> Any:
        return ir.Continuous(who, (ir.MaximumHandSize(None),), UNSAID)

    def max_hand(self, who: Any, amount: ir.Amount) -> Any:
        return ir.Continuous(who, (ir.MaximumHandSize(amount, said="is"),), UNSAID)

    def no_activation(self, what: Any, *unless: Any) -> Any:
        return ir.Continuous(what, (ir.CantUseAbilities(except_mana=any(unless)),), UNSAID)

    def unlessmana(self, *_: Any) -> bool:
        return True

    def ability_costs(self, what: Any, mana: Token, less: bool) -> Any:
        return ir.Applies(ir.EachPlayer(), (ir.CostChange(self._test(what), str(mana), less, abilities=True),))

    def power_is(self, what: Any, amount: ir.Amount) -> Any:
        return ir.Continuous(what, (ir.SetBasePowerToughness(amount, None),), UNSAID)

    def toughness_is(self, what: Any, amount: ir.Amount) -> Any:
        return ir.Continuous(what, (ir.SetBasePowerToughness(None, amount),), UNSAID)

    def pt_is(self, what: Any, amount: ir.Amount) -> Any:
        return ir.Continuous(what, (ir.SetBasePowerToughness(amount, amount),), UNSAID)

    def pt_is_plus(self, what: Any, amount: ir.Amount, more: Token) -> Any:
        toughness = ir.Total((amount, ir.Number(int(more))))
        return ir.Continuous(what, (ir.SetBasePowerToughness(amount, toughness),), UNSAID)

    def opening_hand(self, *_: Any) -> Any:
        return ir.MayBeginInPlay()

    def enchant(self, desc: Desc) -> Any:
        return ir.AttachesTo(desc.test)

    def pstatic(self, step: Any) -> Any:
        return step

    def _player(self, *changes: ir.Change) -> Any:
        return ir.Continuous(ir.You(), changes, UNSAID)

    def player_cant(self, change: ir.Change) -> Any:
        return self._player(change)

    def plays_hand_revealed(self, whose: Any) -> Any:
        return self._player(ir.PlaysRevealed("hand"))

    def plays_top_revealed(self, whose: Any) -> Any:
        return self._player(ir.PlaysRevealed("top"))

    def extra_lands(self, amount: ir.Amount, *_: Any) -> Any:
        return self._player(ir.ExtraLandPlays(amount))

    def extra_land(self, *_: Any) -> Any:
        return self._player(ir.ExtraLandPlays())

    def poss_turns(self, *_: Any) -> None:
        return None

    def player_has(self, who: Any, abilities: tuple[ir.Ability, ...]) -> Any:
        return ir.Continuous(who, (ir.GrantAbilities(abilities),), UNSAID)

    def playonly(self, *limits: Any) -> tuple[Any, ...]:
        return limits

    def rider_only(self, limits: tuple[Any, ...]) -> tuple[Any, ...]:
        return limits

    def rider_any(self) -> tuple[Any, ...]:
        return (ir.PlayableBy(),)

    def rider_any_only(self, limits: tuple[Any, ...]) -> tuple[Any, ...]:
        def player(part: Any) -> Any:
            """ "he or she" is whoever plays the ability, and so its controller."""
            mention = self.mentions.of(part)
            return ir.You() if mention is not None and mention.word and mention.player else part

        return (ir.PlayableBy(), *(ir.rewrite(limit, player) for limit in limits))

    def rider_who(self, who: ir.Predicate) -> tuple[Any, ...]:
        return (ir.PlayableBy(who),)

    def rider_spending(self, limit: ir.PlayRestriction) -> tuple[Any, ...]:
        return (limit,)

    def rider_trigger_once(self) -> tuple[Any, ...]:
        return (ir.OnlyTimes(1),)
