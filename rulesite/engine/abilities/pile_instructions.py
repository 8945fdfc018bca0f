"""Instructions about piles (700.3): separate cards into piles, and move each pile."""

from __future__ import annotations

from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.moves import Destination
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.references import You
from rulesite.engine.language.phrases import says


@node
class Separate(Instruction):
    """A player separates objects into so many piles, any of which may be empty (700.3a); they stay where they are."""

    what: Node
    piles: int
    who: Node = You()

    words = (says("pvp", "separate {what:np} into {piles:number} piles"),)


@node
class PutPiles(Instruction):
    """A player chooses one of two piles and puts it into one place and the other pile into another."""

    to: Destination
    other: Destination
    who: Node = You()

    words = (says("pvp", "put {:one} pile {to:zonedest} and the other {other:zonedest}"),)
