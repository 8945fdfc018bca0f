"""The agreements before a game of many players: its variant, the teams, and the options of 800.2 (2026-06-19).

Plain data. The package ``seating/`` has the default options of each variant, and their meaning in play.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .codec import register

ATTACKS = ("multiple", "left", "right", "adjacent")


@register
@dataclass
class Options:
    """The options of one game; empty for a game of two players.

    ``teams`` lists the members of each team, ``ranges`` the range of influence, in seats, of each player whose range is
    limited. ``attack`` is whom a player may attack: one of :data:`ATTACKS`. ``deploy``: players can give creatures to
    teammates. ``shared_turns``: the players of a team take their turns together (805 in 2026-06-19).
    """

    variant: str = ""
    teams: list[list[str]] = field(default_factory=list)
    ranges: dict[str, int] = field(default_factory=dict)
    attack: str = "multiple"
    deploy: bool = False
    shared_turns: bool = False

    def team_of(self, player: str) -> list[str]:
        """The players of a player's team; only that player if there are no teams."""
        return next((team for team in self.teams if player in team), [player])
