"""The variants of games of many players: the options that each has by default, and how its players are seated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulesite.engine.eras.ruleset import OLDEST
from rulesite.engine.eras.validity import Kind, knows
from rulesite.engine.state.options import ATTACKS, Options

from .seats import apart, beside


@dataclass(frozen=True)
class Variant:
    """One variant: the options of such a game unless agreed otherwise.

    ``since`` is the oldest edition at hand whose rules have the variant, ``rule`` its number in the newest. ``range``
    is the range of influence of every player (``None``: unlimited, unless it depends on the teams). ``together``: the
    players of a team take their turns together, and have one life total.
    """

    name: str
    since: str
    rule: str
    life: int = 20
    range: int | None = None
    attack: str = "multiple"
    deploy: bool = False
    teams: bool = False
    together: bool = False


VARIANTS = {
    row.name: row
    for row in (
        Variant("", OLDEST, "800.1"),
        Variant("Free-for-All", "2005-08-01", "806"),
        Variant("Grand Melee", "2005-08-01", "807", range=1, attack="left"),
        Variant("Team vs. Team", "2010-10-01", "808", teams=True),
        Variant("Emperor", "2005-08-01", "809", attack="adjacent", deploy=True, teams=True),
        Variant("Two-Headed Giant", "2005-08-01", "810", teams=True, together=True),
        Variant("Vanguard", "2010-04-23", "902"),
        Variant("Commander", "2010-04-23", "903", life=40),
        Variant("Alternating Teams", "2005-08-01", "811", range=2, attack="adjacent", teams=True),
    )
}
knows(
    "variant",
    Kind(
        lambda: VARIANTS,
        lambda name, day: VARIANTS[name].since <= day,
        lambda: (row.since for row in VARIANTS.values()),
    ),
)


def agreed(
    players: Sequence[str],
    variant: str = "",
    teams: Iterable[Iterable[str]] = (),
    ranges: int | Mapping[str, int] | None = None,
    attack: str = "",
    deploy: bool | None = None,
) -> Options:
    """The options of a game: those given, else those of its variant.

    ``ranges`` is one range for all players, or a range for some of them. Raises ``ValueError`` for impossible options:
    an unknown variant or way to attack, teams that are missing or leave somebody out, a range below 1.

    >>> agreed(["Ann", "Bob", "Cid", "Dan"], "Grand Melee").ranges["Dan"]
    1
    """
    row = VARIANTS.get(variant)
    if row is None:
        raise ValueError(f"no variant is called {variant!r}: {', '.join(filter(None, VARIANTS))}")
    sides = [list(team) for team in teams]
    _check_teams(players, sides, row)
    if attack and attack not in ATTACKS:
        raise ValueError(f"nobody attacks {attack!r}: {', '.join(ATTACKS)}")
    options = Options(row.name, sides, {}, attack or row.attack, row.deploy if deploy is None else deploy)
    options.shared_turns = row.together
    options.ranges = _ranges(players, options, row, ranges)
    return options


def _check_teams(players: Sequence[str], teams: list[list[str]], row: Variant) -> None:
    if not teams and row.teams:
        raise ValueError(f"{row.name} is played in teams, and none are said")
    said = [name for team in teams for name in team]
    if teams and sorted(said) != sorted(players):
        odd = sorted(set(said) ^ set(players)) or sorted({name for name in said if said.count(name) > 1})
        raise ValueError(f"each player is in one team: look at {', '.join(odd)}")


def _ranges(
    players: Sequence[str], options: Options, row: Variant, said: int | Mapping[str, int] | None
) -> dict[str, int]:
    if isinstance(said, int):
        said = dict.fromkeys(players, said)
    found = dict.fromkeys(players, row.range) if row.range else {}
    if row.name == "Emperor" and not isinstance(said, dict):
        found = {name: range_by_seat(players, options, name) for name in players}
    found.update(said or {})
    for name, seats in found.items():
        if name not in players:
            raise ValueError(f"{name} has a range of influence and does not play")
        if not isinstance(seats, int) or seats < 1:
            raise ValueError(f"a range of influence is at least 1 seat, not {seats}")
    return {name: found[name] for name in players if name in found}


def emperors(players: Sequence[str], options: Options) -> list[str]:
    """The emperor of each team: the player in its middle, or the right one of two (809.2, 809.6a in 2026-06-19)."""
    middles = []
    for team in options.teams:
        seated = _in_order(players, team)
        middles.append(seated[(len(seated) - 1) // 2])
    return middles


def _in_order(players: Sequence[str], team: list[str]) -> list[str]:
    """A team from its rightmost seat to its left, going round the table."""
    places = list(players)
    first = next((name for name in team if places[places.index(name) - 1] not in team), team[0])
    start = places.index(first)
    return [name for name in places[start:] + places[:start] if name in team]


def range_by_seat(players: Sequence[str], options: Options, player: str) -> int:
    """The range of influence by seat: the least that reaches a general of another team, for an emperor two (809.6a in
    2026-06-19)."""
    crowned = emperors(players, options)
    foes = [name for name in players if name not in options.team_of(player) and name not in crowned]
    near = sorted(apart(players, player, name) for name in foes)
    wanted = 2 if player in crowned else 1
    if len(near) < wanted:
        raise ValueError(f"{player} has too few generals against him or her for an Emperor game")
    return near[wanted - 1]


def why_not_seated(players: Sequence[str], options: Options) -> str:
    """Why these seats are not allowed in a game of this variant, ``""`` when they are. Without a variant any order
    is."""
    teams = [team for team in options.teams if len(team) > 1]
    if options.variant in ("Emperor", "Team vs. Team"):
        for team in teams:
            gaps = sum(beside(players, name, 1) not in team for name in team)
            if gaps > 1:
                return f"{' and '.join(team)} do not sit together"
    if options.variant == "Emperor":
        crowned = emperors(players, options)
        for one in crowned:
            reached = [each for each in crowned if each != one and apart(players, one, each) <= options.ranges[one]]
            if reached:
                return f"{reached[0]}, an emperor, is within the range of influence of {one}, an emperor"
    if options.variant == "Alternating Teams":
        if len({len(team) for team in options.teams}) > 1:
            return "the teams are not of equal size"
        step = len(options.teams)
        for place, name in enumerate(players):
            if players[(place + step) % len(players)] not in options.team_of(name):
                return f"{name} and the others of that team are not spaced equally around the table"
            if players[(place + 1) % len(players)] in options.team_of(name) and len(options.team_of(name)) > 1:
                return f"{name} sits next to a teammate"
    return ""
