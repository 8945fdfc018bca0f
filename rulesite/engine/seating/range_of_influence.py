"""The limited range of influence (801 in 2026-06-19): the players and objects within each player's range.

Only this module computes it. If no player's range is limited, everything is in range.
"""

from __future__ import annotations

from rulesite.engine.state.characteristics import look
from rulesite.engine.state.game_state import ref_id, ref_player
from rulesite.engine.state.kernel import Kernel

from .seats import apart


def look_round(kernel: Kernel) -> None:
    """Determine the players within each player's range of influence, as each turn begins (801.2c in 2026-06-19)."""
    kernel.state.within = _within(kernel)
    kernel.state.touch()


def _within(kernel: Kernel) -> dict[str, list[str]]:
    """The players who now sit within each player's range of influence, among those still in the game."""
    state = kernel.state
    seated = [name for name, player in state.players.items() if not player.lost]
    return {
        name: [other for other in seated if apart(seated, name, other) <= seats]
        for name, seats in state.options.ranges.items()
        if name in seated
    }


def limited(kernel: Kernel, player: str) -> bool:
    """Whether a player's range of influence is limited."""
    return player in kernel.state.options.ranges and kernel.has("range_of_influence")


def player_in_range(kernel: Kernel, player: str, other: str) -> bool:
    """Whether ``other`` is within the range of influence of ``player``."""
    if other == player or not limited(kernel, player):
        return True
    within = kernel.state.within if kernel.has("range_in_turns") else _within(kernel)
    return other in within.get(player, [player])


def in_range(kernel: Kernel, player: str, ref: str) -> bool:
    """Whether an object or a player is within the range of influence of ``player``.

    An object counts as where its controller sits (801.2d in 2026-06-19), or its owner if nobody controls it; when the
    game looks back in time, this does too.
    """
    if not ref or not limited(kernel, player):
        return True
    named = ref_player(ref)
    return player_in_range(kernel, player, named if named is not None else holder(kernel, ref))


def holder(kernel: Kernel, ref: str) -> str:
    """The player whose seat counts for an object: its controller, or the owner of a card that nobody controls."""
    thing_id = ref_id(ref) or 0
    found = kernel.thing(thing_id) or kernel.known(thing_id)
    if found is None:
        return ""
    if found.zone in ("battlefield", "stack", "command"):
        return look(kernel, thing_id).controller or found.owner
    return found.owner
