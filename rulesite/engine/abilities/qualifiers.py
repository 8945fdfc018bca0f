"""Qualifiers of a noun: phrases about identity, characteristics, place and past actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.combat_events import Attacks, BecomesBlockedByEach, BlocksEach, BlocksOnce, DamageDealt
from rulesite.engine.abilities.events import AnyEvent, KeywordDone, StatusChange
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.predicates import (
    All,
    AnyOf,
    Anything,
    AttacksPlayer,
    Controlled,
    InZone,
    IsCard,
    IsObject,
    IsPermanent,
    IsPlayer,
    IsPlayerRef,
    Not,
    Owned,
    OwnedAndControlled,
    Predicate,
    both,
    either,
    parts_of,
)
from rulesite.engine.abilities.references import OPPONENT, Candidate, EachPlayer, Every, Linked, Memo
from rulesite.engine.abilities.traits import (
    AttachedTo,
    AttacksNow,
    Blocks,
    ColorCount,
    Compares,
    Did,
    HasAbility,
    HasChosen,
    HasCounters,
    HasExtreme,
    HasManaAbility,
    HasName,
    HasStatus,
    HasSubtype,
    HasSupertype,
    HasTarget,
    HasType,
    SharesQuality,
)
from rulesite.engine.abilities.zone_events import Cycled, Discarded, Drawn, Milled, ZoneChange
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, means, passes
from rulesite.engine.language.vocabulary import BASIC_LAND_TYPES as BASIC_LANDS


def _either_one(one: Predicate, other: Predicate) -> Predicate:
    """ "A creature card or a land card": each with its noun."""
    cards = one.surface == other.surface == "card"
    return AnyOf((replace(one, surface=""), replace(other, surface="")), surface="or a card" if cards else "or a")


def _either_keyword(joint: str, one: str, other: str) -> Predicate:
    return AnyOf((HasAbility(one), HasAbility(other)), surface=joint)


def _one_of_keywords(joint: str, **keywords: str) -> Predicate:
    return AnyOf(tuple(map(HasAbility, keywords.values())), surface=joint)


def _none_of(**keywords: str) -> Predicate:
    """ "Without first strike, double strike, or vigilance": none of them."""
    return Not(AnyOf(tuple(map(HasAbility, keywords.values()))), surface="without")


def _either_stat(one: str, other: str, bound: tuple[str, Amount]) -> Predicate:
    return AnyOf((Compares(one, *bound), Compares(other, *bound)))


def _that_is(fits: Predicate) -> Predicate:
    """ "That's a Wolf or a Werewolf": each with its article."""
    if isinstance(fits, ColorCount):
        return replace(fits, surface=f"that is {fits.surface}".strip())
    if fits.surface == "and/or":
        return replace(fits, surface="that is and/or")
    return replace(fits, surface="that is each" if fits.surface.startswith("or a") else "that is")


def _contrary(part: Predicate) -> Not:
    """ "Nonblack"; the wording of "nonbasic" is stored, as the negation of a supertype may also use "isn't"."""
    return Not(part, surface="non" if isinstance(part, HasSupertype) else "")


made("adj", "non {part:one_word}", _contrary)
made("post", "named {one:name} or {other:name}", lambda one, other: AnyOf((HasName(one), HasName(other))))
means("post", "not named {name:name}", Not(HasName(hole("name"))))
passes("quality", "{:adj}")
made("quality", "{one:adj} or {other:adj}", lambda one, other: AnyOf((one, other)))
made("quality", "{one:adj} and/or {other:adj}", lambda one, other: AnyOf((one, other), surface="and/or"))
made(
    "quality",
    "{one:adj}, {two:adj}, {three:adj}, or {four:adj}",
    lambda one, two, three, four: AnyOf((one, two, three, four)),
)
made("quality", "{one:adj} and {other:adj}", both)
made(
    "quality",
    "both {one:adj} and {other:adj}",
    lambda one, other: both(replace(one, surface="both"), replace(other, surface="and both")),
)
made("quality", "a {one:bare_one}", lambda one: one)
made("quality", "a {one:bare_one} or a {other:bare_one}", _either_one)
made("quality", "attached to {what:bearing}", AttachedTo)
made("quality", "blocking {what:np}", Blocks)
fixed("quality", HasChosen("color"), "the chosen color")
fixed("quality", HasChosen("type"), "the chosen type")

passes("withs", "{:with_keywords}", printed=False)
passes("firstpost", "with {:with_keywords}", printed=False)
for joint in ("or", "and/or"):
    for one, other in (("KEYWORD", "KEYWORD"), ("KEYWORD", "landwalking"), ("landwalking", "landwalking")):
        either_keyword = partial(_either_keyword, joint.removeprefix("or"))
        made("withs", f"{{one:{one}}} {joint} {{other:{other}}}", either_keyword)
    made(
        "withs",
        f"{{one:KEYWORD}}, {{two:KEYWORD}}, {joint} {{three:KEYWORD}}",
        partial(_one_of_keywords, joint.removeprefix("or")),
    )
    made(
        "withs",
        f"{{one:KEYWORD}}, {{two:KEYWORD}}, {{three:KEYWORD}}, {joint} {{four:KEYWORD}}",
        partial(_one_of_keywords, joint.removeprefix("or")),
    )


def _that_is_not(part: Predicate) -> Predicate:
    """ "A card that isn't a God from your graveyard": the zone is that of the card."""
    zones = [each for each in parts_of(part) if isinstance(each, InZone) and each.zone != "battlefield"]
    kept = [each for each in parts_of(part) if each not in zones]
    return both(Not(both(*kept), surface="that is"), *zones) if zones else Not(part, surface="that is")


made("post", "without {one:KEYWORD} or {other:KEYWORD}", _none_of)
made("post", "without {one:KEYWORD} or {other:landwalking}", _none_of)
made("post", "without {one:KEYWORD}, {two:KEYWORD}, or {three:KEYWORD}", _none_of)
made("withs", "{one:stat} or {other:stat} {bound:cmp}", _either_stat)
made("relative", "be {fits:quality_of}", _that_is)
made("relative", "isn't {part:quality_of}", _that_is_not)
made("relative", "have {fits:withs}", lambda fits: replace(fits, surface=f"that has {fits.surface}".strip()))
made("relative", "don't have {part:withs}", partial(Not, surface="that has"))
made("relative", "target {one:aimed_player} or {other:aimed_object}", lambda one, other: HasTarget(either(one, other)))
made("post", "without {fits:without_keywords}", lambda fits: fits)
made("post", "in {zone:zoneref}", lambda zone: replace(zone, surface="in bare" if zone.surface == "bare" else "in"))
made("post", "from {zone:zoneref}", lambda zone: replace(zone, surface="from"))
made(
    "post",
    "from {whose:zone_owner} {one:zonename} or {other:zonename}",
    lambda whose, one, other: AnyOf(
        (InZone(one, whose, surface="from"), InZone(other, whose, surface="from")), surface="or"
    ),
)
made(
    "post",
    "from {one:zonename} or {other:zonename}",
    lambda one, other: AnyOf((InZone(one, surface="from"), InZone(other, surface="from")), surface="or"),
)
made(
    "post",
    "from {one:zonename} or exile",
    lambda one: AnyOf((InZone(one, surface="from"), InZone("exile", surface="from")), surface="or"),
)
made(
    "post",
    "from {one:zonename} or from exile",
    lambda one: AnyOf((InZone(one, surface="from"), InZone("exile", surface="from")), surface="or from"),
)
made(
    "post",
    "from {whose:zone_owner} {one:zonename} or from exile",
    lambda whose, one: AnyOf((InZone(one, whose, surface="from"), InZone("exile", surface="from")), surface="or"),
)
made(
    "post",
    "from all {one:zonename} and {other:zonename}",
    lambda one, other: AnyOf((InZone(one, surface="from"), InZone(other, surface="from")), surface="and all"),
)
made(
    "post",
    "in {one:zonename} and {other:zonename}",
    lambda one, other: AnyOf((InZone(one, surface="in"), InZone(other, surface="in")), surface="and"),
)
made(
    "post",
    "in {one:zoneref} and in {other:zoneref}",
    lambda one, other: AnyOf((replace(one, surface="in"), replace(other, surface="in")), surface="and in"),
)
made(
    "post",
    "on the battlefield or in {zone:zoneref}",
    lambda zone: AnyOf((InZone("battlefield"), replace(zone, surface="in"))),
)
made("post", "in each {zone:zonename}", lambda zone: InZone(zone, EachPlayer(surface="zone of each"), surface="in"))
made("post", "on the battlefield", partial(IsPermanent, surface="there"))
made("post", "on the stack", partial(InZone, "stack"))
made("post", "other than {fits:but}", lambda fits: fits)
means("post", "without mana abilities", Not(HasManaAbility()))
means("post", "{by:in_control} don't control", Not(Controlled(hole("by"))))
means("post", "{by:in_control} don't own", Not(Owned(hole("by"))))
means("post", "{by:you_yourself} neither own nor control", Not(OwnedAndControlled(hole("by"), either=True)))
made("post", "of {whose:poss} choice", lambda whose: ("choice", whose))
made("post", "beyond the first", lambda: "beyond")

WHAT, KIND = hole("what"), hole("kind", str)
OF_A_ZONE = All((IsCard(), InZone(hole("zone"), hole("whose", Node))))
not_done = Not(IsObject(Memo(hole("verb", str))))
means("post", "not {verb:participle} this way", not_done, surface="not", read=False)
means("post", "that wasn't {verb:participle} this way", not_done, surface="weren't", read=False)
means("post", "that wasn't put onto the battlefield", Not(IsObject(Memo("put"))), surface="put", read=False)
made("adj", "adventure", lambda: HasSubtype("Adventure"))
means("relative", "isn't on the battlefield", Not(IsPermanent()))
made(
    "relative",
    "share a {one:shared_quality} or {other:shared_quality} with {with_:alike}",
    lambda one, other, with_: AnyOf((SharesQuality(one, with_), SharesQuality(other, with_)), surface="share"),
)
OF_ANOTHER = Not(SharesQuality(hole("quality"), hole("with_")))
means("relative", "don't share a {quality:shared_quality} with {with_:alike}", OF_ANOTHER)
means("relative", "isn't {status:word}", Not(HasStatus(hole("status"))), read=False)
means("post", "other than {whose:poss} {zone:zones_of_each}", Not(OF_A_ZONE), surface="other than", read=False)
means("post", "other than {what:a_such}", Not(WHAT), surface="other than", read=False)
means("post", "except for {what:np}", Not(IsObject(WHAT)), surface="apart", read=False)
means("post", "other than {what:np}", Not(IsObject(WHAT)), read=False)
means("post", "without {what:any_keywords}", Not(hole("what", AnyOf)), surface="without", read=False)
means("post", "without {kind:word}", Not(HasAbility(KIND)), read=False)
NONE_SUCH = Not(HasCounters(KIND, ">=", Number(1)))
means("post", "without a {kind:countername} counter on {:it_or_them}", NONE_SUCH)
means("post", "without a {kind:word} counter on it", Not(HasCounters(KIND, ANY, ANY)), read=False)
means("post", "without a counter on it", Not(HasCounters(None, ANY, ANY)), read=False)
means("post", "not {what:piece}", Not(hole("what", InZone)), read=False)
means("post", "except for {what:all_such+}", Not(hole("what", All | AnyOf | IsPermanent | IsPlayer)), read=False)
means("post", "other than one {what:piece}", Not(WHAT), read=False)

HISTORIC = AnyOf((HasType("artifact"), HasSupertype("legendary"), HasSubtype("Saga")))
"""An artifact, a legendary object or a Saga."""
OUTLAW = AnyOf(tuple(map(HasSubtype, ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"))))
"""An object with one of the creature types that are called outlaws (700.12 in 2026-06-19)."""
BASIC_LAND_TYPES = AnyOf(tuple(map(HasSubtype, BASIC_LANDS)), surface="basic")
"""An object with at least one of the basic land types."""


def _of_type(kind: str) -> Predicate:
    """ "A land card with a basic land type"."""
    if kind != "basic land type":
        raise ValueError(f"a {kind}, whichever it is")
    return BASIC_LAND_TYPES


made("withs", "a {kind:typesort}", _of_type)
PERMANENT_TYPES = AnyOf(tuple(map(HasType, ("artifact", "battle", "creature", "enchantment", "land", "planeswalker"))))
"""The card types of permanent cards."""


def _of_size(power: Amount, toughness: Amount) -> Predicate:
    return All((Compares("power", "=", power, surface="size"), Compares("toughness", "=", toughness, surface="size")))


made("adj", "historic", lambda: HISTORIC)
made("adj", "outlaw", lambda: OUTLAW)
made("adj", "{power,toughness:its_size}", _of_size)
made("adj", "exiled", lambda: InZone("exile", surface="exiled"))

PARTICIPLES = {
    "sacrifice": "sacrificed",
    "search": "found",
    "mill": "milled",
    "discard": "discarded",
    "exile": "exiled",
    "return": "returned",
    "choose": "chosen",
    "reveal": "revealed",
    "destroy": "destroyed",
    "tap": "tapped",
    "untap": "untapped",
    "counter": "countered",
    "copy": "copied",
    "haunt": "haunted",
    "create": "created",
    "damage": "dealt damage",
    "cast": "cast",
    "amass": "amassed",
}
"""The participle for the object of each verb."""

EXTREMES = {"greatest": "(greatest|highest)", "least": "(least|lowest)"}
CREATURES = Every(All((HasType("creature"), IsPermanent())))


@dataclass(frozen=True)
class _OfSuch:
    """In a pattern: stands for creatures until the noun before is known."""

    def fill(self, values: dict[str, Any]) -> Every:
        return CREATURES

    def match(self, found: Any, values: dict[str, Any]) -> bool:
        return True


for which, words in EXTREMES.items():
    among, alone = HasExtreme(which, hole("name"), hole("among")), HasExtreme(which, hole("name"), cast(Any, _OfSuch()))
    tied = f"the {words} {{name:stat}} or tied for {words} {{:stat}}"
    means("withs", f"the {words} {{name:stat}} among {{among:several}}", among)
    means("withs", f"the {words} {{name:stat}}", alone, surface="alone")
    means("withs", f"the {words} {{name:stat}} or tied for the {words} {{:same_stat}}", alone, surface="tied the")
    means("withs", f"{tied} among {{among:several}}", among, printed=False)
    means("withs", tied, alone, surface="alone", printed=False)

IT = IsObject(Candidate())
SOURCE, TO, BY, WHO = hole("source"), hole("to"), hole("by"), hole("who")
ENTERED = Did(ZoneChange(IT, None, "battlefield"))
ATTACKING = AttacksNow(WHO)
means("relative", "was dealt damage this turn", Did(DamageDealt(Anything(), IT, passive=True)), manner="past")
means("relative", "dealt damage this turn", Did(DamageDealt(IT, Anything())), manner="past")
means("relative", "dealt damage to {to:struck} this turn", Did(DamageDealt(IT, TO)), manner="past")
means(
    "relative",
    "dealt combat damage to {to:struck} this turn",
    Did(DamageDealt(IT, TO, True)),
    manner="past",
    surface="combat",
)
means(
    "relative",
    "was dealt combat damage this turn",
    Did(DamageDealt(Anything(), IT, True, passive=True)),
    manner="was",
    surface="combat",
)
means("relative", "was milled this turn", Did(Milled(IT)), manner="was", surface="milled")
for verb, word in (("crew", "crewed"), ("saddle", "saddled")):
    means("relative", f"{word} {{other:such}} this turn", Did(KeywordDone(IT, verb, hole("other"))), manner="past")
means("relative", "attacked this turn", Did(Attacks(IT)), manner="past")
means("relative", "attacked {who:whom_attacked} this turn", Did(Attacks(IT, IsPlayerRef(WHO))), manner="past")
means("relative", "blocked this turn", Did(BlocksOnce(IT)), manner="past")
means("relative", "attacked or blocked this turn", Did(AnyEvent((Attacks(IT), BlocksOnce(IT)))), manner="past")
means("relative", "fought this turn", Did(StatusChange(IT, "fought")), manner="past")
means("relative", "was blocked by {by:such} this combat", Did(BecomesBlockedByEach(IT, BY), "combat"), manner="was")
means("post", "{by:blocker_then} blocked this turn", Did(BecomesBlockedByEach(IT, BY)), surface="active")
means("relative", "didn't attack this turn", Not(Did(Attacks(IT))), manner="past")
means("relative", "blocked {attacker:such} this turn", Did(BlocksEach(IT, hole("attacker"))), manner="past")
for whose in ("their", "its"):
    words = f"attacked during {whose} controller's last turn"
    means("relative", words, Did(Attacks(IT), "their last turn"), manner="past", surface=whose)
means("relative", "entered the battlefield this turn", ENTERED, manner="past", surface="battlefield")
for words, surface in (("entered the battlefield", "battlefield"), ("entered", "")):
    means(
        "relative",
        f"{words} under {{by:poss}} control this turn",
        Did(ZoneChange(All((IT, Controlled(hole("by")))), None, "battlefield")),
        manner="past",
        surface=surface,
    )
means("relative", "entered this turn", Did(ZoneChange(IT, None, "battlefield")), manner="past")
means("post", "that is attacking {who:whom_attacked}", ATTACKING, surface="that is")
means("post", "drawn this turn", Did(Drawn(Anything(), what=IT)), surface="drawn")
CYCLED, DISCARDED = Cycled(IT, WHO), Discarded(IT, WHO)
means("post", "that {who:causer} discarded this turn", Did(DISCARDED), surface="discarded")
means("post", "that {who:causer} cycled this turn", Did(CYCLED), surface="cycled")
means(
    "post", "that {who:causer} cycled or discarded this turn", Did(AnyEvent((CYCLED, DISCARDED))), surface="cycled or"
)
means("post", "attacking {who:whom_attacked}", ATTACKING)
means("post", "dealt damage by {source:such source} this turn", Did(DamageDealt(SOURCE, IT, passive=True)))
STRUCK = Did(DamageDealt(SOURCE, IT, passive=True))
means("post", "dealt damage by {source:such source}", STRUCK, surface="damaged by")
means("post", "dealt damage this turn by {source:such source}", STRUCK, surface="turn first")
means("post", "previously dealt damage by {source:such}", Did(DamageDealt(SOURCE, IT, passive=True), "game"))
made(
    "struck_before",
    "previously dealt damage by {source:such}",
    lambda source: Did(DamageDealt(source, IT, passive=True), "game"),
)
means("quality", "attacking {who:whom_attacked}", ATTACKING)
made("pdesc", "opponent attacking {whom:whom_attacked}", lambda whom: both(OPPONENT, AttacksPlayer(whom)))
made("struck_now", "dealt damage this way", lambda: IsObject(Memo("damage")))
for noun, players in (("player", IsPlayer()), ("opponent", OPPONENT)):
    for kind, combat in (("damage", None), ("combat damage", True)):
        struck = Did(DamageDealt(Anything(), IT, combat, passive=True), surface="combat" if combat else "")
        made("pdesc", f"{noun} that was dealt {kind} this turn", lambda base=players, so=struck: both(base, so))
made("pdesc", "player {so:struck_now}", lambda so: both(IsPlayer(), so))
made("pdesc", "opponent {so:struck_now}", lambda so: both(OPPONENT, so))
made("pdesc", "player {so:struck_before}", lambda so: both(IsPlayer(), so))
made("pdesc", "opponent {so:struck_before}", lambda so: both(OPPONENT, so))
means("post", "blocked by {by:such} this turn", Did(BecomesBlockedByEach(IT, BY)))
means("post", "for which it was so that {event:told}", Did(hole("event"), hole("span")), read=False)
for verb, word in PARTICIPLES.items():
    fixed("participle", verb, word)
fixed("participle", "exile", "removed", printed=False)
for word in ("blocking", "blocked", "attacking"):
    fixed("participle", word, word)
made("post", "put {what:put_there} this way", lambda what: what)
made("relative", "died this way", lambda: IsObject(Memo("die"), surface="died"))
made("relative", "was {verb:participle} this way", lambda verb: IsObject(Memo(verb), surface="was"))
made("undone", "that wasn't {verb:participle} this way", lambda verb: Not(IsObject(Memo(verb)), surface="weren't"))
made("undone", "that wasn't put onto the battlefield", lambda: Not(IsObject(Memo("put")), surface="put"))
made("undone", "not {verb:participle} this way", lambda verb: Not(IsObject(Memo(verb)), surface="not"))
passes("post", "{:undone}")
made("adj", "revealed", lambda: IsObject(Memo("reveal"), surface="ahead"))
made("post", "{verb:participle} this way", lambda verb: IsObject(Memo(verb)))
made("post", "they {verb:participle} this way", lambda verb: IsObject(Memo(verb), surface="they"))
made("post", "exiled", lambda: IsObject(Linked("exile")))
made("post", "created with {what:with_what}", lambda what: IsObject(Linked("create"), surface=f"created with {what}"))
for what in ("it", "~"):
    words = f"created with {what}"
    means("adj", words, IsObject(Linked("create")), surface=words, manner="after", read=False)
made("post", "exiled with {what:with_what}", lambda what: IsObject(Linked("exile"), surface=f"exiled with {what}"))
PUT_WITH = "put onto the battlefield with"
made("post", f"{PUT_WITH} {{what:with_what}}", lambda what: IsObject(Linked("put"), surface=f"put with {what}"))
for what in ("it", "~"):
    words = f"{PUT_WITH} {what}"
    means("adj", words, IsObject(Linked("put")), surface=f"put with {what}", manner="after", read=False)
for what in ("it", "~"):
    words = f"exiled with {what}"
    means("adj", words, IsObject(Linked("exile")), surface=words, manner="after", read=False)
