"""Starting hand size, maximum hand size and starting life: the usual numbers, as modified by a vanguard card (103.4,
103.5, 402.2, 902.4, 902.5 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.abilities.player_rules import MaximumHandSize
from rulesite.engine.effects.continuous import changes_on
from rulesite.engine.state.game_state import player_ref
from rulesite.engine.state.kernel import Kernel

USUAL = 7


def _modifiers(kernel: Kernel, player: str) -> tuple[int, int]:
    """The hand modifier and the life modifier of a player's vanguard card, zero without one."""
    things = [kernel.state.things[each] for each in kernel.state.zone("command")]
    mine = [each.card.modifiers for each in things if each.owner == player and "vanguard" in each.card.types]
    return (sum(hand for hand, _ in mine), sum(life for _, life in mine))


def starting_life(kernel: Kernel, player: str, usual: int) -> int:
    """A player's starting life total."""
    return usual + (_modifiers(kernel, player)[1] if kernel.has("vanguard_life") else 0)


def starting_hand_size(kernel: Kernel, player: str) -> int:
    """How many cards a player draws before the game begins."""
    return USUAL + (_modifiers(kernel, player)[0] if kernel.has("vanguard_hand") else 0)


def maximum_hand_size(kernel: Kernel, player: str) -> int | None:
    """A player's maximum hand size, ``None`` if there is none: what was said last counts, and what adds to no maximum
    leaves none (613.11 in 2026-06-19)."""
    limit: int | None = USUAL + (_modifiers(kernel, player)[0] if kernel.has("vanguard_maximum") else 0)
    for change, frame in changes_on(kernel, player_ref(player), MaximumHandSize):
        if change.amount is None:
            limit = None
        elif not change.change:
            limit = frame.amount(change.amount)
        elif limit is not None:
            limit += frame.amount(change.amount)
    return limit
