"""What players do, as events."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

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

    def p_casts_nth(self, whose: Any, nth: Token) -> Verb:
        return lambda s: ir.Cast(ir.IsSpell(), self._is(s), int(nth))

    def p_taps_for_mana(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.TappedForMana(test, self._is(s))

    def p_draws(self, *_: Any) -> Verb:
        return lambda s: ir.Drawn(self._is(s))

    def p_draws_nth(self, whose: Any, nth: Token) -> Verb:
        return lambda s: ir.Drawn(self._is(s), int(nth))

    def p_draws_except(self, nth: Token, _: Token, who: Any, whose: Any) -> Verb:
        return lambda s: ir.Drawn(self._is(s), not_first_in_draw_step=True)

    def p_discards(self, what: Any) -> Verb:
        test, batch = self._object_of(what), self._at_once(what)
        return lambda s: ir.Discarded(test, self._is(s), batch=batch)

    def _at_once(self, what: Any) -> bool:
        """ "Discard one or more cards": however many at one time are one event."""
        mention = self.mentions.of(what)
        return mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(mention.ref.amount, ir.AtLeast)

    def p_gains_life(self) -> Verb:
        return lambda s: ir.LifeGained(self._is(s))

    def p_loses_life(self) -> Verb:
        return lambda s: ir.LifeLost(self._is(s))

    def p_sacrifices(self, what: Any) -> Verb:
        test, batch = self._object_of(what), self._at_once(what)
        return lambda s: ir.Sacrificed(test, self._is(s), batch=batch)

    def p_cycles(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.Cycled(test, self._is(s))

    def p_cycles_or_discards(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.AnyEvent((ir.Cycled(test, self._is(s)), ir.Discarded(test, self._is(s))))

    def p_reveals_this_way(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.Revealed(test, self._is(s), this_way=True)

    def p_activates(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.Activates(test, self._is(s))

    def p_shuffles(self, *_: Any) -> Verb:
        return lambda s: ir.Shuffles(self._is(s))

    def p_searches(self, *_: Any) -> Verb:
        return lambda s: ir.Searches(self._is(s))

    def _done(self, action: str) -> Verb:
        return lambda s: ir.KeywordActionDone(action, self._is(s))

    def p_wins_clash(self) -> Verb:
        return self._done("win a clash")

    def p_wins_flip(self) -> Verb:
        return self._done("win a coin flip")

    def p_loses_flip(self) -> Verb:
        return self._done("lose a coin flip")

    def p_gains_control(self, what: Any, from_: Any = None) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.ControlChange(test, self._is(s), True)

    def p_loses_control(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.ControlChange(test, self._is(s), False)

    def p_loses_game(self) -> Verb:
        return lambda s: ir.PlayerLoses(self._is(s))

    def p_creates(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.TokenCreated(test, self._is(s))

    def p_attacked(self) -> Verb:
        return lambda s: ir.Attacks(ir.HasType("creature"), self._is(s))


def _no_zone(test: ir.Predicate) -> ir.Predicate:
    """A predicate without "is a permanent": for lands still in hand."""
    if isinstance(test, ir.All):
        return both(*(part for part in test.parts if part != ir.IsPermanent()))
    return test
