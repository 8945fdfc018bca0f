"""Clauses joined by if, unless, when and then; durations; what happens later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import UNSAID, RawJoin, RawNow, RawTimed, RawWhile
from rulesite.engine.cardtext.building.steps import bare, created, done_by, joined_by, multiplied, sequence
from rulesite.engine.cardtext.mentions import Mention


@v_args(inline=True)
class Clauses(Part):
    """Whole sentences."""

    branch: int | None = None  # where what is done under the last condition begins in the text

    def sentence(self, step: Any) -> Any:
        return step

    def simple(self, step: Any) -> Any:
        return step

    clause = simple

    @v_args(inline=True, meta=True)
    def connector(self, meta: Any) -> Joint:
        return Joint(self._words(meta).lower())

    def instruction(self, *parts: Any) -> Any:
        joint = ""
        steps: list[Any] = []
        for part in parts:
            if isinstance(part, Joint):
                joint = part
            elif part is not None:
                now = isinstance(part, ir.Replace) and isinstance(part.event, RawNow)
                step = created(part) if steps and now else part
                steps.append(joined_by(step, joint) if joint else step)
                joint = ""
        return self._joined(steps)

    def _joined(self, steps: list[Any]) -> Any:
        if len(steps) == 1:
            return steps[0]
        last_who: Any = None
        made: list[Any] = []
        for step in steps:
            who = getattr(step, "who", None)
            if isinstance(step, ir.Shuffle) and (
                self._each_ones_own(step.whose, last_who) or (step.said == "by another" and last_who is not None)
            ):
                step = replace(step, whose=last_who, said="bare" if step.said else "")
            if isinstance(step, ir.Instruction) and who == ir.You() and last_who is not None:
                step = bare(done_by(step, last_who))
            elif isinstance(step, ir.ForEach) and self.mentions.of(getattr(step.do, "who", None)) is not None:
                last_who = step.do.who  # type: ignore[attr-defined]
            elif who is not None:
                mention = self.mentions.of(who)
                last_who = (
                    None
                    if mention is not None and isinstance(mention.ref, ir.You)
                    else (who if mention is not None else None)
                )
            else:
                last_who = None
            made.append(step)
        made = _of_one_subject(_shuffling_what_was_searched(made, self._searched))
        if isinstance(made[0], ir.May) and made[0].then is None and len(made) > 1:
            made = self._optional(made)
        if all(isinstance(step, ir.Instruction) for step in made):
            return sequence(*made)
        return tuple(part for step in made for part in (step if isinstance(step, tuple) else (step,)))

    def _searched(self, search: ir.Search) -> Any:
        """Whose library it was: of "each player", each one's own."""
        return search.who if self._each_ones_own(search.whose, search.who) else search.whose

    def _optional(self, steps: list[Any]) -> list[Any]:
        """ "You may search …, put …, then shuffle": the one "may" covers the orders after it in its sentence."""
        may = steps[0]
        if all(isinstance(one, ir.PlayCard) for one in (may.do, steps[1])):
            raise ValueError("the playing of two sorts of cards, not all of them from one place")
        end = 1
        while (
            end < len(steps)
            and isinstance(steps[end], ir.Instruction)
            and not isinstance(steps[end], ir.Continuous | ir.DealDamage | ir.May | RawJoin | RawTimed | RawWhile)
            and getattr(steps[end], "who", may.who) in (ir.You(), may.who)
        ):
            end += 1
        return [replace(may, do=sequence(may.do, *steps[1:end])), *steps[end:]]

    def tail(self, *parts: Any) -> Any:
        """What a search is joined to by a comma."""
        first = Joint(f", {parts[0]}" if isinstance(parts[0], Joint) else ",")
        return self.instruction(first, *(parts[1:] if isinstance(parts[0], Joint) else parts))

    def with_duration(self, step: Any, duration: Any) -> Any:
        lasting = self._during(step, duration)
        kinds = ir.Continuous | ir.Modal | ir.ChooseQuality
        if isinstance(lasting, ir.Sequence) and all(isinstance(one, kinds) for one in lasting.steps):
            first = [_also(one, "said") if isinstance(one, ir.Continuous) else one for one in lasting.steps[:-1]]
            return replace(lasting, steps=(*first, lasting.steps[-1]))
        return lasting

    def duration_first(self, duration: Any, step: Any) -> Any:
        return _said_first(self._during(step, duration))

    def _during(self, step: Any, duration: Any) -> Any:
        def change(node: Any) -> Any:
            if isinstance(node, ir.Continuous) and node.duration in (UNSAID, "permanent"):
                if isinstance(duration, str):
                    return replace(node, duration=duration)
                return replace(node, duration="while", while_=duration)
            if isinstance(node, ir.CreateReplacement) and isinstance(duration, str):
                return replace(node, duration=duration)
            if isinstance(node, ir.Delayed) and isinstance(duration, str) and node.said == "when":
                return replace(node, duration=duration)
            if isinstance(node, ir.Delayed) and isinstance(duration, str):  # "Until end of turn, whenever …"
                return replace(node, once=False, duration=duration, said="until")
            return node

        if isinstance(step, ir.Replace) and isinstance(duration, str):
            return created(step, duration)
        if isinstance(step, ir.May) and isinstance(step.do, ir.PlayCard):  # "you may play that card this turn"
            free = ir.Cost() if step.do.free else None
            step = ir.Continuous(step.who, (ir.MayPlay(step.do.what, free, said=step.do.said),), UNSAID)
        lasting = ir.rewrite(step, change)
        if lasting == step:
            raise ValueError("an effect that is over at once, with a duration")
        return lasting

    def as_long_first(self, condition: Any, step: Any) -> Any:
        parts = step.steps if isinstance(step, ir.Sequence) else step if isinstance(step, tuple) else ()
        if parts and all(isinstance(part, ir.Continuous) for part in parts):  # statements, all of them as long as that
            return tuple(RawWhile(part, condition) for part in parts)
        return RawWhile(step, condition)

    def as_long(self, step: Any, condition: Any) -> Any:
        return RawWhile(step, condition)

    def if_then(self, condition: Any, step: Any) -> Any:
        self.branch = min((mention.pos for mention in self.mentions.within(step)), default=None)
        base = condition.part if isinstance(condition, ir.NotSo) else condition
        if isinstance(base, ir.DidSo):
            kind = "if you don't" if isinstance(condition, ir.NotSo) else "if you do"
            return RawJoin(kind, step, base)
        if isinstance(step, RawJoin) and step.kind == "instead":  # "If it was kicked, instead …"
            return self.if_instead(condition, step.do)
        return ir.If(condition, step)

    def if_post(self, step: Any, condition: Any) -> Any:
        self.branch = min((mention.pos for mention in self.mentions.within(step)), default=None)
        return ir.If(condition, step)

    def if_instead(self, condition: Any, step: Any) -> Any:
        base = condition.part if isinstance(condition, ir.NotSo) else condition
        if isinstance(base, ir.DidSo):  # "You may pay …. If you don't, ~ comes into play tapped instead."
            return self.if_then(condition, step)
        return RawJoin("instead if", step, condition)

    def if_instead_and(self, condition: Any, step: Any, more: Any) -> Any:
        return self.if_instead(condition, sequence(step, more))

    def if_instead_post(self, step: Any, condition: Any) -> Any:
        return RawJoin("instead if", step, condition)

    def instead_plain(self, step: Any) -> Any:
        return RawJoin("instead", step)

    @v_args(inline=True, meta=True)
    def otherwise(self, meta: Any, step: Any) -> Any:
        begins = meta.start_pos if self.branch is None else self.branch
        for mention in self.mentions.all:
            if begins <= mention.pos < meta.start_pos:
                mention.until = meta.start_pos  # "If …, …. Otherwise, …": of the two only one is done
        return RawJoin("otherwise", step)

    def unless(self, step: Any, unless: tuple[Any, ir.Cost]) -> Any:
        who, cost = unless
        doer: Any = getattr(step, "who", None)
        mention = self.mentions.of(doer)
        if mention is not None and isinstance(mention.ref, ir.EachPlayer):
            # "Each player … unless he or she …": each decides for himself or herself
            payer = self.mentions.of(who)
            said = payer.said if payer is not None and payer.said in ("they", "that player") else ""
            return ir.ForEach(doer, ir.Unless(replace(step, who=ir.Current()), cost, ir.Current(said=said)))
        payer = self.mentions.of(who)
        yours = isinstance(payer.ref if payer is not None else who, ir.You)
        return ir.Unless(step, cost, who, said="" if yours else "its")

    def unless_first(self, unless: tuple[Any, ir.Cost], step: Any) -> Any:
        return self.unless(step, unless)

    def unless_cond(self, step: Any, condition: Any) -> Any:
        if isinstance(step, ir.Continuous):
            limits = ir.CantAttack | ir.CantBlock | ir.CantBeBlocked
            changes: tuple[Any, ...] = step.changes
            if all(isinstance(change, limits) and change.unless is None for change in changes):
                return replace(step, changes=tuple(replace(change, unless=condition) for change in changes))
            return RawWhile(step, ir.NotSo(condition))
        return ir.If(ir.NotSo(condition), step)

    def un_do(self, who: Any, step: Any) -> Any:
        if isinstance(step, ir.Pay):
            return who, step.cost
        return who, ir.Cost((ir.Act(step),))

    def during_turn(self, step: Any, whose: Any) -> Any:
        return RawWhile(step, ir.IsTurnOf(whose))

    def for_each_post(self, step: Any, each: ir.Amount) -> Any:
        return self._each(step, each)

    def for_each_during(self, step: Any, duration: Any, each: ir.Amount) -> Any:
        return self._during(self._each(step, each), duration)

    def for_each_first(self, each: ir.Amount, step: Any, duration: Any) -> Any:
        return self._during(_also(self._each(step, each), "each"), duration)

    def for_each_pre(self, each: ir.Amount, step: Any) -> Any:
        inner = [self.mentions.of(part) for part in ir.walk(step)]
        if isinstance(each, ir.Count) and any(mention is not None and mention.word for mention in inner):
            # "For each creature, its controller …": done for each, "it" being the present one
            self.mentions.add(Mention(-1, ir.Current(), False, "creature", ghost=True))
            return _also(ir.ForEach(each.of, step), "each")
        return _also(self._each(step, each), "each")

    def _each(self, step: Any, each: ir.Amount) -> Any:
        """ "… for each X": multiplies the one amount of the step, else repeats it."""
        amount = getattr(step, "amount", None)
        if isinstance(step, ir.Unless):
            return replace(step, cost=ir.Cost((ir.Repeated(step.cost, each),)))
        if isinstance(step, ir.May):  # one decision, for all of them
            done = self._each(step.do, each)
            return replace(step, do=done)
        if (
            isinstance(step, ir.Continuous)
            and len(step.changes) == 1
            and isinstance(step.changes[0], ir.ModifyPowerToughness)
        ):
            change = step.changes[0]
            sized = ir.ModifyPowerToughness(multiplied(change.power, each), multiplied(change.toughness, each))
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
                return _lettered(letter, amount)
            if isinstance(node, ir.Cost) and any(symbol in getattr(part, "symbols", "") for part in node.parts):
                return ir.Cost(
                    tuple(made for part in node.parts for made in _defined(part, symbol, _lettered(letter, amount)))
                )
            if isinstance(node, ir.CostChange) and node.mana == symbol and node.times is None:
                return replace(node, mana="{1}", times=_lettered(letter, amount))
            return node

        defined = ir.rewrite(step, put_in)
        if not self.mentions.change(step, put_in) and defined == step:
            raise ValueError(f"it is said what {letter} is, but not what it is for")
        return defined

    def timed(self, step: Any, event: Any) -> Any:
        return RawTimed(event, self._not_yet(step), False)

    def timed_first(self, event: Any, step: Any) -> Any:
        return RawTimed(event, self._not_yet(step), True)

    def _not_yet(self, step: Any) -> Any:
        """What a later step moves is still where it was for the words after it ("Exile it at the beginning of the next
        end step. If it would leave …")."""
        for part in ir.walk(step):
            mention = self.mentions.of(part)
            if mention is not None:
                mention.moved = None
        return step

    def delayed_when(self, event: Any, *rest: Any) -> Any:
        step, span = rest[-1], rest[0] if len(rest) > 1 else None
        if event == ir.StateBecomesTrue(ir.DidSo()):
            return RawJoin("when you do", step)
        for part in ir.walk(event):
            mention = self.mentions.of(part)
            if mention is not None and mention.slot is not None:
                mention.role = ""  # a target of the effect itself: "it" speaks of it as of any other
        return ir.Delayed(event, step, once=span is None, duration=span)

    def triggered(self, trigger: tuple[str, Any], condition: Any, step: Any) -> Any:
        return (*trigger, condition, step)

    def triggered_where(self, trigger: tuple[str, Any], condition: Any, step: Any, letter: Token, amount: Any) -> Any:
        return (*trigger, condition, self.where_is(step, letter, amount))

    def triggered_elided(self, trigger: tuple[str, Any], condition: Any, *_: Any) -> Any:
        return (*trigger, condition, ir.Elided())


class Joint(str):
    """What joins two clauses: "and", ", then" …"""


def _said_first(step: Any) -> Any:
    """ "Until end of turn, …": the duration stands before the first of the steps, and is not said with the others."""
    if isinstance(step, ir.Sequence):
        first, *others = step.steps

        def unsaid(one: Any) -> Any:
            if isinstance(one, ir.Modal):
                return replace(one, modes=tuple(map(unsaid, one.modes)))
            return _also(one, "said") if isinstance(one, ir.Continuous) else one

        return replace(step, steps=(_said_first(first), *map(unsaid, others)))
    return _also(step, "first") if isinstance(step, ir.Continuous) else step


def _also(node: Any, word: str) -> Any:
    return replace(node, said=f"{node.said} {word}".strip())


def _of_one_subject(steps: list[Any]) -> list[Any]:
    """ "Target creature gets +1/+0 until end of turn and can't be blocked": a clause without a subject has the last.

    Only such a clause names the object itself without a mention.
    """
    made: list[Any] = []
    for step in steps:
        before = made[-1] if made else None
        if isinstance(step, ir.Continuous) and step.what == ir.Self() and isinstance(before, ir.Continuous):
            step = bare(replace(step, what=before.what))
        made.append(step)
    return made


def _shuffling_what_was_searched(steps: list[Any], whose: Callable[[ir.Search], Any]) -> list[Any]:
    """ "… search their library for a card …, then shuffle": a shuffle that names no library is of the one searched."""
    searched: Any = None
    made = []
    for step in steps:
        searches = [part for part in ir.walk(step) if isinstance(part, ir.Search)]
        searched = whose(searches[-1]) if searches else searched
        made.append(
            replace(step, whose=searched, said="bare") if step == ir.Shuffle() and searched is not None else step
        )
    return made


def _lettered(letter: Token, amount: Any) -> Any:
    """An amount that the text calls by a letter."""
    return replace(amount, said=f"{letter} {amount.said}".strip())


def _defined(part: Any, symbol: str, amount: Any) -> list[Any]:
    """ "{X}{R}, where X is …" as a cost: the amount worked out, and the other symbols."""
    if not isinstance(part, ir.PayMana) or symbol not in part.symbols:
        return [part]
    rest = part.symbols.replace(symbol, "")
    return [ir.PayManaAmount(amount), *([ir.PayMana(rest)] if rest else [])]
