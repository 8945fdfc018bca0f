"""The initiative: taking it, and its passing on from a player who leaves the game (726 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.combat_events import DamageDealt
from rulesite.engine.abilities.instructions import KeywordAction
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.predicates import All, Controlled, IsPermanent, IsPlayer, IsPlayerRef
from rulesite.engine.abilities.references import ControllerOf, EachPlayer, TriggerObject, You
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.abilities.traits import HasType
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.batch import immediately, keyword_done
from rulesite.engine.events.triggers import trigger
from rulesite.engine.state.game_state import player_ref
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings
from rulesite.engine.turn.one_holder import next_holder, stop_waiting, wait_for

INITIATIVE = "the initiative"
TAKE_INITIATIVE = "take the initiative"
INTO_UNDERCITY = "venture into Undercity"
VENTURES = TriggeredAbility(
    StepBegins("upkeep", IsPlayerRef(You())),
    KeywordAction(INTO_UNDERCITY),
    text="At the beginning of the upkeep of the player who has the initiative, that player ventures into Undercity.",
)
_HURT = TriggeredAbility(
    DamageDealt(
        All((HasType("creature"), IsPermanent(), Controlled(EachPlayer(IsPlayer())))),
        IsPlayerRef(You()),
        combat=True,
        batch=True,
    ),
    KeywordAction(TAKE_INITIATIVE, who=ControllerOf(TriggerObject(), then=True)),
    text="Whenever creatures deal combat damage to the player with the initiative, their controller takes it.",
)


def take_initiative(kernel: Kernel, player: str) -> None:
    """Give the initiative to a player, also to the one who has it, who then ventures into Undercity (726.2, 726.5)."""
    if kernel.state.players[player].lost or not kernel.has("initiative"):
        return
    hold_initiative(kernel, player)
    kernel.note(f"{player} takes the initiative", "initiative")
    keyword_done(kernel, TAKE_INITIATIVE, player, player_ref(player))
    trigger(Frame(kernel, Bindings(player)), VENTURES, INITIATIVE, INITIATIVE)


def hold_initiative(kernel: Kernel, player: str) -> None:
    """Let a player have the initiative, and nobody else (726.3)."""
    kernel.state.initiative = player
    wait_for(kernel, INITIATIVE, _HURT, player)


@immediately
def pass_initiative_on(kernel: Kernel) -> None:
    """Let the active player, or the next who is there, take the initiative of a player who leaves the game (726.4)."""
    state = kernel.state
    if not state.initiative or not state.players[state.initiative].lost or not kernel.has("initiative"):
        return
    stop_waiting(kernel, INITIATIVE)
    state.initiative = ""
    if heir := next_holder(kernel):
        take_initiative(kernel, heir)
