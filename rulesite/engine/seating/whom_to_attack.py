"""Whom a player may attack from his or her seat: the range of influence and the options of 803, 809 and 811."""

from __future__ import annotations

from rulesite.engine.state.kernel import Kernel

from .range_of_influence import player_in_range
from .seats import beside

_SIDES = {"left": (1,), "right": (-1,), "adjacent": (1, -1)}
_CONCEPTS = {"left": "attack_left", "right": "attack_right", "adjacent": "attack_adjacent"}
_SAYS = {"left": "immediately to the left of", "right": "immediately to the right of", "adjacent": "next to"}


def why_not_reach(kernel: Kernel, player: str, defender: str) -> tuple[str, str] | None:
    """The reason why a player's creatures cannot attack another player because of their seats, and the concept behind
    it; ``None`` when they can."""
    if not player_in_range(kernel, player, defender) and kernel.has("range_attacks"):
        return f"{defender} is outside {player}'s range of influence", "range_attacks"
    options = kernel.state.options
    sides = _SIDES.get(options.attack)
    if sides is None:
        return None
    concept = _CONCEPTS[options.attack]
    if options.attack == "adjacent" and options.variant == "Alternating Teams":
        concept = "attack_beside_in_teams"
    if not kernel.has(concept):
        return None
    seated = [name for name, each in kernel.state.players.items() if not each.lost]
    if defender in seated and any(beside(seated, player, side) == defender for side in sides):
        return None
    return f"{defender} does not sit {_SAYS[options.attack]} {player}", concept
