"""The kinds of ability, and the static parts that are not changes to characteristics.

An object's text compiles to a tuple of these. Zones are named as in `predicates`.
"""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.changes import Change
from rulesite.engine.abilities.combining import Replace
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.events import Event
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.play_limits import PlayRestriction
from rulesite.engine.abilities.predicates import Anything, Predicate
from rulesite.engine.abilities.references import Self


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


# The abilities


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


# Parts of a static ability


@node
class Applies(Node):
    """Changes apply to what the reference names: Self(), Attached(), `Every(predicate)`, or players."""

    to: Node
    changes: tuple[Change, ...]


@node
class Replaces(Node):
    """A replacement (or prevention) effect that works as long as the ability does."""

    replacement: Replace


@node
class PreventsDamage(Node):
    """Damage that would be dealt is prevented, as long as the ability works. Fields as in `PreventDamage`."""

    amount: Amount | None
    to: Predicate = Anything()
    from_: Predicate = Anything()
    combat: bool | None = None


@node
class EntersWith(Node):
    """Objects that fit enter the battlefield tapped, and/or with counters, and/or face down, under a
    player's control."""

    what: Predicate
    tapped: bool = False
    counters: str | None = None
    amount: Amount | None = None
    condition: Condition | None = None
    unless: bool = False


@node
class AsEnters(Node):
    """As the object enters the battlefield, an instruction (usually a choice, or a payment) is carried
    out."""

    do: Instruction
    what: Predicate | None = None


@node
class EntersAsCopy(Node):
    """The object may (`optional`) enter the battlefield as a copy of something chosen."""

    of: Predicate
    optional: bool = True
    except_: tuple[Change, ...] = ()


@node
class AdditionalCost(Node):
    """As an additional cost to play this, …; `optional`: you may (`name` "kicker", "buyback",
    "additional")."""

    cost: Cost
    optional: bool = False
    name: str = "additional"
    repeatable: bool = False


@node
class AlternativeCost(Node):
    """You may pay this rather than the mana cost (empty `Cost()`: play it without paying its mana cost).

    `from_` a zone other than the hand that it may be played from ("graveyard" for flashback), `name` of the
    cost, `condition` when it is available, `face_down` characteristics for morph.
    """

    cost: Cost
    name: str = "alternative"
    from_: str | None = None
    condition: Condition | None = None
    face_down: bool = False


@node
class MayPlayFrom(Node):
    """You may play this card from a zone ("graveyard", "exile"), for its usual cost."""

    zone: str
    condition: Condition | None = None


@node
class MayPlayAsInstant(Node):
    """You may play it any time you could play an instant."""

    what: Node = Self()
    condition: Condition | None = None


@node
class PlayOnly(Node):
    """This card can be played only as the restriction says ("Play this card only during combat")."""

    restriction: PlayRestriction


@node
class CantPlayThis(Node):
    """You can't play this card while the condition holds (None: ever)."""

    condition: Condition | None = None


@node
class AttachesTo(Node):
    """ "Enchant creature": what an Aura may be attached to (and its spell's target)."""

    what: Predicate


@node
class MayInsteadOfUntap(Node):
    """You may choose not to untap the object during your untap step."""

    what: Node = Self()


@node
class ManaBecomes(Node):
    """A permanent tapped for mana produces other mana: "instead of any other type and amount" one of it, "instead of
    any other type" (`amount_too` False) as much of it as it would have produced."""

    source: Predicate
    mana: Node
    amount_too: bool = True


@node
class MayDuringTurn(Node):
    """A special action: you may do something any time you could play an instant (`timing`), without using
    the stack."""

    do: Instruction
    timing: str = "instant"


@node
class MayBeginInPlay(Node):
    """ "If ~ is in your opening hand, you may begin the game with it in play": of no effect once the game has begun."""


@node
class MayAsAttacks(Node):
    """An optional choice made as the object attacks ("You may exert ~ as it attacks")."""

    action: str


@node
class SkipUnless(Node):
    """A step or phase is skipped by players who fit ("Skip your draw step")."""

    step: str
    who: Predicate = Anything()
