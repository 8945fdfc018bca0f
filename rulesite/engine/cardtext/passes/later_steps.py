"""Sentences after a delayed ability that speak of what only it does: they are a part of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import sequence
from rulesite.engine.cardtext.passes.mood import UnclearError

_DONE: tuple[tuple[type, str], ...] = (
    (ir.CopySpell, "copy"),
    (ir.CreateToken, "create"),
    (ir.Destroy, "destroy"),
    (ir.Discard, "discard"),
    (ir.Draw, "draw"),
    (ir.FlipCoin, "flip"),
    (ir.Mill, "mill"),
    (ir.Reveal, "reveal"),
    (ir.Sacrifice, "sacrifice"),
    (ir.Search, "search"),
)

_OTHERWISE = {"otherwise", "doesn't", "neither"}
"""Words kept of an "if" whose other branch follows, and is not what it replaces."""
_LOST: dict[type, str] = {ir.Sacrifice: "sacrifice", ir.Discard: "discard"}


def with_what_follows(part: Any) -> Any:
    """ "Whenever it deals combat damage this turn, exile a card. You may play that card": as it is exiled, not before.

    Raises UnclearError if a sentence that speaks of such a step cannot be a part of the delayed ability.
    """
    steps = list(part.steps) if isinstance(part, ir.Sequence) else []
    for place, step in enumerate(steps):
        if isinstance(step, ir.Delayed) and not step.until:
            end, before = place + 1, _done(tuple(steps[:place]))
            while end < len(steps) and _speaks_of(
                steps[end], _done(tuple(steps[place:end])) - before, "flip" in before
            ):
                end += 1
            if end > place + 1:
                effect = sequence(step.effect, *_movable(step, steps[place + 1 : end]))
                whole = replace(step, effect=effect, surface=step.surface or "then")
                return sequence(*steps[:place], whole, *steps[end:])
        if not isinstance(step, ir.May | ir.If) or not steps[place + 1 :] or isinstance(steps[place + 1], ir.If):
            continue
        if isinstance(step.then, ir.Delayed) and not step.then.until:
            later = with_what_follows(sequence(step.then, *steps[place + 1 :]))
            delayed, *rest = later.steps if isinstance(later, ir.Sequence) else (later,)
            if delayed != step.then:
                return sequence(*steps[:place], replace(step, then=delayed), *rest)
    return part


def as_it_was(part: Any) -> Any:
    """ "Return target creature card from your graveyard to your hand. If you control a Wizard, return it to the
    battlefield instead": what was not moved yet is moved otherwise.

    Raises UnclearError if it would have been chosen as it was moved.
    """
    if not isinstance(part, ir.If) or part.otherwise in (None, ir.Elided()) or _OTHERWISE & set(part.surface.split()):
        return part
    if "of_one" in part.surface.split() and (isinstance(part.otherwise, ir.Sequence) or not _is_of_one(part.otherwise)):
        raise UnclearError("which of several steps is done otherwise")
    if isinstance(part.then, ir.EntersWith):
        raise UnclearError("how something enters that would otherwise enter in another way")
    deeds: list[Any] = [
        deed for deed in ir.walk(part.otherwise) if isinstance(deed, ir.Move | ir.Sacrifice | ir.Discard)
    ]
    moves = {_LOST.get(type(deed)) or deed.verb: deed.what for deed in deeds}

    def not_moved(each: Any) -> Any:
        what = moves.get(each.verb or "") if isinstance(each, ir.Memo) else None
        if isinstance(what, ir.Chosen | ir.Every):
            raise UnclearError("what is chosen for another step than the one that is replaced")
        return each if what is None else replace(what, surface=each.surface)

    steps = part.then.steps if isinstance(part.then, ir.Sequence) else (part.then,)
    ends = [place for place, step in enumerate(steps) if set(moves) & _done(step)]
    end = ends[0] + 1 if ends else len(steps)
    then = sequence(*(ir.rewrite(step, not_moved) for step in steps[:end]), *steps[end:])
    if isinstance(then, ir.May) and then.then is then.otherwise is None:  # who does not does what it stands for
        then = replace(then, otherwise=part.otherwise)
    return replace(part, condition=ir.rewrite(part.condition, not_moved), then=then)


def _is_of_one(step: Any) -> bool:
    """Whether a step is done to one thing, so that another is done "instead of one"."""
    return any(getattr(each, "amount", None) == ir.Number(1) for each in ir.walk(step))


def done_by_whom(part: Any) -> Any:
    """ "Each player discards a card. If you discarded a card this way, …": raises UnclearError, as what each of several
    players did is not told apart."""
    steps = list(part.steps) if isinstance(part, ir.Sequence) else []
    for place, step in enumerate(steps):
        asked = step.condition if isinstance(step, ir.If) else None
        if not isinstance(asked, ir.AllSo) or asked.surface != "did_so":  # "you discarded it", not "it was discarded"
            continue
        verbs = {memo.verb for memo in ir.walk(asked) if isinstance(memo, ir.Memo)}
        of_all = [before for before in steps[:place] if isinstance(getattr(before, "who", None), ir.EachPlayer)]
        if verbs & _done(tuple(of_all)):
            raise UnclearError("which of several players did this")
    return part


def _done(tree: Any) -> set[str]:
    """The verbs of all that a tree does, as later words may speak of it."""
    parts = list(ir.walk(tree))
    verbs = {part.verb for part in parts if isinstance(part, ir.Move)}
    return verbs | {verb for kind, verb in _DONE if any(isinstance(part, kind) for part in parts)}


def _speaks_of(step: Any, verbs: set[str], flipped: bool) -> bool:
    """Whether a step refers to what was done by these verbs, or, at its beginning, to whether that was done."""
    parts = list(ir.walk(step))
    asks = step.condition if isinstance(step, ir.If) else None
    if any(isinstance(part, ir.DidSo) for part in ir.walk(asks)):
        return True
    if not flipped and "flip" in verbs and any(isinstance(part, ir.WonClash | ir.CameUp) for part in ir.walk(asks)):
        return True
    return any(isinstance(part, ir.Memo) and part.verb in verbs for part in parts)


def _movable(delayed: ir.Delayed, steps: list[Any]) -> list[Any]:
    of_event = (ir.TriggerObject, ir.TriggerPlayer)
    if not isinstance(delayed.trigger, ir.StepBegins) and any(isinstance(part, of_event) for part in ir.walk(steps)):
        raise UnclearError("of which of two events this speaks")
    return steps
