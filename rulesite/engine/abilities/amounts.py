"""Amounts: numbers that are worked out when the effect that uses them is carried out.

Sorts of phrase: an `amount` is a number in digits or a letter ("3 damage", "X damage"), a `qty` a number in words
before a noun ("three cards", "up to two creatures"), `counted` a number taken from the game ("the number of creatures
you control", "its power"), a `countable` the phrase after "for each", a `value` any of these or a sum, multiple … of
them.
"""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.node import Node, node
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import choice, made, passes, prints, reads, says


class Amount(Node):
    """A number, or a way to work one out."""

    home: ClassVar[str] = "value"


passes("qty", "{:chosenqty}")
passes("counted", "the number of {:countable+}", surface="number")
passes("counted", "the total number of {:countable+}", surface="total")
passes("counted", "{:stat_of}")
passes("value", "{:amount}")
passes("value", "{:counted}")
passes("value", "{:half_life}", surface="life")
passes("value", "for each {:countable}", surface="each", read=False)
passes("cards", "{:amount} card*")
passes("damages", "{:some_damage}")
passes("lives", "{:some_life}")
choice("rounding", up="up", down="down")
choice(
    "stat",
    power="power",
    toughness="toughness",
    mana_value="mana value",
    total_power_and_toughness="total power and toughness",
)
choice("extreme", greatest="(greatest|highest)", least="(least|lowest)")
made("typesort", "{one:SUPERTYPE} {other:CARDTYPE} type*", "{one} {other} type".format)
made("typesort", "{one:CARDTYPE} type*", "{one} type".format)
for sign in ("PT", "CNAME", "KEYWORD"):
    passes("countername", f"{{:{sign}}}")


@node
class Number(Amount):
    """A printed number ("three", "3"); may be negative in a power/toughness change."""

    value: int

    home: ClassVar[str] = "chosenqty"
    words = (
        says("amount", "{value:digits}"),
        reads("amount", "a", value=1),
        reads("chosenqty", "a", value=1),
        says("chosenqty", "{value:number}"),
        says("chosenqty", "exactly {value:number}", surface="exactly"),
        reads("qty", "another", value=1),
        reads("cards", "[another] card", value=1),
    )


@node
class X(Amount):
    """A letter whose value its controller chose on announcement, or that the text defines elsewhere ("where
    X is").

    `name` is the letter. A letter defined by a "where X is" clause never reaches the tree: the compiler puts the
    defining amount in its place.
    """

    name: str = "X"

    words = (
        says("amount", "{name:LETTER}"),
        says("chosenqty", "{name:LETTER}"),
    )


@node
class Lettered(Amount):
    """An amount to which one sentence gives a letter and others refer: it is worked out once, when first needed."""

    name: str
    of: Amount

    words = (
        prints("amount", "{name:letter_again}", surface="again", of=ANY),
        prints("value", "{of:value}", name=ANY),
    )


@node
class Count(Amount):
    """The number of objects or players of a reference (usually `Every`): "the number of creatures you control"."""

    of: Node

    words = (
        says("countable", "{of:described}"),
        reads("countable", "card* in {of:in_hand} hand"),
        says("countable", "{of:players}"),
        reads("countable", "other {of:others}"),
        reads("countable", "other {of:players_besides}"),
        says("countable", "card* {of:discarded_by} discarded this way"),
        reads("each_of_some", "of {of:each_of_those}"),
        reads("countable", "{of:exiled_ones} exiled this way"),
        reads("countable", "{of:destroyed_ones} destroyed this way"),
        prints("counted", "the number of {of:whom}"),
    )


@node
class CountersOn(Amount):
    """The number of counters of a kind (None: any kind) on an object or player: "for each fade counter on it".

    `own`: on each of those that get counters, as where their number is doubled (701.10e).
    """

    kind: str | None
    on: Node
    own: bool = False

    words = (
        says("countable", "{kind:countername} counter* {on:you_yourself} have"),
        says("countable", "{kind:countername} counter* on {on:np}"),
        says("countable", "counter* on {on:np}", kind=None),
        says("countable", "{kind:countername} counter* among {on:several}", surface="among"),
        says("countable", "counter* among {on:several}", surface="among", kind=None),
        says("countable", "counter* {on:np} had on {:it_or_them}", surface="had", kind=None),
        says("countable", "{kind:countername} counter* {on:np} had on {:it_or_them}", surface="had"),
    )


@node
class UnspentMana(Amount):
    """The unspent mana that you have, or that of one color."""

    color: str | None = None

    words = (
        says("countable", "unspent {color:COLORWORD} mana you have"),
        says("countable", "unspent mana you have", color=None),
    )


THAT_KIND = "that kind"
"""The present kind of counter in a "for each" over kinds, or the chosen kind."""


@node
class KindsOfCounter(Amount):
    """The number of kinds of counters on something; "for each" makes each kind the present one in turn."""

    on: Node

    words = (
        says("countable", "kind* of counter on {on:np}"),
        says("countable", "different kind* of counter* among {on:several}", surface="different"),
    )


@node
class PointsOf(Amount):
    """The sum of the numbers of all its instances of a keyword: "each point of bushido it has"."""

    keyword: str
    of: Node

    words = (says("countable", "point* of {keyword:KEYWORD} {of:pron} has"),)


@node
class Characteristic(Amount):
    """A characteristic or number of an object: `name` is "power", "toughness" or "mana value".

    Uses last known information where the object has left. `signed`: it is added as it is, though below zero, as where
    power is doubled (701.10c).
    """

    name: str
    of: Node
    signed: bool = False

    words = (
        says("stat_of", "{of:whose} {name:stat}"),
        reads("stat_of", "{of:what}'s {name:stat}"),
        says("stat_of", "the {name:stat} of {of:who_died}", surface="died"),
        says("stat_of", "the {name:stat} of {of:what}", surface="of"),
        says("counted", "the total {name:total_stat} of {of:several}"),
    )


@node
class StationingPower(Amount):
    """The number that a creature tapped for a station ability adds: its power, or what an effect puts in its place
    (702.184a and c). Used only in the definition of station."""

    of: Node

    words = (says("counted", "{of:whose} stationing power"),)


@node
class LifeTotal(Amount):
    """A player's life total."""

    of: Node

    words = (
        says("counted", "{of:poss} life total"),
        says("life", "{of:poss} life"),
    )


@node
class Devotion(Amount):
    """A player's devotion to colours: their mana symbols among the mana costs of the permanents that he or she
    controls (700.5 in 2013-09-27)."""

    of: Node
    colors: tuple[str, ...]

    words = (says("devotion", "{of:poss} devotion to {colors:colorlist}"),)


passes("counted", "{:devotion}")


@node
class ManaSymbolsIn(Amount):
    """The number of mana symbols of a colour in the mana costs of objects; a hybrid symbol has both its colours (107.4e
    in 2008-05-02)."""

    color: str
    of: Node

    words = (
        says("countable", "{color:COLORWORD} mana symbol* in the mana costs of {of:several}"),
        says("countable", "{color:COLORWORD} mana symbol* in {of:whose} mana cost", surface="cost"),
        says("countable", "{color:COLORWORD} mana symbol* in {of:whose} mana costs", surface="costs"),
    )


@node
class HowMuch(Amount):
    """The total amount of an event in a span: "the amount of life you gained this turn"."""

    event: Node
    span: str = "turn"


@node
class ExcessDealt(Amount):
    """The excess over lethal damage dealt to something (None: to anything) by a previous step."""

    to: Node | None = None

    words = (
        says("counted", "the amount of excess damage dealt to {to:np} this way"),
        says("counted", "the amount of excess damage dealt this way", to=None),
        says("counted", "the excess damage dealt this way", to=None, surface="excess"),
    )


@node
class PaidInAll(Amount):
    """The total paid by all who could pay as much as they chose: "mana", "life" or "energy"."""

    what: str = "mana"

    words = (says("counted", "the total amount of {what:payable} paid this way"),)


@node
class RemovedThisWay(Amount):
    """The number of counters of a kind (None: any kind) removed as part of the cost or by the previous step."""

    kind: str | None = None

    words = (
        says("countable", "{kind:countername} counter* removed this way"),
        says("countable", "counter* removed this way", kind=None),
    )


SO_MUCH_DONE = ("life lost", "life gained", "life paid", "damage prevented", "damage dealt", "mana paid", "mana spent")
"""The actions of a previous step that can have such an amount."""


@node
class StartingLife(Amount):
    """The life total with which a player began the game."""

    of: Node

    words = (says("counted", "{of:poss} starting life total"),)


@node
class ThatNumber(Amount):
    """ "that many": the number of what a condition has spoken of ("if it had one or more counters on it")."""

    of: Amount

    words = tuple(prints(sort, "that many", of=ANY) for sort in ("amount", "chosenqty"))


@node
class ThatMuch(Amount):
    """ "that many", "that much": the number of the trigger event, or of the instruction before.

    `source` is "trigger" (e.g. the damage dealt, life gained), "previous" (the number that the last
    instruction moved, discarded, drew, paid …), "begun" (the number that there was as a reflexive ability triggered) or
    "prevented" (the damage that a shield of this ability prevents).
    """

    source: str = "previous"

    words = (
        says("amount", "that (many|much)", pronoun=True, source=ANY),
        says("that_many", "that (many|much)", pronoun=True, source=ANY),
        says("chosenqty", "that many", pronoun=True, source=ANY),
        says("that_damage", "that damage", pronoun=True, source="trigger"),
        says("damages", "that damage", surface="that damage", pronoun=True, source="trigger"),
        says("numbernamed", "that number", surface="number_before", pronoun=True, source="previous"),
        reads("value", "the damage dealt"),
        says("value", "the excess", surface="excess", pronoun=True, source="trigger"),
        says("value", "the damage", surface="the_damage", pronoun=True, source="trigger"),
        says("value", "that damage", surface="damage", pronoun=True, source=ANY),
        says("value", "the amount of damage it dealt to that player", surface="it_dealt", source="trigger"),
        says(
            "value",
            "the amount of damage those {:creatures} dealt to that player",
            surface="those_dealt",
            source="trigger",
        ),
        reads("value", "the amount of (damage|life|mana) [you] [(dealt|gained|lost|prevented|paid)] [this way]"),
        *(says("value", f"the {done} this way", surface=done.replace(" ", "_"), source=ANY) for done in SO_MUCH_DONE),
        *(
            says("countable", f"{{:figure_one}} {done} this way", surface=f"each_{done.replace(' ', '_')}", source=ANY)
            for done in SO_MUCH_DONE
        ),
        says("countable", "{:figure_one} life you lost", surface="each_you_lost", source="trigger"),
        says("countable", "{:figure_one} damage dealt to {:it_or_them}", surface="each_dealt_to_it", source="trigger"),
        says("countable", "{:energy_sign} paid this way", surface="each_energy_paid", source=ANY),
        says("countable", "{:figure_one} life you gained", surface="each_you_gained", source="trigger"),
        says("countable", "flip* you won", surface="each_flip", source="previous"),
        says("countable", "{:figure_one} life they gained", surface="each_they_gained", source="trigger"),
    )


@node
class Total(Amount):
    """The sum of amounts: "one plus the number of …"."""

    parts: tuple[Amount, ...]

    words = (
        reads("value", "{parts.0:numeral} plus {parts.1:value}"),
        says("value", "{parts.0:value} minus {parts.1:less}"),
        says("value", "{parts.0:numeral} minus {parts.1:taken_off}"),
        says("value", "{parts.0:counted} minus {parts.1:taken_off}"),
        says("value", "{parts.0:counted} in excess of {parts.1:taken_off}", surface="excess"),
        says("value", "{parts.0:summand} plus {parts.1:numeral}"),
        says("value", "{parts.0:counted} plus {parts.1:counted}"),
        says("countable", "{parts.0:one_sort} and each {parts.1:one_sort}", surface="and each"),
        reads("countable", "other {parts.0:other_sort} and each {parts.1:one_sort}", surface="and each"),
        says("damages", "{parts.0:some_damage} plus {parts.1:numeral}", surface="plus"),
        says("damages", "{parts.0:so_many} plus {parts.1:numeral} damage", surface="plus_before"),
        says("damages", "{parts.0:some_damage} minus {parts.1:less}", surface="minus"),
        says("cards", "{parts.0:some_cards} plus {parts.1:numeral}", surface="plus"),
        says("cards", "{parts.0:some_cards} minus {parts.1:less}", surface="minus"),
        says("lives", "{parts.0:some_life} plus {parts.1:numeral}", surface="plus"),
        says("lives", "{parts.0:so_many} plus {parts.1:numeral} life", surface="plus_before"),
    )


@node
class Times(Amount):
    """A whole multiple: "twice the number of", "two for each"; `factor` may be -1 for "minus"."""

    factor: int
    of: Amount

    words = (
        says("amount", "twice {of:amount}", factor=2),
        says("amount", "{factor:multiple} times {of:a_letter}", surface="times"),
        says("qty", "twice {of:that_many}", factor=2),
        says("qty", "{factor:multiple} times {of:that_many}", surface="times"),
        says("qty", "twice {of:a_letter}", factor=2),
        says("value", "twice {of:counted}", factor=2),
        prints("value", "-{of:so_many}", factor=-1),
        prints("value", "twice {of:so_many}", factor=2),
        prints("value", "{factor:number} times {of:so_many}"),
        says("damages", "(double|twice) {of:that_damage}", surface="that damage", factor=2),
        says("damages", "triple {of:that_damage}", surface="that damage", factor=3),
    )


@node
class Half(Amount):
    """Half an amount, or another fraction of it (one of so many `parts`); `rounded` is "up" or "down"."""

    of: Amount
    rounded: str
    parts: int = 2

    words = (
        prints("value", "half {of:counted}", surface="each_time", rounded=ANY),
        prints("half_life", "half {of:life}", surface="each_time", rounded=ANY),
        says("half_life", "a {parts:nth_part} of {of:life}[, rounded {rounded:rounding}]", rounded="down"),
        prints("half_life", "a {parts:nth_part} of {of:life}", surface="each_time", rounded=ANY),
        prints("amount", "half {of:a_letter}", surface="each_time", rounded=ANY),
        says("amount", "half {of:a_letter}", surface="unrounded", rounded="down"),
        says("amount", "half {of:that_many}[, rounded {rounded:rounding}]", rounded="down"),
        says("value", "half {of:counted}, rounded {rounded:rounding}"),
        says("value", "half {of:counted}", surface="unrounded", rounded="down"),
        says("half_life", "half {of:life}[, rounded {rounded:rounding}]", rounded="down"),
        prints("value", "half {of:so_many}, rounded {rounded:rounding}"),
    )


@node
class Extreme(Amount):
    """The "greatest" or "least" value (`which`) of a characteristic among objects or players."""

    which: str
    name: str
    among: Node

    words = (
        says("counted", "the (greatest|highest) {name:stat} (among|of) {among:several_or_any}", which="greatest"),
        says(
            "counted",
            "the greatest power and/or toughness among {among:several_or_any}",
            which="greatest",
            name="power or toughness",
        ),
        says("counted", "the (least|lowest) {name:stat} (among|of) {among:several}", which="least"),
        says("counted", "the (highest|greatest) life total among {among:who}", which="greatest", name="life"),
        says("counted", "the (lowest|least) life total among {among:who}", which="least", name="life"),
    )


@node
class MostOfOne(Amount):
    """The greatest of the amounts that matching players have; `of` is the amount for the present player."""

    who: Node
    of: Amount


@node
class DoneToSoMany(Amount):
    """The number of objects to which the present player did this ("discard") in the previous step."""

    verb: str

    words = (prints("counted", "the number of cards they {verb:participle} this way"),)


@node
class AtLeast(Amount):
    """An open range: "two or more", "any number" (at least 0)."""

    minimum: Amount

    home: ClassVar[str] = "chosenqty"
    words = (
        says("chosenqty", "any number of", minimum=Number(0)),
        says("chosenqty", "{minimum:whole} or more"),
        says("damages", "an amount of damage of your choice", surface="choice", minimum=Number(0)),
        reads("chosenqty", "one or more", minimum=Number(1)),
    )


@node
class UpTo(Amount):
    """A chosen number from zero: "up to three"."""

    maximum: Amount

    home: ClassVar[str] = "chosenqty"
    words = (
        says("chosenqty", "up to {maximum:so_many}"),
        reads("cards", "up to {maximum:amount} cards"),
    )


@node
class TimesPaid(Amount):
    """How often an optional cost was paid ("for each time it was kicked"); `keyword` is the cost's name."""

    keyword: str

    words = (
        says("countable", "time* {:itself} was kicked", keyword="kicker"),
        prints("countable", "time* its {keyword:KEYWORD} cost was paid"),
    )


@node
class Different(Amount):
    """The number of different values of a quality ("basic land type", "color", "card type") among objects."""

    quality: str
    among: Node

    words = (
        says("countable", "of {among:whose} colors", quality="color", surface="own"),
        reads("countable", "card type* among {among:several}", quality="card type"),
        reads("countable", "card type* {among:owner_of} have", surface="has", quality="card type"),
        prints("countable", "card type* {among:owner_has}", surface="has", quality="card type"),
        reads("countable", "permanent type* among {among:several}", quality="permanent type"),
        reads("countable", "color* among {among:several}", quality="color"),
        reads("countable", "{quality:typesort} among {among:several}"),
        reads("countable", "mana value* among {among:several}", quality="mana value"),
        says("countable", "different {quality:stat} among {among:several}", surface="different"),
        reads("several_values", "permanent type* among {among:several}", quality="permanent type"),
        reads("several_values", "color* among {among:several}", quality="color"),
        reads("several_values", "mana value* among {among:several}", quality="mana value"),
        reads("several_values", "{quality:typesort} among {among:several}"),
        prints("counted", "the number of {quality:plural} among {among:several}", surface="number"),
        prints("countable", "{quality:one_kind} among {among:several}"),
        prints("counted", "the number of {quality:plural} among {among:several}"),
    )


@node
class UnlockedDoors(Amount):
    """The number of unlocked doors of Rooms (709.5c in 2026-06-19), or of their different `names`."""

    among: Node
    names: bool = False

    words = (
        says("countable", "unlocked door* among {among:several}"),
        reads("several_values", "unlocked door* among {among:several}"),
        reads("several_values", "different name* among unlocked door* of {among:several}", names=True),
        prints("counted", "the number of different names among unlocked doors of {among:several}", names=True),
    )


@node
class TargetsBeyondFirst(Amount):
    """The number of targets chosen for the spell, beyond the first (strive) or in all (`beyond` 0)."""

    beyond: int = 1

    words = (
        says("countable", "target* beyond the first", beyond=1),
        says("countable", "target*", beyond=0),
    )


@node
class SpeedOf(Amount):
    """The speed of a player; 0 for one who has none (702.179f in 2026-06-19)."""

    who: Node

    words = (says("counted", "{who:poss} speed"),)


@node
class PartySize(Amount):
    """The number of creatures in a player's party: up to one each of Cleric, Rogue, Warrior, Wizard (700.8 in
    2020-09-25)."""

    of: Node

    words = (says("countable", "{:creature_or_more} in {of:poss} party"),)


@node
class ManaSpent(Amount):
    """The amount of mana, or (`colors`) its number of colours, spent to play the object, or another (`of`)."""

    colors: bool = False
    of: Node | None = None

    words = (
        says("countable", "color* of mana spent to cast {:itself_then}", colors=True),
        says("counted", "the amount of mana spent to cast {of:spent_for_it}"),
    )


@node
class SnowSpent(Amount):
    """The amount of mana from snow sources spent to cast the object (107.4h in 2021-02-05)."""

    words = (
        says("countable", "{:snow_symbol} spent to cast {:itself}"),
        says("counted", "the amount of {:snow_symbol} spent to cast {:itself}", surface="amount"),
    )


@node
class Difference(Amount):
    """ "The difference" between the two amounts that the condition compares."""

    one: Amount | None = None
    other: Amount | None = None

    words = (says("value", "the difference", one=ANY, other=ANY),)


@node
class AsItThenWas(Amount):
    """An amount as of a certain time: as the spell was "cast", or as the ability "resolves"."""

    of: Amount
    when: str

    words = (
        says("value", "{of:counted} as you cast {:itself}", when="cast"),
        says("value", "{of:counted} as {:itself} resolves", when="resolves"),
    )


@node
class ChosenNumber(Amount):
    """The number that was chosen for the object."""

    words = (
        says("counted", "the chosen number"),
        prints("counted", "that number", surface="that"),
        prints("counted", "the number", surface="the"),
    )


@node
class NotedNumber(Amount):
    """The highest number that was noted for cards of this name as they were drafted."""

    words = (says("counted", "the highest number you noted for cards named {:own_name}"),)


@node
class DevouredCount(Amount):
    """The number of creatures sacrificed for the devour ability of the object (702.81a in 2008-10-03)."""

    words = (says("countable", "{:creature_or_more} {:it_or_they} devoured"),)


@node
class CommanderCasts(Amount):
    """How often in this game the controller has cast a commander from the command zone; `own`: only his or her own."""

    own: bool = False

    words = (
        reads("countable", "time* you have cast a commander from the command zone this game"),
        reads("countable", "time* you have cast your commander from the command zone this game", own=True),
        prints("countable", "time* you've cast a commander from the command zone this game"),
        prints("countable", "time* you've cast your commander from the command zone this game", own=True),
    )


@node
class IdentityColors(Amount):
    """The number of colors in the color identity of the controller's commanders."""

    words = (
        prints("countable", "color* in your {:commanders_own} color identity"),
        reads("countable", "color* in your commander's color identity"),
    )


@node
class CastBefore(Amount):
    """The number of other spells cast this turn before the spell with this ability (storm)."""

    words = (says("countable", "other spell* cast before {:itself} this turn"),)


@node
class OpponentsAttacked(Amount):
    """The number of opponents that the controller attacked with creatures in this combat (melee)."""

    words = (says("countable", "opponent* you attacked this combat"),)


@node
class HowOften(Amount):
    """How many times an event happened in a span ("for each creature that died this turn"); `span` is
    "turn"."""

    event: Node
    span: str = "turn"

    words = (
        says("countable", "{event:attacker_of_yours} you attacked with this turn"),
        says("countable", "{event:dying} that died this turn"),
        reads("countable", "{event:dying} that die this turn"),
        prints("counted", "the number of times {event:told} this turn"),
    )
