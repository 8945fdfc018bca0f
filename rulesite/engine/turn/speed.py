"""The speed of a player: start your engines!, and what makes the speed grow (702.179 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.conditions import AllSo, HasMaxSpeed, IsTurnOf, NotSo
from rulesite.engine.abilities.events import LifeLost
from rulesite.engine.abilities.kinds import TriggeredAbility
from rulesite.engine.abilities.predicates import IsPlayer, OpponentOf, both
from rulesite.engine.abilities.references import You
from rulesite.engine.evaluation.keyword_meanings import SpeedsUp
from rulesite.engine.events.batch import immediately
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.game_state import MAX_SPEED, DelayedTrigger
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Bindings
from rulesite.engine.state.zones import battlefield

STARTS = "start your engines!"
_GROWS = TriggeredAbility(
    LifeLost(both(IsPlayer(), OpponentOf(You()))),
    SpeedsUp(),
    condition=AllSo((IsTurnOf(You()), NotSo(HasMaxSpeed(You())))),
    limit=1,
    text="Whenever one or more opponents lose life during your turn, your speed increases by 1 if it is less than 4.",
)


@immediately
def start_engines(kernel: Kernel) -> None:
    """Give a speed of 1 to controllers of permanents with start your engines! who have none (702.179a)."""
    for thing in battlefield(kernel):
        starts = thing.may_have(STARTS) and STARTS in keywords(look(kernel, thing.id))
        if starts and not kernel.state.players[player := look(kernel, thing.id).controller].speed:
            speed_up(kernel, player, "engines_started")


def speed_up(kernel: Kernel, player: str, concept: str = "speed_grows") -> None:
    """Increase a player's speed by 1, up to 4; from the first on, the loss of opponents' life makes it grow."""
    if not kernel.has(concept):
        return
    state = kernel.state
    own = state.players[player]
    if own.speed >= MAX_SPEED or own.lost:
        return
    if not own.speed:
        state.delayed.append(
            DelayedTrigger(
                state.fresh_id(), _GROWS, Bindings(player), state.batches, False, began_turn=state.turn, label=STARTS
            )
        )
    own.speed += 1
    state.touch()
    kernel.note(f"{player}'s speed becomes {own.speed}", concept)
