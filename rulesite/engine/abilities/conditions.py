"""Conditions: statements about the game that are checked when an ability triggers, resolves or applies.

A `condition1` is a single condition, a `contrary` its negation.
"""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import All, AnyOf, Anything, Controlled, InZone, IsPermanent, Predicate
from rulesite.engine.abilities.references import Memo, TriggerObject, You
from rulesite.engine.abilities.traits import HasStatus, HasTarget, MostLife, OfMostCommonColor, SharesQuality
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, means, passes, prints, reads, says

passes("condition", "{:condition1}")
passes("condition1", "{:statecondition}")
fixed("span", "turn", "this turn")
fixed("span", "since your last upkeep", "since the beginning of {:your} last upkeep")
fixed("span", "combat", "this combat")
fixed("span", "last turn", "last turn")
fixed("span", "this way", "this way", read=False)
fixed("span", "your last turn", "during your last turn")
fixed("span", "their last turn", "during their last turn")
fixed("span", "game", "this game", read=False)


class Condition(Node):
    """A statement that is true or false."""


COMMAND_OR_FIELD = AnyOf((InZone("command"), InZone("battlefield")))
"""The zones in which a commander's eminence ability works."""


YOUR_RING_BEARER = All((HasStatus("ring-bearer"), IsPermanent(), Controlled(You())))
"""The creature that is "your Ring-bearer" (701.54e in 2026-06-19)."""


@node
class Holds(Condition):
    """All objects of the reference (at least one) fit the predicate: "if it's a creature".

    `was`: by last known information, wherever it is now ("if it was on the battlefield").
    """

    of: Node
    predicate: Predicate
    was: bool = False

    words = (
        says("condition1", "{of:something} be your ring-bearer", predicate=YOUR_RING_BEARER),
        says("contrary", "{of:something} isn't your ring-bearer", predicate=YOUR_RING_BEARER),
        says("condition1", "{of:something} be on the battlefield", manner="counted", predicate=InZone("battlefield")),
        says(
            "condition1", "{of:something} be still on the battlefield", surface="still", predicate=InZone("battlefield")
        ),
        says("condition1", "{of:something} be on the stack", predicate=InZone("stack")),
        says(
            "condition1",
            "{of:someone} have the most life or are tied for most life",
            surface="most",
            predicate=MostLife(),
        ),
        says("condition1", "{of:something} be in {predicate:zone_of}", manner="counted"),
        says("condition1", "{of:something} be in the command zone or on the battlefield", predicate=COMMAND_OR_FIELD),
        says("condition1", "{of:something} was {predicate:quality_of}", manner="counted", was=True),
        prints("condition1", "{of:something} remain exiled", surface="remain", predicate=InZone("exile")),
        says(
            "condition1", "{of:something} remain on the battlefield", surface="remain", predicate=InZone("battlefield")
        ),
        says("condition1", "{of:something} remain {predicate:quality_of}", manner="counted", surface="remain"),
        says("condition1", "{of:something} be {predicate:quality_of}", manner="counted"),
        prints("condition1", "{of:something} isn't {predicate:not_quality}"),
        says("condition1", "{of:something} have {predicate:had}"),
        says("condition1", "{of:something} had {predicate:had}", manner="past", surface="had"),
        prints("condition1", "{of:something} don't have {predicate:not_had}"),
        prints("condition1", "{of:something} {predicate:doing_so}", manner="past"),
        says("contrary", "{of:something} wasn't {predicate:quality_of}", was=True),
        says("contrary", "{of:something} isn't {predicate:quality_of}"),
        reads("contrary", "{of:pron} is not {predicate:quality_of}"),
        says("contrary", "{of:something} don't have {predicate:had}"),
        says("contrary", "{of:something} didn't have {predicate:had}", surface="had"),
    )


IN_EITHER = AnyOf((InZone("battlefield"), hole("zone")), surface="or")
means(
    "condition1",
    "{of:something} be on the battlefield or in {zone:zone_of}",
    Holds(hole("of"), IN_EITHER),
    surface="or",
)
SHARES = SharesQuality(hole("quality"), hole("with_"))
means(
    "condition1",
    "{of:something} share a {quality:shared_quality} with {with_:alike}",
    Holds(hole("of"), SHARES),
    printed=False,
)
means(
    "contrary",
    "{of:something} don't share a {quality:shared_quality} with {with_:alike}",
    Holds(hole("of"), SHARES),
    printed=False,
)
means(
    "condition1",
    "{of:something} share a color with the most common color among all permanents or a color tied for most common",
    Holds(hole("of"), OfMostCommonColor()),
    printed=False,
)
means("condition1", "{of:something} target {what:such}", Holds(hole("of"), HasTarget(hole("what"))), printed=False)
HELD_BY = Holds(hole("what"), Controlled(hole("by")))
WAS_HELD_BY = Holds(hole("what"), Controlled(hole("by")), was=True)
means("condition1", "{by:someone} controlled {what:held_one}", WAS_HELD_BY, manner="past")
means("condition1", "{by:someone} control {what:held_one}", HELD_BY)
means("contrary", "{by:someone} don't control {what:held_one}", HELD_BY)
ENTERED_UNDER = Holds(hole("what"), Controlled(hole("by")))
means(
    "condition1",
    "{what:something} entered under {by:poss} control",
    ENTERED_UNDER,
    manner="past",
    surface="entered under",
)


@node
class Happened(Condition):
    """An event happened in a span: "turn" (this turn), "last turn", "game", "since your last upkeep",
    "combat". `by_one`: so many times by any single player."""

    event: Node
    span: str = "turn"
    times: Amount | None = None
    by_one: bool = False

    words = (
        says("condition1", "{event,times,by_one:happened} {span:span}"),
        prints("condition1", "{event,times,by_one:happened}", surface="then"),
        says("condition1", "{event,times:past_event} this step", span="step"),
        reads("condition1", "{event,times:past_event} {span:span}"),
        reads("condition1", "{event,times:past_event} this game", span="game"),
        reads("condition1", "{event,times:who_did} this way", span="this way"),
        reads("condition1", "{event,times:past_fact}", surface="then"),
        reads("condition1", "{event,times:spells_cast} was played {span:span}"),
        reads("contrary", "{event,times:who_did_not} this way", span="this way"),
        prints("contrary", "{event,times:not_happened} {span:span}"),
        prints("contrary", "{event,times:not_happened}", surface="then"),
        reads("contrary", "{event,times:past_denial} {span:span}"),
        reads("contrary", "{event,times:past_denial}", surface="then"),
    )


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
    impossible). `surface` names who did it, with "can't" if the negation uses that word. `paid`: it is what somebody
    does in place of the step before ("unless its controller pays {X}. If that player doesn't, …")."""

    paid: bool = False

    words = (
        prints("condition1", "{surface:done_to_it}"),
        says("condition1", "{surface:payer_of} pay", paid=ANY),
        says("condition1", "{surface:doer_of} do", paid=ANY),
        says("contrary", "{surface:unable} can't"),
        says("contrary", "{surface:doer_of} don't", paid=ANY),
    )


@node
class NobodyDid(Condition):
    """No player took the option that each of them had: "Any player may …. If no one does, …"."""

    words = (
        says("condition1", "no {:one} does", surface="one"),
        says("condition1", "no player does", surface="player"),
    )


@node
class WasPaid(Condition):
    """An optional or alternative cost of this spell was paid; `keyword` names it ("kicker", "buyback",
    "additional"), `cost` distinguishes several costs of that keyword, `mana` identifies an alternative cost.

    `times`: at least so often."""

    keyword: str
    of: Node | None = None
    cost: str = ""
    mana: str = ""
    times: int = 1

    words = (
        says("condition1", "{of:something} was kicked twice", keyword="kicker", times=2),
        says("condition1", "{of:something} was kicked with its {cost:which_mana} {keyword:KEYWORD}"),
        says("condition1", "{of:something} was kicked", keyword="kicker"),
        reads("condition1", "{of:np} was bought", keyword="kicker"),
        prints("condition1", "~ was kicked", keyword="kicker"),
        says("contrary", "{of:something} wasn't kicked", keyword="kicker"),
        says("contrary", "{of:something} wasn't cast for its {keyword:KEYWORD} cost", surface="cast for"),
        says("condition1", "the gift was promised", keyword="gift"),
        says("condition1", "{of:something} was cast using {keyword:KEYWORD}", surface="using"),
        says("contrary", "the gift wasn't promised", keyword="gift"),
        says("condition1", "{of:something} was cast for its {keyword:KEYWORD} cost", surface="cast for"),
        says("condition1", "{of:something} was foretold", keyword="foretell"),
        says("condition1", "{of:something} escaped", keyword="escape", manner="past"),
        says("condition1", "{of:something} was bargained", keyword="bargain"),
        says("condition1", "{of:something} be bargained", keyword="bargain", surface="is"),
        says("condition1", "evidence was collected", keyword="additional", surface="evidence"),
        prints("contrary", "~ wasn't kicked", keyword="kicker"),
        says("condition1", "{of:poss} {keyword:KEYWORD} cost was paid"),
        says("condition1", "the {keyword:KEYWORD} cost was paid"),
        says("condition1", "the additional cost was paid", keyword="additional"),
        says("condition1", "{of:poss} additional cost was paid", keyword="additional", surface="its"),
        says("condition1", "the {mana:which_mana} cost was paid", keyword="alternative"),
        says("contrary", "{of:something} wasn't bargained", keyword="bargain"),
        says("contrary", "evidence wasn't collected", keyword="additional", surface="evidence"),
        says("contrary", "{keyword:KEYWORD} wasn't paid", surface="plain"),
    )


@node
class WasBeheld(Condition):
    """As the spell was cast, such an object was beheld as an additional cost (701.4b in 2026-06-19)."""

    what: Predicate

    words = (
        says("condition1", "{what:beheld_so} was beheld"),
        says("contrary", "{what:beheld_so} wasn't beheld"),
    )


@node
class WasCast(Condition):
    """The object was played as a spell, by one of the players (`who`), from a zone (`from_`), or is the permanent from
    such a spell; `this_way`: by an instruction before."""

    of: Node
    who: Predicate = Anything()
    from_: Node | None = None
    this_way: bool = False

    words = (
        says("condition1", "{of:single_spell} was cast this way", this_way=True),
        says("contrary", "{of:single_spell} wasn't cast this way", this_way=True),
        says("condition1", "{of:single_spell} was played[ from {from_:zone_of}]"),
        says("condition1", "{who:player_then} played {of:pron}[ from {from_:zone_of}]", manner="past"),
        says("contrary", "{of:single_spell} wasn't played[ from {from_:zone_of}]"),
        says("contrary", "{who:player_then} didn't cast {of:pron}[ from {from_:zone_of}]"),
    )


@node
class WasPutByThis(Condition):
    """The object was put onto the battlefield by the very object that has this ability."""

    of: Node

    words = (
        says("condition1", "{of:something} was put onto the battlefield with this ability"),
        says("contrary", "{of:something} wasn't put onto the battlefield with this ability"),
    )


@node
class WasCastDuring(Condition):
    """The spell was cast during a step or phase of its caster's own turn: addendum."""

    step: str

    words = (says("condition1", "you cast {:itself} during your {step:steplong}"),)


@node
class BeingDeclared(Condition):
    """The object is being declared as an attacker."""

    of: Node

    words = (says("contrary", "{of:something} isn't being declared as a attacker"),)


@node
class TimesResolved(Condition):
    """This is, for example, the third time that the ability resolves this turn."""

    nth: int

    words = (
        says("condition1", "this is the {nth:ordinal} time this ability has resolved this turn"),
        says("condition1", "it is the {nth:ordinal} time", surface="it"),
    )


@node
class ColoredManaSpent(Condition):
    """At least so much mana of a colour was spent to play the object: adamant. No `color`: any single colour."""

    color: str
    amount: int = 3

    words = (
        says("condition1", "at least {amount:number} {color:COLORWORD} mana was spent to cast {:itself_then}"),
        says(
            "condition1",
            "at least {amount:number} mana of the same color was spent to cast {:itself_then}",
            surface="same",
            color="",
        ),
    )


@node
class MostCommon(Condition):
    """No color has more permanents than this one."""

    color: str

    words = (
        says(
            "condition1",
            "{color:COLORWORD} is the most common color among all permanents or is tied for most common",
        ),
    )


@node
class IsMonarch(Condition):
    """A player is the monarch."""

    who: Node

    words = (says("condition1", "{who:someone} be the monarch"),)


@node
class HasInitiative(Condition):
    """A player has the initiative (726.1 in 2026-06-19)."""

    who: Node

    words = (says("condition1", "{who:someone} have the initiative"),)


@node
class IsOfLevel(Condition):
    """A Class has reached a level (716.2a in 2021-07-23)."""

    of: Node
    level: int

    words = (prints("condition1", "{of:something} is level {level:digits} or greater"),)


@node
class HasCitysBlessing(Condition):
    """A player has the city's blessing (702.130b in 2018-01-19)."""

    who: Node

    words = (says("condition1", "{who:someone} have the city's blessing"),)


@node
class WasTempted(Condition):
    """The Ring has tempted "you" at least so many times this game (701.54c in 2026-06-19)."""

    least: int

    words = (says("condition1", "the ring has tempted you {least:number} or more times this game"),)


@node
class ChoseOtherBearer(Condition):
    """As the Ring tempted "you", a creature other than this was chosen as Ring-bearer."""

    than: Node

    words = (says("condition1", "you chose a {:creature} other than {than:np} as your ring-bearer"),)


@node
class HasMaxSpeed(Condition):
    """A player has max speed: a speed of 4 (702.179e in 2026-06-19)."""

    who: Node

    words = (says("condition1", "{who:someone} have max speed"),)


@node
class IsDefending(Condition):
    """A player is attacked by the creature of the event."""

    who: Node
    by: Node

    words = (prints("condition1", "{who:someone} be the defending player", by=ANY),)


means(
    "condition1",
    "{who:someone} be the defending player",
    IsDefending(hole("who"), TriggerObject()),
    printed=False,
)


@node
class IsPaired(Condition):
    """The object is paired with another creature (702.94b in 2018-01-19)."""

    of: Node

    words = (says("condition1", "{of:something} be paired with {:its_pair}"),)


@node
class AsCast(Condition):
    """The condition was true as the spell was cast, even if it is not any more."""

    part: Condition

    words = (says("condition1", "{part:so_then} as you cast {:itself}"),)


@node
class AsTriggered(Condition):
    """The condition is part of the event ("attacks while you control a Wall"): it is not asked again on resolution."""

    part: Condition


@node
class AsActivated(Condition):
    """The condition was true as the ability was activated; choices made then stay."""

    part: Condition


@node
class RevealedOrHad(Condition):
    """As the spell was cast, its controller revealed a matching card as an additional cost, or controlled a matching
    permanent."""

    what: Predicate

    words = (
        says("condition1", "you revealed a {what:such_card} or controlled a {:the_same_one} as you cast {:itself}"),
    )


@node
class SearchedLibrary(Condition):
    """A player's library was searched by the step before, which offered a choice of zones."""

    who: Node

    words = (
        says("condition1", "{who:someone} search {:their} library this way"),
        says("condition1", "{who:someone} searched {:their} library this way", manner="past", surface="searched"),
    )


@node
class ManaWasSpent(Condition):
    """Mana of a colour (its symbol, e.g. "{G}"), or of each of several ("{R}{G}"), was spent to play this spell."""

    symbol: str

    words = (says("condition1", "{symbol:spent_symbols} was spent to cast {:itself}"),)


@node
class NoManaSpent(Condition):
    """No mana was spent to play a spell; `colored`: none of any color."""

    of: Node
    colored: bool = False

    words = (
        says("condition1", "no mana was spent to cast {of:np}"),
        says("condition1", "no colored mana was spent to cast {of:np}", colored=True),
    )


@node
class ManaFromSpent(Condition):
    """Mana produced by a matching source was spent to play a spell: "mana from a Treasure"."""

    source: Predicate
    of: Node

    words = (says("condition1", "mana from {source:such} was spent to cast {of:np}"),)


@node
class IsTurnOf(Condition):
    """It is the turn of the given player."""

    who: Node

    words = (
        reads("condition1", "it is {who:poss} turn", surface="it"),
        prints("condition1", "it's {who:poss} turn"),
        reads("contrary", "it isn't {who:poss} turn"),
        reads("contrary", "it is not {who:poss} turn"),
        prints("contrary", "it's not {who:poss} turn"),
    )


made("nths", "{one:ORDINAL}", lambda one: (int(one),))
made("nths", "{one:ORDINAL} or {other:ORDINAL}", lambda one, other: (int(one), int(other)))
made(
    "nths",
    "{one:ORDINAL}, {two:ORDINAL}, or {three:ORDINAL}",
    lambda one, two, three: (int(one), int(two), int(three)),
)


@node
class IsNthTurn(Condition):
    """It is the turn of "you", and one of these of their turns of the game ("your first, second, or third")."""

    nths: tuple[int, ...]

    words = (
        reads("condition1", "it is {:your} {nths:nths} turn of the game"),
        prints("condition1", "it's your {nths:nths} turn of the game"),
        reads("contrary", "it isn't {:your} {nths:nths} turn of the game"),
        reads("contrary", "it is not {:your} {nths:nths} turn of the game"),
        prints("contrary", "it's not your {nths:nths} turn of the game"),
    )


@node
class HasBegunAbility(Condition):
    """You have activated, or begun to activate, an ability of a keyword this turn (702.177b in 2026-06-19)."""

    keyword: str

    words = (
        says("condition1", "you have activated a {keyword:before_ability} ability this turn"),
        says("contrary", "you haven't activated a {keyword:before_ability} ability this turn"),
    )


@node
class ActivatedSoOften(Condition):
    """The ability with this condition has been activated at least so many times this turn, by any players."""

    least: Amount

    words = (says("condition1", "this ability has been activated {least:whole} or more times this turn"),)


@node
class IsStep(Condition):
    """It is a step or phase ("upkeep", "combat", "main", "declare attackers", …), of a player's turn if
    given."""

    step: str
    whose: Node | None = None

    words = (
        reads("condition1", "it is {whose:poss} combat phase", step="combat", surface="combat phase"),
        prints("condition1", "it's {whose:poss} combat phase", step="combat", surface="combat phase"),
        reads("condition1", "it is {whose:poss} {step:steplong}"),
        prints("condition1", "it's {whose:poss} {step:steplong}"),
        reads("condition1", "it is the {step:steplong}"),
        prints("condition1", "it's the {step:steplong}"),
        reads("contrary", "it isn't {whose:poss} {step:steplong}"),
        reads("contrary", "it is not {whose:poss} {step:steplong}"),
        prints("contrary", "it's not {whose:poss} {step:steplong}"),
    )


@node
class IsCombatOfTurn(Condition):
    """This is, for example, the first combat phase of the turn."""

    nth: int

    words = (
        reads("condition1", "it is the {nth:ordinal} combat phase of the turn"),
        prints("condition1", "it's the {nth:ordinal} combat phase of the turn"),
    )


@node
class WonClash(Condition):
    """The player just won the clash ("clash"), the coin flip ("flip") or the subgame ("subgame")."""

    what: str
    who: Node

    words = (
        says("condition1", "{who:someone} win the flip", what="flip"),
        says("condition1", "{who:someone} win", what="clash"),
        says("condition1", "{who:someone} won", what="clash", manner="past", surface="won"),
        reads("condition1", "{who:someone} win the clash", what="clash"),
        says("contrary", "{who:someone} lose the flip", what="flip"),
        says("condition1", "{who:someone} win the subgame", what="subgame"),
        says("contrary", "{who:someone} don't win the subgame", what="subgame"),
    )


@node
class HasMeldPair(Condition):
    """ "You" own and control both the object itself and another permanent (701.42a in 2026-06-19)."""

    other: Predicate

    words = (says("condition1", "you both own and control {:itself} and {other:meld_partner}"),)


@node
class SameOwner(Condition):
    """All objects of the reference have the same owner."""

    of: Node

    words = (prints("condition1", "{of:np} have the same owner"),)


@node
class SomeZoneHolds(Condition):
    """Some player's zone holds so many cards ("as long as a library has twenty or fewer")."""

    zone: str
    op: str
    value: Amount

    words = (
        says("condition1", "a {zone:zonename} has {value:whole} or more cards in it", op=">="),
        says("condition1", "a {zone:zonename} has {value:whole} or fewer cards in it", op="<="),
        says(
            "condition1", "there are {value:whole} or more cards in a single {zone:zonename}", surface="single", op=">="
        ),
    )


@node
class IsExtraTurn(Condition):
    """The turn is an extra turn."""

    words = (prints("condition1", "it's an extra turn"),)


@node
class NotSo(Condition):
    """The contrary."""

    part: Condition

    words = (
        says("condition1", "{part:contrary}"),
        prints("condition1", "it isn't so that {part:condition}"),
    )


@node
class AllSo(Condition):
    """Every part is true."""

    parts: tuple[Condition, ...]

    words = (
        says("condition", "{parts.0:condition1} and {parts.1:condition1}"),
        prints("condition", "{parts:all_so}"),
    )


DONE_THIS_WAY = (
    ("exile", "exiled", " card"),
    ("discard", "discarded", " card"),
    ("mill", "milled", " card"),
    ("reveal", "revealed", " card"),
)


def _done_to(verb: str, every: bool = False) -> AllSo:
    return AllSo((DidSo(), Holds(Memo(verb, every), hole("what"))))


def done_this_way(condition: Node) -> tuple[Memo, Predicate] | None:
    """The objects of an earlier step, and what a condition says of one of them ("a creature card was exiled this way");
    ``None`` for any other condition."""
    match condition:
        case AllSo((DidSo(), Holds(of=Memo() as memo, predicate=what))):
            return memo, what
    return None


def _this_way(template: str, verb: str, surface: str = "") -> None:
    """Declare words for what was done by the last step of a verb, printed too where it is any step so far."""
    means("this_way", template, _done_to(verb), surface=surface)
    means("this_way", template, _done_to(verb, every=True), surface=surface, read=False)


@node
class MovedThisWay(Condition):
    """A matching card went to a zone in an earlier step, wherever it is now ("if you put a land card into your hand
    this way")."""

    what: Predicate
    verb: str
    zone: str

    words = (
        says(
            "this_way",
            "{what:put_onto_so card} be put onto the battlefield this way",
            verb="put",
            zone="battlefield",
        ),
        says(
            "this_way",
            "{what:put_onto_so card} enter the battlefield this way",
            surface="enters",
            verb="put",
            zone="battlefield",
        ),
        says("this_way", "you put {what:put_now card} into your hand this way", verb="put", zone="hand"),
        says(
            "this_way",
            "you put {what:put_onto_now card} onto the battlefield this way",
            surface="you",
            verb="put",
            zone="battlefield",
        ),
        says("this_way", "you return {what:return_now card} to your hand this way", verb="return", zone="hand"),
        says("contrary", "you didn't put {what:put_now card} into your hand this way", verb="put", zone="hand"),
    )


@node
class DamagePreventedThisWay(Condition):
    """The step before prevented damage, from a matching source (None: any; 615.5)."""

    from_: Predicate | None = None

    words = (
        prints("condition1", "damage is prevented this way", from_=None),
        prints("condition1", "damage from {from_:prevented_from source} is prevented this way"),
    )


@node
class NothingExchanged(Condition):
    """The exchange of the step before was not made, or could not be."""

    words = (says("condition1", "you don't or can't make a exchange"),)


@node
class RegeneratesThisWay(Condition):
    """An object regenerates by the shield that this is said of; only as it is used."""

    what: Predicate

    words = (says("condition1", "{what:past_one} regenerate this way"),)


passes("condition1", "{:this_way}")
_this_way("{what:destroyed} was destroyed this way", "destroy", surface="was")
_this_way("{what:destroyed} die this way", "destroy", surface="dies")
_this_way("{what:destroyed} be destroyed this way", "destroy")
_this_way("{what:countered spell} be countered this way", "counter")
_this_way("{what:damaged_so} be dealt damage this way", "damage")
_this_way("{what:player_damaged_so} be dealt damage this way", "damage", surface="player")
_this_way("{what:put_into_exile card} be put into exile this way", "exile", surface="put into exile")
for verb, done, head in (*DONE_THIS_WAY, ("sacrifice", "sacrificed", "")):
    _this_way(f"{{what:{verb}_so{head}}} was {done} this way", verb, surface="was")
    _this_way(f"{{what:{verb}_so{head}}} be {done} this way", verb)
    _this_way(f"you {done} {{what:{verb}_now{head}}} this way", verb, surface="did_so")
    for doer in ("you", "they", "that player", "the player"):
        does = f"{verb}s" if doer.endswith("player") else verb
        _this_way(f"{doer} {does} {{what:{verb}_now{head}}} this way", verb, surface=doer)
        dont = "doesn't" if doer.endswith("player") else "don't"
        means("contrary", f"{doer} {dont} {verb} {{what:{verb}_now{head}}} this way", _done_to(verb), surface=doer)


@node
class AnySo(Condition):
    """At least one part is true."""

    parts: tuple[Condition, ...]

    words = (
        says("condition", "{parts.0:condition1} or {parts.1:condition1}"),
        says("condition", "{parts.0:condition1} or if {parts.1:condition1}", surface="or if"),
        prints("condition", "{parts:any_so}"),
    )
