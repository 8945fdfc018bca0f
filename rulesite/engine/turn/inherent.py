"""Abilities that no object has: rad counters (728), and what being the monarch brings (725 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.card_deeds import Draw
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.actions.crowning import THE_MONARCH, crown
from rulesite.engine.happening.batch import immediately
from rulesite.engine.happening.triggering import trigger
from rulesite.engine.meaning.frame import Frame
from rulesite.engine.meaning.keyword_meanings import Radiation
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings
from rulesite.engine.state.teams import active_players, counters_of


def trigger_inherent(kernel: Kernel) -> None:
    """What triggers as the present step begins though no object says so."""
    state = kernel.state
    for player in active_players(state):
        rad = state.step == "precombat main" and counters_of(kernel, player, "rad").get("rad", 0)
        if rad and kernel.has("rad_counters"):
            ability = TriggeredAbility(StepBegins("precombat main"), Radiation(), text="the rad counters")
            trigger(Frame(kernel, Bindings(player)), ability, "rad counters", f"{player}'s rad counters")
        if state.step == "end" and state.monarch == player and kernel.has("monarch"):
            ability = TriggeredAbility(StepBegins("end"), Draw(), text="the draw of the monarch")
            trigger(Frame(kernel, Bindings(player)), ability, "monarch", "the monarch")


@immediately
def pass_on(kernel: Kernel) -> None:
    """When the monarch leaves the game, the active player is the monarch, or the next who is still there (725.4)."""
    state = kernel.state
    if not state.monarch or not state.players[state.monarch].lost or not kernel.has("monarch"):
        return
    order = [state.active, *state.turn_order(state.active)]
    there = [name for name in order if not state.players[name].lost]
    state.delayed = [each for each in state.delayed if each.label != THE_MONARCH]
    state.monarch = ""
    if there:
        crown(kernel, there[0])
