"""What may be true of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
    PLAYER,
    Desc,
    both,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawMany


@v_args(inline=True)
class Conditions(Part):
    """Conditions."""

    def condition(self, one: ir.Condition) -> ir.Condition:
        return one

    condition1 = statecondition = condition

    def cond_and(self, *parts: ir.Condition) -> ir.Condition:
        return ir.AllSo(parts)

    def cond_or(self, *parts: ir.Condition) -> ir.Condition:
        return ir.AnySo(parts)

    def _many(self, found: tuple[Any, ir.Predicate, str, ir.Amount], *more: ir.Predicate) -> ir.Condition:
        desc, extra, op, amount = found
        self.mentions.nest((desc, more))
        counted = ir.Comparison(ir.Count(ir.Every(both(desc, extra, *more))), op, amount)
        if op == "only":
            return ir.Comparison(ir.Count(ir.Every(both(ir.IsPermanent(), ir.Not(desc), *more))), "=", ir.Number(0))
        return counted

    def cd_some(self, desc: Desc) -> Any:
        return desc.test, ir.Anything(), ">=", ir.Number(1)

    def cd_either(self, one: Desc, other: Desc) -> Any:
        return ir.AnyOf((one.test, other.test), said="or a"), ir.Anything(), ">=", ir.Number(1)

    def cd_another(self, desc: Desc) -> Any:
        return desc.test, ir.OtherThan(ir.Self(), said="other"), ">=", ir.Number(1)

    def cd_more(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.Anything(), ">=", ir.Number(int(number))

    def cd_fewer(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.Anything(), "<=", ir.Number(int(number))

    def cd_fewer_other(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.OtherThan(ir.Self(), said="other"), "<=", ir.Number(int(number))

    def cd_none(self, desc: Desc) -> Any:
        return desc.test, ir.Anything(), "=", ir.Number(0)

    def cd_none_other(self, desc: Desc) -> Any:
        return desc.test, ir.OtherThan(ir.Self(), said="other"), "=", ir.Number(0)

    def cd_more_other(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.OtherThan(ir.Self(), said="other"), ">=", ir.Number(int(number))

    def cd_exactly(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.Anything(), "=", ir.Number(int(number))

    def cd_only(self, desc: Desc) -> Any:
        return desc.test, ir.Anything(), "only", ir.Number(0)

    def c_controls(self, who: Any, found: Any) -> ir.Condition:
        return self._many(found, ir.Controlled(who))

    def c_nobody_controls(self, who: ir.Predicate, found: Any) -> ir.Condition:
        everybody = ir.EachPlayer(ir.Anything() if who == PLAYER else who)
        _, _, op, amount = found
        if (op, amount) != (">=", ONE):
            raise ValueError("that no player controls so many")
        desc, extra, *_ = found
        return self._many((desc, extra, "=", ir.Number(0)), ir.Controlled(everybody))

    def c_controls_it(self, who: Any, what: Any) -> ir.Condition:
        return ir.Holds(what, ir.Controlled(who))

    def c_controls_not(self, who: Any, what: Any) -> ir.Condition:
        test = self._as_test(what)
        return ir.Comparison(ir.Count(ir.Every(both(test, ir.Controlled(who)))), "=", ir.Number(0))

    def c_controls_no(self, who: Any, desc: Desc) -> ir.Condition:
        return self._many((desc.test, ir.Anything(), "=", ir.Number(0)), ir.Controlled(who))

    def c_controls_more(self, who: Any, compared: tuple[str, Desc], other: Any) -> ir.Condition:
        op, desc = compared
        return ir.Comparison(
            ir.Count(ir.Every(both(desc.test, ir.Controlled(who)))),
            op,
            ir.Count(ir.Every(both(desc.test, ir.Controlled(other)))),
        )

    def more_than(self, desc: Desc) -> tuple[str, Desc]:
        return ">", desc

    def fewer_than(self, desc: Desc) -> tuple[str, Desc]:
        return "<", desc

    def c_is(self, what: Any, test: ir.Predicate) -> ir.Condition:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Chosen):  # "exactly one creature is attacking"
            self.mentions.nest((mention.ref.what, test))
            return replace(_so_many_are(ir.Every(both(mention.ref.what, test)), mention.ref.amount), said="are")
        return ir.Holds(what, test)

    def c_isnt(self, what: Any, test: ir.Predicate) -> ir.Condition:
        return ir.NotSo(ir.Holds(what, test))

    def c_in_zone(self, what: Any, zone: ir.InZone) -> ir.Condition:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Chosen):  # "seven or more cards are in your graveyard"
            return _so_many_are(ir.Every(both(mention.ref.what, zone)), mention.ref.amount)
        return ir.Holds(what, zone)

    def c_in_play(self, what: Any) -> ir.Condition:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Chosen):
            return _so_many_are(ir.Every(mention.ref.what), mention.ref.amount)
        return ir.Holds(what, ir.InZone("battlefield"))

    def c_on_stack(self, what: Any) -> ir.Condition:
        return ir.Holds(what, ir.InZone("stack"))

    def c_has(self, what: Any, test: ir.Predicate) -> ir.Condition:
        return ir.Holds(what, self._beside(what, test))

    def c_has_not(self, what: Any, test: ir.Predicate) -> ir.Condition:
        return ir.NotSo(ir.Holds(what, self._beside(what, test)))

    def _beside(self, what: Any, test: ir.Predicate) -> ir.Predicate:
        """ "If it has the same name as another creature": another than the one that the condition is about."""
        if not isinstance(test, ir.SharesQuality) or self.mentions.of(test.with_) is None:
            return test
        self.mentions.change(
            test.with_,
            lambda part: ir.OtherThan(what, said="other") if part == ir.OtherThan(ir.Self()) else part,
        )
        return test

    def c_stat(self, what: Any, name: str, comparison: tuple[str, ir.Amount]) -> ir.Condition:
        other = comparison[1]
        mention = self.mentions.of(other.of) if isinstance(other, ir.Characteristic) else None
        if mention is not None and isinstance(mention.ref, ir.Every) and "total" not in getattr(other, "name", ""):
            raise ValueError("a number held against that of each of several objects")
        return ir.Comparison(ir.Characteristic(name, self._owner_object(what)), *comparison)

    def c_life_total(self, who: Any, comparison: tuple[str, ir.Amount]) -> ir.Condition:
        return ir.Comparison(ir.LifeTotal(who), *comparison)

    def c_life(self, who: Any, comparison: tuple[str, ir.Amount]) -> ir.Condition:
        return ir.Comparison(ir.LifeTotal(who), *comparison)

    def c_no_life(self, who: Any) -> ir.Condition:
        return ir.Comparison(ir.LifeTotal(who), "<=", ir.Number(0))

    def c_more_life(self, who: Any, other: Any) -> ir.Condition:
        return ir.Comparison(ir.LifeTotal(who), ">", ir.LifeTotal(other))

    def ac_le(self, number: Token) -> tuple[str, ir.Amount]:
        return "<=", ir.Number(int(number))

    def ac_ge(self, number: Token) -> tuple[str, ir.Amount]:
        return ">=", ir.Number(int(number))

    def ac_eq(self, number: Token) -> tuple[str, ir.Amount]:
        return "=", ir.Number(int(number))

    def _cards(self, zone: str, who: Any) -> ir.Amount:
        return ir.Count(ir.Every(ir.All((ir.IsCard(), ir.InZone(zone, who)))))

    def c_cards_in(self, who: Any, comparison: tuple[str, ir.Amount], zone: ir.InZone) -> ir.Condition:
        return ir.Comparison(self._cards(zone.zone, self._of_subject(zone.whose, who)), *comparison)

    def c_no_cards_in(self, who: Any, zone: ir.InZone) -> ir.Condition:
        return ir.Comparison(self._cards(zone.zone, self._of_subject(zone.whose, who)), "=", ir.Number(0))

    def _of_subject(self, whose: Any, who: Any) -> Any:
        """ "An opponent has ten cards in their graveyard": "their" is of the one who has them."""
        mention = self.mentions.of(whose)
        return who if whose is None or (mention is not None and mention.word == "they") else whose

    def c_more_cards(self, who: Any, other: Any) -> ir.Condition:
        return ir.Comparison(self._cards("hand", who), ">", self._cards("hand", other))

    def c_zone_empty(self, whose: Any, zone: str) -> ir.Condition:
        return ir.Comparison(self._cards(zone, whose), "=", ir.Number(0))

    def c_died(self, what: Any, span: str) -> ir.Condition:
        return self._so_many(what, ir.ZoneChange(self._as_test(what), "battlefield", "graveyard"), span)

    def c_gained_life(self, who: Any, span: str) -> ir.Condition:
        return ir.Happened(ir.LifeGained(self._as_test(who)), span)

    def c_lost_life(self, who: Any, span: str) -> ir.Condition:
        return ir.Happened(ir.LifeLost(self._as_test(who)), span)

    def c_attacked(self, what: Any, span: str) -> ir.Condition:
        return self._so_many(what, ir.Attacks(self._as_test(what)), span)

    def _so_many(self, what: Any, event: ir.Event, span: str) -> ir.Condition:
        """That it happened to no object, to one, or to so many ("three or more creatures died this turn")."""
        mention = self.mentions.of(what)
        amount = mention.ref.amount if mention is not None and isinstance(mention.ref, ir.Chosen) else ONE
        happened = ir.Happened(event, span)
        if amount == ir.Number(0):
            return ir.NotSo(happened)
        if isinstance(amount, ir.AtLeast):
            return replace(happened, times=amount.minimum) if amount.minimum != ONE else happened
        if amount != ONE:
            raise ValueError("exactly so many objects to which something happened")
        return happened

    def c_hand_empty(self, who: Any) -> ir.Condition:
        return ir.Comparison(self._cards("hand", who), "=", ir.Number(0))

    c_no_hand = c_hand_empty

    def c_there_are(self, found: Any) -> ir.Condition:
        return self._many(found)

    def c_there_are_in(self, found: Any, zone: ir.InZone) -> ir.Condition:
        return self._many(found, zone)

    def c_there_are_no(self, desc: Desc) -> ir.Condition:
        return self._many((desc.test, ir.Anything(), "=", ir.Number(0)))

    def c_no_counters(self, what: Any, kind: str, on: Any) -> ir.Condition:
        return ir.Comparison(ir.CountersOn(kind, what), "=", ir.Number(0))

    def c_no_counters_there(self, kind: str, on: Any) -> ir.Condition:
        return ir.Comparison(ir.CountersOn(kind, on), "=", ir.Number(0))

    def c_counters_there(self, number: Token, kind: str, on: Any) -> ir.Condition:
        return ir.Comparison(ir.CountersOn(kind, on), ">=", ir.Number(int(number)))

    def c_counters_there2(self, what: Any, number: Token, kind: str, on: Any) -> ir.Condition:
        return ir.Comparison(ir.CountersOn(kind, what), ">=", ir.Number(int(number)))

    def _this_way(self, verb: str | None, what: Any) -> ir.Condition:
        """That it was done; and where the words describe to what ("if a white creature …"), that this fits."""
        mention = self.mentions.of(what)
        if mention is None or mention.word or mention.slot is not None or isinstance(mention.ref, ir.Self):
            return ir.DidSo()
        amount = mention.ref.amount if isinstance(mention.ref, ir.Chosen) else None
        if verb is None or amount not in (ONE, ir.AtLeast(ONE)):
            raise ValueError("what was done so to so many objects")
        test = both(*(part for part in _parts(mention.ref.what) if part not in (ir.IsPermanent(), ir.IsSpell())))
        mention.later = ir.Memo(verb)
        return ir.DidSo() if test == ir.Anything() else ir.AllSo((ir.DidSo(), ir.Holds(ir.Memo(verb), test)))

    def c_countered_this_way(self, what: Any) -> ir.Condition:
        return self._this_way("counter", what)

    def c_player_attacked(self, who: Any, span: str) -> ir.Condition:
        return ir.Happened(ir.PlayerAttacks(self._as_test(who)), span)

    def c_cast_it(self, who: Any, what: Any, zone: ir.InZone | None = None) -> ir.Condition:
        return ir.WasCast(what, self._as_test(who), zone)

    def c_card_types(self, number: Token, *parts: Any) -> ir.Condition:
        return ir.Comparison(ir.Different("card type", parts[-1]), ">=", ir.Number(int(number)))

    def c_not_turn(self, who: Any) -> ir.Condition:
        return ir.NotSo(ir.IsTurnOf(who))

    def c_not_kicked(self, what: Any) -> ir.Condition:
        return ir.NotSo(ir.WasPaid("kicker", what))

    def c_happened(self, event: Any, span: str) -> ir.Condition:
        if isinstance(event, RawMany):
            return self._several(event, span)
        return ir.Happened(event, span)

    def _several(self, many: RawMany, span: str) -> ir.Condition:
        """ "You cast two or more spells this turn"; of "a player" each would have to be counted apart."""
        who = getattr(many.event.who, "who", None)
        mention = self.mentions.of(who)
        yours = isinstance(mention.ref if mention is not None else who, ir.You)
        if not yours or not isinstance(many.amount, ir.AtLeast):
            raise ValueError("so many spells of one player, whoever it is")
        return ir.Happened(many.event, span, many.amount.minimum)

    def c_was_done(self, what: Any, did: Any, span: str | None = None) -> ir.Condition:
        mention = self.mentions.of(what)
        if did == "destroy":
            return self._this_way(did, what)
        if isinstance(did, ir.WasCast) and mention is not None and isinstance(mention.ref, ir.Chosen | ir.Every):
            return self._were_cast(mention.ref, did, span)
        if isinstance(did, ir.WasCast) and span is not None:
            raise ValueError("when the object was played")
        if isinstance(did, ir.WasCast):
            return replace(did, of=what)
        found = did(self._as_test(what))
        if not isinstance(found, ir.Happened):
            return found
        return replace(found, span=span) if span is not None else replace(found, said="then")

    def _were_cast(self, what: Any, did: ir.WasCast, span: str | None) -> ir.Condition:
        """ "No spells were cast last turn", "two or more spells were cast this turn"."""
        if span is None or did.from_ is not None:
            raise ValueError("spells that were cast, without a time")
        amount = what.amount if isinstance(what, ir.Chosen) else ir.AtLeast(ONE)
        happened = ir.Happened(ir.Cast(what.what), span)
        if amount == ir.Number(0):
            return ir.NotSo(happened)
        if isinstance(amount, ir.AtLeast):
            return replace(happened, times=amount.minimum) if amount.minimum != ONE else happened
        if amount == ONE:
            return happened
        raise ValueError("exactly so many spells that were cast")

    def c_wasnt_done(self, what: Any, did: Any, span: str | None = None) -> ir.Condition:
        return ir.NotSo(self.c_was_done(what, did, span))

    def c_player_was_dealt(self, who: Any, combat: bool | None, by: Any, span: str) -> ir.Condition:
        source = ir.Anything() if by is None else self._as_test(by)
        return ir.Happened(ir.DamageDealt(source, self._as_test(who), combat, passive=True), span)

    def did_dealt(self, by: Any = None) -> Any:
        source = ir.Anything() if by is None else self._as_test(by)
        return lambda test: ir.Happened(ir.DamageDealt(source, test, passive=True))

    def did_sacrificed(self) -> Any:
        return lambda test: ir.Happened(ir.Sacrificed(test))

    def did_cast(self, zone: ir.InZone | None = None) -> Any:
        return ir.WasCast(ir.Self(), from_=zone)

    def did_died(self, zone: ir.InZone) -> Any:
        return lambda test: ir.Happened(ir.ZoneChange(test, "battlefield", zone.zone, zone.whose))

    def did_way(self, *_: Any) -> Any:
        return "destroy"

    def c_player_did(self, who: Any, did: Callable[[ir.Predicate], ir.Event], span: str | None = None) -> ir.Condition:
        event = did(self._as_test(who))
        return (
            self._several(event, span or "turn") if isinstance(event, RawMany) else ir.Happened(event, span or "turn")
        )

    def did2_cast(self, what: Any) -> Any:
        test = self._as_test(what)
        return lambda who: ir.Cast(test, who)

    def did2_gained(self) -> Any:
        return ir.LifeGained

    def did2_lost(self) -> Any:
        return ir.LifeLost

    def did2_drawn(self, what: Any) -> Any:
        mention = self.mentions.of(what)
        if mention is None or not isinstance(mention.ref, ir.Chosen) or mention.ref.what != ir.IsCard():
            raise ValueError("what was drawn")
        return self._so_often(mention.ref.amount, ir.Drawn)

    def _so_often(self, amount: ir.Amount, event: Callable[[ir.Predicate], ir.Event]) -> Any:
        """The event of a player, as many times as the words say."""
        if amount == ONE:
            return event
        return lambda who: RawMany(event(who), amount)

    def c_does(self, who: Any) -> ir.Condition:
        return ir.DidSo()

    def c_doesnt(self, who: Any) -> ir.Condition:
        return ir.NotSo(ir.DidSo())

    def c_wins(self, who: Any) -> ir.Condition:
        return ir.WonClash("clash", who)

    def c_wins_flip(self, who: Any) -> ir.Condition:
        return ir.WonClash("flip", who)

    def c_loses_flip(self, who: Any) -> ir.Condition:
        return ir.NotSo(ir.WonClash("flip", who))

    def c_put_this_way(self, what: Any, to: Any) -> ir.Condition:
        return self._this_way(None, what)

    def c_dies_this_way(self, what: Any) -> ir.Condition:
        return self._this_way("destroy", what)

    def c_hasnt_played(self, who: Any, what: Any) -> ir.Condition:
        return ir.NotSo(ir.Happened(ir.Cast(self._as_test(what), self._as_test(who), land=True), "game"))


def _so_many_are(every: ir.Every, amount: ir.Amount) -> ir.Condition:
    """ "Ten or more lands are on the battlefield", "exactly one creature is attacking", "no cards are in …"."""
    if isinstance(amount, ir.AtLeast):
        return ir.Comparison(ir.Count(every), ">=", amount.minimum)
    return ir.Comparison(ir.Count(every), "=" if amount == ir.Number(0) or amount.said == "exactly" else ">=", amount)


def _parts(test: ir.Predicate) -> tuple[ir.Predicate, ...]:
    return test.parts if isinstance(test, ir.All) else (test,)
