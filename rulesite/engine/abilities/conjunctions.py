"""Conjunctions: if, unless, for each, when and at, before their clause or after it.

A `clause` is a sentence with its trailing phrases; an `ending` runs to the end of its sentence, including any words
after an "and".
"""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.conditions import Condition, NobodyDid
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.events import AnyEvent, Event
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.abilities.references import You
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import ANYWHERE, made, passes, prints, reads, says

passes("clause", "{:simple}", printed=False)
passes("ending", "{:replacement}", printed=False)
made("trigger", "when {event:occurs}", lambda event: ("when", event))
made("trigger", "whenever {event:occurs}", lambda event: ("whenever", event))
made(
    "trigger",
    "when {one:occurs} and when {other:occurs}",
    lambda one, other: ("when", AnyEvent((one, other), surface="and when")),
)
made("trigger", "{one:time} or whenever {other:occurs}", lambda one, other: ("whenever", AnyEvent((one, other))))
made("trigger", "whenever {one:occurs} or {other:time}", lambda one, other: ("whenever", AnyEvent((one, other))))
made("trigger", "when {one:occurs} or {other:time}", lambda one, other: ("when", AnyEvent((one, other))))
for word in ("when", "whenever"):
    made(
        "trigger",
        f"{word} {{one:occurs}} or {word} {{other:occurs}}",
        lambda one, other, word=word: (word, AnyEvent((one, other), surface="again")),
    )
made(
    "trigger",
    "when {one:occurs} or whenever {other:occurs}",
    lambda one, other: ("when", AnyEvent((one, other), surface="whenever")),
)
made(
    "trigger",
    "when {one:occurs} and whenever {other:occurs}",
    lambda one, other: ("when", AnyEvent((one, other), surface="and")),
)
made(
    "trigger",
    "whenever {one:occurs} and whenever {other:occurs}",
    lambda one, other: ("whenever", AnyEvent((one, other), surface="and")),
)
made("trigger", "{one:time} or when {other:occurs}", lambda one, other: ("when", AnyEvent((one, other))))
for word in ("when", "whenever"):
    made(
        "trigger",
        f"{word} {{one:occurs}} and {{other:time}}",
        lambda one, other, word=word: (word, AnyEvent((one, other), surface="and at")),
    )
made("trigger", "{event:time}", lambda event: ("at", event))


@node
class Elided(Instruction):
    """The text leaves the effect out ("When this creature leaves play, . . ."): a template, not an instruction."""

    words = (prints("deed", "…"),)


CONDITION = "{condition:condition}"
THEN = "{then,otherwise:then_of}"


@node
class If(Instruction):
    """Do `then` if the condition is true when this step comes, else `otherwise`.

    If `otherwise` is elided, it is the preceding clause, which this one replaces ("… instead").
    """

    home: ClassVar[str] = ANYWHERE

    condition: Condition
    then: Instruction
    otherwise: Instruction | None = None

    words = (
        prints("deed", "{then:told}", surface="neither", condition=ANY),
        says("clause", f"{{then:simple}} if {CONDITION}", surface="last"),
        reads("clause", f"{{then:simple}} for each {{then:for_each_of}} if {CONDITION}", surface="last"),
        reads("clause", f"{{then:simple}} only if {CONDITION}", surface="last"),
        reads("clause", f"{{then:simple}} {{then:lasting}} if {CONDITION}", surface="last"),
        reads("clause", f"{{then:simple}} {{then:lasting}} instead if {CONDITION}", surface="last", otherwise=Elided()),
        says("ending", f"if {CONDITION}, {{then:instruction}}"),
        says("clause", "{then:simple} unless {condition:unless}", surface="unless"),
        says("clause", f"{{then:simple}} instead if {CONDITION}", surface="last", otherwise=Elided()),
        reads(
            "clause", f"{{then:simple}} if {{then:if_so}} instead if {CONDITION}", surface="last", otherwise=Elided()
        ),
        reads("clause", f"{{then:simple}} instead as long as {CONDITION}", surface="last", otherwise=Elided()),
        says("ending", f"if {CONDITION}, instead only {{then:instruction}}", surface="only", otherwise=Elided()),
        says("ending", f"if {CONDITION}, instead {{then:instruction}}", surface="ahead", otherwise=Elided()),
        says(
            "ending", f"if {CONDITION}, {{then:instruction}} instead of {{:one}}", surface="of_one", otherwise=Elided()
        ),
        reads("ending", f"if {CONDITION}, {{then:instruction}} instead and {{then:and_then}}", otherwise=Elided()),
        says("ending", f"if {CONDITION}, {{then:instruction}} instead", otherwise=Elided()),
        prints("deed", f"{{then:told}} if {CONDITION}", surface="exception", otherwise=ANY),
        prints("deed", f"if {CONDITION}, {{then:told}}. if it doesn't, {{otherwise:told}}", surface="doesn't"),
        prints("deed", f"{THEN} if {CONDITION}. otherwise, {{otherwise:told}}", surface="last otherwise"),
        prints("deed", f"if {CONDITION}, {THEN}. otherwise, {{otherwise:told}}", surface="otherwise"),
        prints("deed", "otherwise, {then:told}", surface="nobody", condition=NobodyDid()),
        prints("deed", f"{{otherwise:told}}. {{then:told_instead}} instead if {CONDITION}", surface="last"),
        prints("deed", f"{{otherwise:told}}. if {CONDITION}, instead only {{then:told_instead}}", surface="only"),
        prints("deed", f"{{otherwise:told}}. if {CONDITION}, instead {{then:told_instead}}", surface="ahead"),
        prints("deed", f"{{otherwise:told}}. if {CONDITION}, {{then:told_instead}} instead of one", surface="of_one"),
        prints("deed", f"{{otherwise:told}}. if {CONDITION}, {{then:told_instead}} instead"),
    )


@node
class Unless(Instruction):
    """Do it unless a player pays a cost (any of the players named, if several are)."""

    home: ClassVar[str] = ANYWHERE

    do: Instruction
    cost: Cost
    who: Node = You()

    words = (
        says("clause", "unless {who,cost:payer_pays}, {do:unremarked}{do:remarks}", surface="ahead"),
        says("clause", "{do:unremarked} unless {who,cost:payer_pays}{do:remarks}"),
        reads("clause", "{do:simple} {do:lasting} unless {who,cost:payer_pays}"),
    )


@node
class UnlessBefore(Instruction):
    """Do it at a later time unless a player pays a cost at any time before that."""

    home: ClassVar[str] = ANYWHERE

    do: Instruction
    event: Event
    cost: Cost
    who: Node = You()

    words = (
        says("clause", "{do:simple} {event:time} unless {who,cost:payer_pays} before that step"),
        says("clause", "{do:simple} {event:time} unless {who,cost:payer_pays} before that draw step", surface="draw"),
    )


@node
class SameFor(Instruction):
    """Do the same for each of these keywords, with each of their variants (702.1c)."""

    home: ClassVar[str] = ANYWHERE

    do: Instruction
    keywords: tuple[str, ...]

    words = (
        reads("simple", "the same is true for {keywords:keyword_names}", do=Elided()),
        reads("simple", "repeat this process for {keywords:keyword_names}", surface="process", do=Elided()),
        prints("deed", "{do:told}. repeat this process for {keywords:keyword_names}", surface="process"),
        prints("deed", "{do:told}. the same is true for {keywords:keyword_names}"),
    )


@node
class ForEach(Instruction):
    """Do it once for each object or player of a set (inside: `Current()`), or so many times if `over` is an
    Amount."""

    over: Node
    do: Instruction

    words = (
        reads("clause", "{do:simple} for each {over:countable}"),
        reads("clause", "{do:simple} {do:lasting} for each {over:countable}"),
        reads("clause", "for each {over:countable}, {do:simple}", surface="each"),
        reads("clause", "for each {over:countable}, {do:either_deed}", surface="each"),
        reads("clause", "for each {over:countable}, {do:simple} unless {do:unless_paid}", surface="each"),
        reads("ending", "for each {over:each_of_some}, {do:instruction}", surface="each"),
        reads("clause", "for each {over:countable}, {do:simple} {do:lasting}", surface="each"),
        reads("clause", "{do:simple} twice", surface="times", over=Number(2)),
        reads("clause", "{do:simple} {over:so_many} times", surface="times"),
    )


LATER = "{trigger:occurs}[, if {condition:told}], {effect:instruction}"
WITHIN = "{trigger:occurs} {duration:span}[, if {condition:told}], {effect:instruction}"


@node
class Delayed(Instruction):
    """Create a delayed triggered ability: when `trigger` next happens (`once`; else each time during
    `duration`).

    `until`: "exile it until ~ leaves the battlefield": its return is not an ability, and nothing is done if that event
    has already happened. `event_last`: the event is named after what is done, so words of the effect are not about it.
    """

    home: ClassVar[str] = ANYWHERE

    trigger: Event
    effect: Instruction
    once: bool = True
    duration: str | None = None
    condition: Condition | None = None
    until: bool = False
    event_last: bool = False

    words = (
        prints("deed", "{effect:told} until {trigger:told}", until=True),
        prints("deed", "{trigger:next_time}[, if {condition:told}], {effect:told}", surface="ahead"),
        prints("deed", "{effect:told} {trigger:next_time} if {condition:told}", surface="last"),
        prints("deed", "{effect:first_step} {trigger:next_time}. {effect:other_steps}", surface="then"),
        prints("deed", "{effect:told} {trigger:next_time}[, if {condition:told}]"),
        says("ending", f"this turn, when {LATER}", surface="this turn", duration="turn"),
        says("ending", f"this turn, whenever {LATER}", surface="this turn", once=False, duration="turn"),
        says(
            "ending",
            "when {trigger:casts_next} this turn[, if {condition:told}], {effect:instruction}",
            surface="next",
            duration="turn",
        ),
        reads("clause", "{effect:simple} when {trigger:occurs}", surface="when last", event_last=True),
        prints("deed", "{effect:told} when {trigger:told}", surface="when last", event_last=True),
        says("ending", f"when {WITHIN}", surface="when", once=False),
        says("ending", f"whenever {WITHIN}", surface="whenever", once=False),
        says("ending", f"whenever {LATER}", surface="whenever"),
        says("ending", f"when {LATER}", surface="when"),
        prints("deed", f"the next time {WITHIN}"),
        prints("deed", f"{{duration:duration}}, whenever {LATER}", once=False),
        prints("deed", f"whenever {LATER}", once=False),
        prints("deed", f"when {LATER}"),
    )


@node
class IfManaSpent(Instruction):
    """If the mana just added is spent on a matching spell, something is done as it is spent; `then` is a `Reflexive`
    where that triggers ("when you spend this mana to cast …")."""

    home: ClassVar[str] = ANYWHERE

    what: Predicate
    then: Instruction

    words = (
        says("ending", "if this mana is spent on {what:spent_for}, {then:instruction}", surface="this, if"),
        says("ending", "if that mana is spent on {what:spent_for}, {then:instruction}"),
        says("ending", "when you spend this mana to cast {what:spent_for}, {then:triggered_so}", surface="this"),
        says("ending", "when that mana is spent to cast {what:spent_for}, {then:triggered_so}", surface="that"),
    )


@node
class Reflexive(Instruction):
    """ "When you do, …": a reflexive trigger of the instruction before, with its own targets
    (`TargetSlot`s), which come first in its effect, before those of the ability that makes it.

    `condition`: only for matching objects of that instruction ("When you discard a nonland card this way, …");
    `intervening`: the effect is an `If` whose condition stands right behind "when you do" (603.4)."""

    effect: Instruction
    targets: tuple[Node, ...] = ()
    condition: Condition | None = None
    intervening: bool = False

    words = (
        prints(
            "deed",
            "when you pay this cost one or more times, {effect,targets:reflexive}",
            surface="paid",
            condition=None,
            intervening=ANY,
        ),
        prints("deed", "when you do, {effect,targets:reflexive}", condition=None, intervening=ANY),
        prints("deed", "when {condition:told}, {effect,targets:reflexive}", intervening=ANY),
    )
