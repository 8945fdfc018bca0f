"""Switches of combat: what must attack and block, and how combat damage is divided and dealt."""

from __future__ import annotations

from dataclasses import dataclass

from .switches import Since, Switches, switch


@dataclass(frozen=True)
class CombatSwitches(Switches):
    """The rules of combat as they stood on ``date``."""

    requirements: str = switch(
        "which requirements a declaration of attackers or blockers has to obey: each that can be 'beside' what is "
        "declared, as many as the required creatures can obey 'alone', or as many as any legal declaration does, with "
        "others 'together'",
        Since("1999-04-23", "beside", "2001-07-23", "500.2"),
        Since("2003-03-15", "alone", "2003-03-15", "500.5"),
        Since("2007-07-13", "together", "2007-07-13", "500.4"),
    )
    combat_damage_on_stack: bool = switch(
        "assigned combat damage goes on the stack before it is dealt",
        Since("1999-04-21", False, "dangelo-1999", "C.8.1"),
        Since("1999-04-23", True, "1999-04-23", "310.1"),
        Since("2009-07-11", False, "2009-07-11", "510.2"),
    )
    forced_block_counts_as_blocking: bool = switch(
        "'whenever this blocks' also triggers when an effect makes the creature block",
        Since("1999-04-23", False, "2006-10-01", "410.9a"),
        Since("2009-07-11", True, "2009-07-11", "509.4a"),
    )
    damage_order: str = switch(
        "how an attacker divides damage among its blockers: 'free', or 'ordered' by an announced order",
        Since("1999-04-23", "free", "2001-07-23", "310.2"),
        Since("2009-07-11", "ordered", "2009-07-11", "509.2"),
        Since("2024-11-15", "free", "2026-06-19", "510.1c"),
    )
    deathtouch_is_lethal: bool = switch(
        "any damage from a creature with deathtouch counts as lethal where combat damage is assigned; before, such "
        "damage is divided freely among creatures",
        Since("1999-04-23", False, "2009-07-11", "702.2b"),
        Since("2010-07-16", True, "2013-05-01", "702.2b"),
    )
