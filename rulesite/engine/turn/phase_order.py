"""The order of steps: the usual order of a turn, and phases that effects add to it (500.8, 500.10 in 2024-06-07)."""

from __future__ import annotations

from rulesite.engine.state.game_state import State
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.turn_steps import PHASE_OF, STEPS

_MAIN = "postcombat main"


def add_phases(kernel: Kernel, phases: list[list[str]], concept: str) -> None:
    """Add phases directly after the present one, in this order; each is the list of its steps.

    Phases added earlier come after them (500.8).
    """
    for phase in reversed(phases):
        kernel.state.added_phases.append(list(phase))
    for phase in phases:
        steps = f" with {' and '.join(phase)} alone" if concept == "added_steps" else ""
        kernel.note(f"a {PHASE_OF[phase[0]]} phase{steps} is added after this phase", concept)


def add_step(kernel: Kernel, step: str) -> None:
    """Add a step directly after the present one; those added earlier come after it (500.9)."""
    state = kernel.state
    state.left_at = state.left_at or state.step
    state.phase_left.insert(0, step)
    kernel.note(f"a step ({step}) is added after this step", "added_steps")


def steps_of(phase: str) -> list[str]:
    """The steps of a phase that is added whole: "combat", "main" or "beginning"."""
    return [_MAIN] if phase == "main" else [step for step in STEPS if PHASE_OF[step] == phase]


def following(state: State) -> str:
    """The step after the present one in this turn, ``""`` when the turn is over; advances the state to it."""
    if state.phase_left:
        return state.phase_left.pop(0)
    here = state.left_at or state.step
    if state.added_phases and _ends_phase(here):
        phase = state.added_phases.pop()
        state.left_at, state.phase_left = here, phase[1:]
        return phase[0]
    state.left_at = ""
    position = STEPS.index(here)
    return STEPS[position + 1] if position + 1 < len(STEPS) else ""


def skip_to_cleanup(state: State) -> None:
    """Let the cleanup step follow the present step, without any that would come between them."""
    state.added_phases, state.phase_left, state.left_at = [], ["cleanup"], ""


def repeat_cleanup(state: State) -> None:
    """Let another cleanup step follow one in which players had priority (514.3a in 2026-06-19)."""
    state.phase_left = ["cleanup"]


def ends_phase(state: State) -> bool:
    """Whether the present step is the last of its phase."""
    if state.left_at:
        return not state.phase_left and _ends_phase(state.left_at)
    return _ends_phase(state.step)


def _ends_phase(step: str) -> bool:
    position = STEPS.index(step)
    return position + 1 == len(STEPS) or PHASE_OF[STEPS[position + 1]] != PHASE_OF[step]
