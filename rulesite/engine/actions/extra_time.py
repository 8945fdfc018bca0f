"""Instructions about time: extra turns, phases and steps (500.7 to 500.10 in 2024-06-07), and the end of a turn."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.effects.durations import end
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import commit
from rulesite.engine.events.perform import does
from rulesite.engine.state.event import move
from rulesite.engine.state.teams import takes_turn
from rulesite.engine.state.zones import remove
from rulesite.engine.turn.phase_order import add_phases, add_step, skip_to_cleanup, steps_of
from rulesite.engine.turn.state_based import check_state

from .common import in_turn


@in_turn(ir.ExtraTurn)
def _extra_turn(frame: Frame, node: ir.ExtraTurn, player: str) -> None:
    state = frame.kernel.state
    for _ in range(frame.amount(node.amount)):
        frame.kernel.note(f"{player} will take an extra turn", "extra_turn")
        state.extra_given += 1
        state.extra_turns.append((player, state.extra_given))
        frame.bound.record.extra_turn = (player, state.extra_given)


@does(ir.ExtraPhase)
def _extra_phase(frame: Frame, node: ir.ExtraPhase) -> None:
    if frame.kernel.has("added_phases"):
        add_phases(frame.kernel, [steps_of(phase) for phase in node.phases], "added_phases")


@in_turn(ir.ExtraSteps)
def _extra_steps(frame: Frame, node: ir.ExtraSteps, player: str) -> None:
    """Add each step in a phase of its own, whose other steps are skipped, or after this step; none in another player's
    turn (500.10a)."""
    kernel = frame.kernel
    if not takes_turn(kernel.state, player):
        kernel.note(f"it is not {player}'s turn: no steps are added", "added_steps")
    elif node.in_phase:
        if kernel.has("added_steps"):
            add_step(kernel, node.step)
    elif kernel.has("added_phases"):
        steps = [node.step] if kernel.has("added_steps") else steps_of("beginning")
        add_phases(kernel, [list(steps) for _ in range(frame.amount(node.amount))], "added_steps")


@does(ir.EndTurn)
def _end_turn(frame: Frame, node: ir.EndTurn) -> None:
    """Exile all that is on the stack, this spell too, and go to the cleanup step; nobody gets priority before."""
    kernel, state = frame.kernel, frame.kernel.state
    if not kernel.has("end_of_turn_effect"):
        return
    kernel.note("the turn ends", "end_of_turn_effect")
    state.pending = []
    on_stack = [state.things[each] for each in state.zone("stack")]
    commit(
        kernel, [move(each.id, "exile", "exile", player=frame.controller) for each in on_stack if each.kind == "card"]
    )
    for each in on_stack:
        if each.kind != "card":
            remove(kernel, each)
    while not state.over and check_state(kernel):
        pass
    if state.combat is not None:
        state.combat = None
        end(kernel, "combat")
    skip_to_cleanup(state)
    state.turn_ends = True
