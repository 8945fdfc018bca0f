"""Winning and losing as a team, and life totals that are set (810.8, 810.9 in 2026-06-19)."""

from __future__ import annotations

from collections.abc import Mapping

from rulesite.engine.seating.variants import emperors
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import SharedTotals, player_ref, ref_player
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.teams import known_life


def lost_with(kernel: Kernel, losers: list[str]) -> list[Event]:
    """The losses of players whose teammate lost: the players of such a team lose only together, and the generals of an
    Emperor game with their emperor (809.5b)."""
    state = kernel.state
    found: list[Event] = []
    for player in losers:
        team = state.shared_by(player)
        if team is not None and kernel.has("team_loses"):
            members, concept = team.members, "team_loses"
        elif player in _emperors(kernel):
            members, concept = state.options.team_of(player), "emperor_loses"
        else:
            continue
        for other in members:
            if not state.players[other].lost:
                why = {"why": f"{player} of the same team has lost", "concept": concept}
                found.append(Event("lose_game", player_ref(other), player=other, facts=why))
    return found


def _emperors(kernel: Kernel) -> list[str]:
    """The emperors with whom their teams lose, of an Emperor game."""
    options = kernel.state.options
    if options.variant != "Emperor" or not kernel.has("emperor_loses"):
        return []
    return emperors(list(kernel.state.players), options)


def winners(kernel: Kernel, player: str) -> list[str]:
    """The players who win if a player does: the whole team, if there are teams (104.2b, 810.8a in 2026-06-19)."""
    return kernel.state.options.team_of(player)


def win(kernel: Kernel, player: str, together: list[str]) -> None:
    """Let a player win the game, with the players named in ``together``."""
    kernel.state.winner = player
    kernel.note(f"{' and '.join(together)} {'wins' if len(together) == 1 else 'win'} the game")


def life_to(kernel: Kernel, player: str, wanted: int) -> Event:
    """The gain or loss that brings a player's life total to ``wanted``."""
    team = kernel.state.shared_by(player)
    as_team = team is not None and kernel.rules.single_life_set == "team"
    have = team.life if team is not None and as_team else known_life(kernel, player)
    return _change(player, wanted - have)


def _change(player: str, amount: int) -> Event:
    kind = "gain_life" if amount > 0 else "lose_life"
    return Event(kind, player_ref(player), player=player, amount=abs(amount))


def life_totals_to(kernel: Kernel, wanted: Mapping[str, int]) -> list[Event]:
    """The simultaneous gains and losses that bring the life totals of several players to those in ``wanted``.

    If players of a team with a shared total are included, the team chooses which of them is affected; until 2011 the
    team's total became the sum.
    """
    found: list[Event] = []
    for player in wanted:
        team = kernel.state.shared_by(player)
        whole = team is not None and all(each in wanted for each in team.members) and len(team.members) > 1
        if team is None or not whole or not kernel.has("team_life_set"):
            found.append(life_to(kernel, player, wanted[player]))
        elif player == team.members[0]:
            found += (
                _one_of(kernel, team, wanted) if kernel.rules.team_life_set == "one" else _sum(kernel, team, wanted)
            )
    return [each for each in found if each.amount]


def _one_of(kernel: Kernel, team: SharedTotals, wanted: Mapping[str, int]) -> list[Event]:
    options = [player_ref(each) for each in team.members]
    prompt = "whose life total is set, of the players of the team"
    chosen = kernel.choose("player", team.members[0], "", prompt, options)
    player = ref_player(chosen[0]) or team.members[0]
    kernel.note(f"the team has {player} affected", "team_life_set")
    return [life_to(kernel, player, wanted[player])]


def _sum(kernel: Kernel, team: SharedTotals, wanted: Mapping[str, int]) -> list[Event]:
    """The gains and losses of each player by his or her share; the team's total is the sum of the rounded shares."""
    share, first = known_life(kernel, team.members[0]), team.members[0]
    rounded = Event("round_life", player_ref(first), player=first, amount=share * len(team.members) - team.life)
    return [*(_change(each, wanted[each] - share) for each in team.members), rounded]
