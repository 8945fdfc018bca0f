"""Fuse: both halves of a split card cast as one spell, the left one carried out first (702.102)."""

from __future__ import annotations

from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.state.objects import Card, Thing

FUSED = "fuse"
"""The keyword, which is also the option by which a player casts both halves."""


def may_be_fused(card: Card) -> bool:
    """Whether a split card has fuse on either of its halves."""
    held = [ability for half in card.others for ability in half.abilities]
    return card.layout == "split" and any(isinstance(each, KeywordAbility) and each.keyword == FUSED for each in held)


def is_fused(spell: Thing) -> bool:
    """Whether an object is a spell of both halves of a split card."""
    return spell.zone == "stack" and spell.card.layout == "split" and not spell.face
