"""The monarch: becoming it, and the successor of a monarch who leaves the game (725 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.combat_events import DamageDealt
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.predicates import All, IsPermanent, IsPlayerRef
from rulesite.engine.abilities.references import ControllerOf, TriggerObject, You
from rulesite.engine.abilities.traits import HasType
from rulesite.engine.abilities.turn_instructions import BecomeMonarch
from rulesite.engine.events.batch import immediately, keyword_done
from rulesite.engine.state.game_state import player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.turn.one_holder import next_holder, stop_waiting, wait_for

_MONARCH = "the monarch"
_HURT = TriggeredAbility(
    DamageDealt(All((HasType("creature"), IsPermanent())), IsPlayerRef(You()), combat=True),
    BecomeMonarch(ControllerOf(TriggerObject())),
    text="Whenever a creature deals combat damage to the monarch, its controller becomes the monarch.",
)


def crown(kernel: Kernel, player: str) -> None:
    """Make the player the monarch in place of the present one (725.3); a player who already is stays monarch."""
    state = kernel.state
    if state.monarch == player or state.players[player].lost or not kernel.has("monarch"):
        return
    state.monarch = player
    wait_for(kernel, _MONARCH, _HURT, player)
    kernel.note(f"{player} becomes the monarch", "monarch")
    keyword_done(kernel, "become the monarch", player, player_ref(player))


@immediately
def pass_on(kernel: Kernel) -> None:
    """Pass the monarchy of a player who leaves the game to the active player, or the next who is still there
    (725.4)."""
    state = kernel.state
    if not state.monarch or not state.players[state.monarch].lost or not kernel.has("monarch"):
        return
    stop_waiting(kernel, _MONARCH)
    state.monarch = ""
    if heir := next_holder(kernel):
        crown(kernel, heir)
