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

    v_enters_put_plain = v_enters

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
        return lambda s: ir.ZoneChange(self._is(s), "battlefield", zone.zone, zone.whose)

    def v_put_into(self, zone: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), None, zone.zone, zone.whose)

    def v_put_from(self, to: ir.InZone, from_: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(
            self._is(s), None if from_.zone == "anywhere" else from_.zone, to.zone, from_.whose or to.whose
        )

    def v_leaves(self) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), "battlefield", None)

    def v_leaves_zone(self, zone: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), zone.zone, None, zone.whose)

    def v_exiled(self, zone: ir.InZone | None = None) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), zone.zone if zone else None, "exile", zone.whose if zone else None)

    def v_attacks(self) -> Verb:
        return lambda s: ir.Attacks(self._is(s))

    def v_attacks_alone(self) -> Verb:
        return lambda s: ir.Attacks(self._is(s), alone=True)

    def v_attacks_whom(self, whom: Any) -> Verb:
        test = self._other(whom, player=True)
        return lambda s: ir.Attacks(self._is(s), test)

    def v_attacks_unblocked(self) -> Verb:
        return lambda s: ir.AttacksUnblocked(self._is(s))

    def v_blocks(self) -> Verb:
        return lambda s: ir.BlocksOnce(self._is(s))

    def _role(self, ref: Any, subtype: str) -> None:
        mention = self.mentions.of(ref)
        if mention is not None:
            mention.subtype = subtype

    def _one_by_one(self, what: Any) -> None:
        """An event of one object each: "one or more" of them at once would be one event, which is not known."""
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(mention.ref.amount, ir.AtLeast):
            raise ValueError("an event with so many objects on its other side at once")

    def v_blocks_what(self, what: Any) -> Verb:
        self._one_by_one(what)
        test = self._other(what)
        self._role(what, "attacking")

        def event(subject: Any) -> ir.Event:
            self._role(subject, "blocking")
            return ir.BlocksEach(self._is(subject), test)

        return event

    def v_causes_discard(self, who: Any, what: Any) -> Verb:
        """ "A spell or ability an opponent controls causes you to discard this card"."""
        player, card = self._as_test(who), self._object_of(what)
        return lambda s: ir.Discarded(card, player, self._is(s))

    def v_blocked(self) -> Verb:
        return lambda s: ir.BecomesBlocked(self._is(s))

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

    def v_is_blocked(self, by: Any = None) -> Verb:
        return self.v_blocked() if by is None else self.v_blocked_by(by)

    def dmg_any(self) -> bool | None:
        return None

    def dmg_combat(self) -> bool | None:
        return True

    def dmg_noncombat(self) -> bool | None:
        return False

    def v_damage(self, combat: bool | None) -> Verb:
        return lambda s: ir.DamageDealt(self._is(s), ir.Anything(), combat)

    def v_damage_to(self, combat: bool | None, to: Any) -> Verb:
        self._one_by_one(to)
        mention = self.mentions.of(to)
        test = self._other(to, player=bool(mention is not None and mention.player))
        return lambda s: ir.DamageDealt(self._is(s), test, combat)

    def v_is_dealt(self, combat: bool | None, by: Any = None) -> Verb:
        source = ir.Anything() if by is None else self._other(by)
        return lambda s: ir.DamageDealt(source, self._is(s), combat, passive=True)

    p_is_dealt = v_is_dealt

    def v_target_of(self, of: Any) -> Verb:
        test = self._other(of)
        return lambda s: ir.BecomesTarget(self._is(s), test)

    p_target_of = v_target_of

    def _status(self, to: str) -> Verb:
        return lambda s: ir.StatusChange(self._is(s), to)

    def v_becomes_tapped(self) -> Verb:
        return self._status("tapped")

    def v_becomes_untapped(self) -> Verb:
        return self._status("untapped")

    def v_face_up(self) -> Verb:
        return self._status("face-up")

    def v_monstrous(self) -> Verb:
        return self._status("monstrous")

    def v_phases_in(self) -> Verb:
        return self._status("phased-in")

    def v_phases_out(self) -> Verb:
        return self._status("phased-out")

    def v_transforms(self, into: Any = None) -> Verb:
        return self._status("transformed")

    def v_attached(self, to: Any) -> Verb:
        test = self._other(to)
        return lambda s: ir.StatusChange(self._is(s), "attached", test)

    def v_unattached(self, from_: Any = None) -> Verb:
        if from_ is not None:
            raise ValueError("what it becomes unattached from")
        return self._status("unattached")

    def v_tapped_for_mana(self) -> Verb:
        return lambda s: ir.TappedForMana(self._is(s))

    def v_cycled(self) -> Verb:
        return lambda s: ir.Cycled(self._is(s))

    def v_discarded(self) -> Verb:
        return lambda s: ir.Discarded(self._is(s))

    def v_sacrificed(self) -> Verb:
        return lambda s: ir.Sacrificed(self._is(s))

    def v_destroyed(self) -> Verb:
        return lambda s: ir.Destroyed(self._is(s))

    def v_countered(self) -> Verb:
        return lambda s: ir.Countered(self._is(s))

    def v_is_cast(self) -> Verb:
        return lambda s: ir.Cast(self._is(s))

    def v_regenerates(self) -> Verb:
        return self._status("regenerated")

    def v_fights(self) -> Verb:
        return self._status("fought")

    def kwaction(self, token: Token) -> str:
        return INFLECTED.get(str(token), str(token))

    def v_acts(self, action: str) -> Verb:
        return lambda s: ir.KeywordActionDone(action, self._is(s))

    p_acts = v_acts
