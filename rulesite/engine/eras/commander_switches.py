"""The switches about Commander: where a commander may go to the command zone instead (903.9)."""

from __future__ import annotations

from dataclasses import dataclass

from .switches import Since, Switches, switch


@dataclass(frozen=True)
class CommanderSwitches(Switches):
    """How commanders came back on a day; :class:`rulesite.engine.eras.ruleset.Ruleset` has these among the others."""

    commander_may_go_instead_of: tuple[str, ...] = switch(
        "the zones in place of which a commander may be put into the command zone, as a replacement effect",
        Since("1999-04-23", ("graveyard", "exile"), "2013-05-01", "903.11"),
        Since("2015-07-17", ("graveyard", "exile", "hand", "library"), "2016-09-30", "903.9"),
        Since("2020-08-07", ("hand", "library"), "2024-06-07", "903.9b"),
    )
    commander_comes_back_from: tuple[str, ...] = switch(
        "the zones from which a commander may be put into the command zone as a state-based action",
        Since("1999-04-23", (), "2020-04-17", ""),
        Since("2020-08-07", ("graveyard", "exile"), "2024-06-07", "903.9a"),
    )
