"""Combines instructions: in order, done by another player, or repeated."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import ONE
from rulesite.engine.cardtext.builder.raw_nodes import RawNow

Deed = Any  # a tuple of changes, or a function from the subject to an instruction or a static part
YOU = ir.You()


def done_by(step: Any, who: Any) -> Any:
    """The instruction and all its parts with another player in place of "you"."""
    if isinstance(step, ir.Sequence):
        return replace(step, steps=tuple(done_by(part, who) for part in step.steps))
    if isinstance(step, ir.Modal):
        return replace(step, who=who, modes=tuple(done_by(mode, who) for mode in step.modes))
    if isinstance(step, ir.ForEach):
        return replace(step, do=done_by(step.do, who))
    if isinstance(step, ir.PutCounters) and step.on == YOU:  # "gets a poison counter": the player who gets it
        return replace(step, on=who)
    changes: dict[str, Any] = {}
    for field in fields(step):
        value = getattr(step, field.name)
        if field.name == "who" and value == YOU:
            changes["who"] = who
        if field.name in ("do", "then") and isinstance(value, ir.Instruction):
            done = done_by(value, who)
            changes[field.name] = (
                bare(done) if isinstance(step, ir.May) and field.name == "do" and _done_by_itself(done, who) else done
            )
    if isinstance(step, ir.Continuous) and step.what == YOU:
        changes["what"] = who
    if isinstance(step, ir.Continuous) and ir.SetController(YOU) in step.changes:  # "target opponent gains control"
        taken = ir.SetController(who)
        changes["changes"] = tuple(taken if one == ir.SetController(YOU) else one for one in step.changes)
    if isinstance(step, ir.Search | ir.Shuffle) and step.whose == YOU and isinstance(step, ir.Shuffle):
        changes["whose"] = who
    return replace(step, **changes) if changes else step


def doer_of(step: Any) -> Any:
    """The player who does something, or gains control of it; None if the step names nobody."""
    if isinstance(step, ir.Continuous):
        return next((change.who for change in step.changes if isinstance(change, ir.SetController)), None)
    return getattr(step, "who", None)


def _done_by_itself(step: Any, who: Any) -> bool:
    return not _of_object(step) and doer_of(step) in (None, who)


def orders(change: Any) -> bool:
    """Whether a change is made by a player ("switch its power and toughness"), rather than happens to an object."""
    if isinstance(change, ir.SetBasePowerToughness):
        return "change" in change.surface.split()
    if isinstance(change, ir.ModifyPowerToughness):
        return change.surface in ("double", "triple")
    return isinstance(change, ir.SetController | ir.SwitchPowerToughness | ir.ReplaceWords)


def _of_object(step: Any) -> bool:
    """Whether an object does it rather than a player: "you may have *it fight* …"."""
    if isinstance(step, ir.Continuous):
        return step.what != YOU and not any(orders(one) or isinstance(one, ir.MayPlay) for one in step.changes)
    return isinstance(step, ir.DealDamage | ir.Fight | ir.Block | ir.PhaseOut)


def created(replacing: ir.Replace, duration: str | None = None) -> ir.CreateReplacement:
    """A replacement as an order: for this turn if its event is limited to this turn, else until it is used."""
    if isinstance(replacing.event, RawNow):
        return ir.CreateReplacement(replace(replacing, event=replacing.event.event), duration or "turn")
    return ir.CreateReplacement(replacing, duration or "permanent")


def joined_by(step: Any, joint: str) -> Any:
    """The step with the words that join it to the step before."""
    if isinstance(step, ir.Sequence):
        return replace(step, steps=(joined_by(step.steps[0], joint), *step.steps[1:]))
    if isinstance(step, tuple):
        return (joined_by(step[0], joint), *step[1:])
    return replace(step, joint=joint) if isinstance(step, ir.Instruction) else step


def bare(step: Any) -> Any:
    """The step marked to leave out its subject in print: "target player draws a card and *loses 1 life*"."""
    if isinstance(step, ir.Sequence):
        return replace(step, steps=tuple(map(bare, step.steps)))
    if isinstance(step, ir.PlayCard | ir.ChangeTargets | ir.RepeatFor) or (
        isinstance(step, ir.Move) and step.surface in ("back", "back on", "to first", "rest", "rest back")
    ):
        return replace(step, surface=f"{step.surface} bare".strip())
    return replace(step, surface="bare") if isinstance(step, ir.Instruction) and not step.surface else step


def reflexive(effect: Any, condition: Any = None, surface: str = "") -> ir.Reflexive:
    """A reflexive trigger of an effect; "when you do, if …" has an intervening condition (603.4)."""
    intervening = isinstance(effect, ir.If) and effect.otherwise is None and not effect.surface
    return ir.Reflexive(effect, condition=condition, intervening=intervening, surface=surface)


def sequence(*steps: Any) -> Any:
    """Steps in order as a single instruction; a Sequence inside is opened."""
    flat: list[Any] = []
    for step in steps:
        flat.extend(step.steps if isinstance(step, ir.Sequence) else [step])
    return flat[0] if len(flat) == 1 else ir.Sequence(tuple(flat))


def multiplied(amount: ir.Amount, each: ir.Amount) -> ir.Amount:
    """An amount "for each": three for each land is three times the number of lands."""
    if amount == ONE:
        return each
    if isinstance(amount, ir.Number):
        return ir.Number(0) if amount.value == 0 else ir.Times(amount.value, each)
    if isinstance(amount, ir.Times) and isinstance(amount.of, ir.X):
        raise ValueError("X for each of something")
    return each


def cost_of(step: Any) -> ir.Cost:
    """What is done to pay, as a cost."""
    if isinstance(step, ir.Pay):
        return step.cost
    if isinstance(step, ir.Sequence):
        return ir.Cost(tuple(part for inner in step.steps for part in cost_of(inner).parts))
    return ir.Cost((ir.Act(step),))
