"""Event patterns: what trigger conditions, replacement effects and "this turn" conditions watch for.

Each pattern names who or what takes part as predicates (a single object is `IsObject(Self())`). The first
field is the event's subject (`TriggerObject("subject")`), the second object, where there is one, its
"other".

Sorts of phrase: a `vevent` is what an object does or what is done to it, a `pevent` what a player does; the verb
stands as in "to draw", and who does it in front of it.
"""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, IsSpell, Predicate
from rulesite.engine.language.phrases import fixed, passes, prints, reads, says


class Event(Node):
    """A kind of happening."""

    home: ClassVar[str] = "happening"


passes("happening", "{:vevent}", read=False)
passes("happening", "{:pevent}", read=False)
fixed("damagekind", None, "damage")
fixed("damagekind", True, "combat damage")
fixed("damagekind", False, "noncombat damage")


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

    words = (
        says("pevent", "{who:player} cast {:their} {nth:ordinal} spell each turn", what=IsSpell()),
        prints("pevent", "{who:player} play {what:done card}", land=True),
        prints("pevent", "{who:player} cast {what:done spell}"),
    )


@node
class PlaysLand(Event):
    """A player plays a land."""

    what: Predicate
    who: Predicate = Anything()

    words = (prints("pevent", "{who:player} play {what:done land}"),)


@node
class Activates(Event):
    """A player plays (activates) an ability whose source fits."""

    source: Predicate
    who: Predicate = Anything()

    words = (prints("pevent", "{who:player} activate an ability of {source:done}"),)


@node
class BecomesTarget(Event):
    """An object or player becomes the target of a spell or ability that fits."""

    what: Predicate
    of: Predicate = Anything()

    words = (
        says("vevent", "{what:object player} become the target of {of:met spell or ability}"),
        reads("vevent", "{what:object} be the target of {of:met}"),
        reads("pevent", "{what:object} become the target of {of:met}"),
    )


@node
class Attacks(Event):
    """A creature is declared as an attacker; `whom` what it attacks; `alone`; `batch` for "one or more"."""

    what: Predicate
    whom: Predicate = Anything()
    alone: bool = False
    batch: bool = False

    words = (
        says("vevent", "{what:object} attack"),
        says("vevent", "{what:object} attack alone", alone=True),
        says("vevent", "{what:object} attack {whom:attacked player}"),
    )


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

    words = (says("vevent", "{what:object} block"),)


@node
class BlocksEach(Event):
    """ "Whenever N blocks a creature", "whenever a creature blocks N": once for each pair of blocker and
    attacker."""

    what: Predicate
    attacker: Predicate

    words = (says("vevent", "{what:blocker} block {attacker:attacker}"),)


@node
class BecomesBlocked(Event):
    """ "Whenever N becomes blocked": once per combat. `minimum`: "by two or more creatures"; all fit `by`."""

    what: Predicate
    by: Predicate = Anything()
    minimum: int = 1

    words = (
        says("vevent", "{what:object} become blocked"),
        reads("vevent", "{what:object} be blocked"),
        prints("vevent", "{what:object} become blocked by one or more {by:noun+ creature}"),
        prints("vevent", "{what:object} become blocked by {minimum:number} or more {by:noun+ creature}"),
    )


@node
class BecomesBlockedByEach(Event):
    """ "Whenever N becomes blocked by a creature": once for each blocker; subject the attacker, other the
    blocker."""

    what: Predicate
    by: Predicate

    words = (prints("vevent", "{what:object} become blocked by {by:met}"),)


@node
class AttacksUnblocked(Event):
    """ "attacks and isn't blocked"."""

    what: Predicate

    words = (
        says("vevent", "{what:object} attack and (isn't|is not) blocked"),
        reads("vevent", "{what:object} attack (isn't|is not) blocked"),
    )


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

    words = (
        says("vevent", "{source:object source} deal {combat:damagekind}", to=Anything()),
        says("vevent", "{source:object source} deal {combat:damagekind} to {to:damaged permanent or player}"),
        says("vevent", "{to:object player} be dealt {combat:damagekind}", source=Anything(), passive=True),
        says("vevent", "{to:object player} be dealt {combat:damagekind} by {source:met source}", passive=True),
        prints(
            "vevent",
            "{source:any_source} deal {combat:damagekind} to {to:damaged permanent or player}",
            said="any",
        ),
        reads("pevent", "{to:object} be dealt {combat:damagekind}", source=Anything(), passive=True),
        reads("pevent", "{to:object} be dealt {combat:damagekind} by {source:met}", passive=True),
        reads("wouldverb", "{to:object} would be dealt {combat:damagekind}", source=Anything(), passive=True),
        reads("pwouldverb", "{to:object} would be dealt {combat:damagekind}", source=Anything(), passive=True),
        prints(
            "vevent",
            "{combat:kind_of_damage} be dealt to {to:met player}",
            said="damage",
            source=Anything(),
            passive=True,
        ),
        prints(
            "vevent",
            "{combat:kind_of_damage} be dealt to {to:met player} by {source:met source}",
            said="damage",
            passive=True,
        ),
    )


@node
class LifeGained(Event):
    """A player gains life."""

    who: Predicate

    words = (
        says("pevent", "{who:player} gain life"),
        reads("pwouldverb", "{who:player} would gain life"),
    )


@node
class LifeLost(Event):
    """A player loses life."""

    who: Predicate

    words = (
        says("pevent", "{who:player} lose life"),
        reads("pwouldverb", "{who:player} would lose life"),
    )


@node
class Drawn(Event):
    """A player draws a card; `nth` "your second card each turn"; `not_first` "except the first one"."""

    who: Predicate
    nth: int | None = None
    not_first_in_draw_step: bool = False

    words = (
        says("pevent", "{who:player} draw a card"),
        says("pevent", "{who:player} draw {:their} {nth:ordinal} card each turn"),
        says(
            "pevent",
            "{who:player} draw a card except the {:first} {:one} {:they} draw in each of {:their} draw steps",
            not_first_in_draw_step=True,
        ),
    )


@node
class Discarded(Event):
    """A player discards a card that fits; `cause` an effect controlled by whom."""

    what: Predicate
    who: Predicate = Anything()
    cause: Predicate = Anything()
    batch: bool = False

    words = (
        says("pevent", "{who:player} discard {what:lost card}"),
        reads("vevent", "{what:object} be discarded"),
        says("vevent", "{cause:cause} cause {who:causer player} to discard {what:discards card}", manner="fact"),
    )


@node
class Sacrificed(Event):
    """A player sacrifices a permanent that fits."""

    what: Predicate
    who: Predicate = Anything()
    batch: bool = False

    words = (
        says("vevent", "{what:very_object} be sacrificed"),
        says("pevent", "{who:player} sacrifice {what:lost}"),
    )


@node
class TappedForMana(Event):
    """A permanent is tapped for mana (by a player)."""

    what: Predicate
    who: Predicate = Anything()

    words = (
        says("vevent", "{what:object} be tapped for mana", manner="fact"),
        says("pevent", "{who:player} tap {what:done} for mana", manner="fact"),
    )


@node
class ManaAdded(Event):
    """A permanent would produce mana: only as a replaced event."""

    source: Predicate

    words = (prints("vevent", "{source:object} produce mana"),)


@node
class StatusChange(Event):
    """An object becomes "tapped", "untapped", "face-up", "face-down", "monstrous", "transformed", "attached",
    "unattached", "phased-in", "phased-out", "exerted", "saddled", "renowned" …"""

    what: Predicate
    to: str
    other: Predicate = Anything()

    words = (
        says("vevent", "{what:object} become tapped", to="tapped"),
        says("vevent", "{what:object} become untapped", to="untapped"),
        says("vevent", "{what:object} be turned face up", to="face-up"),
        prints("vevent", "{what:object} be turned face down", to="face-down"),
        says("vevent", "{what:object} become attached to {other:met}", to="attached"),
        says("vevent", "{what:object} become unattached", to="unattached"),
        says("vevent", "{what:object} transform", to="transformed"),
        says("vevent", "{what:object} become monstrous", to="monstrous"),
        says("vevent", "{what:object} phase in", to="phased-in"),
        says("vevent", "{what:object} phase out", to="phased-out"),
        says("vevent", "{what:object} regenerate", to="regenerated"),
        says("vevent", "{what:object} fight", to="fought"),
        prints("vevent", "{what:object} become {to:word}"),
    )


@node
class Cycled(Event):
    """A card that fits is cycled by a player."""

    what: Predicate
    who: Predicate = Anything()

    words = (
        says("vevent", "{what:object card} be cycled"),
        says("pevent", "{who:player} cycle {what:done card}"),
    )


@node
class CountersPut(Event):
    """Counters of a kind (None: any) are put on something; `each`: once for every counter;
    `by_effect`: not as a cost."""

    kind: str | None
    on: Predicate
    each: bool = False
    who: Predicate = Anything()
    by_effect: bool = False


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

    words = (
        says("pevent", "{who:player} gain control of {what:done}", gained=True),
        says("pevent", "{who:player} lose control of {what:done}", gained=False),
    )


@node
class Destroyed(Event):
    """A permanent is (would be) destroyed."""

    what: Predicate

    words = (
        says("vevent", "{what:object} be destroyed"),
        reads("wouldverb", "{what:object} would be destroyed"),
    )


@node
class Countered(Event):
    """A spell or ability is countered."""

    what: Predicate

    words = (
        says("vevent", "{what:object spell} be countered"),
        reads("wouldverb", "{what:object} would be countered"),
    )


@node
class TokenCreated(Event):
    """Tokens that fit are created under a player's control."""

    what: Predicate
    who: Predicate = Anything()

    words = (says("pevent", "{who:player} create {what:done}"),)


@node
class Searches(Event):
    """A player searches a library."""

    who: Predicate

    words = (says("pevent", "{who:player} search {:their} library"),)


@node
class Shuffles(Event):
    """A player shuffles a library."""

    who: Predicate

    words = (
        says("pevent", "{who:player} shuffle {:their} library"),
        reads("pevent", "{who:player} shuffle"),
    )


@node
class Revealed(Event):
    """A player reveals a card that fits; `this_way`: by the linked ability of the same object."""

    what: Predicate
    who: Predicate = Anything()
    this_way: bool = False

    words = (
        says("pevent", "{who:player} reveal {what:done card} this way", this_way=True),
        prints("pevent", "{who:player} reveal {what:done card}"),
    )


@node
class KeywordActionDone(Event):
    """A keyword action is done: `action` "scry", "surveil", "fight", "explore", "proliferate", "clash", "win
    a clash", "win a coin flip", "lose a coin flip", "regenerate", "mill", "connive", "investigate", "die
    roll" …"""

    action: str
    who: Predicate = Anything()

    words = (
        says("vevent", "{who:object player} {action:kwaction}"),
        reads("pevent", "{who:object} {action:kwaction}"),
        reads("pevent", "{who:object} win a clash", action="win a clash"),
        reads("pevent", "{who:object} win a coin flip", action="win a coin flip"),
        reads("pevent", "{who:object} lose a coin flip", action="lose a coin flip"),
    )


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

    words = (
        says("pevent", "{who:player} lose the game"),
        reads("pwouldverb", "{who:player} would lose the game"),
        prints("pevent", "{who:player} win the game", wins=True),
    )


@node
class SpellResolves(Event):
    """A spell or ability would leave the stack as it resolves: only as a replaced event (buyback,
    flashback)."""

    what: Predicate

    words = (prints("vevent", "{what:object spell} resolve"),)


@node
class PaysLife(Event):
    """A player pays life or mana (`what`)."""

    who: Predicate
    what: str = "life"
    amount: Amount | None = None

    words = (
        prints("pevent", "{who:player} pay {what:word}", amount=None),
        prints("pevent", "{who:player} pay {amount:digit_amount} {what:word}"),
    )
