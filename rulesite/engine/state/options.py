"""What was agreed before a game of many players began: its variant, the teams, and the options of 800.2 (2026-06-19).

Plain data. Which options a variant has by default, and what each means in play, is the room ``seating/``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .codec import register

ATTACKS = ("multiple", "left", "right", "adjacent")


@register
@dataclass
class Options:
    """The options of one game; a game of two players has none.

    ``teams`` lists the members of each team, ``ranges`` the range of influence, in seats, of each player whose range is
    limited. ``attack`` is whom a player may attack: one of :data:`ATTACKS`. ``deploy``: creatures can be given to
    teammates. ``shared_turns``: the players of a team take their turns together (805 in 2026-06-19).
    """

    variant: str = ""
    teams: list[list[str]] = field(default_factory=list)
    ranges: dict[str, int] = field(default_factory=dict)
    attack: str = "multiple"
    deploy: bool = False
    shared_turns: bool = False

    def team_of(self, player: str) -> list[str]:
        """The players of a player's team; alone where there are no teams."""
        return next((team for team in self.teams if player in team), [player])
