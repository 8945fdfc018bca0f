"""The switches about what single keywords let a player do: madness, suspend."""

from __future__ import annotations

from dataclasses import dataclass

from .switches import Since, Switches, switch


@dataclass(frozen=True)
class KeywordSwitches(Switches):
    """What the definitions of keywords said on ``date``."""

    madness_window: str = switch(
        "when a card removed by madness may be played: 'until pass' of its owner, or as its ability 'resolves'",
        Since("1999-04-23", "until pass", "2003-10-01", "502.24a"),
        Since("2006-10-01", "resolves", "2006-10-01", "502.24a"),
    )
    suspend_optional: bool = switch(
        "the player may choose not to play a suspended card whose last time counter is gone",
        Since("1999-04-23", False, "2006-10-01", "502.59a"),
        Since("2024-02-02", True, "2024-06-07", "702.62a"),
    )
    madness_optional: bool = switch(
        "the player may choose whether a discarded card with madness is removed from the game",
        Since("1999-04-23", True, "2003-10-01", "502.24a"),
        Since("2016-04-08", False, "2016-09-30", "702.34a"),
    )
