"""Event patterns: what trigger conditions, replacement effects and "this turn" conditions watch for.

Each pattern names who or what takes part as predicates (a single object is `IsObject(Self())`). The first
field is the event's subject (`TriggerObject("subject")`), the second object, where there is one, its
"other".
"""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, Predicate


class Event(Node):
    """A kind of happening."""


@node
class ZoneChange(Event):
    """An object moves between zones (None: any zone). The comes-into-play, leaves-play and "dies" triggers.

    `what` describes the object as the rules look at it (back in time for leaving the battlefield). With
    `from_` "battlefield" and `to` None it is a leaves-the-battlefield pattern. `not_to`: "anywhere else".
    `batch` is "whenever one or more …": once for the whole batch.
    """

    what: Predicate
    from_: str | None = None
    to: str | None = None
    whose: Node | None = None
    batch: bool = False
    not_to: str | None = None


@node
class Cast(Event):
    """A player plays (casts) a spell that fits; `whom` None: anyone. With `land` also playing a land ("plays
    a card")."""

    what: Predicate
    who: Predicate = Anything()
    nth: int | None = None
    land: bool = False


@node
class PlaysLand(Event):
    """A player plays a land."""

    what: Predicate
    who: Predicate = Anything()


@node
class Activates(Event):
    """A player plays (activates) an ability whose source fits."""

    source: Predicate
    who: Predicate = Anything()


@node
class BecomesTarget(Event):
    """An object or player becomes the target of a spell or ability that fits."""

    what: Predicate
    of: Predicate = Anything()


@node
class Attacks(Event):
    """A creature is declared as an attacker; `whom` what it attacks; `alone`; `batch` for "one or more"."""

    what: Predicate
    whom: Predicate = Anything()
    alone: bool = False
    batch: bool = False


@node
class PlayerAttacks(Event):
    """A player attacks (once for the declaration) with creatures that fit."""

    who: Predicate
    with_: Predicate = Anything()
    minimum: int = 1


@node
class BlocksOnce(Event):
    """ "Whenever N blocks": a creature is declared as a blocker, once however many it blocks."""

    what: Predicate


@node
class BlocksEach(Event):
    """ "Whenever N blocks a creature", "whenever a creature blocks N": once for each pair of blocker and
    attacker."""

    what: Predicate
    attacker: Predicate


@node
class BecomesBlocked(Event):
    """ "Whenever N becomes blocked": once per combat. `minimum`: "by two or more creatures"; all fit `by`."""

    what: Predicate
    by: Predicate = Anything()
    minimum: int = 1


@node
class BecomesBlockedByEach(Event):
    """ "Whenever N becomes blocked by a creature": once for each blocker; subject the attacker, other the
    blocker."""

    what: Predicate
    by: Predicate


@node
class AttacksUnblocked(Event):
    """ "attacks and isn't blocked"."""

    what: Predicate


@node
class DamageDealt(Event):
    """A source deals damage to something. `combat` True: combat damage only; False: noncombat only; None:
    any.

    `passive`: written as "is dealt damage" (subject = the damaged, other = the source). `batch`: "one or
    more".
    """

    source: Predicate
    to: Predicate
    combat: bool | None = None
    passive: bool = False
    batch: bool = False


@node
class LifeGained(Event):
    """A player gains life."""

    who: Predicate


@node
class LifeLost(Event):
    """A player loses life."""

    who: Predicate


@node
class Drawn(Event):
    """A player draws a card; `nth` "your second card each turn"; `not_first` "except the first one"."""

    who: Predicate
    nth: int | None = None
    not_first_in_draw_step: bool = False


@node
class Discarded(Event):
    """A player discards a card that fits; `cause` an effect controlled by whom."""

    what: Predicate
    who: Predicate = Anything()
    cause: Predicate = Anything()
    batch: bool = False


@node
class Sacrificed(Event):
    """A player sacrifices a permanent that fits."""

    what: Predicate
    who: Predicate = Anything()
    batch: bool = False


@node
class TappedForMana(Event):
    """A permanent is tapped for mana (by a player)."""

    what: Predicate
    who: Predicate = Anything()


@node
class ManaAdded(Event):
    """A permanent would produce mana: only as a replaced event."""

    source: Predicate


@node
class StatusChange(Event):
    """An object becomes "tapped", "untapped", "face-up", "face-down", "monstrous", "transformed", "attached",
    "unattached", "phased-in", "phased-out", "exerted", "saddled", "renowned" …"""

    what: Predicate
    to: str
    other: Predicate = Anything()


@node
class Cycled(Event):
    """A card that fits is cycled by a player."""

    what: Predicate
    who: Predicate = Anything()


@node
class CountersPut(Event):
    """Counters of a kind (None: any) are put on something; `each`: once for every counter."""

    kind: str | None
    on: Predicate
    each: bool = False
    who: Predicate = Anything()


@node
class CountersRemoved(Event):
    """A counter is removed; `last`: "the last … counter"."""

    kind: str | None
    from_: Predicate
    last: bool = False


@node
class ControlChange(Event):
    """A player gains or loses (`gained` False) control of something; losing includes its leaving the
    battlefield."""

    what: Predicate
    who: Predicate
    gained: bool


@node
class Destroyed(Event):
    """A permanent is (would be) destroyed."""

    what: Predicate


@node
class Countered(Event):
    """A spell or ability is countered."""

    what: Predicate


@node
class TokenCreated(Event):
    """Tokens that fit are created under a player's control."""

    what: Predicate
    who: Predicate = Anything()


@node
class Searches(Event):
    """A player searches a library."""

    who: Predicate


@node
class Shuffles(Event):
    """A player shuffles a library."""

    who: Predicate


@node
class Revealed(Event):
    """A player reveals a card that fits; `this_way`: by the linked ability of the same object."""

    what: Predicate
    who: Predicate = Anything()
    this_way: bool = False


@node
class KeywordActionDone(Event):
    """A keyword action is done: `action` "scry", "surveil", "fight", "explore", "proliferate", "clash", "win
    a clash", "win a coin flip", "lose a coin flip", "regenerate", "mill", "connive", "investigate", "die
    roll" …"""

    action: str
    who: Predicate = Anything()


@node
class StepBegins(Event):
    """A step or phase begins: `step` "upkeep", "draw", "main", "precombat main", "postcombat main", "combat",
    "end" (also "at end of turn"), "end of combat", "untap", "cleanup", "turn". `whose`: whose turn it is.

    `next_only`: "your next upkeep" — the first such step after the ability is created.
    """

    step: str
    whose: Predicate = Anything()
    next_only: bool = False


@node
class StateBecomesTrue(Event):
    """A state trigger: the condition is true ("When you control no Islands")."""

    condition: Condition


@node
class AnyEvent(Event):
    """Any of several events: "comes into play or goes to the graveyard from play"."""

    parts: tuple[Event, ...]


@node
class PlayerLoses(Event):
    """A player loses (with `wins`: wins) the game."""

    who: Predicate
    wins: bool = False


@node
class SpellResolves(Event):
    """A spell or ability would leave the stack as it resolves: only as a replaced event (buyback,
    flashback)."""

    what: Predicate


@node
class PaysLife(Event):
    """A player pays life or mana (`what`)."""

    who: Predicate
    what: str = "life"
    amount: Amount | None = None
