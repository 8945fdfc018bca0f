"""Joins the sentences of an effect: "If you do", "Otherwise", "It can't be regenerated", "… instead" change the step
before them; the result is a single instruction, or the parts of a static ability."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import reflexive, sequence
from rulesite.engine.cardtext.builder.raw_nodes import (
    UNSAID,
    RawAimed,
    RawColored,
    RawExcess,
    RawJoin,
    RawKeywordCost,
    RawLeastOne,
    RawNewTargets,
    RawSame,
    RawSpread,
    RawTimed,
    RawUnpreventable,
    RawWhile,
)
from rulesite.engine.cardtext.passes.mood import (
    NotAnInstructionError,
    UnclearError,
    as_instruction,
    lasting_as,
    one,
    sharing_durations,
)


def flat(raw: list[Any]) -> list[Any]:
    """Steps and static parts in order, sequences and tuples opened."""
    steps: list[Any] = []
    for step in raw:
        if isinstance(step, ir.Sequence):
            steps.extend(flat(list(step.steps)))
        elif isinstance(step, tuple):
            steps.extend(flat(list(step)))
        else:
            steps.append(step)
    return steps


def join(raw: list[Any], stated: bool = False) -> list[Any]:
    """The steps of some sentences, with each joining clause merged into what it changes.

    `stated`: they are the text of a permanent, where an order after a replacement belongs to it.
    """
    steps: list[Any] = []
    begun = 0
    for sentence in raw:
        start = len(steps)
        _join_sentence(steps, sharing_durations(flat([sentence])), begun, stated)
        if len(steps) > start:
            begun = start
    return steps


def _join_sentence(steps: list[Any], sentence: list[Any], begun: int, stated: bool) -> None:
    """Add a sentence to the steps; those from `begun` on are the sentence before it."""
    for place, step in enumerate(sentence):
        if (
            isinstance(step, ir.If)
            and isinstance(step.then, RawJoin)
            and isinstance(step.then.do, ir.Move)
            and not any(isinstance(part, ir.DidSo) for part in ir.walk(step.condition))
        ):
            steps.append(_leaving_stack(step.then, step.condition))
        elif isinstance(step, RawJoin):
            _attach(steps, step)
        elif steps and isinstance(steps[-1], ir.CounterSpell) and (which := _countered_so(step)) is not None:
            steps.append(_moved_instead(steps.pop(), step.then, which))
        elif isinstance(step, ir.If) and step.otherwise == ir.Elided():
            _attach_instead(steps, step, begun if not place else len(steps) - 1)
        elif steps and isinstance(steps[-1], ir.CreateReplacement) and isinstance(step, ir.If):
            shield = steps.pop()  # "…, instead tap it. If it's attacking, remove it from combat."
            inner = replace(shield.replacement, instead=_and(shield.replacement.instead, step))
            steps.append(replace(shield, replacement=inner))
        elif (
            steps
            and isinstance(steps[-1], ir.Replace)
            and isinstance(step, ir.Instruction)
            and not isinstance(step, ir.Continuous | RawTimed | RawWhile)
            and (stated or any(isinstance(part, ir.PreventDamage) for part in ir.walk(steps[-1].instead)))
        ):
            before = steps.pop()  # "exile it instead. You gain 1 life": both happen instead
            steps.append(replace(before, instead=_and(before.instead, step)))
        elif steps and isinstance(steps[-1], ir.AsEnters) and getattr(step, "joint", "").startswith(", then"):
            entering = steps.pop()  # "as ~ enters, look at target player's hand, then choose a card name"
            steps.append(replace(entering, do=sequence(entering.do, as_instruction(step))))
        elif not (steps and _rides(steps, step)):
            steps.append(step)


def _neither(first: Any, second: ir.If, do: Any) -> Any:
    """ "If it's a creature card, …. If it's a land card, …. Otherwise, …": if it is neither."""
    alone = isinstance(first, ir.If) and first.otherwise is None and not first.surface
    if not alone or not isinstance(first.condition, ir.Holds) or not isinstance(second.condition, ir.Holds):
        return do
    return ir.If(ir.NotSo(first.condition), do, surface="neither")


def _attach(steps: list[Any], clause: RawJoin) -> None:
    if not steps:
        steps.append(clause)
        return
    before = steps.pop()
    do = clause.do
    if clause.kind == "not put":
        may = _may(before) if isinstance(before, ir.If) else None
        put = [part for part in ir.walk(may.do) if isinstance(part, ir.Move)] if may is not None else []
        if not any(part.to.zone == clause.surface for part in put):
            steps.extend([before, clause])  # the card not put there is a different one
            return
        if any(isinstance(part, ir.Move) and part.to.zone == clause.surface for part in ir.walk(tuple(steps))):
            raise UnclearError("which of several steps would have put it there")
        clause = replace(clause, kind="otherwise", surface="")
    if clause.kind == "if you do" and isinstance(do, RawJoin):
        steps.extend(flat([_moved_instead(before, do)]))
        return
    if isinstance(do, ir.Instruction) and not isinstance(do, RawJoin):
        do = one(join([do]))
    kind = clause.kind
    if isinstance(before, ir.Unless) and isinstance(clause.condition, ir.DidSo) and clause.condition.surface:
        clause = replace(clause, condition=replace(clause.condition, paid=True))
    if isinstance(before, ir.AsEnters):
        inner = [before.do]
        _attach(inner, clause)
        steps.append(replace(before, do=one(inner)))
        return
    if isinstance(before, ir.MayRevealOpening) and kind == "if you do":
        steps.append(replace(before, do=as_instruction(do)))
        return
    holder = _may(before)
    timed = isinstance(before, RawTimed) and before.surface.startswith("ahead")
    if timed and kind in ("if you do", "if you don't"):
        later: list[Any] = [as_instruction(before.do)]
        _attach(later, clause)
        steps.append(replace(before, do=one(later)))
    elif isinstance(before, ir.Delayed) and kind in ("if you do", "if you don't") and _may(before.effect) is not None:
        later = [before.effect]
        _attach(later, clause)
        steps.append(replace(before, effect=one(later)))
    elif kind in ("if you do", "if you don't") and getattr(clause.condition, "surface", "") == "it":
        if not isinstance(before, ir.If) or kind == "if you do":
            raise NotAnInstructionError(clause)  # "If it doesn't": negates the condition before
        steps.append(replace(before, otherwise=do, surface=f"{before.surface} doesn't".strip()))
    elif kind == "if you do" and holder is not None:
        steps.append(_with_may(before, replace(holder, then=_and(holder.then, do), surface=_did(clause, holder))))
    elif kind == "otherwise" and holder is not None and isinstance(before, ir.If):
        # "If it's a land card, you may put it onto the battlefield. Otherwise, put it into your hand": also if declined
        told = isinstance(_last_step(holder.do), ir.Move) and isinstance(do, ir.Move)
        then = replace(holder, otherwise=do) if told else holder
        steps.append(replace(before, then=then, otherwise=do, surface=f"{before.surface} otherwise".strip()))
    elif kind == "otherwise" and holder is not None and holder.surface == "a player":
        steps.extend([before, ir.If(ir.NobodyDid(), do, surface="nobody")])  # nobody of those who might have
    elif kind in ("if you don't", "otherwise") and holder is not None:
        steps.append(_with_may(before, replace(holder, otherwise=do, surface=_did(clause, holder))))
    elif kind == "otherwise" and isinstance(before, ir.If):
        do = _neither(steps[-1], before, do) if steps else do
        steps.append(replace(before, otherwise=do, surface=f"{before.surface} otherwise".strip()))
    elif kind == "otherwise" and isinstance(before, ir.Replace) and _ends_with_if(before.instead):
        branch: list[Any] = [before.instead]
        _attach_last(branch, do)
        steps.append(replace(before, instead=branch[0]))
    elif kind == "otherwise" and isinstance(before, RawWhile):
        steps.extend([before, RawWhile(clause.do, ir.NotSo(before.condition, surface="otherwise"))])
    elif kind == "instead of" or kind == "anywhere else":
        steps.extend(flat([_moved_instead(before, clause)]))
    elif kind == "prevented" and _is_shield(before) and clause.condition is None:
        steps.append(replace(before, then=do))
    elif kind == "prevented" and isinstance(before, ir.CreateReplacement):
        then = ir.If(ir.DamagePreventedThisWay(clause.condition), do)
        whole = replace(before.replacement, instead=_and(before.replacement.instead, then))
        steps.append(replace(before, replacement=whole))
    elif kind == "prevented":
        steps.extend([before, clause])
    elif kind == "when you do":
        steps.extend([before, reflexive(do, condition=clause.condition, surface=clause.surface)])
    elif kind in ("if you do", "if you don't") and isinstance(before, ir.Replace):
        so: Any = clause.condition if kind == "if you do" else ir.NotSo(clause.condition)
        step = do if before.optional and kind == "if you do" else ir.If(so, do)
        steps.append(replace(before, instead=_and(before.instead, step)))
    elif kind == "if you do":
        steps.extend([before, ir.If(clause.condition, do)])
    elif kind == "otherwise" and clause.condition is None and (begun := _last_if(steps, before)) is not None:
        branching, between = steps[begun], [*steps[begun + 1 :], before]
        then = sequence(branching.then, *between)
        steps[begun:] = [replace(branching, then=then, otherwise=do, surface=f"{branching.surface} otherwise".strip())]
    elif kind in ("if you don't", "otherwise"):
        steps.extend([before, ir.If(ir.NotSo(clause.condition or ir.DidSo()), do)])
    elif kind == "instead":
        steps.extend([before, clause])
    else:
        raise AssertionError(kind)


def _is_shield(step: Any) -> bool:
    return isinstance(step, ir.PreventDamage) and step.duration != "now"


def _last_if(steps: list[Any], before: Any) -> int | None:
    """ "If …, create two tokens. They gain haste. Otherwise, …": the index of the condition over all of these steps."""
    for place in range(len(steps) - 1, -1, -1):
        if isinstance(steps[place], ir.If) and steps[place].otherwise is None and steps[place].surface != "last":
            between = [*steps[place + 1 :], before]
            return place if all(isinstance(step, ir.Instruction) for step in between) else None
    return None


def _attach_instead(steps: list[Any], clause: ir.If, begun: int) -> None:
    """ "If …, … instead": replaces the sentence before, which begins at `begun`, or the step of it that is like it."""
    if not steps:
        steps.append(clause)
        return
    if "of_one" in clause.surface.split() and (place := _of_one(steps, clause.then)) is not None:
        steps[place] = replace(clause, otherwise=steps[place], joint=getattr(steps[place], "joint", ""))
        return
    sentence, do = steps[begun:], cast(Any, clause.then)
    if len(sentence) > 1 and not _replaces_all(sentence, clause):
        sentence = sentence[-1:]
    del steps[-len(sentence) :]
    before: Any = sequence(*sentence) if len(sentence) > 1 else sentence[0]
    held = _holding(before, do)
    if held:
        inner = [getattr(before, held)]
        _attach_instead(inner, clause, 0)
        steps.append(replace(before, **{held: one(inner)}))
    elif _states(before) and _states(do):
        if [type(change) for change in before.changes] != [type(change) for change in do.changes]:
            raise UnclearError("which of several statements is replaced")
        steps.extend([RawWhile(before, ir.NotSo(clause.condition)), RawWhile(do, clause.condition)])
    else:
        do = lasting_as(do, before)
        then = one(join([do])) if isinstance(do, ir.Instruction) and not isinstance(do, RawJoin) else do
        steps.append(replace(clause, then=then, otherwise=before, joint=getattr(before, "joint", "")))


def _holding(step: Any, instead: Any) -> str:
    """The field with the part of a step that "instead" replaces, if it is not all of it: "as ~ enters", "you may pay
    {1}. If you do, …", "when you do, …"."""
    if isinstance(step, ir.AsEnters):
        return "do"
    if isinstance(step, ir.May) and step.then is not None and not isinstance(instead, ir.May):
        return "then"
    return "effect" if isinstance(step, ir.Reflexive) and not isinstance(instead, ir.Reflexive) else ""


def _replaces_all(sentence: list[Any], clause: ir.If) -> bool:
    """Whether "instead" replaces a whole sentence, and not only its last step. Raises UnclearError if neither is plain.

    "Instead do it" replaces all; "do it instead" replaces all if it has as many steps, or the last step if that alone
    is of its kind.
    """
    if not all(isinstance(step, ir.Instruction) for step in sentence):
        return False
    done = flat([clause.then])
    if clause.surface in ("ahead", "only") or [type(step) for step in done] == [type(step) for step in sentence]:
        return True
    kinds = [type(step) for step in sentence]
    if len(done) == 1 and kinds[-1] is type(done[0]) and kinds.count(kinds[-1]) == 1:
        return False
    raise UnclearError("which of several steps is replaced")


def _of_one(steps: list[Any], do: Any) -> int | None:
    """ "Search for two cards instead of one": the index of the last step that does the same with one card."""
    first = do.steps[0] if isinstance(do, ir.Sequence) else do
    alike = [place for place, step in enumerate(steps) if type(step) is type(first)]
    return alike[-1] if alike else None


def _states(step: Any) -> bool:
    """Whether it states something rather than orders it: "it gets +1/+1"."""
    return isinstance(step, ir.Continuous) and step.duration == UNSAID


def _ends_with_if(step: Any) -> bool:
    last = _last_step(step)
    return isinstance(last, ir.If) and last.otherwise is None


def _attach_last(steps: list[Any], do: Any) -> None:
    """ "… If it's a creature card, put it there. Otherwise, draw a card": the other branch of the last condition."""
    if isinstance(steps[0], ir.Sequence):
        *first, last = steps[0].steps
        steps[0] = sequence(*first, _branched(last, do))
    else:
        steps[0] = _branched(steps[0], do)


def _branched(condition: Any, do: Any) -> Any:
    return replace(condition, otherwise=do, surface=f"{condition.surface} otherwise".strip())


def _and(first: Any, second: Any) -> Any:
    return second if first is None else sequence(first, second)


def _may(step: Any) -> Any:
    """The optional step to which "if you do" refers, or None."""
    if isinstance(step, ir.May):
        return step
    if isinstance(step, ir.If) and isinstance(step.then, ir.May):
        return step.then
    return None


def _did(clause: RawJoin, may: ir.May) -> str:
    """The text's words for who did it, or did not."""
    return clause.condition.surface if clause.condition is not None else may.surface


def _last_step(do: Any) -> Any:
    return do.steps[-1] if isinstance(do, ir.Sequence) else do


def _with_may(step: Any, may: Any) -> Any:
    return may if isinstance(step, ir.May) else replace(step, then=may)


_ANY = ir.Anything()


def _countered_so(step: Any) -> ir.Predicate | None:
    """Which countered spells a step puts elsewhere; ``None`` for another step.

    "If a creature spell is countered this way, put it there instead of into its owner's graveyard".
    """
    match step:
        case ir.If(condition=condition, then=RawJoin(kind="instead of", do=ir.Move())):
            done = ir.done_this_way(condition)
            return done[1] if done is not None and done[0].verb == "counter" else None
    return None


def _moved_instead(before: Any, clause: RawJoin, which: ir.Predicate = _ANY) -> Any:
    """ "…, put it there instead of into its owner's graveyard"."""
    move = clause.do
    if isinstance(before, ir.CounterSpell) and isinstance(move, ir.Move):
        of_such = "" if which == _ANY else " of such"
        return replace(before, to=move.to, which=which, surface=f"{clause.surface}{of_such}".strip())
    if isinstance(before, ir.Unless) and isinstance(before.do, ir.CounterSpell) and isinstance(move, ir.Move):
        return replace(before, do=replace(before.do, to=move.to, surface=clause.surface))
    if isinstance(before, ir.AlternativeCost | ir.AdditionalCost) and isinstance(move, ir.Move):
        return (before, _leaving_stack(clause, ir.WasPaid(before.name, ir.Self())))
    return (before, ir.If(ir.DidSo(), move)) if isinstance(move, ir.Instruction) else (before, clause)


def _leaving_stack(clause: RawJoin, condition: Any) -> Any:
    """ "If …, put it into your hand instead of into your graveyard as it resolves" (buyback, flashback)."""
    leaving = ir.ZoneChange(ir.IsObject(ir.Self()), "stack", "graveyard" if clause.kind == "instead of" else None)
    return ir.Replaces(ir.Replace(leaving, clause.do, condition=condition))


def _rides(steps: list[Any], step: Any) -> bool:
    """Merge a sentence that only qualifies the step before; returns whether it did."""
    before = steps[-1]
    if isinstance(step, ir.If) and isinstance(step.condition, ir.RegeneratesThisWay):
        steps[-1] = replace(before, then=step) if isinstance(before, ir.Regenerate) else before
        return isinstance(before, ir.Regenerate)
    if isinstance(step, RawUnpreventable):
        steps[-1] = ir.rewrite(
            before, lambda part: replace(part, preventable=False) if isinstance(part, ir.DealDamage) else part
        )
        return bool(steps[-1] != before)
    if isinstance(step, RawColored | RawLeastOne):
        steps[-1] = ir.rewrite(before, lambda part: _held_back(part, step))
        return bool(steps[-1] != before)
    if isinstance(step, RawExcess) and isinstance(before, ir.DealDamage):
        steps[-1] = replace(before, excess_to=step.to)
        return True
    if isinstance(step, RawSame):
        return _of_another(steps, step)
    if isinstance(step, RawAimed) and isinstance(before, ir.CopySpell):
        steps[-1] = replace(before, aimed=step.at)
        return True
    if isinstance(step, RawSpread) and isinstance(before, ir.CopySpell) and before.for_each is not None:
        steps[-1] = replace(before, spread=True)
        return True
    if isinstance(step, RawNewTargets) and isinstance(before, ir.CopySpell) and before.who != ir.You():
        steps[-1] = replace(before, new_targets=True, surface="their copy")
        return True
    if isinstance(step, ir.SameFor) and isinstance(before, ir.If | RawWhile) and _of_one_keyword(before):
        steps[-1] = replace(step, do=before)
        return True
    if isinstance(step, RawKeywordCost):
        steps[-1] = ir.rewrite(before, lambda part: _at_its_mana_cost(part, step))
        return bool(steps[-1] != before)
    if not isinstance(step, ir.Continuous):
        return False
    if step.changes == (ir.CantBeRegenerated(),) and step.duration in (UNSAID, "turn"):
        for place in range(len(steps) - 1, -1, -1):
            if isinstance(steps[place], ir.Destroy):
                steps[place] = replace(steps[place], regenerable=False, surface=step.changes[0].surface)
                return True
            if isinstance(steps[place], ir.If) and isinstance(steps[place].then, ir.Destroy):
                said = step.changes[0].surface
                steps[place] = replace(steps[place], then=replace(steps[place].then, regenerable=False, surface=said))
                return True
        return False
    if step.duration == UNSAID and all(isinstance(change, ir.AddTypes) for change in step.changes):
        return _keeps_types(steps, step)
    return False


def _keeps_types(steps: list[Any], step: ir.Continuous) -> bool:
    """Merge "it's still a land" with what makes it a creature, also with "you may have it become", "for as long as …",
    or in front of another change of the same sentence; returns whether it did.

    With other instructions between the two, the sentence stays a step of its own, and only what the earlier one does to
    the types is changed.
    """
    before = steps[-1]
    if isinstance(before, ir.Continuous) and _sets_types(before):
        steps[-1] = replace(before, changes=(*_kept(before, step), *step.changes))
        return True
    inner = before.do if isinstance(before, ir.May | RawWhile) else None
    if isinstance(inner, ir.Continuous) and _sets_types(inner):
        steps[-1] = replace(before, do=replace(inner, changes=(*_kept(inner, step), *step.changes)))
        return True
    places = [place for place, each in enumerate(steps) if isinstance(each, ir.Continuous) and _sets_types(each)]
    if not places or any(isinstance(part, ir.SetTypes) for each in steps[places[-1] + 1 :] for part in ir.walk(each)):
        return False
    first = steps[places[-1]]
    steps[places[-1]] = replace(
        first,
        changes=tuple(
            replace(one, surface=f"{one.surface} alone".strip()) if isinstance(one, ir.AddTypes) else one
            for one in _kept(first, step)
        ),
    )
    same = isinstance(before, ir.Continuous) and before.joint == "and" and first.what == before.what
    if same and places[-1] == len(steps) - 2 and first.duration == before.duration:
        steps[-1] = replace(before, changes=(*before.changes, *step.changes))
        return True
    return False


def _sets_types(step: ir.Continuous) -> bool:
    return any(isinstance(change, ir.SetTypes | ir.AddTypes) for change in step.changes)


def _kept(before: ir.Continuous, step: ir.Continuous) -> tuple[Any, ...]:
    """The changes that make something a creature, which now has its new types besides those that it still has."""
    added = [c for c in step.changes if isinstance(c, ir.AddTypes) and c.surface.endswith("still")]
    still = added[0].types[0] if added else None
    return tuple(
        ir.AddTypes(c.types, c.subtypes, c.supertypes, still, surface=c.surface)
        if isinstance(c, ir.SetTypes)
        else replace(c, still=still)
        if isinstance(c, ir.AddTypes) and c.whole
        else c
        for c in before.changes
    )


def _held_back(part: Any, step: Any) -> Any:
    """A reduction of costs, limited by a sentence after it."""
    if not isinstance(part, ir.CostChange) or not part.less:
        return part
    return replace(part, colored=True) if isinstance(step, RawColored) else replace(part, least_one=True)


def _of_one_keyword(step: ir.If | RawWhile) -> bool:
    """Whether something gains the same keyword that the condition asks for."""
    asked = {part.keyword for part in ir.walk(step.condition) if isinstance(part, ir.HasAbility)}
    done = step.then if isinstance(step, ir.If) else step.do
    given = {part.keyword for part in ir.walk(done) if isinstance(part, ir.KeywordAbility)}
    given |= {part.kind for part in ir.walk(done) if isinstance(part, ir.PutCounters)}
    return len(asked) == 1 and asked == given


_LOOKS = ir.SetChosen | ir.EveryType | ir.SetColors | ir.AddColors | ir.SetTypes | ir.AddTypes
"""Changes that can apply to any object, in any zone."""


def _of_another(steps: list[Any], step: RawSame) -> bool:
    """Repeat the step before for another player, or for other objects; returns whether it did."""
    before = steps[-1]
    if step.surface == "same" and isinstance(before, ir.CreateToken | ir.Draw | ir.GainLife | ir.LoseLife | ir.Mill):
        steps.append(replace(before, who=step.of, surface="same", joint=step.joint))
        return True
    if step.surface == "true" and _states(before) and all(isinstance(one, _LOOKS) for one in before.changes):
        steps.append(replace(before, what=step.of, surface="same_true", joint=step.joint))
        return True
    return False


def _at_its_mana_cost(part: Any, step: RawKeywordCost) -> Any:
    if isinstance(part, ir.KeywordAbility) and part.keyword == step.keyword and part.cost is None:
        more = step.more.parts if step.more is not None else ()
        cost = ir.Cost((ir.ManaCostOf(ir.Self()), *more))
        return replace(part, cost=cost, text=f"{step.keyword} its mana cost", surface=f"after {step.surface}".strip())
    return part
