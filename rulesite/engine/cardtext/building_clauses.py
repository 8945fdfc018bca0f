"""From the parse tree to the ability tree: clauses joined by if, unless, when, then, instead; statements about play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Transformer, v_args

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.building_effects import done_by, sequence
from rulesite.engine.cardtext.building_nouns import Desc, both
from rulesite.engine.cardtext.building_statements import UNSAID
from rulesite.engine.cardtext.mentions import Mention, Mentions


def _defined(part: Any, symbol: str, amount: Any) -> list[Any]:
    """ "{X}{R}, where X is …" as a cost: the amount worked out, and the other symbols."""
    if not isinstance(part, ir.PayMana) or symbol not in part.symbols:
        return [part]
    rest = part.symbols.replace(symbol, "")
    return [ir.PayManaAmount(amount), *([ir.PayMana(rest)] if rest else [])]


@ir.node
class RawJoin(ir.Instruction):
    """A clause that changes the step before it ("If you do, …", "Otherwise, …", "… instead"); joined by the reader."""

    kind: str
    do: Any
    condition: Any = None


@ir.node
class RawDuring(ir.Event):
    """An event that counts only while a condition holds ("would draw a card during your draw step")."""

    event: Any
    condition: Any


@ir.node
class RawWhile(ir.Instruction):
    """A clause that holds as long as a condition does: a static ability's condition or an effect's duration."""

    do: Any
    condition: Any


@ir.node
class RawTimed(ir.Instruction):
    """ "{effect} at {time}": a delayed trigger in an effect, a triggered ability as text of a permanent."""

    event: Any
    do: Any
    first: bool


@ir.node
class RawSpend(ir.Instruction):
    """ "Spend this mana only to play …": belongs to the mana added before it."""

    on: Any


@v_args(inline=True)
class Clauses(Transformer[Any, Any]):
    """Whole sentences."""

    mentions: Mentions

    def sentence(self, step: Any) -> Any:
        return step

    def simple(self, step: Any) -> Any:
        return step

    clause = simple

    def connector(self, *_: Any) -> None:
        return None

    conn = connector

    def instruction(self, *steps: Any) -> Any:
        return self._joined([step for step in steps if step is not None])

    def _joined(self, steps: list[Any]) -> Any:
        if len(steps) == 1:
            return steps[0]
        last_who: Any = None
        made: list[Any] = []
        for step in steps:
            who = getattr(step, "who", None)
            if isinstance(step, ir.Instruction) and who == ir.You() and last_who is not None:
                step = done_by(step, last_who)
            elif who is not None:
                mention = self.mentions.of(who)
                last_who = None if mention is not None and isinstance(mention.ref, ir.You) else (
                    who if mention is not None else None)
            else:
                last_who = None
            made.append(step)
        if isinstance(made[0], ir.May) and made[0].then is None and len(made) > 1:
            made = self._optional(made)
        if all(isinstance(step, ir.Instruction) for step in made):
            return sequence(*made)
        return tuple(part for step in made for part in (step if isinstance(step, tuple) else (step,)))

    def _optional(self, steps: list[Any]) -> list[Any]:
        """ "You may search …, put …, then shuffle": the one "may" covers the orders after it in its sentence."""
        may = steps[0]
        end = 1
        while end < len(steps) and isinstance(steps[end], ir.Instruction) and not isinstance(
                steps[end], ir.Continuous | ir.DealDamage | ir.May | RawJoin | RawTimed | RawWhile) and getattr(
                steps[end], "who", may.who) in (ir.You(), may.who):
            end += 1
        return [replace(may, do=sequence(may.do, *steps[1:end])), *steps[end:]]

    tail = instruction

    # durations

    def with_duration(self, step: Any, duration: Any) -> Any:
        return self._during(step, duration)

    def duration_first(self, duration: Any, step: Any) -> Any:
        return self._during(step, duration)

    def _during(self, step: Any, duration: Any) -> Any:
        def change(node: Any) -> Any:
            if isinstance(node, ir.Continuous) and node.duration in (UNSAID, "permanent"):
                if isinstance(duration, str):
                    return replace(node, duration=duration)
                return replace(node, duration="while", while_=duration)
            if isinstance(node, ir.CreateReplacement | ir.BecomeCopy) and isinstance(duration, str):
                return replace(node, duration=duration)
            return node
        if isinstance(step, ir.Replace) and isinstance(duration, str):
            return ir.CreateReplacement(step, duration)
        return ir.rewrite(step, change)

    def d_turn(self) -> str:
        return "turn"

    def d_next_turn(self, whose: Any) -> str:
        return "your next turn"

    def d_end_next_turn(self, whose: Any) -> str:
        return "end of your next turn"

    def d_next_upkeep(self, whose: Any) -> str:
        return "your next upkeep"

    def d_next_untap(self, whose: Any) -> str:
        return "your next untap"

    def d_next_untap_step(self, whose: Any) -> str:
        return "next untap step"

    def d_combat(self) -> str:
        return "combat"

    def d_game(self) -> str:
        return "permanent"

    def d_until_leaves(self, what: Any) -> Any:
        return ir.Holds(what, ir.InZone("battlefield"))

    def as_long_first(self, condition: Any, step: Any) -> Any:
        return RawWhile(step, condition)

    def as_long(self, step: Any, condition: Any) -> Any:
        return RawWhile(step, condition)

    # conditions

    def if_then(self, condition: Any, step: Any) -> Any:
        base = condition.part if isinstance(condition, ir.NotSo) else condition
        if isinstance(base, ir.DidSo):
            return RawJoin("if you don't" if isinstance(condition, ir.NotSo) else "if you do", step)
        return ir.If(condition, step)

    def if_post(self, step: Any, condition: Any) -> Any:
        return ir.If(condition, step)

    def if_instead(self, condition: Any, step: Any) -> Any:
        return RawJoin("instead if", step, condition)

    def instead_plain(self, step: Any) -> Any:
        return RawJoin("instead", step)

    def otherwise(self, step: Any) -> Any:
        return RawJoin("otherwise", step)

    def unless(self, step: Any, unless: tuple[Any, ir.Cost]) -> Any:
        who, cost = unless
        doer = getattr(step, "who", None)
        mention = self.mentions.of(doer)
        if mention is not None and isinstance(mention.ref, ir.EachPlayer):
            # "Each player … unless he or she …": each decides for himself or herself
            return ir.ForEach(doer, ir.Unless(replace(step, who=ir.Current()), cost, ir.Current()))
        return ir.Unless(step, cost, who)

    def unless_first(self, unless: tuple[Any, ir.Cost], step: Any) -> Any:
        return self.unless(step, unless)

    def unless_cond(self, step: Any, condition: Any) -> Any:
        if isinstance(step, ir.Continuous):
            return ir.rewrite(step, lambda node: replace(node, unless=condition) if isinstance(
                node, ir.CantAttack | ir.CantBlock | ir.CantBeBlocked) and node.unless is None else node)
        return ir.If(ir.NotSo(condition), step)

    def un_pay(self, who: Any, cost: ir.Cost) -> Any:
        return who, cost

    def un_do(self, who: Any, step: Any) -> Any:
        if isinstance(step, ir.Pay):
            return who, step.cost
        return who, ir.Cost((ir.Act(step),))

    def during_turn(self, step: Any, whose: Any) -> Any:
        return RawWhile(step, ir.IsTurnOf(whose))

    def you_control(self, what: Any) -> Any:
        return ir.Continuous(what, (ir.SetController(ir.You()),), UNSAID)

    def for_each_post(self, step: Any, each: ir.Amount) -> Any:
        return self._each(step, each)

    def for_each_during(self, step: Any, duration: Any, each: ir.Amount) -> Any:
        return self._during(self._each(step, each), duration)

    def for_each_first(self, each: ir.Amount, step: Any, duration: Any) -> Any:
        return self._during(self._each(step, each), duration)

    def for_each_pre(self, each: ir.Amount, step: Any) -> Any:
        inner = [self.mentions.of(part) for part in ir.walk(step)]
        if isinstance(each, ir.Count) and any(mention is not None and mention.word for mention in inner):
            # "For each creature, its controller …": done for each, "it" being the present one
            self.mentions.add(Mention(-1, ir.Current(), False, "creature", ghost=True))
            return ir.ForEach(each.of, step)
        return self._each(step, each)

    def _each(self, step: Any, each: ir.Amount) -> Any:
        """ "… for each X": multiplies the one amount of the step, else repeats it."""
        amount = getattr(step, "amount", None)
        if isinstance(step, ir.Unless):
            return replace(step, cost=ir.Cost((ir.Repeated(step.cost, each),)))
        if isinstance(step, ir.May) and isinstance(step.do, ir.Pay):
            return replace(step, do=replace(step.do, cost=ir.Cost((ir.Repeated(step.do.cost, each),))))
        if isinstance(step, ir.Continuous) and len(step.changes) == 1 and isinstance(
                step.changes[0], ir.ModifyPowerToughness):
            from rulesite.engine.cardtext.building_statements import _multiplied
            change = step.changes[0]
            sized = ir.ModifyPowerToughness(_multiplied(change.power, each), _multiplied(change.toughness, each))
            return replace(step, changes=(sized,))
        if isinstance(amount, ir.Number):
            return replace(step, amount=each if amount.value == 1 else ir.Times(amount.value, each))
        if isinstance(step, ir.Pay):
            return replace(step, cost=ir.Cost((ir.Repeated(step.cost, each),)))
        return ir.ForEach(each, step)

    def where_is(self, step: Any, letter: Token, amount: ir.Amount) -> Any:
        symbol = f"{{{letter}}}"

        def put_in(node: Any) -> Any:
            if node == ir.X(str(letter)):
                return amount
            if isinstance(node, ir.Cost) and any(symbol in getattr(part, "symbols", "") for part in node.parts):
                return ir.Cost(tuple(made for part in node.parts for made in _defined(part, symbol, amount)))
            return node
        return ir.rewrite(step, put_in)

    def rather(self, step: Any, instead_of: Any) -> Any:
        return step

    # later

    def w_end(self) -> ir.Event:
        return ir.StepBegins("end")

    def w_combat(self) -> ir.Event:
        return ir.StepBegins("end of combat")

    def w_step(self, step: ir.Event) -> ir.Event:
        return step

    def w_whose_end(self, whose: Any) -> ir.Event:
        return ir.StepBegins("end", self._as_test(whose))  # type: ignore[attr-defined]

    def timed(self, step: Any, event: Any) -> Any:
        return RawTimed(event, step, False)

    def timed_first(self, event: Any, step: Any) -> Any:
        return RawTimed(event, step, True)

    def delayed_when(self, event: Any, *rest: Any) -> Any:
        step, span = rest[-1], rest[0] if len(rest) > 1 else None
        if event == ir.StateBecomesTrue(ir.DidSo()):
            return RawJoin("when you do", step)
        return ir.Delayed(event, step, once=span is None, duration=span)

    # replacement

    def replacement(self, step: Any) -> Any:
        return step

    def repl_instead(self, event: Any, step: Any, *_: Any) -> Any:
        if isinstance(step, ir.May):
            steps = [part for part in (step.do, step.then) if part is not None and not isinstance(part, ir.Nothing)]
            return self._replace(event, sequence(*steps) if steps else None, optional=True)
        step = ir.rewrite(step, lambda n: ir.ThatMuch("trigger") if n == ir.ThatMuch() else n)
        return self._replace(event, None if isinstance(step, ir.Nothing) else step)

    def repl_plain(self, event: Any, step: Any) -> Any:
        return self._replace(event, step)

    def repl_mana(self, event: Any, what: Any, symbols: Token, of: Any) -> Any:
        return ir.ManaBecomes(event.what, ir.ManaSymbols((str(symbols),)))

    def repl_next(self, event: Any, step: Any) -> Any:
        return ir.CreateReplacement(self._replace(event, step, once=True))

    def instead_of(self, step: Any, of: Any) -> Any:
        return RawJoin("instead of", step, None) if of == "dest" else RawJoin("anywhere else", step, None)

    def io_put(self, *_: Any) -> Any:
        return "dest"

    io_dest = io_put

    def io_anywhere(self, *_: Any) -> Any:
        return "anywhere"

    def io_mana(self, *_: Any) -> Any:
        return "mana"

    def anytime(self, *_: Any) -> None:
        return None

    def would_object(self, what: Any, verb: Any) -> Any:
        return verb(self._subject(what))  # type: ignore[attr-defined]

    would_player = would_object

    def would_tap_mana(self, what: Any) -> Any:
        return ir.TappedForMana(self._as_test(self._subject(what)))  # type: ignore[attr-defined]

    def would_tap_mana2(self, who: Any, what: Any) -> Any:
        return ir.TappedForMana(self._other(what), self._as_test(self._subject(who)))  # type: ignore[attr-defined]

    def would_damage(self, combat: Any, to: Any, by: Any = None) -> Any:
        source = ir.Anything() if by is None else self._other(by)  # type: ignore[attr-defined]
        return ir.DamageDealt(source, self._as_test(self._subject(to)), combat, passive=True)  # type: ignore[attr-defined]

    def _test(self, ref: Any) -> ir.Predicate:
        return self._as_test(ref)  # type: ignore[attr-defined,no-any-return]

    def wv_destroyed(self) -> Any:
        return lambda s: ir.Destroyed(self._test(s))

    def wv_deals(self, combat: Any, to: Any = None) -> Any:
        test = ir.Anything() if to is None else self._other(to)  # type: ignore[attr-defined]
        return lambda s: ir.DamageDealt(self._test(s), test, combat)

    def wv_dealt(self, combat: Any) -> Any:
        return lambda s: ir.DamageDealt(ir.Anything(), self._test(s), combat, passive=True)

    pw_dealt = wv_dealt

    def wv_dies(self) -> Any:
        return lambda s: ir.ZoneChange(self._test(s), "battlefield", "graveyard")

    def wv_put_fromplay(self, zone: ir.InZone) -> Any:
        return lambda s: ir.ZoneChange(self._test(s), "battlefield", zone.zone, zone.whose)

    def wv_put(self, zone: ir.InZone) -> Any:
        return lambda s: ir.ZoneChange(self._test(s), None, zone.zone, zone.whose)

    def wv_leaves(self) -> Any:
        return lambda s: ir.ZoneChange(self._test(s), "battlefield", None)

    def wv_enters(self) -> Any:
        return lambda s: ir.ZoneChange(self._test(s), None, "battlefield")

    def wv_countered(self) -> Any:
        return lambda s: ir.Countered(self._test(s))

    def pw_draws(self, whose: Any = None) -> Any:
        if whose is None:
            return lambda s: ir.Drawn(self._test(s))
        return lambda s: RawDuring(ir.Drawn(self._test(s)), ir.IsStep("draw", whose))

    def _replace(self, event: Any, instead: Any, **more: Any) -> ir.Replace:
        if isinstance(event, RawDuring):
            return ir.Replace(event.event, instead, condition=event.condition, **more)
        return ir.Replace(event, instead, **more)

    def pw_gains(self) -> Any:
        return lambda s: ir.LifeGained(self._test(s))

    def pw_loses_life(self) -> Any:
        return lambda s: ir.LifeLost(self._test(s))

    def pw_loses_game(self) -> Any:
        return lambda s: ir.PlayerLoses(self._test(s))

    def pw_discards(self, what: Any, whose: Any = None) -> Any:
        test = self._other(what)  # type: ignore[attr-defined]
        return lambda s: ir.Discarded(test, self._test(s))

    def pw_creates(self, what: Any) -> Any:
        test = self._other(what)  # type: ignore[attr-defined]
        return lambda s: ir.TokenCreated(test, self._test(s))

    def pw_begins(self, whose: Any, step: str) -> Any:
        return lambda s: ir.StepBegins(step, self._test(s))

    def pw_counters(self, kind: str, on: Any) -> Any:
        test = self._other(on)  # type: ignore[attr-defined]
        return lambda s: ir.CountersPut(kind, test, who=self._test(s))

    # statements about the object, its play and the players

    def static(self, part: Any) -> Any:
        return part

    def as_enters(self, what: Any, step: Any) -> Any:
        mention = self.mentions.of(what)
        own = mention is not None and (isinstance(mention.ref, ir.Self) or bool(mention.word))
        return ir.AsEnters(step, None if own else self._test(what))

    def may_enter_copy(self, what: Any, of: Any) -> Any:
        return ir.EntersAsCopy(self._test(of))

    def _cost_of(self, step: Any) -> ir.Cost:
        if isinstance(step, ir.Pay):
            return step.cost
        if isinstance(step, ir.Sequence):
            return ir.Cost(tuple(part for inner in step.steps for part in self._cost_of(inner).parts))
        return ir.Cost((ir.Act(step),))

    def additional_cost(self, what: Any, step: Any) -> Any:
        if isinstance(step, ir.May):
            return ir.AdditionalCost(self._cost_of(step.do), optional=True)
        return ir.AdditionalCost(self._cost_of(step))

    def additional_optional(self, what: Any, step: Any) -> Any:
        return ir.AdditionalCost(self._cost_of(step), optional=True)

    def may_pay_additional(self, cost: ir.Cost, *_: Any) -> Any:
        return ir.AdditionalCost(cost, optional=True)

    def alternative_cost(self, step: Any, what: Any) -> Any:
        return ir.AlternativeCost(self._cost_of(step))

    def may_play_free(self, what: Any) -> Any:
        return self._own_or(what, lambda: ir.AlternativeCost(ir.Cost()), ir.Cost())

    def may_play_from(self, what: Any, zone: ir.InZone) -> Any:
        self._narrow(what, zone)  # type: ignore[attr-defined]
        return self._own_or(what, lambda: ir.MayPlayFrom(zone.zone), None)

    def may_play_from_paying(self, what: Any, zone: ir.InZone, cost: ir.Cost, whose: Any) -> Any:
        return self._own_or(what, lambda: ir.AlternativeCost(cost, from_=zone.zone), cost)

    def _own_or(self, what: Any, own: Any, cost: ir.Cost | None) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Self):
            return own()
        return ir.Continuous(ir.You(), (ir.MayPlay(what, cost),), UNSAID)

    def may_play_flash(self, what: Any) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Self):
            return ir.MayPlayAsInstant()
        return ir.Continuous(ir.You(), (ir.MayPlay(what, timing="instant"),), UNSAID)

    def may_all_play_free(self, who: Any, what: Any) -> Any:
        return ir.Continuous(who, (ir.MayPlay(what, ir.Cost(), timing="instant"),), UNSAID)

    def may_all_flash(self, who: Any, what: Any) -> Any:
        return ir.Continuous(who, (ir.MayPlay(what, timing="instant"),), UNSAID)

    def play_only(self, what: Any, limits: tuple[Any, ...]) -> Any:
        return tuple(ir.PlayOnly(limit) for limit in limits) if len(limits) > 1 else ir.PlayOnly(limits[0])

    def cant_play_this(self, what: Any) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Self):
            return ir.CantPlayThis()
        return ir.Continuous(ir.You(), (ir.PlayerCantPlay(self._test(what)),), UNSAID)

    def may_exert(self, what: Any, pron: Any) -> Any:
        return ir.MayAsAttacks("exert")

    def spend_limit(self, symbols: Token) -> Any:
        return ir.SpendLimit(str(symbols))

    def spend_this(self, on: Any) -> Any:
        return RawSpend(self._test(on))

    def spend_only(self, color: Token, letter: Token) -> Any:
        return ir.SpendOnly(str(color), str(letter))

    def may_not_untap(self, what: Any, whose: Any) -> Any:
        return ir.Continuous(what, (ir.MayNotUntap(),), UNSAID)

    def no_max_hand(self, who: Any) -> Any:
        return ir.Continuous(who, (ir.MaximumHandSize(None),), UNSAID)

    def max_hand(self, who: Any, amount: ir.Amount) -> Any:
        return ir.Continuous(who, (ir.MaximumHandSize(amount),), UNSAID)

    def no_activation(self, what: Any, *unless: Any) -> Any:
        return ir.Continuous(what, (ir.CantUseAbilities(except_mana=any(unless)),), UNSAID)

    def unlessmana(self, *_: Any) -> bool:
        return True

    def ability_costs(self, what: Any, mana: Token, less: bool) -> Any:
        return ir.Applies(ir.EachPlayer(), (ir.CostChange(self._test(what), str(mana), less, abilities=True),))

    def power_is(self, what: Any, amount: ir.Amount) -> Any:
        return ir.Continuous(what, (ir.SetBasePowerToughness(amount, None),), UNSAID)

    def toughness_is(self, what: Any, amount: ir.Amount) -> Any:
        return ir.Continuous(what, (ir.SetBasePowerToughness(None, amount),), UNSAID)

    def pt_is(self, what: Any, amount: ir.Amount) -> Any:
        return ir.Continuous(what, (ir.SetBasePowerToughness(amount, amount),), UNSAID)

    def enchant(self, desc: Desc) -> Any:
        return ir.AttachesTo(desc.test)

    # players

    def pstatic(self, step: Any) -> Any:
        return step

    def _player(self, *changes: ir.Change) -> Any:
        return ir.Continuous(ir.You(), changes, UNSAID)

    def player_cant(self, change: ir.Change) -> Any:
        return self._player(change)

    def plays_hand_revealed(self, whose: Any) -> Any:
        return self._player(ir.PlaysRevealed("hand"))

    def plays_top_revealed(self, whose: Any) -> Any:
        return self._player(ir.PlaysRevealed("top"))

    def extra_lands(self, amount: ir.Amount, *_: Any) -> Any:
        return self._player(ir.ExtraLandPlays(amount))

    def extra_land(self, *_: Any) -> Any:
        return self._player(ir.ExtraLandPlays())

    def poss_turns(self, *_: Any) -> None:
        return None

    def player_has(self, who: Any, abilities: tuple[ir.Ability, ...]) -> Any:
        return ir.Continuous(who, (ir.GrantAbilities(abilities),), UNSAID)

    def pc_play(self, what: Any) -> ir.Change:
        return ir.PlayerCantPlay(self._test(what))

    def pc_play_limit(self, number: Token) -> ir.Change:
        return ir.PlayerCantPlay(ir.IsSpell(), int(number))

    def pc_gain(self) -> ir.Change:
        return ir.PlayerCant("gain life")

    def pc_draw(self) -> ir.Change:
        return ir.PlayerCant("draw")

    def pc_draw_limit(self, number: Token) -> ir.Change:
        return ir.PlayerCant("draw", limit=int(number))

    def pc_search(self) -> ir.Change:
        return ir.PlayerCant("search")

    def pc_lose(self) -> ir.Change:
        return ir.PlayerCant("lose")

    def pc_win(self) -> ir.Change:
        return ir.PlayerCant("win")

    def pc_attacked(self, by: Any = None) -> ir.Change:
        return ir.PlayerCant("be attacked", ir.Anything() if by is None else ir.Not(self._test(by)))

    def pc_target(self, of: Any) -> ir.Change:
        return ir.PlayerCant("be targeted", self._test(of))

    def pc_untap(self, number: Token, desc: Desc, whose: Any) -> ir.Change:
        return ir.PlayerCant("untap", desc.test, int(number))

    def pc_attack(self, whom: Any = None) -> ir.Change:
        return ir.PlayerCant("attack")

    # limits on playing

    def playonly(self, *limits: Any) -> tuple[Any, ...]:
        return limits

    def rider_only(self, limits: tuple[Any, ...]) -> tuple[Any, ...]:
        return limits

    def rider_any(self) -> tuple[Any, ...]:
        return (ir.PlayableBy(),)

    def rider_any_only(self, limits: tuple[Any, ...]) -> tuple[Any, ...]:
        def player(part: Any) -> Any:
            """ "he or she" is whoever plays the ability, and so its controller."""
            mention = self.mentions.of(part)
            return ir.You() if mention is not None and mention.word and mention.player else part
        return (ir.PlayableBy(), *(ir.rewrite(limit, player) for limit in limits))

    def rider_who(self, who: ir.Predicate) -> tuple[Any, ...]:
        return (ir.PlayableBy(who),)

    def rider_trigger_once(self) -> tuple[Any, ...]:
        return (ir.OnlyTimes(1),)

    def pt_sorcery(self) -> Any:
        return ir.OnlyTiming("sorcery")

    def pt_instant(self) -> Any:
        return ir.OnlyTiming("instant")

    def pt_any(self, who: Any, type_: Token) -> Any:
        return ir.OnlyTiming(str(type_))

    def pt_once(self) -> Any:
        return ir.OnlyTimes(1)

    def pt_twice(self) -> Any:
        return ir.OnlyTimes(2)

    def pt_times(self, number: Token) -> Any:
        return ir.OnlyTimes(int(number))

    def pt_once_game(self) -> Any:
        return ir.OnlyTimes(1, "game")

    def pt_during(self, whose: Any, step: str) -> Any:
        return ir.OnlyDuring(step, self._test(whose))

    def pt_during_any(self, step: str) -> Any:
        return ir.OnlyDuring(step)

    def pt_during_whose(self, who: ir.Predicate, step: str) -> Any:
        return ir.OnlyDuring(step, who)

    def pt_your_turn(self, whose: Any) -> Any:
        return ir.OnlyDuring("turn", self._test(whose))

    def pt_your_turn_before(self, whose: Any) -> Any:
        return ir.OnlyDuring("declare attackers", self._test(whose), before=True)

    def pt_before_attackers(self) -> Any:
        return ir.OnlyDuring("declare attackers", before=True)

    def pt_before_blockers(self) -> Any:
        return ir.OnlyDuring("declare blockers", before=True)

    def pt_after_blockers(self) -> Any:
        return ir.OnlyDuring("after blockers")

    def pt_declare_attackers(self) -> Any:
        return ir.OnlyDuring("declare attackers")

    def pt_declare_blockers(self) -> Any:
        return ir.OnlyDuring("declare blockers")

    def pt_combat(self) -> Any:
        return ir.OnlyDuring("combat")

    def pt_if(self, condition: Any) -> Any:
        return ir.OnlyIf(condition)

    # triggered abilities

    def triggered(self, trigger: tuple[str, Any], condition: Any, step: Any) -> Any:
        return (*trigger, condition, step)

    def triggered_where(self, trigger: tuple[str, Any], condition: Any, step: Any, letter: Token, amount: Any) -> Any:
        return (*trigger, condition, self.where_is(step, letter, amount))

    def triggered_elided(self, trigger: tuple[str, Any], condition: Any, *_: Any) -> Any:
        return (*trigger, condition, ir.Elided())
