"""Instructions: what a spell or ability tells players to do, one node per verb. `who` is the player who does
it.

`combining.py` holds the words that join instructions (may, unless, if, for each, then, modes, later).

A `pvp` is the phrase of what a player does: as an order to you ("draw a card"), or behind the player who does it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.changes import Change, ReplaceWords, SetController, SwitchPowerToughness
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import All, AnyOf, Anything, InZone, IsCard, Predicate
from rulesite.engine.abilities.references import Every, Rest, Self, You
from rulesite.engine.language.phrases import ANY, choice, fixed, made, passes, prints, reads, says


@dataclass(frozen=True)
class Instruction(Node):
    """One thing to do.

    `joint` is what joins it to the step before it in the text: "." for a sentence of its own, "and", ", then" …; it is
    kept for printing alone, as `said` is. The latter has "bare" where the subject is that of the step before.
    """

    joint: str = field(default="", compare=False, repr=False, kw_only=True)


@node
class Destroy(Instruction):
    """Destroy permanents; `regenerable` False: they can't be regenerated from this."""

    what: Node
    regenerable: bool = True

    words = (
        says("pvp", "destroy {what:patient}"),
        reads("pvp", "bury {what:patient destroy}", regenerable=False),
        reads("ovp", "{what:thing} be destroyed"),
        prints("remark", "{what:it_they} can't be regenerated", regenerable=False),
        prints("remark", "they can't be regenerated", said="they", regenerable=False),
        prints("remark", "those {what:things} can't be regenerated", said="those", regenerable=False),
        prints(
            "remark", "{what:a_thing} destroyed this way can't be regenerated", said="a destroyed", regenerable=False
        ),
        prints("remark", "{what:things} destroyed this way can't be regenerated", said="destroyed", regenerable=False),
    )


@node
class Sacrifice(Instruction):
    """A player sacrifices permanents that he or she controls."""

    what: Node
    who: Node = You()

    words = (says("pvp", "sacrifice {what:patient}"),)


@node
class Discard(Instruction):
    """A player discards cards from his or her hand (`Chosen` … or `Every` for the whole hand)."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "discard {what:discarded}"),
        reads("pvp", "discard {what:patient} from {:zoneref}"),
        reads("pvp", "discard card* equal to {what:cards_chosen}"),
        reads("pvp", "discard {what:in_hand} hand"),
    )


@node
class Draw(Instruction):
    """A player draws cards."""

    amount: Amount = Number(1)
    who: Node = You()

    words = (
        says("pvp", "draw {amount:cards_drawn}"),
        reads("pvp", "draw cards equal to {amount:value}"),
        reads("pvp", "draw {amount:amount} additional cards", said="additional"),
        prints("pvp", "draw {amount:cards_drawn additional card}", said="additional"),
    )


@node
class DealDamage(Instruction):
    """A source (an object) deals damage to objects and players; `divided`: split among them as its
    controller chooses."""

    amount: Amount
    to: Node
    source: Node = Self()
    divided: bool = False
    preventable: bool = True

    words = (
        says("ovp", "{source:dealer} deal {amount:damages} to {to:recipient}"),
        says("ovp", "{source:dealer} deal {amount:some_damage} divided as you choose among {to:np}", divided=True),
        reads("ovp", "{source:dealer} deal {amount:some_damage} divided among {to:np}", divided=True),
        prints("ovp", "{source:dealer} deal {amount:factor damage} to {to:recipient} for each {amount:times}"),
        says("ovp", "{source:dealer} deal damage equal to {amount:value} to {to:recipient}", said="equal first"),
        says("ovp", "{source:dealer} deal damage to {to:recipient} equal to {amount:value}", said="equal last"),
        prints("ovp", "{amount:some_damage} to {to:recipient}", said="two", source=ANY),
        prints("remark", "the damage can't be prevented", preventable=False),
    )


@node
class GainLife(Instruction):
    """A player gains life."""

    amount: Amount
    who: Node = You()

    words = (
        says("pvp", "gain {amount:lives}", manner="spoken"),
        reads("pvp", "gain life equal to {amount:value}"),
    )


@node
class LoseLife(Instruction):
    """A player loses life."""

    amount: Amount
    who: Node = You()

    words = (
        says("pvp", "lose {amount:some_life}", manner="spoken"),
        reads("pvp", "lose life equal to {amount:value}"),
        reads("pvp", "lose {amount:half_life}"),
    )


@node
class SetLife(Instruction):
    """A player's life total becomes a number."""

    amount: Amount
    who: Node = You()

    words = (says("simple", "{who:poss} life total becomes {amount:digit_value}"),)


@node
class PutCounters(Instruction):
    """Put counters of a kind ("+1/+1", "fade", …) on each object or player named; `divided`: distributed
    among them."""

    kind: str
    on: Node
    amount: Amount = Number(1)
    divided: bool = False
    who: Node = You()

    words = (
        says("pvp", "put {amount:counters_put} {kind:countername} counter* on {on:holder}"),
        prints("pvp", "put another {kind:countername} counter on {on:holder}", said="another", amount=Number(1)),
        prints("pvp", "put {amount:factor} {kind:countername} counter* on {on:holder} for each {amount:times}"),
        says(
            "pvp",
            "put a number of {kind:countername} counters equal to {amount:value} on {on:holder}",
            said="equal first",
        ),
        says("pvp", "put a number of {kind:countername} counters on {on:holder} equal to {amount:value}"),
        says("pvp", "distribute {amount:so_many_of} {kind:countername} counter* among {on:np}", divided=True),
        reads("pvp", "get {amount:energy}", kind="energy", on=You()),
        reads("pvp", "get {amount:qty_of} {kind:countername} counter*", on=You()),
        prints("pvp", "{on:getter} get {amount:energy}", kind="energy"),
        prints("pvp", "{on:getter} get {amount:qty_of} {kind:countername} counter*"),
    )


@node
class RemoveCounters(Instruction):
    """Remove counters of a kind (None: any kind); `amount` None: all of them."""

    kind: str | None
    from_: Node
    amount: Amount | None = Number(1)
    who: Node = You()

    words = (
        says("pvp", "remove {amount:qty_of} {kind:countername} counter* from {from_:np}"),
        says("pvp", "remove {amount:qty_of} counter* from {from_:np}", kind=None),
        says("pvp", "remove all {kind:countername} counters from {from_:np}", amount=None),
        says("pvp", "remove all counters from {from_:np}", kind=None, amount=None),
    )


@node
class MoveCounters(Instruction):
    """Move counters from one object onto another; `amount` None: all."""

    kind: str | None
    from_: Node
    to: Node
    amount: Amount | None = Number(1)

    words = (
        says("pvp", "move {amount:qty_of} {kind:countername} counter* from {from_:np} onto {to:np}"),
        reads("pvp", "move {amount:qty_of} {kind:countername} counter* from {from_:np} on {to:np}"),
    )


@node
class Token(Node):
    """What a token is like. `name` empty: its subtypes are its name. Power and toughness None: no
    creature."""

    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Node, ...] = ()
    name: str = ""

    words = (prints("token", "{:token_words}"),)


def _both(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What two parts of a description say together."""
    return {**one, **{name: (*one.get(name, ()), *value) if name in _WORDS else value for name, value in other.items()}}


_WORDS = {"types": "CARDTYPE", "subtypes": "SUBTYPE", "supertypes": "SUPERTYPE", "colors": "COLORWORD"}
for name, sign in _WORDS.items():
    made("tokenpart", f"[and] {{one:{sign}}}", lambda one, name=name: {name: (one,)})
made("tokenpart", "{size:size}", lambda size: {"power": size[0], "toughness": size[1]})
made("tokenpart", "colorless", lambda: {"colorless": True})
made("tokenpart", "tapped", lambda: {"tapped": True})
made("tokenparts", "{one:tokenpart} {other:tokenparts}", _both)
passes("tokenparts", "{:tokenpart}")
made("tokentail", "[and] with {abilities:kws}", lambda abilities: {"abilities": abilities})
made("tokentail", "named {name:name}", lambda name: {"name": name})
made("tokentail", "that be tapped and attacking", lambda: {"tapped": True, "attacking": True})
made("tokentail", "under {who:poss} control", lambda who: {"who": who})
made("tokentails", "{one:tokentail} {other:tokentails}", lambda one, other: {**one, **other})
fixed("tokentails", {}, "")
made("tokendesc", "{one:tokenparts} token {other:tokentails}", _both)


_COPY = "[onto the battlefield] that be [a] copy of {token:copied} [onto the battlefield]"


@node
class CreateToken(Instruction):
    """Create (put into play) tokens under a player's control; `token` is a `Token`, or a reference to be
    copied."""

    token: Node
    amount: Amount = Number(1)
    who: Node = You()
    tapped: bool = False
    attacking: bool = False
    changes: tuple[Change, ...] = ()

    home: ClassVar[str] = "pvp"
    words = (
        says("creating", "create {amount:qty_plain} {token:tokens}", day="create"),
        says("creating", "put {amount:qty_plain} {token:tokens} onto the battlefield", day="no create"),
        reads("creating", "put {amount:qty_plain} {token:tokens} onto the battlefield tapped", tapped=True),
        reads(
            "creating",
            "put {amount:qty_plain} {token:tokens} onto the battlefield tapped and attacking",
            tapped=True,
            attacking=True,
        ),
        prints("creating", "create {amount:factor} {token:tokens} for each {amount:times}", day="create"),
        prints("creating", "put {amount:factor} {token:tokens} onto the battlefield for each {amount:times}"),
        says("creating", "create a number of {token:tokens} equal to {amount:value}", day="create"),
        says(
            "creating", "put a number of {token:tokens} onto the battlefield equal to {amount:value}", day="no create"
        ),
        reads("creating", f"(create|put) {{amount:qty_plain}} token {_COPY}"),
        reads("creating", f"(create|put) {{amount:qty_plain}} tapped token {_COPY}", tapped=True),
    )


passes("pvp", "{:creating}")


passes("zonedest", "on {:zonepos}")
passes("zonedest", "{:shuffled}", read=False)
choice("ordering", any="in any order", random="in a random order")


@node
class Destination(Node):
    """Where objects move.

    `zone`; `whose` None: their owners' (for the battlefield: under the control of `controller`, None meaning
    the player who moves them). `position` in a library: "top", "bottom", "shuffled", "second from top";
    `order`: "any" (the mover chooses), "random" or None. `changes` are continuous changes that last as long
    as they stay ("It's black").
    """

    zone: str
    whose: Node | None = None
    position: str | None = None
    controller: Node | None = None
    tapped: bool = False
    face_down: bool = False
    attacking: bool = False
    attached_to: Node | None = None
    counters: str | None = None
    counters_amount: Amount | None = None
    transformed: bool = False
    order: str | None = None

    words = (
        says("zonedest", "onto the battlefield {:arriving}", zone="battlefield"),
        reads("zonedest", "to play {:arriving}", zone="battlefield"),
        reads("zonedest", "(to|into) {zone:to_zone}"),
        prints("zonedest", "into exile", zone="exile"),
        prints("zonedest", "into {whose:owner} {zone:owned_zone}"),
        prints("zonedest", "into {whose:owner} library {position:word}", zone="library"),
        reads("zonedest", "to the top of {whose:owner} library", zone="library", position="top"),
        says("zonepos", "[the] top of {whose:owner} library[ {order:ordering}]", zone="library", position="top"),
        says("zonepos", "the bottom of {whose:owner} library[ {order:ordering}]", zone="library", position="bottom"),
        says("zonepos", "the top or bottom of {whose:owner} library", zone="library", position="top or bottom"),
        reads("zonepos", "top or bottom of {whose:owner} library", zone="library", position="top or bottom"),
        says("zonepos", "top[ {order:ordering}]", zone="library", position="top", said="bare"),
        says("zonepos", "the bottom[ {order:ordering}]", zone="library", position="bottom", said="bare"),
        reads("zonepos", "top of that library[ {order:ordering}]", zone="library", position="top"),
        reads("zonepos", "the bottom of that library[ {order:ordering}]", zone="library", position="bottom"),
        reads("zonepos", "top of {:it_or_them}", zone="library", position="top"),
        says("backdest", "back[ {order:ordering}]", zone="library", position="top"),
        says("shuffled", "into {whose:owner} library", zone="library", position="shuffled"),
        reads("shuffled", "in {whose:owner} library", zone="library", position="shuffled"),
        prints("destmod", "under {controller:poss} control", said="under first"),
        says("destmod", "face down", face_down=True),
        says("destmod", "transformed", transformed=True),
        says("destmod", "tapped and attacking", tapped=True, attacking=True),
        says("destmod", "tapped", tapped=True),
        says("destmod", "attacking", attacking=True),
        says("destmod", "attached to {attached_to:np}"),
        says("destmod", "under {controller:poss} control"),
        says("destmod", "with {counters_amount:qty_of} {counters:countername} counter* on {:it_or_them}"),
        says(
            "destmod",
            "with {counters_amount:qty_of} additional {counters:countername} counter* on {:it_or_them}",
            said="additional",
        ),
    )


def _zones(whose: Node, one: str, other: str) -> Every:
    """All cards of two zones of a player."""
    return Every(All((IsCard(), AnyOf((InZone(one, whose), InZone(other, whose))))), said="zones")


made("zones", "{whose:poss} {one:zonename} and {other:zonename}", _zones)
fixed("destmods", {}, "")
made("destmods", "{one:destmod} {other:destmods}", lambda one, other: {**one, **other})
fixed("the_rest", Rest(said="the rest"), "the rest")
fixed("the_rest", Rest(said="the other"), "the other")
EXILE = Destination("exile")
EXILE_FACE_DOWN = Destination("exile", face_down=True)


@node
class Move(Instruction):
    """Move objects to a zone: return, put, exile (remove from the game), shuffle into. `verb` is the printed
    one, normalised: "return", "put", "exile", "shuffle". `from_`: the zone that the words say it must be in."""

    what: Node
    to: Destination
    verb: str
    who: Node = You()
    from_: str | None = None

    words = (
        says("pvp", "exile {what:moved}", day="exile", verb="exile", to=EXILE),
        says("pvp", "exile {what:moved} face down", day="exile", verb="exile", to=EXILE_FACE_DOWN),
        says("pvp", "remove {what:moved} from the game", day="no exile", verb="exile", to=EXILE),
        prints("pvp", "remove {what:moved} from the game face down", day="no exile", verb="exile", to=EXILE_FACE_DOWN),
        says("pvp", "remove {what:moved} {from_:from_zone} from the game", day="no exile", verb="exile", to=EXILE),
        says("pvp", "exile {what:moved} {from_:from_zone}", day="exile", verb="exile", to=EXILE),
        says("pvp", "return {what:moved} {to:zonedest}", verb="return"),
        says("pvp", "return {what:moved} {from_:from_zone} {to:zonedest}", verb="return"),
        says("pvp", "put {what:moved} {to:zonedest}", verb="put"),
        says("pvp", "put {what:moved} {from_:from_zone} {to:zonedest}", verb="put"),
        says("pvp", "put {what:moved} back on {to:zonepos}", verb="put", said="back on"),
        says("pvp", "put {what:moved} {to:backdest}", verb="put", said="back"),
        prints("pvp", "{what:moved} {to:zonedest}", verb="put", said="rest"),
        says("pvp", "shuffle {what:moved} {to:shuffled}", verb="shuffle"),
        reads("pvp", "shuffle {what:zone_cards} {to:shuffled}", verb="shuffle"),
        reads("pvp", "shuffle {what:zones} {to:shuffled}", verb="shuffle"),
    )


@node
class ManaSymbols(Node):
    """Exactly these symbols: "{G}", "{R}{R}", or one of several alternatives ("{B} or {R}")."""

    options: tuple[str, ...]

    words = (
        says("symbols", "{options:manalist}"),
        says("symbols", "an additional {options:manalist}", said="an additional"),
        says("symbols", "additional {options:manalist}", said="additional"),
    )


made("manalist", "{one:MANASYMBOLS}", lambda one: (one,))
made("manalist", "{one:MANASYMBOLS} or {rest:manalist}", lambda one, rest: (one, *rest))
made("manalist", "{one:MANASYMBOLS}, {rest:commalist}", lambda one, rest: (one, *rest))
made("commalist", "{one:MANASYMBOLS}, {rest:commalist}", lambda one, rest: (one, *rest))
made("commalist", "{one:MANASYMBOLS}, or {other:MANASYMBOLS}", lambda one, other: (one, other))


@node
class ManaAnyColor(Node):
    """One mana of any colour for each unit; `one_color`: all of one colour; `colors`: only of these;
    `any_type`."""

    one_color: bool = False
    colors: tuple[str, ...] = ()
    any_type: bool = False

    words = (
        says("mana", "mana of any color"),
        says("mana", "mana of any {:one} color", one_color=True),
        says("mana", "mana in any combination of colors", said="combination"),
        prints("mana", "mana of any type", any_type=True),
        prints("mana", "mana in any combination of {colors:and_or}"),
    )


@node
class ManaCouldProduce(Node):
    """Mana of any type (`color`: any colour) that a set of permanents could produce."""

    by: Node
    color: bool = False

    words = (
        says("mana", "mana of any type [that] {by:producer} could produce"),
        says("mana", "mana of any color [that] {by:producer} could produce", color=True),
    )


@node
class ManaThatType(Node):
    """Mana of the type (or colour) that the event's mana had; `color` the chosen colour of the source if
    `chosen`."""

    chosen: bool = False

    words = (
        says("mana", "mana of the chosen color", chosen=True),
        prints("mana", "mana of any type that land produced"),
        reads("mana", "mana of any type {:np} produced"),
        reads("mana", "mana of that type"),
        reads("mana", "mana of that color"),
    )


@node
class AddMana(Instruction):
    """A player adds mana: `mana` describes a unit, `amount` says how many units. `spend_only`: on spells
    that fit."""

    mana: Node
    amount: Amount = Number(1)
    who: Node = You()
    spend_only: Predicate | None = None

    home: ClassVar[str] = "pvp"
    words = (
        says("produced", "{mana:symbols}"),
        says("produced", "{mana:symbols} for each {amount:each_one}"),
        says("produced", "{amount:so_many_mana} {mana:symbols}"),
        says("produced", "an amount of {mana:symbols} equal to {amount:value}"),
        says("produced", "{amount:so_many_mana} [additional] {mana:mana}"),
        prints("produced", "{amount:factor mana} {mana:mana} for each {amount:times}"),
        prints("produced", "X {mana:mana}, where X is {amount:value}"),
        prints("remark", "spend this mana only to cast {spend_only:spent_on}"),
    )


passes("pvp", "add {:produced} {:to_pool}")
passes("pvp", "add to your mana pool {:produced}", printed=False)
fixed("to_pool", None, "to your mana pool")
fixed("to_pool", None, "")


_COUNTERED = "if that spell is countered this way"


@node
class CounterSpell(Instruction):
    """Counter spells or abilities; a countered spell goes to `to` instead of its owner's graveyard, if
    given."""

    what: Node
    to: Destination | None = None

    words = (
        says("pvp", "counter {what:patient}"),
        prints("remark", f"{_COUNTERED}, {{to:put_instead}} of putting it into its owner's graveyard"),
        prints("remark", f"{_COUNTERED}, {{to:put_instead}} of into that player's graveyard", said="that player"),
    )


@node
class Regenerate(Instruction):
    """Give each object a regeneration shield for this turn."""

    what: Node

    words = (says("pvp", "regenerate {what:patient}"),)


@node
class Tap(Instruction):
    """Tap objects (a cost or an effect)."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "tap {what:patient}"),
        reads("iscontent", "{what:thing} tapped"),
    )


@node
class Untap(Instruction):
    """Untap objects."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "untap {what:patient}"),
        reads("iscontent", "{what:thing} untapped"),
    )


@node
class PreventDamage(Instruction):
    """Prevent damage that would be dealt, from now until `duration` ends (a prevention shield).

    `amount` None: all. `to`/`from_`: predicates or references (None: anything). `next_event`: "the next time
    a source would deal damage". `duration` "now": as part of a replaced event, prevent that very damage.
    """

    amount: Amount | None
    to: Node | None = None
    from_: Node | None = None
    combat: bool | None = None
    next_event: bool = False
    duration: str = "turn"
    divided: bool = False


@node
class Continuous(Instruction):
    """Start a continuous effect: changes to objects (or players, for player changes) for a duration.

    `duration`: "turn" (until end of turn, this turn), "permanent" (no end), "your next turn", "your next
    upkeep", "your next untap", "combat", "while controlled" (for as long as you control the source), "while
    tapped", "while on battlefield", or "next untap step" — and see `while_` for any other "for as long as".
    Objects named by `Every` are fixed when the effect begins, unless the change is to rules or players.
    """

    what: Node
    changes: tuple[Change, ...]
    duration: str = "turn"
    while_: Node | None = None

    words = (
        reads("pvp", "gain control of {what:patient control}", changes=(SetController(You()),), duration="permanent"),
        reads("pvp", "switch {what:np}'s power and toughness", changes=(SwitchPowerToughness(),), duration="permanent"),
        reads(
            "pvp",
            "change the text of {what:np} by replacing all instances of {:one} {changes:textword} with another",
            duration="permanent",
        ),
    )


fixed("textword", (ReplaceWords("color"),), "color word")
made("textword", "{kind:typesort}", lambda kind: (ReplaceWords(kind),))
made("textword", "{kind:CARDTYPE} type", lambda kind: (ReplaceWords(f"{kind} type"),))
made("textword", "color word with another or {:one} {kind:typesort}", lambda kind: (ReplaceWords(f"color or {kind}"),))


@node
class Search(Instruction):
    """A player looks for cards in zones ("library" first) of `whose`; found cards are Memo("search").

    `amount` may be `UpTo` or `AtLeast(Number(0))`. A stated quality in `what` lets the player fail to find.
    """

    what: Predicate
    amount: Amount = Number(1)
    who: Node = You()
    whose: Node = You()
    zones: tuple[str, ...] = ("library",)
    reveal: bool = False


@node
class Shuffle(Instruction):
    """A player shuffles his or her library (`whose`)."""

    whose: Node = You()

    words = (
        says("pvp", "shuffle"),
        says("pvp", "shuffle {whose:own_library} library", said="library"),
        prints("pvp", "{whose:thing} shuffle"),
    )


@node
class LookAt(Instruction):
    """A player looks at cards (not revealed to others): Memo("look")."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "look at {what:patient}"),
        reads("pvp", "look at {what:in_hand} hand"),
    )


@node
class Reveal(Instruction):
    """A player reveals cards: Memo("reveal"). `until`: from the top, until a card that fits is revealed."""

    what: Node
    who: Node = You()
    until: Predicate | None = None
    until_amount: Amount = Number(1)

    words = (
        says("pvp", "reveal {what:patient}"),
        reads("pvp", "reveal {what:in_hand} hand"),
        says("pvp", "reveal cards from the top of {what:top_of} library until {:doer} reveal {until:revealed}"),
    )


@node
class Mill(Instruction):
    """A player puts cards from the top of his or her library into the graveyard."""

    amount: Amount
    who: Node = You()

    words = (says("pvp", "mill {amount:some_cards}"),)


@node
class KeywordAction(Instruction):
    """A keyword action that the rules define in full: `action` "scry", "surveil", "fateseal", "clash",
    "proliferate", "populate", "investigate", "explore", "bolster", "support", "monstrosity", "manifest",
    "goad", "exert", "adapt", "amass", "connive", "learn", "venture", "planeswalk", "set in motion",
    "transform", "meld", "detain", "vote" …

    `what` is the object or second player concerned, `amount` the printed number.
    """

    action: str
    amount: Amount | None = None
    who: Node = You()
    what: Node | None = None

    words = (
        says("pvp", "clash with {what:who}", action="clash"),
        reads("pvp", "each clash", action="clash"),
        says("pvp", "{action:kwaction} {amount:digit_amount}"),
        says("pvp", "{action:kwaction}"),
        says("pvp", "{action:done_to} {what:np}"),
        reads("pvp", "transform {what:np}", action="transform"),
        says("ovp", "{what:thing} {action:done_by_itself}"),
        says("ovp", "{what:thing} phase in", action="phase in"),
        reads("ovp", "{what:thing} transform", action="transform"),
    )


@node
class Fight(Instruction):
    """Two creatures fight each other (one may be named twice)."""

    one: Node
    other: Node

    words = (
        says("ovp", "{one:fighter} fight {other:np}"),
        reads("pvp", "fight {other:np}", one=Self()),
        reads("simple", "{one:np} and {other:np} fight each other"),
    )


@node
class ExchangeControl(Instruction):
    """Exchange control of two permanents, all or nothing; `one` and `other` are the same where one phrase names both
    ("two target creatures")."""

    one: Node
    other: Node

    words = (says("pvp", "exchange control of {one:two}", other=ANY),)


@node
class ExchangeLife(Instruction):
    """Two players exchange life totals."""

    one: Node
    other: Node

    words = (
        says("pvp", "exchange life totals with {other:who}", one=You()),
        says("simple", "{one:two_players} exchange life totals", other=ANY),
    )


@node
class ExchangeCards(Instruction):
    """A player exchanges the cards of two sets in different zones."""

    one: Node
    other: Node
    who: Node = You()

    words = (prints("pvp", "exchange {one:np} and {other:np}"),)


@node
class Attach(Instruction):
    """Attach an Aura or Equipment to something."""

    to: Node
    what: Node = Self()
    who: Node = You()

    words = (says("pvp", "attach {what:np} to {to:host}"),)


@node
class Unattach(Instruction):
    """Unattach it."""

    what: Node

    words = (prints("pvp", "unattach {what:np}"),)


@node
class RemoveFromCombat(Instruction):
    """Remove attackers or blockers from combat."""

    what: Node

    words = (says("pvp", "remove {what:np} from combat"),)


@node
class RemoveDamage(Instruction):
    """Remove all damage marked on it."""

    what: Node

    words = (
        says("pvp", "remove all damage marked (on|from) {what:np}"),
        reads("pvp", "remove all damage (on|from) {what:np}"),
    )


@node
class BecomeBlocked(Instruction):
    """An attacking creature becomes blocked (by nothing)."""

    what: Node

    words = (
        prints("ovp", "{what:thing} become blocked"),
        reads("iscontent", "{what:thing} blocked"),
    )


@node
class Designate(Instruction):
    """It becomes something that the rules remember: "monstrous", "renowned", "the monarch" (a player) …"""

    what: Node
    as_: str

    words = (
        prints("ovp", "{what:thing} become {as_:word}"),
        reads("iscontent", "{what:thing} monstrous", as_="monstrous"),
    )


@node
class TurnFace(Instruction):
    """Turn it face up or down."""

    what: Node
    up: bool

    words = (
        says("pvp", "turn {what:np} face up", up=True),
        says("pvp", "turn {what:np} face down", up=False),
    )


@node
class FlipCoin(Instruction):
    """A player flips a coin; `WonClash("flip")` asks who won."""

    who: Node = You()

    words = (says("pvp", "flip a coin"),)


@node
class ChooseQuality(Instruction):
    """A player chooses a "color", "creature type", "basic land type", "land type", "card name", "number",
    "opponent", "player" …; remembered with the object (or with this effect). `among`: the name of such a card."""

    quality: str
    who: Node = You()
    except_: tuple[str, ...] = ()
    among: Predicate = Anything()

    home: ClassVar[str] = "pvp"
    words = (
        says("chosen", "a {quality:choosable}"),
        says("chosen", "a color other than {except_:other_color}", quality="color"),
        says("chosen", "a {among:such_card} name", quality="card name"),
        reads("chosen", "a {among:such_card}", quality="card name"),
        says("chosen", "a card name other than a {among:no_such_card} name", quality="card name"),
        reads("chosen", "a card [name] other than a {among:no_such_card}", quality="card name"),
    )


passes("pvp", "choose {:chosen}", said="apart")
passes("pvp", "name {:chosen}", said="apart", printed=False)
fixed("choosable", "color", "color")
passes("choosable", "{:typesort}")
made("choosable", "{kind:CARDTYPE} type", "{kind} type".format)
for quality in ("card name", "card type", "number"):
    fixed("choosable", quality, quality)
fixed("choosable", "card name", "card")


@node
class Choose(Instruction):
    """A player chooses objects (`what` is a `Chosen`) or a player (`SomePlayer`): Memo("choose")."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "choose {what:chosen_one}", manner="told"),
        reads("pvp", "choose {what:who}"),
    )


@node
class CopySpell(Instruction):
    """Copy a spell or ability; `new_targets`: the controller may choose new targets for the copy."""

    what: Node
    amount: Amount = Number(1)
    who: Node = You()
    new_targets: bool = False

    words = (
        says("pvp", "copy {what:patient}"),
        prints("pvp", "copy {what:patient} for each {amount:times}"),
        prints("pvp", "copy {what:patient} {amount:so_many} times"),
        prints("remark", "{:chooser} may choose new targets for {:copies}", new_targets=True),
    )


@node
class ChangeTargets(Instruction):
    """Change the target(s) of a spell or ability (`all_`: choose new targets); `to` if it must be that
    one."""

    what: Node
    to: Node | None = None
    new: bool = False
    who: Node = You()

    words = (
        says("pvp", "choose new targets for {what:np}", new=True),
        says("pvp", "change the (target|targets) of {what:np}"),
        prints("pvp", "change the (target|targets) of {what:np} to {to:np}"),
    )


@node
class PlayCard(Instruction):
    """A player plays (casts) the card now, during this resolution; `free`: without paying its mana cost."""

    what: Node
    who: Node = You()
    free: bool = True

    words = (
        says("pvp", "(cast|play|cast) {what:played}", free=False),
        reads("pvp", "(cast|play|cast) {what:played} {:from_there}", free=False),
        prints("pvp", "(cast|play|cast) {what:all_played} without paying their mana costs"),
        says("pvp", "(cast|play|cast) {what:played} without paying its mana cost"),
    )


@node
class ExtraTurn(Instruction):
    """A player takes extra turns after this one."""

    who: Node = You()
    amount: Amount = Number(1)

    words = (
        says("pvp", "take an extra turn after this {:one}"),
        says("pvp", "take {amount:whole} extra turns after this {:one}"),
    )


_AFTER = "after (this phase|this main phase|this combat phase), there is an additional {phases.0:more} phase"


@node
class ExtraPhase(Instruction):
    """After this phase there is an additional phase ("combat", then "main" if printed)."""

    phases: tuple[str, ...]

    words = (
        says("simple", _AFTER),
        says("simple", f"{_AFTER} followed by an additional {{phases.1:more}} phase"),
    )


choice("more", main="main", combat="combat")


@node
class SkipNext(Instruction):
    """A player skips his or her next step, phase or turn."""

    step: str
    who: Node = You()

    words = (
        says("pvp", "skip {:own_next} next combat phase", step="combat", said="combat phase"),
        says("pvp", "skip {:own_next} next upkeep step", step="upkeep", said="upkeep step"),
        says("pvp", "skip {:own_next} next {step:steplong}"),
        reads("pvp", "skip {:own_next} {step:steplong}"),
    )


@node
class EndTurn(Instruction):
    """End the turn."""

    words = (says("pvp", "end the turn"),)


@node
class WinGame(Instruction):
    """A player wins the game."""

    who: Node = You()

    words = (says("pvp", "win the game", manner="spoken"),)


@node
class LoseGame(Instruction):
    """A player loses the game."""

    who: Node = You()

    words = (says("pvp", "lose the game", manner="spoken"),)


@node
class PhaseOut(Instruction):
    """Objects phase out."""

    what: Node

    words = (says("ovp", "{what:thing} phase out"),)


@node
class EmptyMana(Instruction):
    """A player loses all unspent mana."""

    who: Node

    words = (prints("pvp", "lose all unspent mana"),)


@node
class BecomeCopy(Instruction):
    """An object becomes a copy of another for a duration (see `Continuous`)."""

    what: Node
    of: Node
    duration: str = "permanent"
    except_: tuple[Change, ...] = ()


@node
class AssignNoDamage(Instruction):
    """Objects assign no combat damage this turn."""

    what: Node


@node
class GetEmblem(Instruction):
    """A player gets an emblem with abilities."""

    abilities: tuple[Node, ...]
    who: Node = You()

    words = (says("pvp", "get an emblem with {abilities:quoted}", manner="spoken"),)


@node
class RollDie(Instruction):
    """A player rolls a die with that many sides."""

    sides: int
    who: Node = You()

    words = (prints("pvp", "roll {sides:die}"),)
