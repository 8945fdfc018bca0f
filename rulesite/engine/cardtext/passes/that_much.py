""" "That many", "the life lost this way": the number of the step before, or that of the event.

The engine remembers one number, that of the last step that counted something. So an amount of an earlier step is bound
only if no other has counted since; and a step whose number is written out ("draw a card") is not meant by "that many".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.passes.mood import UnclearError

_QUIET = (ir.Continuous, ir.Shuffle, ir.Delayed, ir.CreateReplacement, ir.Nothing, ir.Reflexive)
"""Steps that count nothing."""
_DONE: dict[str, tuple[type, ...]] = {
    "life_lost": (ir.LoseLife, ir.DealDamage),
    "life_gained": (ir.GainLife,),
    "damage_dealt": (ir.DealDamage,),
    "damage_prevented": (ir.PreventDamage,),
}
"""What the step before must do for an amount that names its verb."""
_COUNTED = ("each_", "life_paid", "mana_", "number")
"""Other amounts that say what was counted."""


def bind_amounts(ability: Any) -> Any:
    """The ability, with each "that many" bound to the step before it or to its event.

    Raises UnclearError if neither has such a number.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Whenever you gain life, tap ~ and draw that many cards.", "Creature")
    ['that many: the number of the event']
    >>> meant("Whenever you gain life, discard any number of cards, then draw that many cards.", "Enchantment")
    ['that many: the number of the step before']
    >>> meant("Whenever you gain life, draw that many cards, then discard that many cards.", "Enchantment")
    ['that many: the number of the event']
    """
    effect = getattr(ability, "effect", None)
    if effect is None:
        return ability
    event = _number_of(ability.event, ability.condition) if isinstance(ability, ir.TriggeredAbility) else None
    binder = _Binder(getattr(ability, "targets", ()))
    bound, _ = binder.bind(effect, None, event)
    return ability if bound == effect else replace(ability, effect=bound)


_NO_NUMBER = ir.Number(0)
"""The number of an event that happens to one object at a time: no words speak of it."""
_OF_ONE = (ir.Cast, ir.StepBegins, ir.Activates, ir.BecomesTarget, ir.ChapterReached)
"""Events that have no number."""
_MAYBE_SEVERAL = (ir.ZoneChange, ir.Attacks, ir.Discarded, ir.Milled, ir.Sacrificed, ir.TokenCreated, ir.StatusChange)
"""Events whose number is that of the objects of "one or more"."""


def _number_of(event: Any, condition: Any = None) -> ir.Amount:
    """What "that many" is in the effect of a trigger: of the counters that its condition speaks of ("if it had one or
    more counters on it"), else the number of its event."""
    if isinstance(condition, ir.Holds) and isinstance(condition.predicate, ir.HasCounters):
        return ir.ThatNumber(ir.CountersOn(condition.predicate.kind, condition.of))
    parts = event.parts if isinstance(event, ir.AnyEvent) else (event.of,) if isinstance(event, ir.FirstTime) else ()
    if parts:
        return _NO_NUMBER if _NO_NUMBER in map(_number_of, parts) else ir.ThatMuch("trigger")
    if isinstance(event, _MAYBE_SEVERAL):
        return ir.ThatMuch("trigger") if event.batch else _NO_NUMBER
    return _NO_NUMBER if isinstance(event, _OF_ONE) else ir.ThatMuch("trigger")


def _of_what_it_replaces(step: ir.If) -> bool:
    """ "It deals twice that much damage instead": as much as it would deal otherwise."""
    if step.otherwise is None or "otherwise" in step.surface or isinstance(step.then, ir.Sequence):
        return False
    return _has(step.then, ir.ThatMuch) and not _has(step.otherwise, ir.ThatMuch)


def _amount_not_done(step: ir.If) -> ir.Amount | None:
    """ "You lose life equal to its power if …. Otherwise, each opponent loses that much life": the number of what was
    not done, if it is not written out."""
    amount = getattr(step.then, "amount", None)
    alike = isinstance(step.otherwise, ir.Instruction) and hasattr(step.otherwise, "amount")
    if not isinstance(amount, ir.Amount) or isinstance(amount, ir.Number | ir.ThatMuch):
        return None  # written out
    return ir.ThatNumber(amount) if "otherwise" in step.surface and alike else None


class _Binder:
    """Binds the amounts of an effect, step by step."""

    def __init__(self, targets: tuple[ir.TargetSlot, ...]) -> None:
        self.many = {number for number, slot in enumerate(targets) if slot.maximum != 1 or slot.amount is not None}
        self.reflexive = False

    def bind(self, step: Any, before: Any, event: ir.Amount | None) -> tuple[Any, Any]:
        """The step, and the last step that counted something; `before` is the one until now."""
        match step:
            case None:
                return None, before
            case ir.Sequence():
                steps = []
                for part in step.steps:
                    bound, before = self.bind(part, before, event)
                    steps.append(bound)
                return replace(step, steps=tuple(steps)), before
            case ir.May():
                do, last = self.bind(step.do, before, event)
                then, last = self.bind(step.then, last, event)
                otherwise, _ = self.bind(step.otherwise, before, event)
                return replace(step, do=do, then=then, otherwise=otherwise), last
            case ir.If():
                if _of_what_it_replaces(step):
                    raise UnclearError("which number “that many” or “that much” is of what is done instead")
                then, last = self.bind(step.then, before, event)
                skipped = _amount_not_done(step)
                otherwise, other = self.bind(step.otherwise, None if skipped else before, skipped or event)
                condition = self._within(step.condition, before, event)
                return replace(step, condition=condition, then=then, otherwise=otherwise), (
                    last if last is not before else other
                )
            case ir.Delayed(trigger=ir.StepBegins()):  # a step has no number: it is that of what was done before
                return replace(step, effect=self.bind(step.effect, before, event)[0]), before
            case ir.Delayed():
                return replace(step, effect=self.bind(step.effect, None, _number_of(step.trigger))[0]), before
            case ir.Reflexive():
                self.reflexive = True
                effect, _ = self.bind(step.effect, before, event)
                self.reflexive = False
                return replace(step, effect=effect), before
            case ir.Modal():
                modes = tuple(self.bind(mode, before, event)[0] for mode in step.modes)
                return replace(step, modes=modes), step
        made = self._within(step, before, event)
        return made, before if isinstance(step, _QUIET) else made

    def _within(self, step: Any, before: Any, event: ir.Amount | None) -> Any:
        def change(part: Any) -> Any:
            if isinstance(part, ir.RemovedThisWay):
                if before is not None and not _has(before, ir.RemoveCounters):
                    raise UnclearError("which counters were removed this way")
                return part
            if not isinstance(part, ir.ThatMuch) or part.source != "previous" or before is None:
                return _of_event(part, event) if event is not None and part == ir.ThatMuch() else part
            done = next((_DONE[word] for word in _DONE if word in part.surface), None)
            if done is not None:
                if not _has(before, *done):
                    raise UnclearError(f"which step is meant by “{part.surface.replace('_', ' ')} this way”")
                return part
            if part.surface.startswith(_COUNTED):
                return part
            repeated = next((each for each in ir.walk(before) if isinstance(each, ir.ThatMuch | ir.ThatNumber)), None)
            if repeated is not None:
                return self._again(part, repeated, event)
            return part if self._counts(before) else _of_event(part, event)

        return _outside_of_abilities(step, change)

    def _again(self, part: ir.ThatMuch, repeated: ir.Amount, event: ir.Amount | None) -> ir.Amount:
        """ "Draw that many cards, then discard that many cards": the same number twice, however many were drawn."""
        if repeated != ir.ThatMuch() and not (isinstance(repeated, ir.ThatMuch) and repeated.source == "begun"):
            return _of_event(part, event)
        if not self.reflexive:
            raise UnclearError("whether “that many” or “that much” is the number before, or what was done of it")
        return replace(part, source="begun")

    def _counts(self, step: Any) -> bool:
        """Whether a step has a number that it does not write out."""
        for part in ir.walk(step):
            match part:
                case ir.RemoveCounters(amount=None) | ir.Every() | ir.EachPlayer() | ir.X() | ir.AtLeast() | ir.UpTo():
                    return True
                case ir.Target(slot=slot) if slot in self.many:
                    return True
                case ir.Memo(surface=said) | ir.Linked(surface=said) if said.startswith(("them", "those", "the ")):
                    return True
                case ir.ChooseQuality(quality="number"):
                    return True
                case ir.PayTimes() | ir.PayAny() | ir.RollDie() | ir.FlipCoin() | ir.ForEach() | ir.PreventDamage():
                    return True
            amount = getattr(part, "amount", None)
            if isinstance(amount, ir.Amount) and not isinstance(amount, ir.Number):
                return True
        return False


def _of_event(part: ir.ThatMuch, number: ir.Amount | None) -> ir.Amount:
    if number is None or number == _NO_NUMBER:
        raise UnclearError("which number “that many” or “that much” is")
    return replace(part, source="trigger") if isinstance(number, ir.ThatMuch) else number


def _has(step: Any, *kinds: type) -> bool:
    return any(isinstance(part, kinds) for part in ir.walk(step))


def _outside_of_abilities(node: Any, change: Callable[[Any], Any]) -> Any:
    """A tree rewritten, but for the abilities and replacements in it, which have amounts of their own."""
    if isinstance(node, tuple):
        return tuple(_outside_of_abilities(part, change) for part in node)
    if not isinstance(node, ir.Node) or isinstance(node, ir.Ability | ir.Replace):
        return node
    changed = {}
    for field in fields(node):
        value = getattr(node, field.name)
        new = _outside_of_abilities(value, change)
        if new is not value and new != value:
            changed[field.name] = new
    return change(replace(node, **changed) if changed else node)
