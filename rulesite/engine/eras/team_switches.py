"""The switches about teams that share turns and life: Two-Headed Giant (606, 806, 810)."""

from __future__ import annotations

from dataclasses import dataclass

from .switches import Since, Switches, switch


@dataclass(frozen=True)
class TeamSwitches(Switches):
    """How teams played on ``date``; :class:`rulesite.engine.eras.ruleset.Ruleset` has these among the others."""

    team_starting_life: int = switch(
        "the life total with which a team of two begins",
        Since("1999-04-23", 40, "2005-08-01", "606.4a"),
        Since("2007-07-13", 30, "2007-07-13", "606.4a"),
    )
    team_life_known_as: str = switch(
        "what an effect finds that asks for the life total of a player whose team shares one: 'half' of the team's, "
        "rounded up, or the 'whole'",
        Since("1999-04-23", "half", "2005-08-01", "606.9a"),
        Since("2010-04-23", "whole", "2013-05-01", "810.9a"),
    )
    team_life_set: str = switch(
        "what happens when the life total of each player of a team is set: the team's is the 'sum', or 'one' member, "
        "whom the team chooses, is affected",
        Since("1999-04-23", "sum", "2005-08-01", "606.9b"),
        Since("2010-04-23", "one", "2013-05-01", "810.9d"),
    )
    single_life_set: str = switch(
        "what is set when one player's life total is: that of the 'team', or that of the 'player', and the team's "
        "total changes by as much",
        Since("1999-04-23", "team", "2005-08-01", "606.9c"),
        Since("2005-10-01", "player", "2006-10-01", "606.9c"),
    )
    team_shares_poison: bool = switch(
        "the poison counters of a team are shared, and a team of two loses with fifteen",
        Since("1999-04-23", False, "2005-08-01", "606.5"),
        Since("2011-04-01", True, "2013-05-01", "810.10"),
    )
    team_attacked: str = switch(
        "whom a creature attacks whose controller's team shares turns: the 'team', so that what any of its players "
        "has counts, or one 'player'",
        Since("1999-04-23", "team", "2005-08-01", "606.7a"),
        Since("2018-04-27", "player", "2020-04-17", "805.10b"),
    )
