"""Gives a mode that is chosen again targets of its own: "you may choose the same mode more than once"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.target_slots import slots_named


def with_targets_again(part: Any) -> Any:
    """An ability whose modes may be chosen again, each time with other targets (700.2d in 2021-11-19).

    The targets of each further choice come after all those that are printed.
    """
    slots = getattr(part, "targets", None)
    if not slots or not hasattr(part, "effect"):
        return part
    found = list(slots)

    def again(modal: Any) -> Any:
        if not isinstance(modal, ir.Modal) or not modal.repeatable or modal.on_resolution or modal.again:
            return modal
        own = sorted(slots_named(modal.modes))
        return replace(modal, again=tuple(_once_more(modal.modes, own, found) for _ in range(1, modal.maximum) if own))

    effect = ir.rewrite(part.effect, again)
    return replace(part, effect=effect, targets=tuple(found)) if len(found) > len(slots) else part


def _once_more(modes: tuple[ir.Instruction, ...], own: list[int], slots: list[ir.TargetSlot]) -> Any:
    """The modes with new targets, which are added to the slots."""
    number = {slot: len(slots) + place for place, slot in enumerate(own)}

    def renumbered(part: Any) -> Any:
        if isinstance(part, ir.Target):
            return replace(part, slot=number[part.slot])
        if isinstance(part, ir.TargetSlot):
            return replace(part, different=tuple(number.get(each, each) for each in part.different))
        return part

    slots += [ir.rewrite(slots[slot], renumbered) for slot in own]
    return ir.rewrite(modes, renumbered)
