"""Instructions that give one player control of another."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.perform import does
from rulesite.engine.players.controlling import control_next_turn


@does(ir.ControlPlayer, by="who")
def _control(frame: Frame, node: ir.ControlPlayer, who: Node, players: list[str]) -> None:
    for by in players:
        control_next_turn(frame.kernel, frame.player(node.player), by)
