"""From the parse tree to the ability tree: trigger events and conditions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, Transformer, v_args

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.building_nouns import OPPONENT, PLAYER, Desc, both
from rulesite.engine.cardtext.mentions import Mentions

Verb = Callable[[Any], ir.Event]


@v_args(inline=True)
class Events(Transformer[Any, Any]):
    """What is watched for. A verb phrase is a function from its subject (a reference) to the event."""

    mentions: Mentions

    # the trigger itself

    def trigger_when(self, event: ir.Event) -> tuple[str, ir.Event]:
        return "when", event

    def trigger_whenever(self, event: ir.Event) -> tuple[str, ir.Event]:
        return "whenever", event

    def trigger_step(self, step: ir.Event) -> tuple[str, ir.Event]:
        return "at", step

    def trigger_end(self) -> tuple[str, ir.Event]:
        return "at", ir.StepBegins("end")

    def trigger_combat_end(self) -> tuple[str, ir.Event]:
        return "at", ir.StepBegins("end of combat")

    def trigger_whose_end(self, whose: Any) -> tuple[str, ir.Event]:
        return "at", self._step("end", whose)

    def ifclause(self, condition: ir.Condition) -> ir.Condition:
        return condition

    def _step(self, step: str, whose: Any, next_only: bool = False) -> ir.Event:
        """The step of a player; the player is the event's."""
        if isinstance(whose, ir.You):
            return ir.StepBegins(step, ir.IsPlayerRef(ir.You()), next_only)
        mention = self.mentions.of(whose)
        test = self._as_test(whose)  # type: ignore[attr-defined]
        if mention is not None and not mention.word:
            mention.role, mention.later, mention.player = "subject", mention.later or ir.TriggerPlayer(), True
            if isinstance(mention.ref, ir.EachPlayer | ir.SomePlayer):
                mention.later = ir.TriggerPlayer()
        return ir.StepBegins(step, test, next_only)

    def step_of(self, whose: Any, step: str) -> ir.Event:
        if isinstance(whose, str):
            whose, step = step, whose
        return self._step(step, whose)

    def step_on(self, step: str, whose: Any) -> ir.Event:
        return self._step(step, whose)

    def step_each(self, step: str) -> ir.Event:
        return ir.StepBegins(step)

    def step_each_of(self, who: ir.Predicate, step: str) -> ir.Event:
        ref = self.mentions.add(self._player_mention(who))
        return self._step(step, ref)

    def _player_mention(self, who: ir.Predicate) -> Any:
        from rulesite.engine.cardtext.mentions import Mention
        noun = "opponent" if who == OPPONENT else "player"
        return Mention(-1, ir.EachPlayer(who), True, noun, later=ir.TriggerPlayer())

    def step_of_controller(self, step: str, what: Any) -> ir.Event:
        from rulesite.engine.cardtext.mentions import Mention
        who = ir.ControllerOf(what)
        self.mentions.add(Mention(-1, who, True, "player", later=ir.TriggerPlayer(), role="subject"))
        return ir.StepBegins(step, ir.IsPlayerRef(who))

    def step_each_yours(self, whose: Any, step: str) -> ir.Event:
        return self._step(step, whose)

    def step_combat_on(self, whose: Any) -> ir.Event:
        return self._step("combat", whose)

    def step_combat_each(self) -> ir.Event:
        return ir.StepBegins("combat")

    def step_next_of(self, whose: Any, step: str) -> ir.Event:
        return self._step(step, whose, next_only=True)

    def step_next(self, step: str, *_: Any) -> ir.Event:
        return ir.StepBegins(step, next_only=True)

    def step_end_of(self, whose: Any) -> ir.Event:
        return self._step("end", whose)

    def s_upkeep(self) -> str:
        return "upkeep"

    def s_draw(self) -> str:
        return "draw"

    def s_end(self) -> str:
        return "end"

    def s_main(self) -> str:
        return "main"

    def s_main1(self) -> str:
        return "precombat main"

    def s_main2(self) -> str:
        return "postcombat main"

    def s_main_nth(self, nth: Token) -> str:
        return "precombat main" if nth == "1" else "postcombat main"

    def s_combat(self) -> str:
        return "combat"

    def s_untap(self) -> str:
        return "untap"

    def s_turn(self) -> str:
        return "turn"

    def s_cleanup(self) -> str:
        return "cleanup"

    def s_attackers(self) -> str:
        return "declare attackers"

    def s_blockers(self) -> str:
        return "declare blockers"

    # subject and verb

    def events(self, *parts: ir.Event) -> ir.Event:
        return parts[0] if len(parts) == 1 else ir.AnyEvent(parts)

    def _subject(self, ref: Any, later: Any = None) -> Any:
        mention = self.mentions.of(ref)
        if mention is not None:
            if mention.word:
                mention.nested = False
                return ref
            mention.role = "subject"
            if not isinstance(mention.ref, ir.Self):
                mention.later = later or (ir.TriggerPlayer() if mention.player else ir.TriggerObject("subject"))
            self._their_controller(mention.ref, ir.TriggerObject("subject"))
        return ref

    def _their_controller(self, described: Any, thing: Any) -> None:
        """In "a creature an opponent controls", "that player" is the controller of that very creature."""
        for part in ir.walk(described):
            inner = self.mentions.of(part)
            if inner is not None and inner.subtype == "controller":
                inner.later = ir.ControllerOf(thing)

    def _other(self, ref: Any, player: bool = False) -> ir.Predicate:
        """The second party of an event, as a predicate; pronouns find it as "other"."""
        mention = self.mentions.of(ref)
        if mention is not None and not mention.word:
            mention.role = "other"
            if not isinstance(mention.ref, ir.Self | ir.Attached | ir.You):
                mention.later = ir.TriggerPlayer() if player else ir.TriggerObject("other")
            self._their_controller(mention.ref, ir.TriggerObject("other"))
        return self._as_test(ref)  # type: ignore[attr-defined,no-any-return]

    def object_event(self, what: Any, verb: Verb) -> ir.Event:
        event = verb(self._subject(what))
        mention = self.mentions.of(what)
        many = mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(mention.ref.amount, ir.AtLeast)
        return replace(event, batch=True) if many and hasattr(event, "batch") else event

    def player_event(self, who: Any, verb: Verb) -> ir.Event:
        return verb(self._subject(who))

    def events_shared(self, what: Any, *verbs: Verb) -> ir.Event:
        subject = self._subject(what)
        return ir.AnyEvent(tuple(verb(subject) for verb in verbs))

    pevents_shared = events_shared

    def _is(self, ref: Any) -> ir.Predicate:
        return self._as_test(ref)  # type: ignore[attr-defined,no-any-return]

    def ev_state(self, condition: ir.Condition) -> ir.Event:
        return ir.StateBecomesTrue(condition)

    def ev_you_do(self) -> ir.Event:
        return ir.StateBecomesTrue(ir.DidSo())

    def ev_player_attacks(self, who: Any, with_: Any) -> ir.Event:
        mention = self.mentions.of(with_)
        amount = mention.ref.amount if mention is not None and isinstance(mention.ref, ir.Chosen) else None
        minimum = amount.minimum.value if isinstance(amount, ir.AtLeast) and isinstance(
            amount.minimum, ir.Number) else 1
        return ir.PlayerAttacks(self._is(self._subject(who)), self._other(with_), minimum)

    def ev_player_attacks_any(self, who: Any) -> ir.Event:
        return ir.PlayerAttacks(self._is(self._subject(who)))

    def ev_last_counter(self, kind: str, from_: Any) -> ir.Event:
        return ir.CountersRemoved(kind, self._is(self._subject(from_)), last=True)

    def ev_counter_put(self, kind: str, on: Any) -> ir.Event:
        return ir.CountersPut(kind, self._is(self._subject(on)), each=True)

    def ev_counters_put(self, kind: str, on: Any) -> ir.Event:
        return ir.CountersPut(kind, self._is(self._subject(on)))

    def ev_counter_removed(self, kind: str, from_: Any) -> ir.Event:
        return ir.CountersRemoved(kind, self._is(self._subject(from_)))

    def ev_player_puts_counters(self, who: Any, kind: str, on: Any) -> ir.Event:
        return ir.CountersPut(kind, self._other(on), who=self._is(self._subject(who)))

    def ev_damage_from(self, source: Any, to: Any) -> ir.Event:
        return ir.DamageDealt(self._is(self._subject(source)), self._other(to), passive=True)

    # verbs of objects

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
        return lambda s: ir.ZoneChange(self._is(s), zone.zone, "battlefield", zone.whose)

    def v_dies(self) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), "battlefield", "graveyard")

    def v_dies_in(self, zone: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), "battlefield", zone.zone, zone.whose)

    def v_put_into(self, zone: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), None, zone.zone, zone.whose)

    def v_put_from(self, to: ir.InZone, from_: ir.InZone) -> Verb:
        return lambda s: ir.ZoneChange(self._is(s), None if from_.zone == "anywhere" else from_.zone, to.zone,
                                       from_.whose or to.whose)

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

    def v_blocks_what(self, what: Any) -> Verb:
        test = self._other(what)
        self._role(what, "attacking")

        def event(subject: Any) -> ir.Event:
            self._role(subject, "blocking")
            return ir.BlocksEach(self._is(subject), test)
        return event

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
        from rulesite.engine.cardtext.vocabulary import INFLECTED
        return INFLECTED.get(str(token), str(token))

    def v_acts(self, action: str) -> Verb:
        return lambda s: ir.KeywordActionDone(action, self._is(s))

    p_acts = v_acts

    # verbs of players

    def _object_of(self, ref: Any) -> ir.Predicate:
        """What a player does something to: the event's object, which pronouns find as its subject."""
        test = self._other(ref)
        mention = self.mentions.of(ref)
        if mention is not None and mention.role == "other" and mention.later is not None:
            mention.later = ir.TriggerObject("subject")
            self._their_controller(mention.ref, ir.TriggerObject("subject"))
        return test

    def p_casts(self, what: Any) -> Verb:
        mention = self.mentions.of(what)
        noun = mention.noun if mention is not None else "spell"
        test = self._object_of(what)
        if noun == "land":
            return lambda s: ir.PlaysLand(_no_zone(test), self._is(s))
        return lambda s: ir.Cast(test, self._is(s), land=noun == "card")

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
        test = self._object_of(what)
        return lambda s: ir.Discarded(test, self._is(s))

    def p_gains_life(self) -> Verb:
        return lambda s: ir.LifeGained(self._is(s))

    def p_loses_life(self) -> Verb:
        return lambda s: ir.LifeLost(self._is(s))

    def p_sacrifices(self, what: Any) -> Verb:
        test = self._object_of(what)
        return lambda s: ir.Sacrificed(test, self._is(s))

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


@v_args(inline=True)
class Conditions(Transformer[Any, Any]):
    """What may be true of the game."""

    mentions: Mentions

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
        return ir.AnyOf((one.test, other.test)), ir.Anything(), ">=", ir.Number(1)

    def cd_another(self, desc: Desc) -> Any:
        return desc.test, ir.OtherThan(ir.Self()), ">=", ir.Number(1)

    def cd_more(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.Anything(), ">=", ir.Number(int(number))

    def cd_fewer(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.Anything(), "<=", ir.Number(int(number))

    def cd_none(self, desc: Desc) -> Any:
        return desc.test, ir.Anything(), "=", ir.Number(0)

    def cd_none_other(self, desc: Desc) -> Any:
        return desc.test, ir.OtherThan(ir.Self()), "=", ir.Number(0)

    def cd_more_other(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.OtherThan(ir.Self()), ">=", ir.Number(int(number))

    def cd_exactly(self, number: Token, desc: Desc) -> Any:
        return desc.test, ir.Anything(), "=", ir.Number(int(number))

    def cd_only(self, desc: Desc) -> Any:
        return desc.test, ir.Anything(), "only", ir.Number(0)

    def c_controls(self, who: Any, found: Any) -> ir.Condition:
        return self._many(found, ir.Controlled(who))

    def c_controls_it(self, who: Any, what: Any) -> ir.Condition:
        return ir.Holds(what, ir.Controlled(who))

    def c_controls_not(self, who: Any, what: Any) -> ir.Condition:
        test = self._as_test(what)  # type: ignore[attr-defined]
        return ir.Comparison(ir.Count(ir.Every(both(test, ir.Controlled(who)))), "=", ir.Number(0))

    def c_controls_no(self, who: Any, desc: Desc) -> ir.Condition:
        return self._many((desc.test, ir.Anything(), "=", ir.Number(0)), ir.Controlled(who))

    def c_controls_more(self, who: Any, compared: tuple[str, Desc], other: Any) -> ir.Condition:
        op, desc = compared
        return ir.Comparison(ir.Count(ir.Every(both(desc.test, ir.Controlled(who)))), op,
                             ir.Count(ir.Every(both(desc.test, ir.Controlled(other)))))

    def more_than(self, desc: Desc) -> tuple[str, Desc]:
        return ">", desc

    def fewer_than(self, desc: Desc) -> tuple[str, Desc]:
        return "<", desc

    def c_is(self, what: Any, test: ir.Predicate) -> ir.Condition:
        return ir.Holds(what, test)

    def c_isnt(self, what: Any, test: ir.Predicate) -> ir.Condition:
        return ir.NotSo(ir.Holds(what, test))

    def c_in_zone(self, what: Any, zone: ir.InZone) -> ir.Condition:
        return ir.Holds(what, zone)

    def c_in_play(self, what: Any) -> ir.Condition:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Chosen):
            op = "=" if mention.ref.amount == ir.Number(0) else ">="
            return ir.Comparison(ir.Count(ir.Every(mention.ref.what)), op, mention.ref.amount)
        return ir.Holds(what, ir.InZone("battlefield"))

    def c_on_stack(self, what: Any) -> ir.Condition:
        return ir.Holds(what, ir.InZone("stack"))

    def c_has(self, what: Any, test: ir.Predicate) -> ir.Condition:
        return ir.Holds(what, test)

    def c_has_not(self, what: Any, test: ir.Predicate) -> ir.Condition:
        return ir.NotSo(ir.Holds(what, test))

    def c_stat(self, what: Any, name: str, comparison: tuple[str, ir.Amount]) -> ir.Condition:
        return ir.Comparison(ir.Characteristic(name, self._owner_object(what)), *comparison)  # type: ignore[attr-defined]

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
        return ir.Comparison(self._cards(zone.zone, zone.whose or who), *comparison)

    def c_no_cards_in(self, who: Any, zone: ir.InZone) -> ir.Condition:
        return ir.Comparison(self._cards(zone.zone, zone.whose or who), "=", ir.Number(0))

    def c_more_cards(self, who: Any, other: Any) -> ir.Condition:
        return ir.Comparison(self._cards("hand", who), ">", self._cards("hand", other))

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

    def c_turn(self, who: Any) -> ir.Condition:
        return ir.IsTurnOf(who)

    def c_not_turn(self, who: Any) -> ir.Condition:
        return ir.NotSo(ir.IsTurnOf(who))

    def c_kicked(self, what: Any) -> ir.Condition:
        return ir.WasPaid("kicker", what)

    def c_not_kicked(self, what: Any) -> ir.Condition:
        return ir.NotSo(ir.WasPaid("kicker", what))

    def c_kicked_poss(self, what: Any, keyword: Token) -> ir.Condition:
        return ir.WasPaid(str(keyword), what)

    def c_bought(self, keyword: Token) -> ir.Condition:
        return ir.WasPaid(str(keyword))

    def c_mana_spent(self, symbol: Token, what: Any) -> ir.Condition:
        return ir.ManaWasSpent(str(symbol))

    def c_came_under(self, what: Any, whose: Any, span: str) -> ir.Condition:
        return ir.CameUnderControl(what, span)

    def span_turn(self) -> str:
        return "turn"

    def span_upkeep(self, whose: Any) -> str:
        return "since your last upkeep"

    def span_combat(self) -> str:
        return "combat"

    def span_last_turn(self) -> str:
        return "last turn"

    def c_happened(self, event: ir.Event, span: str) -> ir.Condition:
        return ir.Happened(event, span)

    def c_was_done(self, what: Any, did: Callable[[ir.Predicate], ir.Condition], span: str | None = None) -> ir.Condition:
        return did(self._as_test(what))  # type: ignore[attr-defined]

    def did_dealt(self, by: Any = None) -> Any:
        source = ir.Anything() if by is None else self._as_test(by)  # type: ignore[attr-defined]
        return lambda test: ir.Happened(ir.DamageDealt(source, test, passive=True))

    def did_sacrificed(self) -> Any:
        return lambda test: ir.Happened(ir.Sacrificed(test))

    def did_cast(self, zone: ir.InZone | None = None) -> Any:
        return lambda test: ir.Happened(ir.Cast(test if zone is None else both(test, zone)), "game")

    def did_died(self, zone: ir.InZone) -> Any:
        return lambda test: ir.Happened(ir.ZoneChange(test, "battlefield", zone.zone, zone.whose))

    def did_way(self, *_: Any) -> Any:
        return lambda test: ir.DidSo()

    def c_player_did(self, who: Any, did: Callable[[ir.Predicate], ir.Event], span: str | None = None) -> ir.Condition:
        return ir.Happened(did(self._as_test(who)), span or "turn")  # type: ignore[attr-defined]

    def did2_cast(self, what: Any) -> Any:
        test = self._as_test(what)  # type: ignore[attr-defined]
        return lambda who: ir.Cast(test, who)

    def did2_gained(self) -> Any:
        return ir.LifeGained

    def did2_lost(self) -> Any:
        return ir.LifeLost

    def did2_drawn(self, what: Any) -> Any:
        return ir.Drawn

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
        return ir.DidSo()

    def c_dies_this_way(self, what: Any) -> ir.Condition:
        return ir.DidSo()

    def c_hasnt_played(self, who: Any, what: Any) -> ir.Condition:
        return ir.NotSo(ir.Happened(ir.Cast(self._as_test(what), self._as_test(who), land=True), "game"))  # type: ignore[attr-defined]
