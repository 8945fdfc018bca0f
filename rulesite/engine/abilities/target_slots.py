"""The numbered target slots of a tree, and joining two spell abilities with their slots renumbered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .combining import Nothing, Sequence
from .kinds import SpellAbility, TargetSlot
from .node import Node, rewrite, walk
from .references import Target


def slots_named(tree: Any) -> set[int]:
    """The numbers of all target slots used in a tree.

    >>> sorted(slots_named((Target(2), Target(0))))
    [0, 2]
    """
    return {part.slot for part in walk(tree) if isinstance(part, Target)}


def joined(first: SpellAbility, then: SpellAbility) -> SpellAbility:
    """Join the instructions of two spell abilities in order; the second's targets come after those of the first.

    >>> from .permanent_instructions import Tap
    >>> from .predicates import Anything
    >>> one = SpellAbility(Tap(Target(0)), (TargetSlot(Anything()),))
    >>> [step.what.slot for step in joined(one, one).effect.steps]
    [0, 1]
    >>> joined(SpellAbility(Nothing()), one).effect == Sequence((one.effect,))
    True
    """
    count = len(first.targets)

    def moved(part: Node) -> Node:
        if isinstance(part, Target):
            return replace(part, slot=part.slot + count)
        if isinstance(part, TargetSlot):
            return replace(part, different=tuple(each + count for each in part.different))
        return part

    shifted = rewrite(then, moved)
    effects = tuple(each for each in (first.effect, shifted.effect) if not isinstance(each, Nothing))
    return replace(first, effect=Sequence(effects), targets=(*first.targets, *shifted.targets))
