"""A designation that one player has at a time: the trigger that waits for its holder, and who is next (725, 726)."""

from __future__ import annotations

from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.state.game_state import DelayedTrigger
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings


def wait_for(kernel: Kernel, designation: str, ability: TriggeredAbility, holder: str) -> None:
    """Let the designation's triggered ability wait for its new holder, and for nobody else."""
    state = kernel.state
    stop_waiting(kernel, designation)
    bound = Bindings(holder)
    state.delayed.append(
        DelayedTrigger(state.fresh_id(), ability, bound, state.batches, False, began_turn=state.turn, label=designation)
    )
    state.touch()


def stop_waiting(kernel: Kernel, designation: str) -> None:
    """Let the designation's triggered ability wait for nobody."""
    state = kernel.state
    state.delayed = [each for each in state.delayed if each.label != designation]


def next_holder(kernel: Kernel) -> str:
    """The active player, or the next in turn order who is still in the game; empty if nobody is (725.4, 726.4)."""
    state = kernel.state
    order = [state.active, *state.turn_order(state.active)]
    return next((name for name in order if not state.players[name].lost), "")
