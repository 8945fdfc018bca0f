"""Events: subjects and their verbs joined; what happens instead of what would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import ONE, both
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawDuring, RawMany, RawNow, RawOfChoice
from rulesite.engine.language.vocabulary import INFLECTED

Verb = Callable[[Any], ir.Event]  # from the subject of a verb to the event


class Events(Part):
    """What triggers and replacements watch for."""

    def trigger_when(self, event: ir.Event) -> tuple[str, ir.Event]:
        return "when", event

    def trigger_whenever(self, event: ir.Event) -> tuple[str, ir.Event]:
        return "whenever", event

    def trigger_at(self, time: ir.Event) -> tuple[str, ir.Event]:
        return "at", time

    def events(self, *parts: ir.Event) -> ir.Event:
        return parts[0] if len(parts) == 1 else ir.AnyEvent(parts)

    def object_event(self, what: Any, verb: Verb) -> ir.Event:
        event: Any = verb(self._subject(what))
        mention = self.mentions.of(what)
        amount = mention.ref.amount if mention is not None and isinstance(mention.ref, ir.Chosen) else ONE
        many = isinstance(amount, ir.AtLeast)
        if amount != ONE and amount != ir.AtLeast(ONE):
            raise ValueError("an event of so many objects at once")
        return replace(event, batch=True) if many and hasattr(event, "batch") else event

    def player_event(self, who: Any, verb: Verb) -> ir.Event:
        return verb(self._subject(who))

    def event_during(self, subject: Any, verb: Verb, whose: Any) -> ir.Event:
        return RawDuring(self.object_event(subject, verb), ir.IsTurnOf(whose, said="during"))

    def events_shared(self, what: Any, *verbs: Verb) -> ir.Event:
        subject = self._subject(what)
        return ir.AnyEvent(tuple(verb(subject) for verb in verbs))

    pevents_shared = events_shared

    def kwaction(self, token: str) -> str:
        return INFLECTED.get(str(token), str(token))

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

    def p_activates(self, what: Any) -> Verb:
        test = self._object_of(what)
        if ir.IsAbility() in ir.walk(test) and any(isinstance(part, ir.HasAbility) for part in ir.walk(test)):
            raise ValueError("which ability is activated")
        return lambda s: ir.Activates(test, self._is(s))

    def countersput(self, kind: str | None, on: Any) -> ir.Event:
        return ir.CountersPut(kind, self._other(on), by_effect=True)

    def insteadof(self, *_: Any) -> None:
        return None

    elsewhere = anytime = insteadof

    def would_object(self, what: Any, verb: Any) -> Any:
        event = verb(self._subject(what))
        mention = self.mentions.of(what)
        chosen = mention.ref if mention is not None and isinstance(mention.ref, ir.Chosen) else None
        if mention is not None and mention.said == "any" and isinstance(event, ir.DamageDealt):
            return replace(event, said="any")
        if chosen is None or chosen.chooser is None or not isinstance(event, ir.DamageDealt):
            return event
        source = both(chosen.what, ir.AnyOf((ir.IsPermanent(), ir.IsSpell())))  # "a red source of your choice"
        return RawOfChoice(event, ir.Chosen(source))

    def would_now(self, event: Any) -> Any:
        return RawNow(event)

    def pw_draws(self, whose: Any) -> Any:
        return lambda s: RawDuring(ir.Drawn(self._test(s)), ir.IsStep("draw", whose))


def _no_zone(test: ir.Predicate) -> ir.Predicate:
    """A predicate without "is a permanent": for lands still in hand."""
    if isinstance(test, ir.All):
        return both(*(part for part in test.parts if part != ir.IsPermanent()))
    return test
