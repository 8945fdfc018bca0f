"""Conditions: what is true or false of the game when an ability triggers, resolves or applies."""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, Predicate
from rulesite.engine.language.phrases import fixed, prints, reads, says

fixed("span", "turn", "this turn")
fixed("span", "since your last upkeep", "since the beginning of {:your} last upkeep")
fixed("span", "combat", "this combat")
fixed("span", "last turn", "last turn")
fixed("span", "game", "this game", read=False)


class Condition(Node):
    """True or false."""


@node
class Holds(Condition):
    """What the reference names (all of it, and something at all) fits the predicate: "if it's a creature"."""

    of: Node
    predicate: Predicate


@node
class Comparison(Condition):
    """Two amounts compared (`op` one of < > <= >= = !=): "you control no lands" is `Count(Every(…)) = 0`."""

    left: Amount
    op: str
    right: Amount


@node
class Happened(Condition):
    """An event happened in a span: "turn" (this turn), "last turn", "game", "since your last upkeep",
    "combat"."""

    event: Node
    span: str = "turn"
    times: Amount | None = None


@node
class CameUnderControl(Condition):
    """An object came under its present controller's control in a span ("since your last upkeep", "turn"):
    echo."""

    of: Node
    span: str

    words = (says("condition1", "{of:np} came under {:your} control {span:span}"),)


@node
class DidSo(Condition):
    """ "if you do", "if he or she does", "if it was put this way": the step before was carried out (not
    impossible)."""


@node
class WasPaid(Condition):
    """An optional or alternative cost of this spell was paid; `keyword` names it ("kicker", "buyback",
    "additional")."""

    keyword: str
    of: Node | None = None

    words = (
        says("condition1", "{of:np} was kicked", keyword="kicker"),
        reads("condition1", "{of:np} was bought", keyword="kicker"),
        prints("condition1", "~ was kicked", keyword="kicker"),
        says("condition1", "{of:poss} {keyword:KEYWORD} cost was paid"),
        says("condition1", "the {keyword:KEYWORD} cost was paid"),
    )


@node
class WasCast(Condition):
    """The object was played as a spell, by one of the players (`who`), from a zone (`from_`), or is the permanent that
    such a spell became."""

    of: Node
    who: Predicate = Anything()
    from_: Node | None = None


@node
class ManaWasSpent(Condition):
    """Mana of a colour (its symbol, e.g. "{G}") was spent to play this spell."""

    symbol: str

    words = (says("condition1", "{symbol:one_symbol} was spent to cast {:itself}"),)


@node
class IsTurnOf(Condition):
    """It is the turn of the given player."""

    who: Node

    words = (
        reads("condition1", "it is {who:poss} turn", said="it"),
        prints("condition1", "it's {who:poss} turn"),
    )


@node
class IsStep(Condition):
    """It is a step or phase ("upkeep", "combat", "main", "declare attackers", …), of a player's turn if
    given."""

    step: str
    whose: Node | None = None

    words = (
        prints("condition1", "it's {whose:poss} {step:steplong}"),
        prints("condition1", "it's the {step:steplong}"),
    )


@node
class WonClash(Condition):
    """The player just won the clash ("clash") or the coin flip ("flip")."""

    what: str
    who: Node


@node
class SameOwner(Condition):
    """All the objects named have one owner."""

    of: Node

    words = (prints("condition1", "{of:np} have the same owner"),)


@node
class NotSo(Condition):
    """The contrary."""

    part: Condition


@node
class AllSo(Condition):
    """Every part is true."""

    parts: tuple[Condition, ...]


@node
class AnySo(Condition):
    """At least one part is true."""

    parts: tuple[Condition, ...]
