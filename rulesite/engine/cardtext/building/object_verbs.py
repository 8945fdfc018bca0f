"""What objects do or have done to them, as events."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.triggers import Verb
from rulesite.engine.language.vocabulary import INFLECTED


@v_args(inline=True)
class ObjectVerbs(Part):
    """Verb phrases of events whose subject is an object."""

    def _role(self, ref: Any, subtype: str) -> None:
        mention = self.mentions.of(ref)
        if mention is not None:
            mention.subtype = subtype

    def _one_by_one(self, what: Any) -> None:
        """An event of one object each: "one or more" of them at once would be one event, which is not known."""
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(mention.ref.amount, ir.AtLeast):
            raise ValueError("an event with so many objects on its other side at once")

    def v_blocked_by(self, by: Any) -> Verb:
        mention = self.mentions.of(by)
        amount = mention.ref.amount if mention is not None and isinstance(mention.ref, ir.Chosen) else None
        test = self._other(by)
        self._role(by, "blocking")
        if isinstance(amount, ir.AtLeast) and isinstance(amount.minimum, ir.Number):
            minimum = amount.minimum.value
            return lambda s: ir.BecomesBlocked(self._is(s), test, minimum)
        return lambda s: ir.BecomesBlockedByEach(self._is(s), test)

    def v_blocks_or_blocked_by(self, what: Any) -> Verb:
        self._one_by_one(what)
        test = self._other(what)
        return lambda s: ir.AnyEvent((ir.BlocksEach(self._is(s), test), ir.BecomesBlockedByEach(self._is(s), test)))

    def kwaction(self, token: Token) -> str:
        return INFLECTED.get(str(token), str(token))
