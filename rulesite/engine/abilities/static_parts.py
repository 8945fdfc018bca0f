"""The parts of a static ability: what it changes, how objects enter and are played, what is replaced."""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.changes import Change
from rulesite.engine.abilities.combining import Replace
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.play_limits import PlayRestriction
from rulesite.engine.abilities.predicates import Anything, Predicate
from rulesite.engine.abilities.references import Self
from rulesite.engine.language.phrases import says


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


TAPPED = "if {source:tapped_source}, {:it_or_they} produces {mana:these_symbols}"


@node
class ManaBecomes(Node):
    """A permanent tapped for mana produces other mana: "instead of any other type and amount" one of it, "instead of
    any other type" (`amount_too` False) as much of it as it would have produced."""

    source: Predicate
    mana: Node
    amount_too: bool = True

    words = (
        says("replacement", f"{TAPPED} instead of any other type and amount"),
        says("replacement", f"{TAPPED} instead of any other type", amount_too=False),
    )


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
