"""Teams: players who take turns together, and what a team shares: a life total, poison counters (805, 810 in
2026-06-19)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .game_state import SharedTotals, State
from .kernel import Kernel


def share(kernel: Kernel) -> None:
    """Give the teams of a game that has begun their shared totals: one life total each (810.4, 810.11)."""
    state = kernel.state
    if not state.options.shared_turns:
        return
    if not kernel.has("team_turns"):
        state.options = replace(state.options, shared_turns=False)
    if not kernel.has("shared_life"):
        return
    for team in state.options.teams:
        life = kernel.rules.team_starting_life * len(team) // 2
        state.shared.append(SharedTotals(list(team), life))
        for player in team:
            state.players[player].life = state.players[player].starting_life = life


def partners(state: State, player: str) -> list[str]:
    """The players who take turns and have priority together with a player, the primary player first (805.4, 805.5)."""
    return list(state.options.team_of(player)) if state.options.shared_turns else [player]


def active_players(state: State) -> list[str]:
    """The players whose turn it is: one, or a team that takes its turns together."""
    return partners(state, state.active)


def takes_turn(state: State, player: str) -> bool:
    """Whether it is a player's turn."""
    return player == state.active or player in active_players(state)


def each_side(state: State, players: Iterable[str]) -> list[list[str]]:
    """Players grouped into teams where turns are shared, each team once; else one by one."""
    found: list[list[str]] = []
    for player in players:
        if not any(player in together for together in found):
            found.append([each for each in partners(state, player) if not state.players[each].lost])
    return found


def defending_with(kernel: Kernel, defender: str) -> list[str]:
    """The players who declare blockers, and whose creatures block, together with a defending player (805.10d)."""
    return partners(kernel.state, defender) if kernel.has("team_combat") else [defender]


def attacked_with(kernel: Kernel, defender: str) -> list[str]:
    """The players whose permanents can keep creatures from attacking a player, or from being blocked: the player, or
    until 2018 the whole team, because the team was attacked (606.7b in 2005-08-01)."""
    return defending_with(kernel, defender) if kernel.rules.team_attacked == "team" else [defender]


def life_of(state: State, player: str) -> int:
    """A player's life total, or the team's if it is shared."""
    team = state.shared_by(player)
    return team.life if team is not None else state.players[player].life


def known_life(kernel: Kernel, player: str) -> int:
    """The life total that a cost or effect uses for one player (810.9a, 606.9a in 2005-08-01)."""
    team = kernel.state.shared_by(player)
    if team is None or not kernel.has("team_life_known"):
        return kernel.state.players[player].life
    return team.life if kernel.rules.team_life_known_as == "whole" else -(-team.life // 2)


def change_life(state: State, player: str, amount: int) -> int:
    """Add to a life total (subtract if negative); returns the new total.

    The change happens to the player, and the result is applied to the team's total (810.9).
    """
    state.players[player].life += amount
    team = state.shared_by(player)
    if team is not None:
        team.life += amount
    return life_of(state, player)


def counters_of(kernel: Kernel, player: str, kind: str) -> dict[str, int]:
    """The dictionary with a player's counters of a kind: the player's, or that of a team that shares them
    (810.10)."""
    team = kernel.state.shared_by(player)
    if team is not None and kind == "poison" and kernel.rules.team_shares_poison and kernel.has("team_poison"):
        return team.counters
    return kernel.state.players[player].counters


def sharing_counters(kernel: Kernel, player: str, kind: str) -> list[str]:
    """The players who have counters of a kind in common: one, or all of a team that shares them."""
    team = kernel.state.shared_by(player)
    shared = team is not None and counters_of(kernel, player, kind) is team.counters
    return list(team.members) if team is not None and shared else [player]


def deadly_poison(kernel: Kernel, player: str) -> int:
    """The number of poison counters with which a player loses: ten, or for a team that shares them fifteen, and five
    more for each player beyond two (810.8d, 810.11)."""
    members = sharing_counters(kernel, player, "poison")
    return 10 if len(members) < 2 else 5 * (len(members) + 1)


def all_counters_of(kernel: Kernel, player: str) -> dict[str, int]:
    """Every counter of a player, including the team's (810.10d)."""
    own, shared = kernel.state.players[player].counters, counters_of(kernel, player, "poison")
    return {**own, **shared}
