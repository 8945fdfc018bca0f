"""Instructions that add to time: extra turns, phases and steps (500.7 to 500.10 in 2024-06-07)."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.perform import does
from rulesite.engine.state.teams import takes_turn
from rulesite.engine.turn.phase_order import add_phases, steps_of

from .common import in_turn


@in_turn(ir.ExtraTurn)
def _extra_turn(frame: Frame, node: ir.ExtraTurn, player: str) -> None:
    for _ in range(frame.amount(node.amount)):
        frame.kernel.note(f"{player} will take an extra turn", "extra_turn")
        frame.kernel.state.extra_turns.append(player)
        frame.bound.record.extra_turn = (player, frame.kernel.state.turn)


@does(ir.ExtraPhase)
def _extra_phase(frame: Frame, node: ir.ExtraPhase) -> None:
    if frame.kernel.has("added_phases"):
        add_phases(frame.kernel, [steps_of(phase) for phase in node.phases], "added_phases")


@in_turn(ir.ExtraSteps)
def _extra_steps(frame: Frame, node: ir.ExtraSteps, player: str) -> None:
    """Add each step in a phase of its own, whose other steps are skipped; none in another player's turn (500.10a)."""
    kernel = frame.kernel
    if not takes_turn(kernel.state, player):
        kernel.note(f"it is not {player}'s turn: no steps are added", "added_steps")
    elif kernel.has("added_phases"):
        steps = [node.step] if kernel.has("added_steps") else steps_of("beginning")
        add_phases(kernel, [list(steps) for _ in range(frame.amount(node.amount))], "added_steps")
