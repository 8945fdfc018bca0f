"""Nodes that occur only in unfinished trees; `passes.join` and the other passes replace them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.mentions import RawRef
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import ANYWHERE, made, prints, reads, says
from rulesite.engine.language.sorts import slot

UNSAID = ""  # the duration of a Continuous without one in its words


@ir.node
class RawJoin(ir.Instruction):
    """A clause that changes the step before it ("If you do, …", "Otherwise, …", "… instead")."""

    kind: str
    do: Any
    condition: Any = None

    words = (
        reads("ending", "otherwise, {do:instruction}", kind="otherwise"),
        reads(
            "ending", "when you pay this cost one or more times, {do:instruction}", kind="when you do", surface="paid"
        ),
        reads(
            "ending",
            "if you don't put (it|the card) into {:your} hand, {do:instruction}",
            kind="not put",
            surface="hand",
        ),
        reads(
            "ending",
            "if you don't put (it|the card) onto the battlefield, {do:instruction}",
            kind="not put",
            surface="battlefield",
        ),
        reads("ending", "instead {do:instruction}", kind="instead"),
        reads("ending", "if damage be prevented this way, {do:instruction}", kind="prevented"),
        reads(
            "ending",
            "if damage from {condition:prevented_from} be prevented this way, {do:instruction}",
            kind="prevented",
        ),
        reads("ending", "when {condition:this_way}, {do:instruction}", kind="when you do"),
        reads("ending", "{do:simple} instead of {:insteadof}", kind="instead of"),
        reads("ending", "{do:simple} instead of {:putting_elsewhere}", kind="anywhere else"),
    )


@ir.node
class RawDuring(ir.Event):
    """An event that counts only while a condition holds ("would draw a card during your draw step")."""

    event: Any
    condition: Any


@ir.node
class RawNow(ir.Event):
    """An event of this turn ("would die this turn"): its replacement lasts only as long."""

    event: Any


@ir.node
class RawMany(ir.Event):
    """Several events at once ("cast two or more spells"): only "this turn" and "last turn" can count them."""

    event: Any
    amount: Any


@ir.node
class RawOfChoice(ir.Event):
    """An event with a source to be chosen first ("the next time a red source of your choice would deal damage …")."""

    event: Any
    chosen: Any


@ir.node
class RawWhile(ir.Instruction):
    """A clause that holds while a condition does: a static ability's condition or an effect's duration."""

    home: ClassVar[str] = ANYWHERE

    do: Any
    condition: Any

    words = (
        says("clause", "{do:simple} for as long as {condition:condition}", surface="last for"),
        says("clause", "{do:simple} as long as {condition:condition}", surface="last"),
        says("clause", "{do:simple} during {condition:turn_of} turn", surface="during"),
        says("ending", "for as long as {condition:condition}, {do:instruction}", surface="ahead for"),
        says("ending", "as long as {condition:condition}, {do:instruction}", surface="ahead"),
        says("ending", "during {condition:turn_of} turn, {do:instruction}", surface="turn"),
        says("clause", "{do:simple} during combat", surface="amid combat", condition=ir.IsStep("combat")),
        says("ending", "during combat, {do:instruction}", surface="in combat", condition=ir.IsStep("combat")),
        prints("deed", "as long as {condition:condition}, {do:told}"),
        prints("deed", "otherwise, {do:told}", surface="otherwise", condition=ANY),
        prints("deed", "{do:told} unless {condition:unless}", surface="unless"),
    )


@ir.node
class RawTimed(ir.Instruction):
    """ "{effect} at {time}": a delayed trigger in an effect, a triggered ability as text of a permanent."""

    event: Any
    do: Any
    condition: Any = None

    words = (
        reads("clause", "{do:simple} {event:time}"),
        reads("clause", "{do:simple} {event:time} if {condition:condition}", surface="last"),
        reads("clause", "{do:simple} for each {do:for_each_of} {event:time}"),
        reads("ending", "{event:time}, {do:instruction}", surface="ahead"),
    )


@ir.node
class RawLasting(ir.Instruction):
    """A clause with a duration, which is passed on to its effects."""

    do: Any
    span: Any

    words = (
        reads("clause", "{do:simple} {span:duration}"),
        reads("ending", "{span:duration}, {do:instruction}", surface="first"),
    )


ONCE = {"once each turn": False, "once during each of your turns": True, "during each of your turns": True}
"""Phrases for once a turn before a permission to play, and whether each means only that player's own turns."""


def _with_number(builder: Any, do: Any, place: Any) -> tuple[Any, bool]:
    """A permission to play, and whether several are spoken of: "spells" for "a spell"."""
    refs = [builder.mentions.all[node.index] for node in ir.walk(do) if isinstance(node, RawRef)]
    return do, any(mention.plural and not mention.nested for mention in refs)


slot("so_often_done", "simple", _with_number)


def _so_often(said: str, done: tuple[Any, bool]) -> Any:
    """ "Once during each of your turns, you may cast a spell from your graveyard"; "during each of your turns" alone is
    once for "a spell", and any number of times for "spells"."""
    do, many = done
    if isinstance(do, ir.May) and isinstance(do.do, ir.PlayCard) and do.then is do.otherwise is None:
        may_play = ir.MayPlay(do.do.what, do.do.permitted_cost, lands=do.do.plays_lands, surface=do.do.surface)
        do = ir.Continuous(do.who, (may_play,), UNSAID)
    may = do.changes[0] if isinstance(do, ir.Continuous) and len(do.changes) == 1 else None
    if not isinstance(may, ir.MayPlay) or may.surface == "both":
        raise ValueError("how often in each turn something may be done that is no playing of a card")
    many = many or isinstance(may.what, ir.Every)
    often = f"{may.surface} {said.replace(' ', '_')}".strip()
    limit = None if many and not said.startswith("once") else 1
    return replace(do, changes=(replace(may, limit=limit, own_turns=ONCE[said], surface=often),))


for said in ONCE:
    made("ending", f"{said}, {{done:so_often_done}}", partial(_so_often, said))


def _played_free_for_a_while(do: Any, span: Any) -> RawLasting:
    """ "You may play it this turn without paying its mana cost"."""
    if not isinstance(do, ir.May) or not isinstance(do.do, ir.PlayCard):
        raise ValueError("a mana cost of what is not played")
    return RawLasting(replace(do, do=replace(do.do, free=True)), span)


made("clause", "{do:simple} {span:duration} without paying its mana cost", _played_free_for_a_while)


def _copy_for_a_while(do: Any, span: Any, except_: tuple[ir.Node, ...]) -> RawLasting:
    """ "Becomes a copy of it until end of turn, except it has flying": the exceptions belong to the copy."""

    def otherwise(part: Any) -> Any:
        return replace(part, except_=except_, surface="later") if isinstance(part, ir.CopyOf) else part

    copied = ir.rewrite(do, otherwise)
    if copied == do:
        raise ValueError("exceptions of what is no copy")
    return RawLasting(copied, span)


made("clause", "{do:simple} {span:duration}, except {except_:exceptions}", _copy_for_a_while)


@ir.node
class RawSpend(ir.Instruction):
    """ "Spend this mana only to play …": belongs to the mana added before it."""

    on: Any
    uncounterable: bool = False

    words = (
        reads("rider", "spend this mana only {on:spent_ways}"),
        reads("rider", "spend this mana only {on:spent_ways}, and that spell can't be countered", uncounterable=True),
        reads("rider", "you can't spend this mana {on:not_spent}"),
    )


@ir.node
class RawAimed(ir.Instruction):
    """ "The copy targets that token": belongs to the copy made before it."""

    at: Any

    words = (reads("static", "the copy target {at:np}"),)


@ir.node
class RawSpread(ir.Instruction):
    """ "Each copy targets a different one of those creatures": belongs to the copies made before it."""

    words = (reads("static", "each copy target a different {:just_one} of those {:could_be_target}"),)


@ir.node
class RawNewTargets(ir.Instruction):
    """ "Each of those players may choose new targets for their copy": belongs to the copies made before it."""

    words = (reads("static", "each of those players may choose new targets for their copy"),)


@ir.node
class RawKeywordCost(ir.Instruction):
    """ "The flashback cost is equal to its mana cost": belongs to the keyword given before it."""

    keyword: str
    more: Any = None

    words = (
        reads("static", "the {keyword:KEYWORD} cost is equal to {surface:cards_own} mana cost"),
        reads("static", "the {keyword:KEYWORD} cost is equal to {surface:cards_own} mana cost plus {more:cost}"),
        reads("static", "(its|their) {keyword:KEYWORD} cost is equal to {surface:cards_own} mana cost"),
    )


@ir.node
class RawSame(ir.Instruction):
    """ "Each opponent does the same", "The same is true for Goblin cards you own": the step before, for others
    as well."""

    of: Any

    words = (
        reads("simple", "{of:pnx} do the same", surface="same"),
        reads("simple", "the same is true for {of:np}", surface="true"),
    )


@ir.node
class RawColored(ir.Instruction):
    """ "This effect reduces only the amount of colored mana you pay": belongs to the reduction before it."""

    words = (reads("simple", "this effect reduces only the amount of colored mana you pay"),)


@ir.node
class RawLeastOne(ir.Instruction):
    """ "This effect can't reduce the mana in that cost to less than one mana": belongs to the reduction before it."""

    words = (reads("simple", "this effect can't reduce the mana in that cost to less than {:just_one} mana"),)


@ir.node
class RawExcess(ir.Instruction):
    """ "Excess damage is dealt to that creature's controller instead": belongs to the damage dealt before it."""

    to: Any

    words = (reads("simple", "excess damage is dealt to {to:recipient} instead"),)


@ir.node
class RawUnpreventable(ir.Instruction):
    """ "The damage can't be prevented": belongs to the damage dealt before it."""

    words = (reads("simple", "the damage can't be prevented"),)
