"""Abilities that no object has: of rad counters (728), the monarch (725) and the initiative (726 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.card_instructions import Draw
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import Radiation
from rulesite.engine.events.triggers import trigger
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings
from rulesite.engine.state.teams import active_players, counters_of

from .initiative import INITIATIVE, VENTURES


def trigger_inherent(kernel: Kernel) -> None:
    """Trigger the abilities of the present step's beginning that no object has."""
    state = kernel.state
    for player in active_players(state):
        rad = state.step == "precombat main" and counters_of(kernel, player, "rad").get("rad", 0)
        if rad and kernel.has("rad_counters"):
            ability = TriggeredAbility(StepBegins("precombat main"), Radiation(), text="the rad counters")
            trigger(Frame(kernel, Bindings(player)), ability, "rad counters", f"{player}'s rad counters")
        if state.step == "end" and state.monarch == player and kernel.has("monarch"):
            ability = TriggeredAbility(StepBegins("end"), Draw(), text="the draw of the monarch")
            trigger(Frame(kernel, Bindings(player)), ability, "monarch", "the monarch")
        if state.step == "upkeep" and state.initiative == player and kernel.has("initiative"):
            trigger(Frame(kernel, Bindings(player)), VENTURES, INITIATIVE, INITIATIVE)
