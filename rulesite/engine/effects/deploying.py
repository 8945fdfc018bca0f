"""The ability that each creature has where the players of a team may deploy creatures (804.2 in 2026-06-19)."""

from __future__ import annotations

from functools import cache

from rulesite.engine.abilities.changes import SetController
from rulesite.engine.abilities.costs import Cost, TapSelf
from rulesite.engine.abilities.instructions import Continuous
from rulesite.engine.abilities.kinds import ActivatedAbility, TargetSlot
from rulesite.engine.abilities.play_limits import OnlyTiming
from rulesite.engine.abilities.predicates import IsPlayer, IsPlayerRef, Not, OpponentOf, both
from rulesite.engine.abilities.references import Self, Target, You
from rulesite.engine.state.objects import HeldAbility


@cache
def deploy_ability() -> HeldAbility:
    """Return the ability to give the creature to a teammate."""
    teammate = both(IsPlayer(), Not(OpponentOf(You())), Not(IsPlayerRef(You())))
    ability = ActivatedAbility(
        Cost((TapSelf(),)),
        Continuous(Self(), (SetController(Target(0)),), "permanent"),
        (TargetSlot(teammate),),
        (OnlyTiming("sorcery"),),
        text="{T}: Target teammate gains control of this creature. Activate only as a sorcery.",
    )
    return HeldAbility("rule deploy creatures", ability)
