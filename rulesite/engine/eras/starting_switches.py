"""The switches about how a game begins."""

from __future__ import annotations

from dataclasses import dataclass

from .switches import Since, Switches, switch


@dataclass(frozen=True)
class StartingSwitches(Switches):
    """How games began on a day; :class:`rulesite.engine.eras.ruleset.Ruleset` has these among the others."""

    mulligan: str = switch(
        "what a mulligan costs: one card 'fewer' each time, or a card for each of them to the 'bottom' of the library",
        Since("1999-04-23", "fewer", "2001-07-23", "101.5"),
        Since("2019-08-23", "bottom", "2020-04-17", "103.4"),
    )
    subgame_exile: str = switch(
        "what becomes of a card that is exiled in a subgame when that is over: it 'stays' exiled in the main game, or "
        "goes to the 'library' like the others",
        Since("1999-04-23", "stays", "2003-10-01", "506.6"),
        Since("2007-07-13", "library", "2007-07-13", "506.5"),
    )
