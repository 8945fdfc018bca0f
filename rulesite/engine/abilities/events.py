"""Event patterns: the events that trigger conditions, replacement effects and "this turn" conditions watch for.

Each pattern describes its participants by predicates (a single object is `IsObject(Self())`). The first field is the
event's subject (`TriggerObject("subject")`), the second object, if any, its "other".

Sorts of phrase: a `vevent` is the verb phrase of an object, active or passive, a `pevent` that of a player; the verb
is in the infinitive ("draw"), after its subject.
"""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import Condition, DidSo
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import All, Anything, IsPlayerRef, IsSpell, Predicate
from rulesite.engine.abilities.references import You
from rulesite.engine.abilities.traits import HasStatus
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, means, passes, prints, reads, says


class Event(Node):
    """A pattern of events."""

    home: ClassVar[str] = "happening"


passes("happening", "{:event}", read=False)
passes("happening", "{:vevent}", read=False)
passes("happening", "{:pevent}", read=False)


@node
class AnyEvent(Event):
    """Any of several events: "comes into play or goes to the graveyard from play"."""

    parts: tuple[Event, ...]

    words = (
        prints("happening", "{parts:of_you_too}", surface="you or"),
        prints("happening", "{parts:any_of_events}"),
    )


@node
class Expends(Event):
    """A player has spent this much mana on spells in a turn, including the present one (700.14 in 2024-07-30)."""

    who: Predicate
    amount: int

    words = (
        says("pevent", "{who:player} expend {amount:expended}"),
        prints("pevent", "{who:player} expend {amount:number}", surface="in words"),
    )


@node
class PlaysLand(Event):
    """A player plays a land; `nth`: as that one of those that he or she plays in the turn."""

    what: Predicate = Anything()
    who: Predicate = Anything()
    nth: int | None = None

    words = (
        says("pevent", "{who:player} play {:their} {nth:ordinal} {:land} each turn"),
        prints("pevent", "{who:player} play {what:done land}", nth=None),
    )


@node
class Cast(Event):
    """A player plays (casts) a spell that fits; `whom` None: anyone. With `land` also playing a land ("plays
    a card")."""

    what: Predicate
    who: Predicate = Anything()
    nth: int | None = None
    land: bool = False
    during: Predicate | None = None
    by_all: bool = False

    words = (
        says("event", "the {nth:ordinal} {what:kind_cast} of a turn is cast", by_all=True),
        says(
            "pevent", "{who:player} cast {:their} {nth:ordinal} {what:kind_cast} during each {during:of_players}'s turn"
        ),
        says("pevent", "{who:player} cast {:their} {nth:ordinal} {what:kind_cast} each turn"),
        says("pevent", "{who:player} cast {:their} {nth:ordinal} {what:kind_cast} in a turn", surface="in a turn"),
        prints("pevent", "{who:player} play {what:done card}", land=True),
        prints("pevent", "{who:player} cast {what:done spell}"),
        reads("vevent", "{what:object} be (cast|played)"),
    )


@node
class Copied(Event):
    """A player copies a spell or ability that fits."""

    what: Predicate
    who: Predicate = Anything()

    words = (says("pevent", "{who:player} copy {what:done spell}"),)


KICKED = All((HasStatus("kicked"), IsSpell()))
means("pevent", "{who:player} kick a spell", Cast(KICKED, hole("who")), surface="kick")
means("next_cast", "you next cast a {what:kind_cast}", Cast(hole("what"), IsPlayerRef(You())), surface="next cast")
means("next_cast", "you cast your next {what:kind_cast}", Cast(hole("what"), IsPlayerRef(You())), surface="next")
means(
    "pevent",
    "{who:player} cast or (copy|copies) {what:done spell}",
    AnyEvent((Cast(hole("what"), hole("who")), Copied(hole("what"), hole("who")))),
)


@node
class FirstTime(Event):
    """An event that happens for the first time in a turn."""

    of: Event

    words = (says("event", "{of:whatever} for the {:first} time each turn"),)


fixed("abilityword", "ability", "ability", printed=False)
NO_MANA = "isn't a mana ability"


@node
class Activates(Event):
    """A player plays (activates) an ability whose source fits; `no_mana`: except mana abilities; `keyword`: one behind
    this keyword ("an exhaust ability")."""

    source: Predicate
    who: Predicate = Anything()
    no_mana: bool = False
    keyword: str = ""

    words = (
        says("pevent", "{who:player} activate a {keyword:before_ability} {:ability_played}", source=Anything()),
        says(
            "pevent",
            f"{{who:player}} activate a {{keyword:before_ability}} {{:ability_played}} that {NO_MANA}",
            source=Anything(),
            no_mana=True,
            surface="that",
        ),
        says("pevent", "{who:player} activate a {:ability_played}", source=Anything()),
        says(
            "pevent",
            f"{{who:player}} activate a {{:ability_played}}, if it {NO_MANA}",
            source=Anything(),
            no_mana=True,
        ),
        says(
            "pevent",
            f"{{who:player}} activate a {{:ability_played}} that {NO_MANA}",
            source=Anything(),
            no_mana=True,
            surface="that",
        ),
        says("pevent", "{who:player} activate a {:ability_played} of {source:done}"),
        says(
            "pevent",
            f"{{who:player}} activate a {{:ability_played}} of {{source:done}}, if it {NO_MANA}",
            no_mana=True,
        ),
        says(
            "pevent",
            f"{{who:player}} activate a {{:ability_played}} of {{source:done}} that {NO_MANA}",
            no_mana=True,
            surface="that",
        ),
        says("event", "a {:ability_played} of {source:played_of} is activated", surface="is activated"),
        says(
            "event",
            f"a {{:ability_played}} of {{source:played_of}} is activated, if it {NO_MANA}",
            surface="is activated",
            no_mana=True,
        ),
    )


@node
class LifeGained(Event):
    """A player gains life."""

    who: Predicate

    words = (says("pevent", "{who:player} gain life", would=True),)


@node
class LifeLost(Event):
    """A player loses life."""

    who: Predicate

    words = (says("pevent", "{who:player} lose life", would=True),)


@node
class TappedForMana(Event):
    """A permanent is tapped for mana (by a player); `chosen`: mana of the chosen color, at least."""

    what: Predicate
    who: Predicate = Anything()
    chosen: bool = False

    words = (
        says("vevent", "{what:object} be tapped for mana of the chosen color", manner="fact", chosen=True),
        says("pevent", "{who:player} tap {what:done} for mana of the chosen color", manner="fact", chosen=True),
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
    "unattached", "phased-in", "phased-out", "exerted", "saddled", "renowned" …; `this_way`: by the same spell or
    ability; `batch`: "one or more", however many at one time."""

    what: Predicate
    to: str
    other: Predicate = Anything()
    this_way: bool = False
    batch: bool = False

    words = (
        says("vevent", "{what:object} become tapped", to="tapped"),
        says("vevent", "{what:object} become untapped", to="untapped"),
        says("vevent", "{what:object} be turned face up", to="face-up"),
        prints("vevent", "{what:object} be turned face down", to="face-down"),
        says("vevent", "{what:object} become attached to {other:met}", to="attached"),
        says("vevent", "{what:object} become unattached", to="unattached"),
        says("vevent", "{what:object} transform", to="transformed"),
        says("vevent", "{what:object} transform into {:itself}", to="transformed", surface="into itself"),
        says("vevent", "{what:object} become monstrous", to="monstrous"),
        says("vevent", "{what:object} become unattached from {other:one_met}", to="unattached"),
        says("vevent", "{what:object} become renowned", to="renowned"),
        says("vevent", "{what:object} become saddled", to="saddled"),
        says("vevent", "{what:object} become plotted", to="plotted"),
        says("vevent", "{what:object} phase in", to="phased-in"),
        says("vevent", "{what:object} phase out", to="phased-out"),
        says("vevent", "{what:object} regenerate", to="regenerated"),
        says("vevent", "{what:object} regenerate this way", to="regenerated", this_way=True),
        says("vevent", "{what:object} fight", to="fought"),
        prints("vevent", "{what:object} become {to:word}"),
    )


@node
class BecomesLevel(Event):
    """A Class becomes so high a level (716.2 in 2021-07-23)."""

    what: Predicate
    level: int

    words = (says("vevent", "{what:object} become level {level:digits}"),)


@node
class CountersPut(Event):
    """Counters of a kind (None: any) are put on something; `each`: once for every counter;
    `by_effect`: not as a cost, nor as damage or a turn-based action."""

    kind: str | None
    on: Predicate
    each: bool = False
    who: Predicate = Anything()
    by_effect: bool = False

    words = (
        says("event", "a {kind:countername} counter is (put|placed) on {on:one_subject}", each=True),
        says("event", "one or more {kind:countername} counters are put on {on:subjects}"),
        prints("event", "one or more {kind:countername} counters are put on {on:noun+}", surface="bare"),
        says("pevent", "{who:player} put one or more {kind:countername} counters on {on:met}", would=True),
        prints("pevent", "{who:player} put a {kind:countername} counter on {on:met}", surface="a"),
        prints("pevent", "{who:player} put a counter on {on:met}", surface="a", kind=None),
        says("pevent", "{who:player} put one or more counters on {on:met}", kind=None),
    )


@node
class RoomEntered(Event):
    """The venture marker is moved into a room of a dungeon, from which arrows lead to others."""

    name: str
    leads_to: tuple[str, ...] = ()

    words = (prints("event", "the venture marker is moved into {name:word}", leads_to=ANY),)


@node
class ChapterReached(Event):
    """Lore counters are put on a Saga until so many chapters are reached: its chapter abilities (714.2b in
    2018-04-27)."""

    numbers: tuple[int, ...]

    words = (prints("event", "chapter {numbers:chapters} is reached"),)


@node
class CountersRemoved(Event):
    """A counter is removed, once for each; `last`: "the last … counter"; `batch`: all of one time."""

    kind: str | None
    from_: Predicate
    last: bool = False
    batch: bool = False

    words = (
        says("event", "the last {kind:countername} counter is removed from {from_:one_subject}", last=True),
        says("event", "a {kind:countername} counter is removed from {from_:one_subject}"),
        says("event", "one or more {kind:countername} counters are removed from {from_:one_subject}", batch=True),
        says("event", "one or more counters are removed from {from_:one_subject}", kind=None, batch=True),
    )


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
class DoorUnlocked(Event):
    """A player unlocks the door, of a Room, whose text it is (709.5 in 2026-06-19); `half` is its number on the card, 0
    in a text that is on none."""

    who: Predicate
    half: int = 0

    words = (says("pevent", "{who:player} unlock this door"),)


@node
class TurnsFaceUp(Event):
    """A player turns a permanent face up."""

    what: Predicate
    who: Predicate = Anything()

    words = (says("pevent", "{who:player} turn {what:done} face up"),)


@node
class KeywordActionDone(Event):
    """A keyword action is done: `action` "scry", "surveil", "fight", "explore", "proliferate", "clash", "win
    a clash", "win a coin flip", "lose a coin flip", "regenerate", "mill", "connive", "investigate", "die
    roll" …"""

    action: str
    who: Predicate = Anything()

    words = (
        reads("event", "the ring tempts you", action="the ring tempts you", who=IsPlayerRef(You())),
        prints("event", "the ring tempts you", action="the ring tempts you", who=ANY),
        says("vevent", "{who:object player} {action:kwaction}"),
        reads("pevent", "{who:object} {action:kwaction}"),
        reads("pevent", "{who:object} win a clash", action="win a clash"),
        reads("pevent", "{who:object} win a coin flip", action="win a coin flip"),
        reads("pevent", "{who:object} lose a coin flip", action="lose a coin flip"),
        reads("pevent", "{who:object} set this scheme in motion", action="set this scheme in motion"),
        reads("pevent", "{who:object} encounter {:own_name}", action="encounter ~"),
        reads("pevent", "{who:object} roll one or more dice", action="roll one or more dice"),
        reads("pevent", "{who:object} roll {:chaos}", action="roll {CHAOS}"),
        reads("pevent", "{who:object} roll the planar die", action="roll the planar die"),
        reads("pevent", "{who:object} become the monarch", action="become the monarch"),
        reads("pevent", "{who:object} commit a crime", action="commit a crime"),
        reads("pevent", "{who:object} collect evidence", action="collect evidence"),
        reads("pevent", "{who:object} airbend", action="airbend"),
        reads("pevent", "{who:object} earthbend", action="earthbend"),
        reads("pevent", "{who:object} firebend", action="firebend"),
        reads("pevent", "{who:object} manifest dread", action="manifest dread"),
        reads("pevent", "{who:object} fully unlock a {:SUBTYPE}", action="fully unlock a Room"),
        reads("pevent", "{who:object} solve a {:SUBTYPE}", action="solve a Case"),
        reads(
            "pevent",
            "{who:object} choose a {:creature} as your ring-bearer",
            action="choose a creature as your Ring-bearer",
        ),
        reads("pevent", "{who:object} planeswalk to {:own_name}", action="planeswalk to ~"),
        reads("pevent", "{who:object} planeswalk away from {:own_name}", action="planeswalk away from ~"),
        reads("pevent", "{who:object} venture into the dungeon", action="venture into the dungeon"),
        reads("pevent", "{who:object} complete a dungeon", action="complete a dungeon"),
        reads("pevent", "{who:object} take the initiative", action="take the initiative"),
    )


@node
class KeywordDone(Event):
    """An object carries out its keyword ability: "exploits a creature", "mutates"; `other` is the object affected."""

    what: Predicate
    keyword: str
    other: Predicate = Anything()

    words = (
        says("vevent", "{what:object} {keyword:KEYVERB}"),
        says("vevent", "{what:object} {keyword:KEYVERB} {other:met}"),
    )


@node
class Exerts(Event):
    """A player exerts a creature that fits."""

    what: Predicate
    who: Predicate = Anything()

    words = (
        says("pevent", "{who:player} exert {what:done}"),
        prints("pevent", "{who:player} do", surface="you", what=ANY),
    )


@node
class StateBecomesTrue(Event):
    """A state trigger: the condition is true ("When you control no Islands")."""

    condition: Condition

    words = (
        reads("event", "you do", condition=DidSo()),
        says("event", "{condition:state}"),
    )


@node
class PlayerLoses(Event):
    """A player loses (with `wins`: wins) the game."""

    who: Predicate
    wins: bool = False

    words = (
        says("pevent", "{who:player} lose the game", would=True),
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
        says("pevent", "{who:player} pay life", would=True),
        prints("pevent", "{who:player} pay {amount:digit_amount} {what:word}"),
    )
