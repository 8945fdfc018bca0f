"""Ascend: a player with ten permanents gets the city's blessing for the rest of the game (702.130 in 2018-01-19)."""

from __future__ import annotations

from rulesite.engine.events.batch import immediately
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.zones import battlefield

ENOUGH = 10


@immediately
def bless(kernel: Kernel) -> None:
    """Give the city's blessing to controllers of permanents with ascend, as soon as there are enough permanents
    (702.130b)."""
    for thing in battlefield(kernel):
        if thing.may_have("ascend") and "ascend" in keywords(found := look(kernel, thing.id)):
            ascend(kernel, found.controller)


def ascend(kernel: Kernel, player: str) -> None:
    """Give a player the city's blessing if he or she controls enough permanents."""
    state = kernel.state
    if state.players[player].blessed:
        return
    if sum(look(kernel, thing.id).controller == player for thing in battlefield(kernel)) >= ENOUGH:
        state.players[player].blessed = True
        state.touch()
        kernel.note(f"{player} gets the city's blessing")
