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

    def doesnt_untap(self, whose: Any) -> Deed:
        return (ir.DoesntUntap(),)

    def doesnt_untap_next(self, whose: Any) -> Deed:
        mention = self.mentions.of(whose)
        if mention is not None and mention.slot is not None:
            raise ValueError("the untap step of a player who may control none of them")
        return (ir.DoesntUntap(next_only=True),)

    def _when(self, change: ir.Change, said: tuple[Any, ...]) -> Deed:
        """ "attacks this turn if able": the time stands between the verb and "if able"."""
        span = next((part for part in said if isinstance(part, str)), None)
        return (change,) if span is None else lambda what: ir.Continuous(what, (change,), span)

    def must_attack(self, *said: Any) -> Deed:
        return self._when(ir.MustAttack(), said)

    def must_attack_whom(self, whom: Any) -> Deed:
        return (ir.MustAttack(whom),)

    def must_block(self, *said: Any) -> Deed:
        return self._when(ir.MustBlock(), said)

    def must_block_what(self, what: Any, *said: Any) -> Deed:
        return self._when(ir.MustBlock(what), said)

    def must_be_blocked(self) -> Deed:
        return (ir.MustBeBlocked(),)

    def cant(self, deed: Deed) -> Deed:
        return deed

    can = cant

    def ct_attack_block(self, *parts: Any) -> Deed:
        unless = next((part for part in parts if isinstance(part, ir.Condition)), None)
        return (ir.CantAttack(unless=unless), ir.CantBlock(unless=unless))

    def ct_attack_block_alone(self) -> Deed:
        return (ir.CantAttack(alone=True), ir.CantBlock(alone=True))

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

    def ct_blocked_by_two(self, by: Any, also: Any) -> Deed:
        return (
            ir.CantBeBlocked(creature_test(self._as_test(by))),
            ir.CantBeBlocked(creature_test(self._as_test(also))),
        )

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

    def ct_blocked_except_now(self, by: Any) -> Deed:
        return lambda what: ir.Continuous(what, self.ct_blocked_except(by), "turn")

    def ct_destroyed(self) -> Deed:
        return (ir.Indestructible(),)

    def ct_untap(self) -> Deed:
        return (ir.DoesntUntap(),)

    def cn_block_more(self, *parts: Any) -> Deed:
        number = next((int(part) for part in parts if isinstance(part, Token) and part.type == "NUM"), 1)
        return (ir.CanBlockMore(number),)

    def cn_block_any(self, *_: Any) -> Deed:
        return (ir.CanBlockMore(None),)

    def cn_attack_now(self, pron: Any, keyword: Token) -> Deed:
        return lambda what: ir.Continuous(what, (ir.CanAttackDespite(str(keyword)),), "turn")

    def cn_block_though2(self, type_: Token, with_: Token, pron: Any, keyword: Token) -> Deed:
        if str(with_) != str(keyword):
            raise ValueError("creatures with one keyword blocked as though with another")
        return (ir.CanBlockDespite(str(keyword)),)

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
