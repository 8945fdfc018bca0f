"""The kinds of ability. What a static ability says stands in `static_parts`, when one may be played in `play_limits`.

An object's text compiles to a tuple of these. Zones are named as in `predicates`.
"""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.events import Event
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.play_limits import PlayRestriction
from rulesite.engine.abilities.predicates import Predicate


class Ability(Node):
    """Something an object has that does something."""

    text: str


@node
class TargetSlot(Node):
    """What may be chosen for one use of the word "target". Slots are numbered by their place in the ability.

    `minimum` and `maximum` count the objects or players to choose ("up to two target creatures" is 0 to 2);
    `maximum` None: any number. `amount` is set where the number is worked out ("X target creatures").
    `chooser` None: the controller. `different`: slot numbers from which it must differ ("another target").
    """

    what: Predicate
    minimum: int = 1
    maximum: int | None = 1
    amount: Amount | None = None
    chooser: Node | None = None
    different: tuple[int, ...] = ()


@node
class SpellAbility(Ability):
    """What an instant or sorcery does as it resolves. A card has at most one: its paragraphs in order."""

    effect: Instruction
    targets: tuple[TargetSlot, ...] = ()
    text: str = ""


@node
class ActivatedAbility(Ability):
    """ "cost: effect". `zones`: where it functions."""

    cost: Cost
    effect: Instruction
    targets: tuple[TargetSlot, ...] = ()
    restrictions: tuple[PlayRestriction, ...] = ()
    zones: tuple[str, ...] = ("battlefield",)
    text: str = ""


@node
class TriggeredAbility(Ability):
    """ "When/Whenever/At event, effect". `condition` is an intervening "if"; `word` the trigger word.

    `limit`: triggers at most that many times each turn. `linked` is the index of the ability of the same
    text that this one refers to ("this way", "the exiled card"), else None.
    """

    event: Event
    effect: Instruction
    targets: tuple[TargetSlot, ...] = ()
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)
    word: str = "whenever"
    limit: int | None = None
    linked: int | None = None
    text: str = ""


@node
class StaticAbility(Ability):
    """A statement that is simply true while the object is in `zones` and the `condition` holds.

    `defines`: it is characteristic-defining/-setting for the object itself (functions in every zone where
    the era says so).
    """

    parts: tuple[Node, ...]
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)
    defines: bool = False
    text: str = ""


@node
class KeywordAbility(Ability):
    """A keyword, lower case ("first strike", "cycling", "islandwalk"), its parameter, and what it stands for.

    Exactly one parameter is set, as the keyword wants: `cost`, `amount` or `quality`. `expands` are the
    abilities that the definition spells out; empty for a rule modifier (flying, trample …) that the engine
    knows by name.
    """

    keyword: str
    cost: Cost | None = None
    amount: Amount | None = None
    quality: Predicate | None = None
    expands: tuple[Ability, ...] = ()
    text: str = ""
