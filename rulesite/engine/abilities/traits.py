"""Traits as predicates: types, colours, abilities, numbers, counters, and the events that an object takes part in."""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, Predicate
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, passes, prints, reads, says


@node
class HasType(Predicate):
    """Has a card type, lower case ("creature", "artifact", "land" …)."""

    type: str

    words = (says("adj", "{type:CARDTYPE}", manner="noun"),)


@node
class HasSupertype(Predicate):
    """Has a supertype, lower case ("basic", "legendary", "snow" …)."""

    supertype: str

    words = (says("adj", "{supertype:SUPERTYPE}"),)


@node
class HasSubtype(Predicate):
    """Has a subtype, capitalised singular ("Goblin", "Island", "Aura")."""

    subtype: str

    words = (says("adj", "{subtype:SUBTYPE}", manner="noun"),)


@node
class HasColor(Predicate):
    """Has a colour: "white", "blue", "black", "red" or "green"."""

    color: str

    words = (says("adj", "{color:COLORWORD}"),)


@node
class ColorCount(Predicate):
    """Its number of colours is 0 ("colorless"), 1 ("monocolored") or 2 and more ("multicolored")."""

    op: str
    value: int

    words = (
        prints("adj", "one or more colors", op=">=", value=1, surface="or more"),
        prints("adj", "exactly {value:number} colors", op="=", surface="exactly"),
        says("adj", "colorless", op="=", value=0),
        says("adj", "monocolored", op="=", value=1),
        says("adj", "multicolored", op=">=", value=2),
        prints("adj", "all colors", op=">=", value=1),
        reads("quality", "one or more colors", op=">=", value=1, surface="or more"),
        reads("quality", "exactly {value:number} colors", op="=", surface="exactly"),
        prints("adj", "of {value:number} colors", op="="),
        prints("adj", "of {value:number} or greater colors", op=">="),
        prints("adj", "of {value:number} or less colors", op="<="),
    )


@node
class HasAbility(Predicate):
    """Has a keyword ability, lower case without parameter ("flying", "islandwalk"), or "no abilities" as
    None."""

    keyword: str | None

    home: ClassVar[str] = "post"
    words = (
        reads("adj", "{keyword:KEYWORD}"),
        reads("adj", "unblockable", keyword="unblockable"),
        says("withs", "no abilities", keyword=None),
        says("withs", "a {keyword:KEYWORD} ability", surface="an ability"),
        says("withs", "{keyword:KEYWORD} abilities", surface="abilities"),
        reads("withs", "{keyword:any_landwalk} abilities", surface="abilities"),
        prints("withs", "{keyword:KEYWORD}"),
    )


@node
class HasThatAbility(Predicate):
    """Has this very keyword ability, with its parameters (702.1c)."""

    ability: Node

    home: ClassVar[str] = "post"
    words = (prints("withs", "that ability", ability=ANY),)


@node
class HasManaAbility(Predicate):
    """It has a mana ability."""

    home: ClassVar[str] = "post"
    words = (says("withs", "mana abilities"),)


@node
class Compares(Predicate):
    """A number of the object compared: `name` "power", "toughness", "mana value" or "life"; `op` = < > <= >=
    !=."""

    name: str
    op: str
    value: Amount

    home: ClassVar[str] = "post"
    words = (
        says("withs", "{name:stat} {op,value:cmp}"),
        says("withs", "{value:of_whom} {name:own_stat}", surface="its", op="="),
        says("withs", "lesser {name:stat}", surface="lesser", op="<", value=ANY),
        says("withs", "greater {name:stat}", surface="greater", op=">", value=ANY),
        says("withs", "a equal or lesser {name:stat}", surface="equal or lesser", op="<=", value=ANY),
        says("withs", "equal or lesser {name:stat}", surface="lesser or equal", op="<=", value=ANY),
    )


@node
class EvenManaValue(Predicate):
    """Its mana value is even, or odd; for a spell with {X} this depends on the value of X."""

    even: bool = True

    home: ClassVar[str] = "post"
    words = (
        says("withs", "even mana value*"),
        says("withs", "odd mana value*", even=False),
        reads("withs", "a even mana value"),
        reads("withs", "a odd mana value", even=False),
    )


for status in (
    *("attacking", "blocking", "tapped", "untapped", "blocked", "unblocked"),
    *("enchanted", "equipped", "monstrous", "modified", "renowned", "saddled", "suspected", "suspended"),
    *("phased-out", "face-up", "foretold", "plotted", "warped", "solved", "goaded", "harnessed"),
):
    fixed("status", status, status)


@node
class HasStatus(Predicate):
    """A status or combat role: tapped, untapped, attacking, blocking, blocked, unblocked, face-down, face-up,
    enchanted, equipped, monstrous, suspended, phased-out, attacking alone, damaged (was dealt damage this turn), …"""

    status: str

    words = (
        reads("adj", "face down", status="face-down"),
        prints("adj", "attacking alone", status="attacking alone", manner="after"),
        reads("quality", "attacking alone", status="attacking alone"),
        prints("adj", "that was dealt damage this turn", status="damaged", manner="after"),
        says("adj", "{status:status}"),
        prints("adj", "{status:word}"),
    )


@node
class HasCounters(Predicate):
    """It has counters of a kind (None: any kind): count `op` `value`."""

    kind: str | None
    op: str
    value: Amount

    home: ClassVar[str] = "post"
    words = (
        reads("firstpost", "with a {kind:countername} counter on {:it_or_them}", op=">=", value=Number(1)),
        says("withs", "a {kind:countername} counter on {:it_or_them}", op=">=", value=Number(1)),
        says("withs", "a counter on {:it_or_them}", kind=None, op=">=", value=Number(1)),
        reads("withs", "{kind:countername} counters on {:them}", surface="counters them", op=">=", value=Number(1)),
        prints("withs", "{kind:countername} counters on {:them}", surface="counters them", op=">=", value=Number(1)),
        says("withs", "no {kind:countername} counters on {:it_or_them}", op="=", value=Number(0)),
        says("withs", "{value:whole} or more {kind:countername} counters on {:it_or_them}", op=">="),
        says(
            "withs",
            "one or more {kind:countername} counters on {:it_or_them}",
            surface="one or more",
            op=">=",
            value=Number(1),
        ),
        says("withs", "no counters on {:it_or_them}", kind=None, op="=", value=Number(0)),
        says("withs", "{value:whole} or more counters on {:it_or_them}", kind=None, op=">="),
        says("withs", "{value:whole} or fewer {kind:countername} counters on {:it_or_them}", op="<="),
        says("withs", "counters on {:it_or_them}", surface="counters", kind=None, op=">=", value=Number(1)),
    )


@node
class CostHas(Predicate):
    """Its mana cost contains a symbol: "with {X} in its mana cost"."""

    symbol: str

    home: ClassVar[str] = "post"
    words = (
        says("withs", "{symbol:one_symbol} in their mana costs", surface="their"),
        says("withs", "{symbol:one_symbol} in its mana cost"),
    )


@node
class CostIs(Predicate):
    """Its mana cost is just this, or one of two: "with mana cost {0} or {1}"."""

    one: str
    other: str = ""

    home: ClassVar[str] = "post"
    words = (
        says("withs", "mana cost {one:symbols_of_cost} or {other:symbols_of_cost}"),
        says("withs", "mana cost {one:symbols_of_cost}"),
    )


@node
class HasName(Predicate):
    """Its name is this."""

    name: str

    words = (says("post", "named {name:name}"),)


@node
class Blocks(Predicate):
    """It is blocking the given object; `assigned`: it does so itself, not only through its band."""

    what: Node
    assigned: bool = False

    words = (
        says("post", "blocking {what:np}"),
        says("post", "that is blocking {what:np}", surface="that is"),
        reads("post", "block {what:np}"),
        says("post", "assigned to block {what:np}", assigned=True),
    )


@node
class AttacksNow(Predicate):
    """It is attacking the given player, not a planeswalker or battle: "creatures attacking you"."""

    whom: Node

    home: ClassVar[str] = "post"


@node
class BlockedBy(Predicate):
    """It is blocked by the given object."""

    what: Node

    words = (
        says("post", "blocked by {what:np}"),
        says("post", "{what:attacking_one} blocking", surface="is"),
    )


@node
class InCombatWith(Predicate):
    """It is blocking the given object, or blocked by it."""

    what: Node

    words = (says("post", "blocking or blocked by {what:np}"),)


@node
class AttachedTo(Predicate):
    """It is attached to the given object: "Auras attached to that creature"."""

    what: Node

    words = (
        says("post", "attached to {what:bearing}"),
        reads("relative", "was attached to {what:bearing}", surface="was"),
        prints("post", "that {:was_or_were} attached to {what:bearing}", surface="was"),
        reads("post", "attached to {what:player_named}"),
    )


@node
class HasChosen(Predicate):
    """It has the quality chosen for the source: `quality` "color", "creature type", "card name", "land
    type", "player". `any_one`: one that any player has chosen in this effect."""

    quality: str
    any_one: bool = False

    words = (
        says("post", "of a type chosen this way", quality="type", any_one=True),
        says("quality", "of a type chosen this way", quality="type", any_one=True),
        says("quality", "of the chosen type", surface="of", quality="type"),
        says("post", "of a color chosen this way", quality="color", any_one=True),
        says("post", "of the chosen type", quality="type"),
        says("post", "of the chosen color", quality="color"),
        says("post", "of that type", surface="that", quality="type"),
        says("post", "of that color", surface="that", quality="color"),
        reads("post", "of the color of {:poss} choice", surface="choice", quality="color"),
        reads("post", "of the {:kind_of_choice} of {:poss} choice", surface="choice", quality="type"),
        prints("post", "with that name", surface="that name", quality="card name"),
        says("withs", "the chosen (name|names)", quality="card name"),
        prints("post", "of that {quality:word}", surface="that"),
        prints("post", "of the chosen {quality:word}"),
    )


@node
class OfChosenParity(Predicate):
    """Its mana value is odd or even, whichever was chosen."""

    home: ClassVar[str] = "post"
    words = (says("withs", "mana value of the chosen quality"),)


@node
class SharesQuality(Predicate):
    """It shares a quality ("creature type", "color", "name", "controller") with the given object.

    `fixed`: compared with the object as the effect begins ("protection from the colors of target permanent").
    """

    quality: str
    with_: Node
    fixed: bool = False

    home: ClassVar[str] = "post"
    words = (
        says("withs", "that name", surface="that name", quality="name", with_=ANY),
        prints("withs", "the same {quality:kind_of}", surface="same", with_=ANY),
        says("withs", "the same name as {with_:alike}", quality="name"),
        says("withs", "the same {quality:stat} as {with_:alike}"),
        says("relative", "share a {quality:shared_quality} with {with_:alike}"),
        says("relative", "share at least {:just_one} {quality:shared_quality} with {with_:alike}", surface="at least"),
    )


@node
class AllDifferent(Predicate):
    """One of several chosen together, all different in a quality: "with different names"."""

    quality: str

    home: ClassVar[str] = "post"
    words = (
        says("withs", "a different {quality:shared_quality}", surface="a"),
        says("post", "controlled by different players", surface="controlled", quality="controller"),
        says("withs", "different {quality:kinds_of}"),
        reads("relative", "each have different {quality:kinds_of}", surface="each"),
        prints("post", "that each have different {quality:kinds_of}", surface="each"),
    )


@node
class OfEach(Predicate):
    """One of several chosen together, one for each value of a quality: "a land of each basic land type"."""

    quality: str

    home: ClassVar[str] = "post"
    words = (says("post", "of each {quality:each_quality}"),)


passes("each_quality", "{:typesort}")
fixed("each_quality", "color", "color")


@node
class OfOneZone(Predicate):
    """One of several chosen together, all of which are in one player's zone: "from a single graveyard"."""

    zone: str

    home: ClassVar[str] = "post"
    words = (says("post", "from a single {zone:zonename}"),)


@node
class AllAlike(Predicate):
    """One of several chosen together, all of which share a quality: "two permanents that share a card type".

    `one_another`: the largest number of them that share it ("creatures with the same name as one another").
    """

    quality: str
    one_another: bool = False

    home: ClassVar[str] = "post"
    words = (
        says("post", "controlled by the same player", surface="controlled", quality="controller"),
        says("withs", "the same {quality:kind_of} as {:just_one} another", surface="another", one_another=True),
        says("withs", "the same {quality:kind_of}", surface="same"),
        says("relative", "share a {quality:shared_quality}"),
    )


@node
class TotalIs(Predicate):
    """One of several chosen together, with a bound on the total of a number: "with total power 4 or less"."""

    name: str
    op: str
    value: Amount

    home: ClassVar[str] = "post"
    words = (says("withs", "total {name:stat} {value:figure} or less", op="<="),)


TOGETHER = (AllDifferent, OfOneZone, AllAlike, TotalIs)
"""Predicates on several objects chosen together, not on a single object."""


@node
class HasAdventure(Predicate):
    """Its card has an Adventure besides its normal characteristics (715.2 in 2019-10-04)."""

    home: ClassVar[str] = "post"
    words = (says("withs", "a adventure"),)


@node
class OfMostCommonColor(Predicate):
    """It has the most common colour among permanents, or a colour tied for it."""

    home: ClassVar[str] = "post"
    words = (
        says(
            "relative",
            "share a color with the most common color among all permanents or a color tied for most common",
        ),
    )


@node
class HasActivated(Predicate):
    """It has an activated ability other than a mana ability, or (`mana`) any activated ability; with `tapping`: one
    with {T} in its cost."""

    tapping: bool = False
    mana: bool = False

    home: ClassVar[str] = "post"
    words = (
        says("withs", "a activated ability", mana=True),
        says("withs", "a activated ability that isn't a mana ability"),
        says("withs", "a activated ability with {:tap_symbol} in its cost", tapping=True),
    )


@node
class RepeatsSymbol(Predicate):
    """Some symbol occurs more than once in its mana cost."""

    home: ClassVar[str] = "post"
    words = (says("withs", "more than {:just_one} of the same mana symbol in its mana cost"),)


@node
class IsCommander(Predicate):
    """A commander (903.3 in 2013-11-01)."""

    words = (
        prints("adj", "commander", manner="noun"),
        reads("adj", "commander"),
    )


@node
class MostLife(Predicate):
    """A player with the highest life total in the game, or tied for it."""

    words = (prints("post", "with the most life or tied for most life"),)


@node
class HasTarget(Predicate):
    """It is a spell or ability that targets (with `only`: only targets) something for which the predicate
    holds; with `single` all its targets are one and the same, with `chosen_once` one target was chosen, and no other or
    the same again (115.9a in 2026-06-19)."""

    what: Predicate
    only: bool = False
    single: bool = False
    chosen_once: bool = False

    home: ClassVar[str] = "post"
    words = (
        says("withs", "a single target", what=Anything(), chosen_once=True),
        says("relative", "target {what:aimed_at}"),
        says("relative", "target only {what:aimed_at}", only=True),
        says("relative", "target only a single {what:single_target}", only=True, single=True),
    )


@node
class SourceIs(Predicate):
    """It is an ability whose source fits, or damage from such a source."""

    what: Predicate

    words = (
        says("post", "from {what:adj} sources", surface="sources"),
        says("post", "from a {what:adj} source", surface="a source"),
        prints("post", "from {what:met source}"),
    )


@node
class Did(Predicate):
    """It took part in an event in a span: "that was dealt damage this turn"; the event's subject is
    `Candidate()`."""

    event: Node
    span: str = "turn"

    home: ClassVar[str] = "post"


@node
class NthCast(Predicate):
    """It is the n-th spell of a kind that a matching player has cast in a span ("turn" or "game")."""

    nth: int
    what: Predicate
    who: Predicate = Anything()
    span: str = "turn"

    home: ClassVar[str] = "post"
    words = (
        says("quality", "the {nth:ordinal} {what:kind} cast this turn", who=Anything()),
        says("quality", "the {nth:ordinal} {what:kind} {who:causer} cast this turn"),
        says("quality", "the {nth:ordinal} {what:kind} {who:causer_has} cast this game", span="game"),
        prints("post", "that is the {nth:ordinal} {what:kind} cast this turn", who=Anything()),
        prints("post", "that is the {nth:ordinal} {what:kind} {who:causer} cast this turn"),
    )


@node
class NthPlayed(Predicate):
    """It is the n-th land that a matching player has played this turn."""

    nth: int
    who: Predicate

    home: ClassVar[str] = "post"
    words = (
        says("quality", "the {nth:ordinal} {:land} {who:causer} {:land_played} this turn"),
        prints("post", "that is the {nth:ordinal} {:land} {who:causer} {:land_played} this turn"),
    )


@node
class PlayedBy(Predicate):
    """A player who fits has cast it, or the spell that became this permanent."""

    who: Node

    words = (says("post", "{surface:played_or_cast} by {who:who}"),)


@node
class Convoked(Predicate):
    """It was tapped for convoke to cast the source, or the spell that became it (702.51c in 2026-06-19)."""

    home: ClassVar[str] = "post"
    words = (says("relative", "convoked {:itself}", manner="past"),)


@node
class WasPutThere(Predicate):
    """It was put into its zone this turn, from a certain zone (None: from anywhere)."""

    from_: str | None = None

    home: ClassVar[str] = "post"
    words = (
        says("relative", "was put there from the battlefield this turn", from_="battlefield", manner="was"),
        says("relative", "was put there from anywhere this turn", manner="was"),
    )


@node
class HasExtreme(Predicate):
    """It has the "greatest" or "least" value of a characteristic among a set (ties count)."""

    which: str
    name: str
    among: Node

    home: ClassVar[str] = "post"


@node
class CouldTap(Predicate):
    """A land or source that could produce mana of a type or colour."""

    mana: str

    words = (prints("post", "that could produce {mana:word}"),)


@node
class Enchantable(Predicate):
    """An Aura can enchant it."""

    by: Node

    words = (says("post", "{by:pron} can enchant"),)


@node
class CouldEnchant(Predicate):
    """It is an Aura that could be attached to an object."""

    what: Node

    home: ClassVar[str] = "post"
    words = (
        reads("relative", "could enchant {what:bearing}"),
        prints("post", "that could enchant {what:bearing}"),
    )
