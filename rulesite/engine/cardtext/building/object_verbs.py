"""What objects do or have done to them, as events."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    both,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.triggers import Verb
from rulesite.engine.language.vocabulary import INFLECTED


@v_args(inline=True)
class ObjectVerbs(Part):
    """Verb phrases of events whose subject is an object."""

    def v_enters(self) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), None, "battlefield")

    def v_enters_under(self, whose: Any) -> Verb:
        controlled = self.po_controls(whose)  # type: ignore[attr-defined]

        def event(subject: Any) -> ir.Event:
            self._their_controller(controlled, ir.TriggerObject("subject"))
            return ir.ZoneChange(both(self._is(subject), controlled), None, "battlefield")

        return event

    def v_enters_put(self, whose: Any = None) -> Verb:
        return self.v_enters() if whose is None else self.v_enters_under(whose)

    def v_enters_from(self, zone: ir.InZone) -> Verb:
        if zone.whose is not None:
            raise ValueError("whose zone it was in before it entered")
        return lambda s: ir.ZoneChange(self._is(s), zone.zone, "battlefield")

    def v_dies(self) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), "battlefield", "graveyard")

    def v_dies_in(self, zone: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), "battlefield", zone.zone, self._owner(zone))

    def v_put_into(self, zone: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), None, zone.zone, self._owner(zone))

    def v_put_from(self, to: ir.InZone, from_: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(
            self._is(s), None if from_.zone == "anywhere" else from_.zone, to.zone, self._owner(to, from_)
        )

    def _owner(self, to: ir.InZone, from_: ir.InZone | None = None) -> Any:
        """Whose zones they are ("into an opponent's graveyard from their library"); "that player" is who owns it."""
        inner = self.mentions.of(from_.whose) if from_ is not None else None
        theirs = from_ is None or from_.whose is None or (inner is not None and inner.word == "they")
        whose = to.whose if theirs and to.whose is not None else from_.whose if from_ is not None else None
        mention = self.mentions.of(whose)
        if mention is not None and isinstance(mention.ref, ir.SomePlayer | ir.EachPlayer):
            mention.later = ir.OwnerOf(ir.TriggerObject("subject"))
        return whose

    def v_leaves(self) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), "battlefield", None)

    def v_leaves_zone(self, zone: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), zone.zone, None, zone.whose)

    def v_exiled(self, zone: ir.InZone | None = None) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), zone.zone if zone else None, "exile", zone.whose if zone else None)

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

    def v_is_cast(self) -> Verb:
        return lambda s: ir.Cast(self._is(s))

    def kwaction(self, token: Token) -> str:
        return INFLECTED.get(str(token), str(token))
