"""Past events in the words of conditions.

A `past_event` is an event that needs a time phrase, a `past_fact` one that needs none; a `past_denial` is an event that
did not happen.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from rulesite.engine.abilities.amounts import Amount, Count, DoneToSoMany, HowMuch, HowOften, MostOfOne
from rulesite.engine.abilities.combat_events import Attacks, BlocksOnce, DamageDealt, PlayerAttacks
from rulesite.engine.abilities.comparisons import Comparison
from rulesite.engine.abilities.conditions import Happened
from rulesite.engine.abilities.events import (
    AnyEvent,
    Cast,
    CountersPut,
    KeywordActionDone,
    KeywordDone,
    LifeGained,
    LifeLost,
    PlaysLand,
    StatusChange,
    TappedForMana,
)
from rulesite.engine.abilities.node import Node
from rulesite.engine.abilities.predicates import (
    All,
    Anything,
    Besides,
    Controlled,
    InZone,
    IsCard,
    IsObject,
    IsPlayerRef,
    IsToken,
    Not,
    OtherThan,
    Owned,
    Predicate,
    both,
)
from rulesite.engine.abilities.qualifiers import PERMANENT_TYPES
from rulesite.engine.abilities.references import Candidate, Current, Every, Memo, PlayerWithMost, Self, You
from rulesite.engine.abilities.traits import HasType, WasPutThere
from rulesite.engine.abilities.zone_events import (
    Discarded,
    Drawn,
    Milled,
    Sacrificed,
    Searches,
    TokenCreated,
    ZoneChange,
)
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrases import made, means, passes


def _died(what: Predicate) -> ZoneChange:
    return ZoneChange(what, "battlefield", "graveyard")


def _was_put(what: Predicate, zone: InZone) -> ZoneChange:
    return ZoneChange(what, "battlefield", zone.zone, zone.whose)


def _was_dealt(to: Predicate, source: Predicate = Anything(), combat: bool | None = None) -> DamageDealt:  # noqa: B008
    return DamageDealt(source, to, combat, passive=True)


def _has_cast(who: Predicate, what: Predicate) -> Cast:
    """ "An opponent has cast an artifact spell": the wording is stored for printing; with "you" it is always this."""
    return Cast(what, who, surface="have" if who == WHOEVER or not isinstance(who, IsPlayerRef) else "")


def _has_attacked(who: Predicate, with_: Predicate, minimum: int, surface: str = "") -> PlayerAttacks:
    return PlayerAttacks(who, with_, minimum, surface=f"have {surface}".strip())


def _attacked(who: Predicate, with_: Predicate, power: int) -> PlayerAttacks:
    return PlayerAttacks(who, with_, power=int(power))


def _entered_under(what: Predicate, who: Node) -> ZoneChange:
    return ZoneChange(both(what, Controlled(who)), to="battlefield", surface="under")


def _died_under(what: Predicate, who: Node) -> ZoneChange:
    return ZoneChange(both(what, Controlled(who)), "battlefield", "graveyard", surface="under")


def _left_under(what: Predicate, who: Node) -> ZoneChange:
    return ZoneChange(both(what, Controlled(who)), "battlefield", surface="under")


def _descended(who: Predicate, surface: str = "descended") -> ZoneChange:
    """A permanent card was put into that player's graveyard from anywhere (700.11 in 2026-06-19)."""
    yours = You() if who == IsPlayerRef(You()) else None
    if yours is None:
        raise ValueError("another player than you who descended")
    return ZoneChange(both(IsCard(), PERMANENT_TYPES, Not(IsToken())), to="graveyard", whose=yours, surface=surface)


passes("past_event", "{:past_fact}")
made("past_event", "{what:past} entered[ the battlefield] under {who:poss} control", _entered_under)
made("past_event", "{what:past} died under {who:poss} control", _died_under)
made("past_event", "{what:past} left the battlefield under {who:poss} control", _left_under)
made("past_event", "{what:past} died", _died)
made("past_event", "{what:past} attacked", Attacks)
made("past_event", "{who:player_then} attacked", PlayerAttacks)
made("past_event", "{who:player_then} attacked {whom:attacked_player}", PlayerAttacks)
WHOEVER = IsPlayerRef(Candidate(surface="who"))
made("who_did", "who drew a card", lambda: Drawn(WHOEVER))
made("who_did", "who lost life", lambda: LifeLost(WHOEVER))
made("who_did", "who discarded {what:such}", partial(Discarded, who=WHOEVER))
made("who_did", "who sacrificed {what:such}", partial(Sacrificed, who=WHOEVER))
made("who_did_not", "who didn't discard {what:such}", partial(Discarded, who=WHOEVER))
made("who_did_not", "who didn't sacrifice {what:such}", partial(Sacrificed, who=WHOEVER))
made("past_event", "{who:player_then} played a {:land}", lambda who: PlaysLand(Anything(), who))
made(
    "past_fact",
    "{who:player_then} have played a {:land}",
    lambda who: PlaysLand(Anything(), who, surface="have"),
)
made("past_event", "{who:player_then} gained life", LifeGained)
made("past_event", "{who:player_then} tapped {what:such} for mana", lambda who, what: TappedForMana(what, who))
made("past_event", "{who:player_then} lost life", LifeLost)
made("past_event", "{to:player_then} was dealt {combat:damagekind}[ by {source:such}]", _was_dealt)
made("past_event", "{who:player_then} drew {times:cards_counted}", Drawn)
made("past_event", "{who:player_then} discarded {what,times:so_many_such}", Discarded)
made("past_event", "{who:player_then} created {what,times:so_many_such}", TokenCreated)
made("past_event", "{who:player_then} sacrificed {what,times:so_many_such}", Sacrificed)
made(
    "past_event",
    "{who:player_then} put a {kind:countername} counter on {on:such}",
    partial(CountersPut, surface="a"),
)
made("past_event", "{who:player_then} put a counter on {on:such}", partial(CountersPut, None, surface="a"))
made("past_event", "{who:player_then} searched {:their} library", partial(Searches, own=True))
made("past_event", "{who:player_then} attacked with {with_,minimum:attackers}", PlayerAttacks)
made(
    "past_event",
    "{who:player_then} attacked with {with_:all_those} with total power {power:digits} or greater",
    _attacked,
)
made("past_event", "{what:past} regenerated", partial(StatusChange, to="regenerated"))
made("past_event", "{what:past} fought", partial(StatusChange, to="fought"))
made("past_event", "{what:past} left {zone:zoneref}", lambda what, zone: ZoneChange(what, zone.zone, whose=zone.whose))
made("past_event", "{source:past} dealt {combat:damagekind} to {to:struck}", DamageDealt)
made("past_fact", "{who:player_then} have discarded {what,times:so_many_such}", partial(Discarded, surface="have"))
made("past_fact", "{to:past} was dealt damage[ by {source:such}]", _was_dealt)
made("past_fact", "{who:player_then} have sacrificed {what,times:so_many_such}", partial(Sacrificed, surface="have"))
made("past_fact", "{who:player_then} have created {what,times:so_many_such}", partial(TokenCreated, surface="have"))
made("past_fact", "{what:past} was sacrificed", Sacrificed)
made("past_fact", "{what:past} was milled", Milled)
made("past_fact", "{whom:player_then} have been attacked", partial(Attacks, HasType("creature"), surface="been"))
made("past_event", "{what:past} attacked or blocked", lambda what: AnyEvent((Attacks(what), BlocksOnce(what))))
made("past_fact", "{what:past} entered[ the battlefield]", partial(ZoneChange, to="battlefield"))
made("past_fact", "{what:past} left the battlefield", partial(ZoneChange, from_="battlefield"))
made("past_fact", "{what:past} was put (into|to) {zone:zoneref} from the battlefield", _was_put)
made("past_event", "{who:player_then} descended", _descended)
made(
    "past_fact",
    "{what:past} was put (into|to) graveyards from anywhere",
    partial(ZoneChange, to="graveyard", surface="all_graveyards"),
)
made("past_fact", "{what:past} was put into exile", partial(ZoneChange, to="exile", surface="put"))
made("past_fact", "{what:past} was warped", lambda what: KeywordDone(what, "warp", surface="was"))
made("past_event", "{who:player_then} committed a crime", partial(KeywordActionDone, "commit a crime"))
made(
    "past_fact",
    "{who:player_then} have committed a crime",
    partial(KeywordActionDone, "commit a crime", surface="have"),
)
made("past_fact", "{who:player_then} have surveilled", lambda who: KeywordActionDone("surveil", who, surface="have"))
made("past_fact", "{who:player_then} have gained life", partial(LifeGained, surface="have"))
made("past_fact", "{who:player_then} have lost life", partial(LifeLost, surface="have"))
made("past_fact", "{who:player_then} have attacked", partial(PlayerAttacks, surface="have"))
made("past_fact", "{who:player_then} have attacked with {with_,minimum:attackers}", _has_attacked)
made("past_fact", "{who:player_then} have descended", partial(_descended, surface="have descended"))
made("past_fact", "{who:player_then} have (cast|played) {what,times:so_many_such}", _has_cast)
made("past_denial", "{what:past} didn't attack", Attacks)
made("past_denial", "{who:player_then} didn't attack", PlayerAttacks)
made("past_denial", "{who:player_then} didn't cast {what:such}", Cast)
made("past_denial", "{who:player_then} haven't (cast|played) {what:such}", partial(Cast, surface="have"))
for did, deed in (("sacrificed", Sacrificed), ("discarded", Discarded)):
    made("past_denial", f"{{who:player_then}} haven't {did} {{what:such}}", partial(deed, surface="have"))
made("past_denial", "{who:player_then} haven't gained life", partial(LifeGained, surface="have"))
made("past_denial", "{who:player_then} haven't attacked", partial(PlayerAttacks, surface="have"))
made("past_denial", "{to:player_then} wasn't dealt {combat:damagekind}[ by {source:such}]", _was_dealt)
made("past_denial", "{to:past} wasn't dealt damage[ by {source:such}]", _was_dealt)
made("past_denial", "{what:past} wasn't sacrificed", Sacrificed)
made("past_denial", "{source:past} didn't deal {combat:damagekind} to {to:struck}", DamageDealt)

for verb, so_much_life in (("gained", HowMuch(LifeGained(hole("who")))), ("lost", HowMuch(LifeLost(hole("who"))))):
    for amount in ("the amount of life", "the life"):
        means("counted", f"{amount} {{who:hurt}} {verb} this turn", so_much_life, surface=amount)
    means("counted", f"the total amount of life {{who:hurt}} {verb} this turn", so_much_life, surface="all_life")
    means("counted", f"the total life {verb} by {{who:hurt}} this turn", so_much_life, surface="by")
    for has in (f"have {verb}", verb):
        means("countable", f"{{:figure_one}} life {{who:hurt}} {has} this turn", so_much_life, surface=f"each_{has}")

for kind, combat in (("damage", None), ("combat damage", True), ("noncombat damage", False)):
    for amount in ("the amount of", "the total amount of", "the"):
        taken = HowMuch(DamageDealt(Anything(), hole("to"), combat, passive=True))
        means("counted", f"{amount} {kind} dealt to {{to:hurt}} this turn", taken, surface=f"{amount} {kind}")

for surface, words in (("already", "the damage already"), ("so_much_already", "the amount of damage already")):
    means(
        "counted",
        f"{words} dealt to {{to:struck}} this turn",
        HowMuch(DamageDealt(Anything(), hole("to"), passive=True)),
        surface=surface,
    )

for event, *verbs in ((LifeGained, "have gained", "gained"), (LifeLost, "have lost", "lost")):
    so_much = Comparison(HowMuch(event(hole("who"))), ">=", hole("value"))
    for verb in verbs:
        means(
            "condition1",
            f"{{who:player_then}} {verb} {{value:digit_number}} or more life this turn",
            so_much,
            manner="past",
            surface=verb,
        )
dealt = Comparison(HowMuch(DamageDealt(Anything(), hole("to"), passive=True)), ">=", hole("value"))
for subject in ("player_then", "past_one"):
    means(
        "condition1",
        f"{{to:{subject}}} was dealt {{value:digit_number}} or more damage this turn",
        dealt,
        manner="past",
        surface=subject,
    )
means(
    "condition1",
    "{value:digit_number} or more damage was dealt to {to:struck} this turn",
    dealt,
    manner="past",
    surface="dealt_to",
)

PLAYED = Happened(Cast(hole("what"), hole("who"), land=True), "game")
DREW = Happened(Drawn(hole("who")), hole("span"), hole("times", Amount))
HAVE_DRAWN = Happened(Drawn(hole("who"), surface="have"), hole("span"), hole("times", Amount))
means("contrary", "{who:player_then} haven't played {what:such}", PLAYED)
ENTERED_UNDER: Any = Besides(hole("what"), Controlled(hole("who")))
HAD = Happened(
    ZoneChange(ENTERED_UNDER, to="battlefield"),
    hole("span"),
    hole("times"),
    hole("by_one"),
)
means(
    "condition1",
    "{who:someone} had {what,times,by_one:so_many_entering} enter the battlefield under {:their} control {span:span}",
    HAD,
    manner="past",
    surface="had",
)
means("condition1", "{who:player_then} have drawn {times:cards_counted} {span:span}", HAVE_DRAWN)
COMPLETED = Happened(KeywordActionDone("complete a dungeon", hole("who")), "game")
means("condition1", "{who:player_then} have completed a dungeon", COMPLETED, manner="past", surface="completed")

means(
    "countable",
    "{what:kind} put into {zone,whose:into_zone} from the battlefield this turn",
    HowOften(ZoneChange(hole("what"), "battlefield", hole("zone"), hole("whose"))),
    surface="put",
)
means(
    "countable",
    "{what:kind+} that were put into graveyards from the battlefield this turn",
    HowOften(ZoneChange(hole("what"), "battlefield", "graveyard")),
    surface="were_put",
)
means(
    "countable",
    "card* put into {zone,whose:into_zone} from anywhere this turn",
    HowOften(ZoneChange(Not(IsToken()), None, hole("zone"), hole("whose"))),
    surface="put",
)
BY_ONE = IsPlayerRef(Current())
ONE_CONTROLS: Any = Count(Every(Besides(hole("what"), Controlled(Current()))))  # type: ignore[arg-type]
for words, so_many in {
    "the greatest number of {what:kind+} a {who:pdesc} controls": ONE_CONTROLS,
    "the greatest number of cards a {who:pdesc} discarded this way": DoneToSoMany("discard"),
    "the greatest number of cards a {who:pdesc} has drawn this turn": HowOften(Drawn(BY_ONE)),
}.items():
    means("counted", words, MostOfOne(hole("who"), so_many))
HELD_BY_ONE = Count(Every(All((IsCard(), InZone("hand", Current())))))
for most, so_many in (("controls the most {what:kind+}", ONE_CONTROLS), ("has the most cards in hand", HELD_BY_ONE)):
    means("pnx", f"the player whoever who {most}", PlayerWithMost(so_many), printed=False)
    means("pnx", f"the player who {most}", PlayerWithMost(so_many), read=False)
UNDER_CONTROL: Any = Besides(hole("what"), Controlled(hole("by")))
means(
    "countable",
    "{what:fallen} that died under {by:poss} control this turn",
    HowOften(ZoneChange(UNDER_CONTROL, "battlefield", "graveyard")),
    surface="under",
)
REGENERATED = HowOften(StatusChange(IsObject(Self()), "regenerated"))
means("countable", "time* {:itself} regenerated this turn", REGENERATED, surface="regenerated")
HAD_ENTER = HowOften(ZoneChange(Besides(hole("what"), Controlled(You())), to="battlefield"))  # type: ignore[arg-type]
means(
    "countable", "{what:kind} you had enter the battlefield under your control this turn", HAD_ENTER, surface="you had"
)
FROM_HAND: Any = Count(Every(All((IsObject(Memo("exile")), WasPutThere("hand"), Owned(hole("whose"))))))
means("countable", "card* exiled from {whose:poss} hand this way", FROM_HAND, surface="from_hand")
BY_ALL_FROM_HAND: Any = Count(
    Every(All((IsObject(Memo("exile", every=True)), WasPutThere("hand"), Owned(hole("whose")))))
)
means("countable", "card* exiled from {whose:poss} hand this way", BY_ALL_FROM_HAND, surface="from_hand", read=False)
MUTATED = HowOften(KeywordDone(IsObject(Self()), "mutate"), "game")
means("countable", "time* {:itself} has mutated", MUTATED)
BY_YOU = IsPlayerRef(You())
for verb, how_much in (("gained", HowMuch(LifeGained(BY_YOU))), ("lost", HowMuch(LifeLost(BY_YOU)))):
    means("counted", f"the amount of life you have {verb} this turn", how_much, surface="you have", printed=False)
    means("counted", f"the amount of life you've {verb} this turn", how_much, surface="you have", read=False)
for verb, yours in (("discarded", Discarded(Anything(), BY_YOU)), ("drawn", Drawn(BY_YOU))):
    means("countable", f"card* you have {verb} this turn", HowOften(yours), surface="you have", printed=False)
    means("countable", f"card* you've {verb} this turn", HowOften(yours), surface="you have", read=False)
CREATED = HowOften(TokenCreated(hole("what"), BY_YOU))
means("countable", "{what:kind} you created this turn", CREATED, surface="you created")
CAST_BY_ANYBODY = HowOften(Cast(OtherThan(Self())))
means("countable", "other spell* cast this turn", CAST_BY_ANYBODY, surface="other spells")
CAST_BY_THEM: Any = HowOften(Cast(OtherThan(Current()), hole("who")))
means("countable", "other spell* {who:causer} has cast this turn", CAST_BY_THEM, surface="has cast")
COUNTED_CASTS = HowOften(Cast(hole("what"), BY_YOU))
means("countable", "{what:kind} you have played this turn", COUNTED_CASTS, surface="you have", printed=False)
means("countable", "{what:kind} you've played this turn", COUNTED_CASTS, surface="you have", read=False)
OTHER_CASTS = HowOften(Cast(Besides(hole("what"), OtherThan(Self())), BY_YOU))  # type: ignore[arg-type]
means("countable", "other {what:kind} you have played this turn", OTHER_CASTS, surface="you have", printed=False)
means("countable", "other {what:kind} you've played this turn", OTHER_CASTS, surface="you have", read=False)
