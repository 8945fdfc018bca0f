"""Comparisons of two amounts, and their phrases in card text.

A `cmp` is the bound of an amount ("3 or less"), `so_much` the same for life; a `conddesc` is a required number of
objects ("two or more lands"), a `single` one object with its article. A `statecondition` can trigger by itself.
"""

from __future__ import annotations

from typing import Any, cast

from rulesite.engine.abilities.amounts import (
    Amount,
    Characteristic,
    ChosenNumber,
    Count,
    CountersOn,
    DevouredCount,
    Different,
    ExcessDealt,
    ManaSpent,
    MostOfOne,
    Number,
    PartySize,
    StartingLife,
    Total,
)
from rulesite.engine.abilities.conditions import AllSo, AsActivated, AsCast, Condition, Holds
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import (
    All,
    AnyOf,
    Anything,
    Besides,
    Controlled,
    InZone,
    IsCard,
    IsObject,
    IsPermanent,
    OtherThan,
    Owned,
    Predicate,
    both,
)
from rulesite.engine.abilities.references import OPPONENT, Current, Every, Linked, Memo, Self, You
from rulesite.engine.abilities.traits import (
    AttachedTo,
    AttacksNow,
    Blocks,
    Did,
    HasAbility,
    HasName,
    HasStatus,
    HasTarget,
    HasType,
    IsCommander,
)
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrases import fixed, made, means, passes, prints, reads, says


def _other(one: Predicate) -> Predicate:
    return both(one, OtherThan(Self(), surface="other"))


made("ones", "{one:one_of}", lambda one: one)
made("ones", "other {one:one_of}", _other)
made("single", "a {one:one_of}", lambda one: one)
made("single", "a {one:one_of} or a {other:one_of}", lambda one, other: AnyOf((one, other), surface="or a"))
made(
    "single",
    "a {one:one_of}, a {two:one_of}, or a {three:one_of}",
    lambda one, two, three: AnyOf((one, two, three), surface="or a"),
)
made("single", "another {one:one_of}", _other)
made("single", "another {one:one_of} or a {two:one_of}", lambda one, two: AnyOf((_other(one), two), surface="or a"))
made("single", "the {one:greatest_one}", lambda one: one)


@node
class Comparison(Condition):
    """Two amounts compared (`op` one of < > <= >= = !=): "you control no lands" is `Count(Every(…)) = 0`.

    `of_each`: `right` is compared for each of its players separately ("more lands than each other player").
    """

    left: Amount
    op: str
    right: Amount
    of_each: bool = False

    words = (
        says("condition1", "{left:life_of} life total is {op,right:cmp}", surface="total"),
        says("condition1", "{left:living} have {op,right:so_much} life"),
        says("condition1", "{left:living} have more life than {right:living}", op=">"),
        says("condition1", "{left:living} have less life than {right:living}", op="<"),
        reads(
            "statecondition", "{left:living} have {right:digit_number} life or less", op="<=", surface="life or less"
        ),
        reads("statecondition", "{left:living} have no life", op="<=", right=Number(0)),
        says("condition1", "there are {right:whole} or more {left:different}", op=">="),
        reads("condition1", "there are {right:whole} or more {left:several_values}", surface="among", op=">="),
        prints("condition1", "there are {right:whole} or more {left:different}", surface="among", op=">="),
        reads("condition1", "there are {right:whole} {left:several_values}", surface="just", op="="),
        prints("condition1", "there are {right:whole} {left:different}", surface="just", op="="),
        says("condition1", "{left:devotion} is less than {right:whole}", op="<"),
        says("condition1", "{left:devotion} is greater than or equal to {right:whole}", op=">="),
        says("condition1", "{left:a_letter} is {op,right:so_much}"),
        says("condition1", "{left:stat_of} was {op,right:cmp}", surface="was"),
        says("condition1", "{left:stat_of} is exactly {right:figure}", op="=", surface="exactly"),
        says("condition1", "{left:stat_of} is greater than {right:same_stat_of}", surface="elided", op=">"),
        says("condition1", "{left:stat_of} is less than {right:same_stat_of}", surface="elided", op="<"),
        says("condition1", "{left:stat_of} is {op,right:cmp}"),
        prints("condition1", "{left:uncounted} is {op,right:cmp}"),
        prints("condition1", "{left:living} have {right:digit_number} life or less", op="<=", surface="life or less"),
    )


OP, VALUE, WHAT = hole("op"), hole("value"), hole("what")
ZERO, ONE = Number(0), Number(1)

means("cmp", "{value:figure} or less", ("<=", VALUE))
means("cmp", "{value:figure} or greater", (">=", VALUE))
means("cmp", "less than {value:digit_value}", ("<", VALUE))
means("cmp", "greater than {value:digit_value}", (">", VALUE))
means("cmp", "{value:figure}", ("=", VALUE))
means("cmp", "equal to {value:value}", ("=", VALUE))
made("cmp", "equal to that {:number_chosen}", lambda: ("=", ChosenNumber(surface="that")))
made("cmp", "equal to the {:number_chosen}", lambda: ("=", ChosenNumber(surface="the")))
for words, op in (("less than or", "<="), ("greater than or", ">=")):
    means("cmp", f"{words} equal to {{value:number_named}}", (op, VALUE))
means("cmp", "less than or equal to {value:value}", ("<=", VALUE))
means("cmp", "greater than or equal to {value:value}", (">=", VALUE))
means("cmp", "equal to or less than {value:value}", ("<=", VALUE), printed=False)
means("cmp", "other than {value:digit_value}", ("!=", VALUE), read=False)
means("cmp", "{op:word} {value:digit_value}", (OP, VALUE), read=False)
means("so_much", "greater than or equal to {value:counted}", (">=", VALUE))
means("so_much", "exactly {value:exact_number}", ("=", VALUE))
means("so_much", "{value:digit_number} or less", ("<=", VALUE))
means("so_much", "{value:digit_number} or more", (">=", VALUE))
means("so_much", "{value:digit_number}", ("=", VALUE))
means("so_much", "at least {value:digit_number}", (">=", VALUE), printed=False)

fixed("some_at_least", Number(1, surface="one or more"), "one or more")
means("conddesc", "{value:one_or_more_of} {what:ones_of+}", (">=", VALUE, WHAT))
means("conddesc", "{what:single_one}", (">=", ONE, WHAT))
means("conddesc", "no {what:ones_of+}", ("=", ZERO, WHAT))
means("conddesc", "at least {value:least_number} {what:ones_of+}", (">=", VALUE, WHAT))
means("conddesc", "{value:plain_number} or more {what:ones_of+}", (">=", VALUE, WHAT))
means("conddesc", "{value:plain_number} or fewer {what:ones_of+}", ("<=", VALUE, WHAT))
means("conddesc", "exactly one {what:ones_of}", ("=", ONE, WHAT), read=False)
means("conddesc", "exactly {value:plain_number} {what:ones_of+}", ("=", VALUE, WHAT))
means("conddesc", "{value:plain_number} {what:ones_of}", ("=", VALUE, WHAT), printed=False)
means("conddesc", "more than {value:plain_number} {what:ones_of+}", (">", VALUE, WHAT))
means("conddesc", "fewer than {value:plain_number} {what:ones_of+}", ("<", VALUE, WHAT))
means("conddesc", "{op:word} {value:plain_number} {what:ones_of+}", (OP, VALUE, WHAT), read=False)
means("conddesc", "only {what:only_those}", ("=", ZERO, WHAT), printed=False)


def _so_many(what: Any, op: Any = OP, value: Any = VALUE) -> Comparison:
    return Comparison(Count(Every(what)), op, value)


SPENT = ManaSpent(of=hole("of", Node))
means(
    "condition1",
    "the amount of mana spent to cast {of:np} is {op,right:cmp}",
    Comparison(SPENT, OP, hole("right")),
    surface="spent",
)
means(
    "condition1",
    "{right:whole} or more mana was spent to cast {of:np}",
    Comparison(SPENT, ">=", hole("right")),
    surface="so much mana",
)
COMMANDER = _so_many(All((IsCommander(), IsPermanent(), Controlled(You()))), ">=", ONE)
YOUR_COMMANDER = _so_many(All((IsCommander(), IsPermanent(), Controlled(You()), Owned(You()))), ">=", ONE)


def _under(who: str) -> Any:
    return Besides(WHAT, Controlled(hole(who)))


def _hand(who: str) -> Any:
    return Besides(WHAT, InZone("hand", hole(who, Node)))


def _more(of: Any, op: str) -> Comparison:
    return _so_many(of("who"), op, Count(Every(of("other"))))


means("condition1", "{who:someone} control more {what:ones_of+} than {other:who}", _more(_under, ">"))
THEN = "than {right:living} did as you activated this ability"
means(
    "condition1",
    f"{{left:living}} had more life {THEN}",
    AsActivated(Comparison(hole("left"), ">", hole("right"))),
    manner="past",
)
AS_MANY_MORE = _so_many(_hand("who"), ">=", Total((Count(Every(_hand("other"))), VALUE)))
means(
    "condition1",
    "{who:someone} had at least {value:least_number} more {what:ones_of+ card} in hand than {other:who} did as you"
    " activated this ability",
    AsActivated(AS_MANY_MORE),
    manner="past",
)


def _there(who: str) -> Any:
    return Count(Every(cast(Any, Besides(WHAT, InZone(hole("zone"), hole(who, Node))))))


FEWER_THERE = Comparison(_there("other"), ">=", Total((_there("who"), VALUE)))
means(
    "condition1",
    "{who:someone} had at least {value:least_number} fewer {what:ones_of+ card} in {zone:own_zone} than {other:who} did"
    " as you activated this ability",
    AsActivated(FEWER_THERE),
    manner="past",
)
means("condition1", "{who:someone} control fewer {what:ones_of+} than {other:who}", _more(_under, "<"))
SO_MANY_MORE = _so_many(_under("who"), ">=", Total((Count(Every(_under("other"))), VALUE)))
means(
    "condition1",
    "{who:someone} control at least {value:least_number} more {what:ones_of+} than {other:who}",
    SO_MANY_MORE,
)
means("condition1", "{who:someone} have more {what:ones_of+ card} in hand than {other:who}", _more(_hand, ">"))
means("statecondition", "{who:someone} control {op,value,what:conddesc}", _so_many(_under("who")))
means(
    "statecondition",
    "no {who:all_those_players} controls {what:single_one}",
    _so_many(_under("who"), "=", ZERO),
    surface="no",
)
SEVERAL = [hole(name) for name in ("one", "two", "three", "four")]
for many, words in (
    (2, "{one:single_one} and {two:single_one}"),
    (3, "{one:single_one}, {two:single_one}, and {three:single_one}"),
    (4, "{one:single_one}, {two:single_one}, {three:single_one}, and {four:single_one}"),
):
    each_of_them = AllSo(tuple(_so_many(Besides(one, Controlled(hole("who"))), ">=", ONE) for one in SEVERAL[:many]))
    means("statecondition", f"{{who:someone}} control {words}", each_of_them, surface="all")


def _named(which: str) -> Comparison:
    of_name = All((HasType(hole("kind")), IsPermanent(), HasName(hole(which)), Controlled(hole("who"))))
    return _so_many(of_name, ">=", ONE)


means(
    "condition1",
    "{who:someone} control {kind:plural_type} named {one:name} and {other:name}",
    AllSo((_named("one"), _named("other"))),
    surface="named",
)
AIMED = Holds(hole("of"), HasTarget(hole("what"), only=True, chosen_once=True))
means(
    "condition1",
    "{of:bearer} have only {:just_one} target and that target is {what:such}",
    AIMED,
    surface="only one",
)
means("condition1", "{who:someone} don't control {what:none_such}", _so_many(_under("who"), "=", ZERO), surface="not")

EXCESS = Comparison(ExcessDealt(), ">=", ONE)
means("condition1", "excess damage was dealt this way", EXCESS, surface="excess", manner="past")
means(
    "condition1",
    "excess damage was dealt to {to:held_one} this way",
    Comparison(ExcessDealt(hole("to")), ">=", ONE),
    surface="excess",
    manner="past",
)
FULL_PARTY = Comparison(PartySize(hole("of")), ">=", Number(4))
means("condition1", "{of:someone} have a full party", FULL_PARTY, surface="full")
POISONED = Comparison(CountersOn("poison", hole("on")), ">=", Number(1))
means("condition1", "{on:someone} be poisoned", POISONED, surface="poisoned")
AHEAD = Comparison(hole("life"), ">=", Total((StartingLife(hole("of")), hole("more"))))
means(
    "condition1",
    "{life:living} have at least {more:digit_number} life more than {of:poss} starting life total",
    AHEAD,
    surface="at least",
)

ELSEWHERE: Any = Besides(WHAT, InZone(hole("zone"), hole("who", Node)))
PLACED: Any = Besides(WHAT, hole("zone", InZone))

means("statecondition", "{who:someone} have {op,value,what:conddesc} in hand", _so_many(_hand("who")))
means(
    "condition1", "{who:someone} have {op,value,what:conddesc} in {zone:own_zone}", _so_many(ELSEWHERE), surface="has"
)
means(
    "statecondition",
    "{who:poss} {zone:zonename} is empty",
    _so_many(both(IsCard(), InZone(hole("zone"), hole("who"))), "=", ZERO),
    printed=False,
)
means(
    "condition1",
    "{who:poss} {zone:zonename} has no cards in it",
    _so_many(both(IsCard(), InZone(hole("zone"), hole("who"))), "=", ZERO),
    surface="no cards in it",
)
means(
    "condition1",
    "{who:poss} {zone:zonename} has at least {value:so_many} cards in it",
    _so_many(both(IsCard(), InZone(hole("zone"), hole("who"))), ">="),
    surface="at least so many in it",
)
TOTAL = Characteristic(hole("name"), hole("of"))
means(
    "condition1",
    "{of:bearer} have total {name:total_stat} {op,value:cmp}",
    Comparison(TOTAL, OP, VALUE),
    surface="have total",
)
IN_BOTH = Total(
    (
        Count(Every(Besides(WHAT, InZone("exile", You())))),  # type: ignore[arg-type]
        Count(Every(Besides(WHAT, InZone("graveyard", You())))),  # type: ignore[arg-type]
    )
)
EITHER = "the total number of {what:ones_of+ card} you own in exile and in your graveyard"
means("counted", EITHER, IN_BOTH, surface="number")
means("condition1", "{op,value,what:so_many_there} be in {zone:zone_of}", _so_many(PLACED), surface="in")
EXILED_WITH: Any = Besides(WHAT, IsObject(Linked("exile")))
for words in ("it", "{:this_one}"):
    means(
        "condition1",
        f"{{op,value,what:so_many_there}} be exiled with {words}",
        _so_many(EXILED_WITH),
        surface=f"exiled with {words.partition(':')[0]}",
    )
means("condition1", "{what:single_one} is in {zone:zone_of}", _so_many(PLACED, ">=", ONE), read=False)
means("condition1", "there are {op,value,what:conddesc} in {zone:zone_of}", _so_many(PLACED), read=False)
means("condition1", "there is {what:single_one}", _so_many(WHAT, ">=", ONE), surface="there")
IN_ONE: Any = Count(Every(Besides(WHAT, InZone(hole("zone"), Current()))))  # type: ignore[arg-type]
means(
    "condition1",
    "there are {value:plain_number} or more {what:ones_of+} in a single {zone:zonename}",
    Comparison(MostOfOne(Anything(), IN_ONE), ">=", VALUE),
    surface="single",
)
means("condition1", "there are {op,value,what:several_ones}", _so_many(WHAT), surface="there")
means("statecondition", "there are no {what:one_of}", _so_many(WHAT, "=", ZERO), surface="there", printed=False)
means("statecondition", "no {what:one_of} are on the battlefield", _so_many(WHAT, "=", ZERO), printed=False)
means(
    "condition1",
    "{op,value,what:so_many_there} be {status:adj}",
    _so_many(Besides(WHAT, hole("status", HasStatus))),
    surface="are",
    read=False,
)
for doing in (AttachedTo, Blocks, AttacksNow, Did):
    means(
        "condition1",
        "{op,value,what:so_many_there} be {place:quality_of}",
        _so_many(Besides(WHAT, hole("place", doing))),
        surface="are",
        read=False,
    )
means(
    "condition1",
    "{op,value,what:so_many_there} have {trait:had}",
    _so_many(Besides(WHAT, hole("trait", HasAbility))),
    surface="have",
    read=False,
)
means("condition1", "{op,value,what:so_many_there} be on the battlefield", _so_many(WHAT))
means(
    "statecondition",
    "{who:someone} own {op,value,what:conddesc} in {zone:zone_of}",
    _so_many(Besides(PLACED, Owned(hole("who")))),
    surface="owns",
)
means("many_of", "at least {value:least_one} {what:ones_of}", (">=", VALUE, WHAT), read=False)
for words, op, so_many in (
    ("no {what:ones_of+}", "=", ZERO),
    ("at least {value:least_number} {what:ones_of+}", ">=", VALUE),
    ("{value:plain_number} or more {what:ones_of+}", ">=", VALUE),
    ("fewer than {value:plain_number} {what:ones_of+}", "<", VALUE),
):
    means("many_of", words, (op, so_many, WHAT))
DONE_SO: Any = Besides(WHAT, IsObject(Memo(hole("verb", str))))
means("so_many_done", "{op,value,what:many_done} was {verb:participle} this way", _so_many(DONE_SO), surface="done was")
means("so_many_done", "{op,value,what:many_done} be {verb:participle} this way", _so_many(DONE_SO), surface="done")
passes("condition1", "{:so_many_done}", surface="done")
means("condition1", "the number of {what:ones_of+} is {op,value:cmp}", _so_many(WHAT), read=False)

means(
    "statecondition",
    "{who:someone} control {value:plain_number} or more {what:ones_of+} with different {name:kinds_of}",
    Comparison(Different(hole("name"), Every(_under("who"))), ">=", VALUE),
)
for name, several in (("power", "powers"), ("name", "names"), ("mana value", "mana values")):
    fixed("kinds_of", name, several)

means(
    "statecondition", "you have {value:plain_number} or more opponents", _so_many(OPPONENT, ">=", VALUE), surface="have"
)
means(
    "condition1",
    "{who:someone} controlled {what:single_one} as you cast {:itself}",
    AsCast(_so_many(_under("who"), ">=", ONE)),
    manner="past",
    surface="controlled",
)
for subject in ("{:this_one}", "it"):
    DEVOURED = Comparison(DevouredCount(), ">=", Number(1))
    means("condition1", f"{subject} devoured a {{:creature}}", DEVOURED, manner="past", surface=subject)
means("condition1", "you control your commander", YOUR_COMMANDER, surface="your")
means("condition1", "you control a commander", COMMANDER, surface="commander")

HELD: Any = CountersOn(hole("kind"), hole("on"))
NONE, SOME = Comparison(HELD, "=", ZERO), Comparison(HELD, ">=", VALUE)
COUNTERS = "{kind:countername} counters on"

means("statecondition", f"{{on:bearer}} have no {COUNTERS} (it|him|them)", NONE)
means("statecondition", f"{{on:bearer}} have {{value:whole}} or more {COUNTERS} (it|him|them)", SOME)
means("statecondition", f"there are no {COUNTERS} {{on:np}}", NONE, surface="there")
means("statecondition", f"there are {{value:whole}} or more {COUNTERS} {{on:np}}", SOME, surface="there")
means(
    "statecondition",
    "there are {value:whole} or more {kind:countername} counters among {on:several}",
    SOME,
    surface="among",
)
AMONG = Comparison(CountersOn(None, hole("on")), ">=", VALUE)
means("statecondition", "there are {value:whole} or more counters among {on:several}", AMONG, surface="among")
OF_PLAYER = "{kind:countername} counters"
means("statecondition", f"{{on:someone}} have {{value:whole}} or more {OF_PLAYER}", SOME, surface="player")
means("statecondition", f"{{on:someone}} have no {OF_PLAYER}", NONE, surface="player")
FEWER, EXACTLY = Comparison(HELD, "<", VALUE), Comparison(HELD, "=", VALUE)
means("statecondition", f"{{on:bearer}} have fewer than {{value:whole}} {COUNTERS} (it|him|them)", FEWER)
means(
    "statecondition",
    "there is exactly {value:just_one_of} {kind:countername} counter on {on:np}",
    EXACTLY,
    surface="there",
)
means("statecondition", f"there are exactly {{value:whole}} {COUNTERS} {{on:np}}", EXACTLY, surface="there", read=False)
