"""Nodes that only stand in unfinished trees; `joining.py` works them into the finished ones."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir

UNSAID = ""  # the duration of a Continuous whose words give none


@ir.node
class RawJoin(ir.Instruction):
    """A clause that changes the step before it ("If you do, …", "Otherwise, …", "… instead"); joined by the reader."""

    kind: str
    do: Any
    condition: Any = None


@ir.node
class RawDuring(ir.Event):
    """An event that counts only while a condition holds ("would draw a card during your draw step")."""

    event: Any
    condition: Any


@ir.node
class RawNow(ir.Event):
    """An event of this turn ("would die this turn"): what replaces it lasts as long, and no longer."""

    event: Any


@ir.node
class RawMany(ir.Event):
    """An event of several at once ("cast two or more spells"): only "this turn" and "last turn" can count them."""

    event: Any
    amount: Any


@ir.node
class RawOfChoice(ir.Event):
    """An event whose source is chosen first ("the next time a red source of your choice would deal damage …")."""

    event: Any
    chosen: Any


@ir.node
class RawWhile(ir.Instruction):
    """A clause that holds as long as a condition does: a static ability's condition or an effect's duration."""

    do: Any
    condition: Any


@ir.node
class RawTimed(ir.Instruction):
    """ "{effect} at {time}": a delayed trigger in an effect, a triggered ability as text of a permanent."""

    event: Any
    do: Any
    first: bool


@ir.node
class RawSpend(ir.Instruction):
    """ "Spend this mana only to play …": belongs to the mana added before it."""

    on: Any


@ir.node
class RawKeywordCost(ir.Instruction):
    """ "The flashback cost is equal to its mana cost": belongs to the keyword that was given before it."""

    keyword: str


@ir.node
class RawUnpreventable(ir.Instruction):
    """ "The damage can't be prevented": belongs to the damage dealt before it."""
