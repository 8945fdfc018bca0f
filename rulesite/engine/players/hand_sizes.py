"""How many cards a player may keep (402.2, 514.1 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.player_rules import MaximumHandSize
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.state.game_state import player_ref
from rulesite.engine.state.kernel import Kernel

USUAL = 7


def maximum_hand_size(kernel: Kernel, player: str) -> int | None:
    """A player's maximum hand size, ``None`` where there is none."""
    limit: int | None = USUAL
    for change, frame in changes_on(kernel, player_ref(player), MaximumHandSize):
        if change.amount is None:
            limit = None
        elif limit is not None:
            limit = frame.amount(change.amount) + (limit if change.change else 0)
    return limit
