"""Whether triggered abilities of a permanent are waiting: triggered, and not off the stack yet."""

from __future__ import annotations

from collections.abc import Callable

from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing


def is_waiting(kernel: Kernel, source: Thing, of: Callable[[TriggeredAbility], bool] = lambda ability: True) -> bool:
    """Whether any triggered ability of an object that fits ``of`` has triggered and not left the stack."""
    state = kernel.state
    plays = [play for each in state.zone("stack") if (play := state.things[each].play) is not None]
    waiting = [
        *((play.bound.source, play.ability) for play in plays),
        *((pending.bound.source, pending.ability) for pending in state.pending),
    ]
    return any(each == source.id and isinstance(ability, TriggeredAbility) and of(ability) for each, ability in waiting)
