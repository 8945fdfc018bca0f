"""Events of triggers and replacements, and redirected damage: subjects and verbs, read and printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.base import BuilderPart
from rulesite.engine.cardtext.builder.instructions import created, sequence
from rulesite.engine.cardtext.builder.nouns import ONE, both
from rulesite.engine.cardtext.builder.raw_nodes import RawDuring, RawMany, RawNow, RawOfChoice
from rulesite.engine.cardtext.builder.surface import SAID
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import NounPhrase, says
from rulesite.engine.language.english import many, third
from rulesite.engine.language.vocabulary import INFLECTED

Verb = Callable[[Any], ir.Event]  # makes the event from the subject of the verb


class Events(BuilderPart):
    """Events that triggers and replacements watch for."""

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
        return RawDuring(self.object_event(subject, verb), ir.IsTurnOf(whose, surface="during"))

    def event_in_combat(self, subject: Any, verb: Verb) -> ir.Event:
        return RawDuring(self.object_event(subject, verb), ir.IsStep("combat", surface="during"))

    def events_shared(self, what: Any, *verbs: Verb) -> ir.Event:
        subject = self._subject(what)
        return ir.AnyEvent(tuple(verb(subject) for verb in verbs))

    pevents_shared = events_shared

    def events_of_both(self, you: Any, what: Any, verb: Verb) -> ir.Event:
        mention = self.mentions.of(you)
        if not isinstance(you if mention is None else mention.ref, ir.You):
            raise ValueError("one event of a player and of an object")
        return ir.AnyEvent((verb(you), self.object_event(what, verb)), surface="you or")

    def event_while(self, event: Any, condition: Any) -> Any:
        return RawDuring(event, replace(condition, surface=f"{condition.surface} while".strip()))

    def event_while_saddled(self, event: Any) -> Any:
        return self.event_while(event, ir.Holds(ir.Self(), ir.HasStatus("saddled")))

    def kwaction(self, token: str) -> str:
        return INFLECTED.get(str(token), str(token))

    def p_casts(self, what: Any) -> Verb:
        mention = self.mentions.of(what)
        noun = mention.noun if mention is not None else "spell"
        test = self._object_of(what)
        if noun == "land":
            return lambda s: ir.PlaysLand(_no_zone(test), self._as_test(s))
        land = noun == "card" and not any(isinstance(part, ir.IsCommander) for part in ir.parts_of(test))
        amount = getattr(mention.ref, "amount", ONE) if mention is not None else ONE
        if amount in (ONE, ir.AtLeast(ONE)):
            return lambda s: ir.Cast(test, self._as_test(s), land=land)
        return lambda s: RawMany(ir.Cast(test, self._as_test(s), land=land), amount)

    def p_activates(self, what: Any) -> Verb:
        test = self._object_of(what)
        if test == ir.IsAbility():
            return lambda s: ir.Activates(ir.Anything(), self._as_test(s))
        if any(isinstance(part, ir.IsAbility) for part in ir.walk(test)):
            raise ValueError("which ability is activated")
        return lambda s: ir.Activates(test, self._as_test(s))

    def countersput(self, kind: str | None, on: Any) -> ir.Event:
        return ir.CountersPut(kind, self._other(on), by_effect=True)

    def countersbyplayer(self, who: Any, kind: str | None, on: Any, player: Any) -> ir.Event:
        """ "You would put one or more counters on a permanent or player"."""
        either = ir.AnyOf((self._other(on), getattr(player, "test", player)))
        return ir.CountersPut(kind, either, who=self._as_test(who))

    def countersgot(self, who: Any, kind: str | None) -> ir.Event:
        """ "You would get one or more counters"."""
        return ir.CountersPut(kind, self._as_test(who), surface="got")

    def countersplaced(self, kind: str | None, on: Any) -> ir.Event:
        return ir.CountersPut(kind, self._other(on))

    def insteadof(self, *parts: Any) -> None:
        """ "… instead of putting it into your graveyard"."""
        if any(part.zone != "graveyard" for part in parts if isinstance(part, ir.Destination)):
            raise ValueError("what takes the place of a step before, and of no card's way into a graveyard")

    def anytime(self, *_: Any) -> None:
        return None

    elsewhere = anytime

    def would_object(self, what: Any, verb: Any) -> Any:
        event = verb(self._subject(what))
        mention = self.mentions.of(what)
        if mention is not None and not mention.word:
            mention = self.mentions.amend(mention, would=True)
        chosen = mention.ref if mention is not None and isinstance(mention.ref, ir.Chosen) else None
        if mention is not None and mention.surface == "any" and isinstance(event, ir.DamageDealt):
            return replace(event, surface="any")
        if chosen is None or chosen.chooser is None or not isinstance(event, ir.DamageDealt):
            return event
        source = both(chosen.what, ir.AnyOf((ir.IsPermanent(), ir.IsSpell())))  # "a red source of your choice"
        return RawOfChoice(event, ir.Chosen(source))

    def would_now(self, event: Any) -> Any:
        return RawNow(event)

    def would_while(self, who: Any, verb: Any, condition: Any) -> Any:
        return self.event_while(verb(self._subject(who)), condition)

    def would_during(self, who: Any, verb: Any, whose: Any) -> Any:
        condition = ir.IsTurnOf(whose, surface="during")
        return RawDuring(verb(self._subject(who)), condition)

    def would_and(self, what: Any, verb: Any, condition: Any) -> Any:
        """ "Would enter the battlefield and it wasn't cast"."""
        during = replace(condition, surface=f"{condition.surface} and_so".strip())
        return RawDuring(self.would_object(what, verb), during)

    def dealt_while(self, combat: bool | None, to: Any, condition: Any) -> Any:
        harmed = self._as_test(self._subject(to))
        return self.event_while(
            ir.DamageDealt(ir.Anything(), harmed, combat, passive=True, surface="damage"), condition
        )

    def pw_draws(self, whose: Any) -> Any:
        return lambda s: RawDuring(ir.Drawn(self._as_test(s)), ir.IsStep("draw", whose))

    def redirect(self, meta: Any, combat: bool | None, where: dict[str, Any], to: Any) -> Any:
        """ "Damage that would be dealt to X is dealt to Y instead": the same damage, to another recipient."""
        hit, source = where.get("to"), where.get("from_")
        if hit is not None:
            self._subject(hit)
        chosen = self._chosen_source(source)
        event: ir.Event = ir.DamageDealt(
            ir.IsObject(ir.Memo("choose")) if chosen else ir.Anything() if source is None else self._as_test(source),
            ir.Anything() if hit is None else self._as_test(hit),
            combat,
            passive=True,
        )
        if "this turn" in self._words(meta).lower():
            event = RawNow(event)
        moved = ir.Replace(event, ir.Happens(to=to), surface=SAID["redirect"](self._words(meta).lower()))
        return sequence(ir.Choose(chosen), created(moved)) if chosen else moved

    def _chosen_source(self, source: Any) -> Any:
        """ "a source of your choice": the source to choose first; None for another."""
        mention = self.mentions.of(source)
        ref = mention.ref if mention is not None else None
        return ref if isinstance(ref, ir.Chosen) and ref.chooser is not None else None


def _no_zone(test: ir.Predicate) -> ir.Predicate:
    """A predicate without "is a permanent": for lands still in hand."""
    if isinstance(test, ir.All):
        return both(*(part for part in test.parts if part != ir.IsPermanent()))
    return test


def happens(who: NounPhrase, verb_phrase: str, p: Printer) -> str:
    """Subject and verb of an event; with "would" in a replacement."""
    if p.would:
        return f"{who} would {verb_phrase}"
    return f"{who} {many(verb_phrase) if who.plural or who.you else third(verb_phrase)}"


def player(test: Any, p: Printer) -> NounPhrase:
    """The player of an event: "you", "a player", "an opponent"."""
    if isinstance(test, ir.Anything | ir.IsPlayer):
        return NounPhrase("a player", player=True)
    return some(test, p, "player")


def replaced(n: ir.Replace, p: Printer, span: str) -> str:
    """ "if ~ would die, exile it instead"; `span`: " this turn" if an effect creates the replacement."""
    if n.surface.startswith("redirect") and isinstance(n.event, ir.DamageDealt) and isinstance(n.instead, ir.Happens):
        while_ = f"as long as {p.say(n.condition)}, " if n.condition is not None else ""
        return while_ + _redirected(n, n.event, n.instead.to, p, span)
    with p.saying(span=span):
        return p.say(n)


def _redirected(n: ir.Replace, event: ir.DamageDealt, to_: Any, p: Printer, span: str) -> str:
    """ "All damage that would be dealt to you is dealt to ~ instead"."""
    how = n.surface.split()
    said = f"{'all ' if 'all' in how else ''}{p.said(event.combat, 'damagekind')} that would be dealt"
    early, late = (span, "") if "early" in how else ("", span)
    to = "" if event.to == ir.Anything() else f" to {some(event.to, p, 'permanent')}"
    by = ""
    if isinstance(event.source, ir.IsObject):
        by = f" by {some(event.source, p)}"
    elif event.source != ir.Anything():
        by = f" by {noun(event.source, p, True, head='source')}"
    by, late = (f"{late}{by}", "") if "ahead" in how else (by, late)
    return f"{said}{early}{to}{by}{late} is dealt to {p.who(to_)} instead"


@says(ir.CreateReplacement)
def _create_replacement(n: ir.CreateReplacement, p: Printer) -> str:
    if "first" in n.surface.split():
        return f"{p.said(n.duration, 'duration')}, {replaced(n.replacement, p, '')}"
    span = {"turn": " this turn", "permanent": "", "combat": " this combat"}.get(n.duration, f" until {n.duration}")
    return replaced(n.replacement, p, span)
