""" "The chosen creature", "the revealed cards": of a step, the cost or the event of the ability itself, or linked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.passes.mood import UnclearError

_DOES: dict[str, tuple[type, ...]] = {
    "choose": (ir.Choose,),
    "counter": (ir.CounterSpell,),
    "create": (ir.CreateToken,),
    "destroy": (ir.Destroy,),
    "discard": (ir.Discard,),
    "reveal": (ir.Reveal,),
    "sacrifice": (ir.Sacrifice,),
    "tap": (ir.Tap,),
}
_OF_TWO = (ir.DamageDealt, ir.BlocksEach, ir.BecomesBlockedByEach)
"""Events between two objects."""
_LEAVES = (ir.Choose, ir.Chosen, ir.LookAt, ir.Reveal, ir.Search)
"""Parts of an effect after which "the other" is what was left."""
_MAKES_TOKENS = ("populate",)
"""Keyword actions that remember the tokens they create."""


def done_itself(ability: Any) -> Any:
    """The ability, with each reference to what it did itself, or to its own event, bound to that.

    Raises UnclearError for the object of a cost in a description of targets, which are chosen before it is paid.
    """
    if not isinstance(ability, ir.TriggeredAbility | ir.ActivatedAbility):
        return ability
    own = (getattr(ability, "cost", None), ability.effect)
    done = {verb for verb in _DOES if any(_does(part, verb) for part in ir.walk(own))}
    if any(isinstance(part, ir.Linked) and part.verb in done for part in ir.walk(ability.targets)):
        raise UnclearError("what is done before the targets are chosen")
    event = ability.event if isinstance(ability, ir.TriggeredAbility) else None
    events = event.parts if isinstance(event, ir.AnyEvent) else (event,)
    left = any(isinstance(part, _LEAVES) for part in ir.walk(own))
    met = not left and all(isinstance(part, _OF_TWO) for part in events)
    discarded = isinstance(event, ir.Discarded)

    def bound(part: Any) -> Any:
        if isinstance(part, ir.IsObject) and part.surface:  # "exiled with ~", at any time
            return part
        if isinstance(part, ir.Linked) and part.verb in done:
            return ir.Memo(part.verb, surface=part.surface)
        if isinstance(part, ir.Rest) and met:  # "deals damage to a creature, destroy the other creature"
            return ir.TriggerObject("other", surface=part.surface)
        if isinstance(part, ir.Linked) and part.verb == "discard" and discarded:
            return ir.TriggerObject(surface=part.surface)
        return part

    effect = ir.rewrite(ability.effect, bound)
    if effect == ability.effect:
        return ability
    if isinstance(ability, ir.TriggeredAbility) and not any(isinstance(part, ir.Linked) for part in ir.walk(effect)):
        return replace(ability, effect=effect, linked=None)
    return replace(ability, effect=effect)


def of_all_steps(ability: Any) -> Any:
    """The ability, with "this way" after two steps that did so bound to the objects of both.

    Raises UnclearError for a copy of a spell that the ability itself has countered.
    """
    if any(isinstance(part, ir.CopySpell) and getattr(part.what, "verb", "") == "counter" for part in ir.walk(ability)):
        raise UnclearError("what a copy of a spell is that has left the stack")

    def deeds(verbs: list[str], step: Any) -> list[str]:
        return verbs[-1:] if isinstance(step, ir.RepeatFor) else _deeds(step)

    return _with_steps_before(ability, _of_several, deeds)


def put_this_way(ability: Any) -> Any:
    """The ability, with what was "put into a graveyard this way" bound to what the steps before did to it.

    Raises UnclearError where several steps did so in different ways.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Destroy all creatures. Draw a card for each creature card put into your graveyard this way.")
    []
    """
    event = ability.event if isinstance(ability, ir.TriggeredAbility) else None
    for kind, verb, deed in _WATCHED:
        if isinstance(event, kind) and not any(isinstance(part, deed) for part in ir.walk(ability.effect)):
            watched = partial(_of_event, verb)
            effect, targets = ir.rewrite((ability.effect, ability.targets), watched)
            return replace(ability, effect=effect, targets=targets)

    def deeds(_: list[str], step: Any) -> list[str]:
        mills = sum(isinstance(each, ir.Mill) for each in ir.walk(step))
        return [verb for verb in _deeds(step) if verb in _TO_GRAVEYARDS] + ["mill"] * mills

    return _with_steps_before(ability, _put_by, deeds)


def _with_steps_before(
    ability: Any, bind: Callable[[list[str], Any], Any], deeds: Callable[[list[str], Any], list[str]]
) -> Any:
    """The ability, with each part of a step bound by the verbs of the steps before it; ``deeds`` are those that a step
    adds to them."""

    def bound(part: Any) -> Any:
        if not isinstance(part, ir.Sequence):
            return part
        verbs: list[str] = []
        steps: list[Any] = []
        for step in part.steps:
            steps.append(ir.rewrite(step, partial(bind, verbs)))
            verbs += deeds(verbs, step)
        return replace(part, steps=tuple(steps))

    return ir.rewrite(ability, bound)


_TO_GRAVEYARDS = ("destroy", "sacrifice", "discard")
_WATCHED = ((ir.Milled, "mill", ir.Mill), (ir.Discarded, "discard", ir.Discard))
"""Events whose objects may be called what was done so "this way": the event, its verb, and a step that does so."""


def _of_event(verb: str, part: Any) -> Any:
    """ "Whenever one or more cards are milled, … the number of land cards milled this way": those of the event."""
    if isinstance(part, ir.IsObject) and part.what == ir.Memo(verb):
        return ir.IsObject(ir.TriggerObject(), surface=f"{ir.PARTICIPLES[verb]} this way")
    return part


def _put_by(verbs: list[str], part: Any) -> Any:
    """A description of what was put into a graveyard, by the verb of the steps that did so."""
    done = part.what if isinstance(part, ir.IsObject) else None
    if not isinstance(done, ir.Memo) or (done.verb, done.surface) != ("mill", "put") or not verbs or "mill" in verbs:
        return part
    if len(set(verbs)) > 1:
        raise UnclearError("which step put something into a graveyard this way")
    return replace(part, what=replace(done, verb=verbs[0], every=len(verbs) > 1))


def _of_several(verbs: list[str], part: Any) -> Any:
    """A part that speaks of what was done "this way", of all steps that did so, by the verbs of the steps before.

    A description is of all steps if there are several of its verb; whether anything was done so is asked of all of them
    also if there is one, and another step after it.
    """
    several = {verb for verb in verbs if verbs.count(verb) > 1}
    asked = ir.done_this_way(part)
    if asked is not None and asked[0].verb in several | {*verbs[:-1]}:
        did, holds = part.parts
        return replace(part, parts=(did, replace(holds, of=replace(asked[0], every=True))))
    done = part.what if isinstance(part, ir.IsObject) else None
    return replace(part, what=replace(done, every=True)) if isinstance(done, ir.Memo) and done.verb in several else part


def without_source(abilities: Sequence[Any]) -> str:
    """Why a reference to what another ability did means nothing: none does that; empty if each means something."""
    for number, ability in enumerate(abilities):
        others = [*abilities[:number], *abilities[number + 1 :]]
        own = ability if isinstance(ability, ir.SpellAbility) else None
        for part in ir.walk(ability):
            if not isinstance(part, ir.Linked) or part.verb not in _DOES:
                continue
            if not any(_does(each, part.verb) for each in ir.walk((tuple(others), own))):
                return f"nothing says which was the object of “{part.verb}”"
    return ""


def _does(part: Any, verb: str) -> bool:
    if isinstance(part, ir.KeywordAction):
        return verb == "create" and part.action in _MAKES_TOKENS
    return isinstance(part, _DOES[verb]) or (isinstance(part, ir.Move) and part.verb == verb)


def _deeds(step: Any) -> list[str]:
    """The verbs of what a step does to objects, each as often as it does so one after the other."""
    match step:
        case ir.Sequence():
            return [verb for each in step.steps for verb in _deeds(each)]
        case ir.May():
            return [*_deeds(step.do), *_deeds(step.then)]
        case ir.If():
            return [*_deeds(step.then), *_deeds(step.otherwise)]
        case ir.Move():
            return [step.verb]
    return [verb for verb, kinds in _DOES.items() if isinstance(step, kinds)]
