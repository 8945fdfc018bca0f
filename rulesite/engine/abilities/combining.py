"""Instructions made of instructions: order, choice, condition, repetition, replacement and delay."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.abilities.amounts import Amount, Number, ThatMuch, Times
from rulesite.engine.abilities.card_deeds import Search
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import Cost, Repeated
from rulesite.engine.abilities.events import Event
from rulesite.engine.abilities.harm_and_life import DealDamage, PreventDamage
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.moves import EXILE, Destination, Move
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.permanent_deeds import Tap, Untap
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.abilities.references import Memo, OwnerOf, You
from rulesite.engine.abilities.zone_events import ZoneChange
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, prints, reads, says


@node
class Sequence(Instruction):
    """Do these in the printed order. No part is itself a Sequence."""

    steps: tuple[Instruction, ...]


def _dealt_to_two(source: Node, amount: Amount, to: Node, other: Amount, also: Node) -> Sequence:
    return Sequence((DealDamage(amount, to, source), DealDamage(other, also, source, said="two", joint="and")))


made(
    "ovp",
    "{source:dealer} deal {amount:some_damage} to {to:recipient} and {other:some_damage} to {also:recipient}",
    _dealt_to_two,
)


def _and_the_rest(what: Node, to: Destination, rest: Node, other: Destination) -> Sequence:
    """ "Put one of them into your hand and the rest on the bottom": of the same library, unless it is said whose."""
    same = replace(other, whose=other.whose or to.whose) if other.zone == to.zone else other
    return Sequence((Move(what, to, "put"), Move(rest, same, "put", said="rest", joint="and")))


made("pvp", "put {what:some_of_them} {to:zonedest} and {rest:the_rest} {other:zonedest}", _and_the_rest)
made("pvp", "put {what:moved put} {to:zonedest} and {rest:the_rest} {other:zonedest}", _and_the_rest)


def _exile_until(what: Node, until: Predicate) -> Sequence:
    exiled = Memo("exile")
    back = Move(exiled, Destination("battlefield", controller=OwnerOf(exiled)), "return")
    return Sequence((Move(what, EXILE, "exile"), Delayed(ZoneChange(until, "battlefield", None), back, until=True)))


made("pvp", "exile {what:moved exile} until {until:those} leave the battlefield", _exile_until)
made("pvp", "remove {what:moved exile} from the game until {until:those} leave play", _exile_until)


def _then(search: Search, tail: Instruction) -> Sequence:
    """ "Search your library for a card, put it onto the battlefield …"."""
    return Sequence((search, *(tail.steps if isinstance(tail, Sequence) else (tail,))))


made("pvp", "{search:searching}, {tail:tailsearch}", _then)
made("pvp", "{search:searching} and {tail:tailsearch}", _then)


def _both_ways(both: Node, combat: bool | None = None) -> Sequence:
    """ "Dealt to and dealt by": two shields."""
    to = PreventDamage(None, to=both, combat=combat)
    return Sequence((to, PreventDamage(None, from_=both, combat=combat, said="and by")))


made("pvp", "prevent all {combat:damagekind} that would be dealt to and dealt by {both:np} [this turn]", _both_ways)


@node
class May(Instruction):
    """A player may do it, chosen on resolution; `then` if it was done ("if you do"), `otherwise` if not ("if
    you don't").

    An impossible choice may not be taken.
    """

    do: Instruction
    who: Node = You()
    then: Instruction | None = None
    otherwise: Instruction | None = None


@node
class Pay(Instruction):
    """A player pays a cost on resolution (usually inside May: "you may pay {1}")."""

    cost: Cost
    who: Node = You()

    words = (
        reads("pvp", "pay {cost:costof}"),
        prints("pvp", "{cost:paid}"),
    )


made("pvp", "pay {cost:costof} for each {times:countable}", lambda cost, times: Pay(Cost((Repeated(cost, times),))))


@node
class Unless(Instruction):
    """Do it unless a player pays a cost (any of the players named, if several are)."""

    do: Instruction
    cost: Cost
    who: Node = You()


@node
class Elided(Instruction):
    """The text leaves the effect out ("When this creature leaves play, . . ."): a template, not something to do."""

    words = (prints("deed", "…"),)


THEN = "{then,otherwise:then_of}"


@node
class If(Instruction):
    """Do `then` if the condition is true when this step comes, else `otherwise`."""

    condition: Condition
    then: Instruction
    otherwise: Instruction | None = None

    words = (
        prints("deed", "{then:told} unless {condition:unless}", said="unless"),
        prints("deed", "{then:told} instead if {condition:told}", said="last", otherwise=Elided()),
        prints("deed", "if {condition:told}, instead {then:told}", said="ahead", otherwise=Elided()),
        prints("deed", "if {condition:told}, {then:told} instead", otherwise=Elided()),
        prints("deed", "if {condition:told}, {then:told}. if it doesn't, {otherwise:told}", said="doesn't"),
        prints("deed", f"{THEN} if {{condition:told}}. otherwise, {{otherwise:told}}", said="last otherwise"),
        prints("deed", f"if {{condition:told}}, {THEN}. otherwise, {{otherwise:told}}", said="otherwise"),
        prints("deed", "{otherwise:told}. {then:told} instead if {condition:told}", said="last"),
        prints("deed", "{otherwise:told}. if {condition:told}, instead {then:told}", said="ahead"),
        prints("deed", "{otherwise:told}. if {condition:told}, {then:told} instead"),
        prints("deed", "{then:told} if {condition:told}", said="last"),
        prints("deed", "if {condition:told}, {then:told}"),
    )


@node
class ForEach(Instruction):
    """Do it once for each object or player of a set (inside: `Current()`), or so many times if `over` is an
    Amount."""

    over: Node
    do: Instruction


@node
class Modal(Instruction):
    """Choose modes as the spell or ability is announced (`on_resolution`: while resolving).

    Targets of the modes are in the ability's one list of slots; each mode has its own slots. `minimum` to
    `maximum` modes; `repeatable`: a mode may be chosen more than once. `who` chooses.
    """

    modes: tuple[Instruction, ...]
    minimum: int = 1
    maximum: int = 1
    who: Node = You()
    repeatable: bool = False
    on_resolution: bool = False


made(
    "pvp",
    "tap or untap {what:np}",
    lambda what: Modal((Tap(what), Untap(what)), on_resolution=True, said="tap or untap"),
)


LATER = "{trigger:told}[, if {condition:told}], {effect:told}"
WITHIN = "{duration:span}[, if {condition:told}], {effect:told}"


@node
class Delayed(Instruction):
    """Create a delayed triggered ability: when `trigger` next happens (`once`; else each time during
    `duration`).

    `until`: "exile it until ~ leaves the battlefield", whose return is no ability; not at all if that has happened.
    """

    trigger: Event
    effect: Instruction
    once: bool = True
    duration: str | None = None
    condition: Condition | None = None
    until: bool = False

    words = (
        prints("deed", "{effect:told} until {trigger:told}", until=True),
        prints("deed", "{trigger:next_time}[, if {condition:told}], {effect:told}", said="ahead"),
        prints("deed", "{effect:told} {trigger:next_time}[, if {condition:told}]"),
        prints("deed", f"this turn, when {LATER}", said="this turn", duration="turn"),
        prints("deed", f"this turn, whenever {LATER}", said="this turn", once=False, duration="turn"),
        prints("deed", f"when {{trigger:told}} {WITHIN}", said="when", once=False),
        prints("deed", f"whenever {{trigger:told}} {WITHIN}", said="whenever", once=False),
        prints("deed", f"whenever {LATER}", said="whenever"),
        prints("deed", f"when {LATER}"),
        prints("deed", f"the next time {{trigger:told}} {WITHIN}"),
        prints("deed", f"{{duration:duration}}, whenever {LATER}", once=False),
        prints("deed", f"whenever {LATER}", once=False),
    )


@node
class Happens(Instruction):
    """Inside a replacement: the replaced event itself, with another amount (`amount`) or destination (`to`)
    if given."""

    amount: Amount | None = None
    to: Node | None = None

    words = (prints("deed", "that happens[ {amount:told}][ to {to:np}]"),)


fixed("occasion", False, "if")
fixed("occasion", True, "the next time")
WOULD = "{once:occasion} {event,condition:would}"
DONE = "{optional,instead:done_instead}"
SKIP = "{optional:may} skip that draw"


@node
class Replace(Node):
    """A replacement effect: when `event` would happen, `instead` happens (None: nothing, the event is
    skipped).

    `instead` may contain `Happens()` — the event itself, as modified so far — for effects that add to the
    event ("enters tapped" is not written so, see EntersWith). `optional`: "you may … instead". `once`: "the
    next time".
    """

    event: Event
    instead: Instruction | None
    optional: bool = False
    once: bool = False
    condition: Condition | None = None

    words = (
        says(
            "replacement",
            "if {event:counters_by_effect}, {:it_or_they} (puts|places) twice that many of those counters on "
            "{event:that_holder} instead",
            instead=Happens(amount=Times(2, ThatMuch("trigger"))),
        ),
        prints("replacement", f"{WOULD}, instead {SKIP}. if you do, {{instead:told}}", said="skip ahead"),
        prints("replacement", f"{WOULD}, {SKIP} instead. if you do, {{instead:told}}", said="skip"),
        prints("replacement", f"{WOULD}, instead {SKIP}", instead=None, said="ahead"),
        prints("replacement", f"{WOULD}, {SKIP} instead", instead=None),
        reads("replacement", f"{WOULD}, {DONE} instead"),
        prints("replacement", f"{WOULD}, {{optional,instead:then_instead}}"),
        says("replacement", f"{WOULD}, instead {DONE}", said="ahead"),
        says("replacement", f"{WOULD}, {DONE} instead of putting it into your graveyard", said="your"),
        reads("replacement", f"{WOULD}, {DONE} instead of {{:insteadof}}"),
        says("replacement", f"{WOULD}, {DONE} instead of {{event:elsewhere}}", said="anywhere else"),
        says("replacement", f"{WOULD}, {{instead:instruction}}", said="plain"),
    )


@node
class CreateReplacement(Instruction):
    """Start a replacement effect that waits for a duration: "the next time ~ would be destroyed this turn,
    …"."""

    replacement: Replace
    duration: str = "turn"


@node
class Repeat(Instruction):
    """Repeat the process: the sequence before, as often as `amount` says (None: while the player chooses
    to)."""

    amount: Amount | None = Number(1)

    words = (
        says("pvp", "repeat this process", amount=None),
        prints("pvp", "repeat this process once", amount=Number(1)),
        prints("pvp", "repeat this process {amount:so_many} times"),
    )


@node
class Reflexive(Instruction):
    """ "When you do, …": a reflexive trigger of the instruction before, with its own targets
    (`TargetSlot`s)."""

    effect: Instruction
    targets: tuple[Node, ...] = ()

    words = (prints("deed", "when you do, {effect:told}", targets=ANY),)


@node
class Nothing(Instruction):
    """No effect."""

    words = (prints("deed", "nothing happens"),)


made("pvp", "skip that draw", Nothing)
