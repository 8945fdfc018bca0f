"""The growth of a player's speed."""

from __future__ import annotations

from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import SpeedsUp
from rulesite.engine.events.perform import does
from rulesite.engine.turn.speed import speed_up


@does(SpeedsUp)
def _speeds_up(frame: Frame, node: SpeedsUp) -> None:
    speed_up(frame.kernel, frame.controller)
