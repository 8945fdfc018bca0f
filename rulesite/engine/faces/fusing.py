"""Fuse: both halves of a split card cast as one spell, the left one carried out first (702.102)."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.abilities.combining import Sequence
from rulesite.engine.abilities.kinds import KeywordAbility, SpellAbility, TargetSlot
from rulesite.engine.abilities.node import Node, rewrite
from rulesite.engine.abilities.references import Target
from rulesite.engine.state.objects import Card, Thing

FUSED = "fuse"
"""The keyword, and what the option is called by which a player casts both halves."""


def may_be_fused(card: Card) -> bool:
    """Whether a split card has fuse on either of its halves."""
    held = [ability for half in card.others for ability in half.abilities]
    return card.layout == "split" and any(isinstance(each, KeywordAbility) and each.keyword == FUSED for each in held)


def is_fused(spell: Thing) -> bool:
    """Whether an object is a spell of both halves of a split card."""
    return spell.zone == "stack" and spell.card.layout == "split" and not spell.face


def both(left: SpellAbility, right: SpellAbility) -> SpellAbility:
    """The instructions of both halves, the left ones first; the targets of the right half come after those of the left.

    >>> from rulesite.engine.abilities.permanent_deeds import Tap
    >>> from rulesite.engine.abilities.predicates import Anything
    >>> one = SpellAbility(Tap(Target(0)), (TargetSlot(Anything()),))
    >>> [step.what.slot for step in both(one, one).effect.steps]
    [0, 1]
    """
    count = len(left.targets)

    def moved(part: Node) -> Node:
        if isinstance(part, Target):
            return replace(part, slot=part.slot + count)
        if isinstance(part, TargetSlot):
            return replace(part, different=tuple(each + count for each in part.different))
        return part

    shifted = rewrite(right, moved)
    return SpellAbility(Sequence((left.effect, shifted.effect)), (*left.targets, *shifted.targets))
