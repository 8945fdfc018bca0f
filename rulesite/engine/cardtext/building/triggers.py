"""Trigger conditions: subjects and their verbs joined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import ONE
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawDuring

Verb = Callable[[Any], ir.Event]  # from the subject of a verb to the event


@v_args(inline=True)
class Triggers(Part):
    """Trigger conditions."""

    def trigger_when(self, event: ir.Event) -> tuple[str, ir.Event]:
        return "when", event

    def trigger_whenever(self, event: ir.Event) -> tuple[str, ir.Event]:
        return "whenever", event

    def trigger_at(self, time: ir.Event) -> tuple[str, ir.Event]:
        return "at", time

    def ifclause(self, condition: ir.Condition) -> ir.Condition:
        return condition

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
