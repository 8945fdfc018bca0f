"""Numbers, and what "for each" counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
    Desc,
    both,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.mentions import Mention


@v_args(inline=True)
class Amounts(Part):
    """Numbers."""

    def amount_n(self, number: Token) -> ir.Amount:
        return ir.Number(int(number))

    def amount_x(self, letter: Token) -> ir.Amount:
        return ir.X(str(letter))

    def amount_that(self, *_: Any) -> ir.Amount:
        return ir.ThatMuch()

    def amount_twice(self, amount: ir.Amount) -> ir.Amount:
        return ir.Times(2, amount)

    def amount_half_that(self, rounded: str | None = None) -> ir.Amount:
        return ir.Half(ir.ThatMuch(), rounded or "down")

    def qty_one(self) -> ir.Amount:
        return ONE

    def qty_n(self, number: Token) -> ir.Amount:
        return ir.Number(int(number))

    qty_x = amount_x

    def qty_exactly(self, number: Token) -> ir.Amount:
        return ir.Number(int(number), said="exactly")

    def qty_upto(self, amount: ir.Amount) -> ir.Amount:
        return ir.UpTo(amount)

    def qty_any(self) -> ir.Amount:
        return ir.AtLeast(ir.Number(0))

    def qty_that(self) -> ir.Amount:
        return ir.ThatMuch()

    def qty_twice_that(self) -> ir.Amount:
        return ir.Times(2, ir.ThatMuch())

    def qty_least(self, number: Token) -> ir.Amount:
        return ir.AtLeast(ir.Number(int(number)))

    def qty_least_one(self) -> ir.Amount:
        return ir.AtLeast(ONE)

    def qty(self, amount: ir.Amount) -> ir.Amount:
        return amount

    def r_up(self) -> str:
        return "up"

    def r_down(self) -> str:
        return "down"

    def value(self, amount: ir.Amount) -> ir.Amount:
        return amount

    def v_count(self, counted: ir.Amount) -> ir.Amount:
        return replace(counted, said="number")

    def v_twice_count(self, counted: ir.Amount) -> ir.Amount:
        return ir.Times(2, replace(counted, said="number"))

    def v_half_count(self, counted: ir.Amount, rounded: str | None) -> ir.Amount:
        return ir.Half(replace(counted, said="number"), rounded or "down")

    def v_stat(self, whose: Any, name: str) -> ir.Amount:
        return self._inner(ir.Characteristic(name, self._owner_object(whose)))

    def v_twice_stat(self, whose: Any, name: str) -> ir.Amount:
        return ir.Times(2, self.v_stat(whose, name))

    def v_stat_np(self, what: Any, name: str) -> ir.Amount:
        self._owner_object(what)
        return self._inner(ir.Characteristic(name, what))

    def v_life(self, whose: Any) -> ir.Amount:
        return self._inner(ir.LifeTotal(whose))

    def v_half_life(self, whose: Any, rounded: str | None) -> ir.Amount:
        return ir.Half(self.v_life(whose), rounded or "down")

    def v_extreme(self, which: str, name: str, among: Any) -> ir.Amount:
        return self._inner(ir.Extreme(which, name, among))

    def v_total(self, name: str, among: Any) -> ir.Amount:
        return self._inner(ir.Characteristic(f"total {name}", among))

    def v_plus(self, one: Any, other: Any) -> ir.Amount:
        return ir.Total(tuple(ir.Number(int(part)) if isinstance(part, Token) else part for part in (one, other)))

    def v_minus(self, one: ir.Amount, less: Token) -> ir.Amount:
        return ir.Total((one, ir.Number(-int(less))))

    def v_card_types(self, among: Any) -> ir.Amount:
        return self._inner(ir.Different("card type", among))

    def v_domain(self, supertype: Token, type_: Token, among: Any) -> ir.Amount:
        return self._inner(ir.Different(f"{supertype} {type_} type", among))

    def st_power(self) -> str:
        return "power"

    def st_toughness(self) -> str:
        return "toughness"

    def st_mana_value(self, *_: Any) -> str:
        return "mana value"

    def ex_greatest(self) -> str:
        return "greatest"

    def ex_least(self) -> str:
        return "least"

    def cb_desc(self, desc: Desc) -> ir.Amount:
        counted = self._inner(ir.Count(ir.Every(desc.test)))
        return ir.Total((counted, ir.Number(-1))) if desc.beyond else counted

    def cb_other(self, desc: Desc) -> ir.Amount:
        """ "each other creature": other than what gets the bonus."""
        last = max((mention.pos for mention in self.mentions.all), default=0)
        it = self.mentions.add(Mention(last + 1, None, word="it"))
        return self._inner(ir.Count(ir.Every(both(desc.test, ir.OtherThan(it, said="other")))))

    def cb_counters(self, kind: str, on: Any) -> ir.Amount:
        return self._inner(ir.CountersOn(kind, on))

    def cb_any_counters(self, on: Any) -> ir.Amount:
        return self._inner(ir.CountersOn(None, on))

    def cb_hand(self, whose: Any) -> ir.Amount:
        return self._inner(ir.Count(ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", whose))))))

    def cb_player(self, who: ir.Predicate) -> ir.Amount:
        return ir.Count(ir.Every(who))

    def cb_discarded(self, who: Any) -> ir.Amount:
        return ir.Count(ir.Memo("discard"))

    def cb_exiled(self, desc: Desc, *_: Any) -> ir.Amount:
        return self._done_this_way(desc, "exile")

    def cb_destroyed(self, desc: Desc) -> ir.Amount:
        return self._done_this_way(desc, "destroy")

    def _done_this_way(self, desc: Desc, verb: str) -> ir.Amount:
        """ "For each land card exiled this way": those of them that fit."""
        fits = both(*(part for part in _parts(desc.bare) if part not in (ir.IsCard(), ir.IsPermanent())))
        return ir.Count(
            ir.Memo(verb) if fits == ir.Anything() else ir.Every(both(desc.bare, ir.IsObject(ir.Memo(verb))))
        )

    def cb_kicked(self, what: Any) -> ir.Amount:
        return ir.TimesPaid("kicker")

    def cb_died(self, desc: Desc) -> ir.Amount:
        return ir.HowOften(ir.ZoneChange(desc.test, "battlefield", "graveyard"))

    def cn_pt(self, token: Token) -> str:
        return str(token)

    cn_name = cn_pt


def _parts(test: ir.Predicate) -> tuple[ir.Predicate, ...]:
    return test.parts if isinstance(test, ir.All) else (test,)
