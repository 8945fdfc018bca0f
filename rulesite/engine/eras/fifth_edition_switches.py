"""Switches of the rules before the Sixth Edition, as D'Angelo's summary of the Fifth tells them."""

from __future__ import annotations

from dataclasses import dataclass

from .switches import Since, Switches, switch


@dataclass(frozen=True)
class FifthEditionSwitches(Switches):
    """What was otherwise until 1999, as it stood on ``date``."""

    newcomers_watch: bool = switch(
        "what watches for arrivals sees also its own and those at the same time",
        Since("1999-04-21", False, "dangelo-1999", "E.3.2"),
        Since("1999-04-23", True, "1999-04-23", "410.10a"),
    )
    arrivals_seen_as: str = switch(
        "how abilities that watch for arrivals see what arrives: as it is 'printed', or as it 'is' under the effects "
        "there are",
        Since("1999-04-21", "printed", "dangelo-1999", "E.3.Ruling.4"),
        Since("1999-04-23", "is", "1999-04-23", "410.10b"),
    )
    blocked_through_band: bool = switch(
        "what triggers on a creature's blockers does so for those that block another of its band",
        Since("1999-04-21", False, "dangelo-1999", "A.19.Ruling.2"),
        Since("1999-04-23", True, "1999-04-23", "502.3b"),
    )
    landwalk_kinds: bool = switch(
        "who asks for a kind of landwalk means its more specific kinds as well",
        Since("1999-04-21", True, "dangelo-1999", "A.22.3"),
        Since("1999-04-23", False, "dangelo-2002", "A.24.Ruling.5"),
    )
    redirected_anew: bool = switch(
        "damage that is redirected is dealt anew, so that what has changed it already changes it again",
        Since("1999-04-21", True, "dangelo-1999", "G.13.9"),
        Since("1999-04-23", False, "1999-04-23", "419.6a"),
    )
    costs_replaced: bool = switch(
        "replacement effects apply to what is done to pay a cost",
        Since("1999-04-21", False, "dangelo-1999", "G.7.5"),
        Since("1999-04-23", True, "1999-04-23", ""),
    )
    copied_as: str = switch(
        "how permanents are looked at to find those that can be copied: by what a 'copy' takes over, or as each 'is' "
        "under all effects",
        Since("1999-04-21", "copy", "dangelo-1999", "E.4.Ruling.3"),
        Since("1999-04-23", "is", "1999-04-23", ""),
    )
    face_down_is: str = switch(
        "what a face-down creature is: a card that is only 'hidden', with all that it has, or a 'blank' 2/2",
        Since("1999-04-21", "hidden", "dangelo-1999", "E.5.5"),
        Since("1999-04-23", "blank", "dangelo-2002", "A.26.2"),
    )
    tapped_blockers_strike: bool = switch(
        "a blocking creature deals combat damage though it is tapped",
        Since("1999-04-21", False, "dangelo-1999", "C.8.2"),
        Since("1999-04-23", True, "1999-04-23", "310.1a"),
    )
    phases_at_first: bool = switch(
        "untap, upkeep and draw are phases of their own, not steps of one",
        Since("1999-04-21", True, "dangelo-1999", "G.45.1"),
        Since("1999-04-23", False, "1999-04-23", "301.1"),
    )
    life_looked_at: str = switch(
        "when a player without life loses: as each 'phase' ends, or 'always' as state-based actions are performed",
        Since("1999-04-21", "phase", "dangelo-1999", "G.22.3"),
        Since("1999-04-23", "always", "1999-04-23", "420.5a"),
    )
    cost_targets_rechecked: bool = switch(
        "a target that only the cost speaks of is looked at again on resolution",
        Since("1999-04-21", False, "dangelo-1999", "G.41.7"),
        Since("1999-04-23", True, "1999-04-23", "413.2a"),
    )
