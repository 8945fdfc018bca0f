"""Priority: state-based actions and triggered abilities before a player gets it; passing; what follows."""

from __future__ import annotations

from rulesite.engine.effects.durations import end
from rulesite.engine.events.batch import happen
from rulesite.engine.events.triggers import check_states
from rulesite.engine.seating.turn_markers import gets_priority
from rulesite.engine.state.event import Event, tell
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.teams import partners

from .mandatory_loops import draw_if_endless
from .stack import resolve_top
from .state_based import check_state
from .trigger_stack import put_triggers_on_stack


def settle(kernel: Kernel) -> bool:
    """Whether state-based actions were done or triggered abilities put on the stack, each as long as there are any."""
    if kernel.has("state_trigger_rearms"):
        check_states(kernel)
    anything = False
    while True:
        kernel.count()
        changed = False
        while not kernel.state.over and check_state(kernel):
            changed = True
            kernel.count()
        if put_triggers_on_stack(kernel):
            changed = True
        if not changed:
            return anything
        anything = True


def give_priority(kernel: Kernel, player: str) -> None:
    """Give ``player`` priority, after everything that comes before."""
    settle(kernel)
    state = kernel.state
    alive = (
        state.turn_order(player if not state.players[player].lost else "")
        if any(not each.lost for each in state.players.values())
        else []
    )
    alive = [name for name in alive if gets_priority(kernel, name)] or alive
    state.priority = alive[0] if alive else ""
    state.passed = []
    tell(kernel, "priority", player=state.priority)


def pass_priority(kernel: Kernel) -> str:
    """Let the player with priority pass.

    When all have passed in succession the top of the stack resolves, or, with an empty stack, the step is over. Returns
    "next player", "resolved" or "step over".
    """
    state = kernel.state
    player = state.priority
    passing = partners(state, player) if kernel.has("team_priority") else [player]
    kernel.note(f"{' and '.join(passing)} {'passes' if len(passing) == 1 else 'pass'}", "priority")
    state.passed += passing
    happen(kernel, [Event("pass", player=each) for each in passing])
    for each in passing:
        end(kernel, "until pass", player=each)
    waiting = [name for name in state.turn_order(player) if name not in state.passed and gets_priority(kernel, name)]
    if waiting:
        settle(kernel)
        state.priority = waiting[0]
        tell(kernel, "priority", player=state.priority)
        return "next player"
    state.passed = []
    if state.zone("stack"):
        resolve_top(kernel)
        if kernel.state.turn_ends:
            kernel.state.turn_ends = False
            return "step over"
        give_priority(kernel, kernel.state.active)
        draw_if_endless(kernel)
        return "resolved"
    return "step over"
