"""Becoming the monarch, which also whoever deals combat damage to the monarch does (725 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.predicates import IsPermanent, IsPlayerRef
from rulesite.engine.abilities.references import ControllerOf, TriggerObject, You
from rulesite.engine.happening.batch import happen
from rulesite.engine.meaning.frame import Frame
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import DelayedTrigger, player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings

from .acted_on import in_turn

THE_MONARCH = "the monarch"
_HURT = TriggeredAbility(
    ir.DamageDealt(
        ir.All((ir.HasType("creature"), IsPermanent())),
        IsPlayerRef(You()),
        combat=True,
    ),
    ir.BecomeMonarch(ControllerOf(TriggerObject())),
    text="Whenever a creature deals combat damage to the monarch, its controller becomes the monarch.",
)


@in_turn(ir.BecomeMonarch)
def _become_monarch(frame: Frame, node: ir.BecomeMonarch, player: str) -> None:
    crown(frame.kernel, player)


def crown(kernel: Kernel, player: str) -> None:
    """The player becomes the monarch, and who was ceases to be (725.3); who is already stays so."""
    state = kernel.state
    if state.monarch == player or state.players[player].lost or not kernel.has("monarch"):
        return
    state.monarch = player
    state.delayed = [each for each in state.delayed if each.label != THE_MONARCH]
    waits = DelayedTrigger(
        state.fresh_id(), _HURT, Bindings(player), state.batches, False, began_turn=state.turn, label=THE_MONARCH
    )
    state.delayed.append(waits)
    state.touch()
    kernel.note(f"{player} becomes the monarch", "monarch")
    happen(kernel, [Event("keyword", player_ref(player), player=player, facts={"action": "become the monarch"})])
