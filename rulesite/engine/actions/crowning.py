"""Becoming the monarch."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.turn.monarch import crown

from .common import in_turn


@in_turn(ir.BecomeMonarch)
def _become_monarch(frame: Frame, node: ir.BecomeMonarch, player: str) -> None:
    crown(frame.kernel, player)
