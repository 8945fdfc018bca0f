"""Instructions made of instructions: order, choice, repetition and replacement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

# Not in alphabetical order: the modules it needs are imported in the order of their nodes.
# isort: off
from rulesite.engine.abilities.amounts import THAT_KIND, Amount, Half, Number, ThatMuch, Times, Total
from rulesite.engine.abilities.card_instructions import Search
from rulesite.engine.abilities.changes import Change, GrantAbilities
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import Cost, Repeated
from rulesite.engine.abilities.events import Event
from rulesite.engine.abilities.harm_and_life import DealDamage, PreventDamage, SetLife
from rulesite.engine.abilities.instructions import Continuous, Instruction, KeywordAction
from rulesite.engine.abilities.conjunctions import Delayed, If
from rulesite.engine.abilities.moves import EXILE, Destination, Move
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.permanent_instructions import PutCounters, Tap, Untap
from rulesite.engine.abilities.predicates import Anything, Predicate
from rulesite.engine.abilities.references import Chosen, Memo, OwnerOf, Rest, Self, You
from rulesite.engine.abilities.restrictions import DoesntUntap
from rulesite.engine.abilities.spell_instructions import ANY_OPPONENT
from rulesite.engine.abilities.zone_events import ZoneChange
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import choice, fixed, made, passes, prints, reads, says


@node
class Sequence(Instruction):
    """Do these in the printed order. No part is itself a Sequence."""

    steps: tuple[Instruction, ...]


made(
    "pvp",
    "choose {one:chosen} and {other:chosen}",
    lambda one, other: Sequence((one, replace(other, surface="and", joint="and"))),
)
made("simple", "the ring tempts you", lambda: KeywordAction("the ring tempts you"))
LONE = "lone"
"""Marks a clause without a subject, which takes that of the clause before: "gets +1/+0 until end of turn and *deals 1
damage to any target*"."""


def _gains(abilities: tuple[Node, ...]) -> Continuous:
    return Continuous(Self(), (GrantAbilities(abilities, surface="gain"),), "", surface=LONE)


made("simple", "gain {abilities:kws}", _gains)
made(
    "simple",
    "don't untap during {untapper:next_untapper} next untap step",
    lambda untapper: Continuous(Self(), (DoesntUntap(True, untapper[1], surface=untapper[0]),), "", surface=LONE),
)
made(
    "simple",
    "deal {amount:some_damage} to {to:recipient}",
    lambda amount, to: DealDamage(amount, to, Self(), surface=LONE),
)


def _dealt_to_two(source: Node, amount: Amount, to: Node, other: Amount, also: Node, surface: str = "two") -> Sequence:
    return Sequence((DealDamage(amount, to, source), DealDamage(other, also, source, surface=surface, joint="and")))


made(
    "ovp",
    "{source:dealer} deal {amount:some_damage} to {to:recipient} and {other:some_damage} to {also:recipient}",
    _dealt_to_two,
)
made(
    "ovp",
    "{source:dealer} deal {amount:some_damage} to {to:recipient} and an additional {other:some_damage}"
    " to {also:recipient}",
    partial(_dealt_to_two, surface="two extra"),
)
made(
    "ovp",
    "{source:dealer} deal {amount:some_damage} to {to:recipient} and {other:digit_amount} additional damage"
    " to {also:recipient}",
    partial(_dealt_to_two, surface="two more"),
)


def _dealt_if(
    source: Node, amount: Amount, to: Node, one: Condition, other: Amount, also: Node, two: Condition
) -> Sequence:
    """ "~ deals 3 damage to each creature without flying if {R} was spent to cast it and 3 damage to each creature with
    flying if {G} was": each part has a condition of its own."""
    first, second = _dealt_to_two(source, amount, to, other, also).steps
    return Sequence((If(one, first, surface="last"), If(two, second, surface="last", joint="and")))


made(
    "clause",
    "{source:np} deal {amount:some_damage} to {to:recipient} if {one:condition}"
    " and {other:some_damage} to {also:recipient} if {two:condition}",
    _dealt_if,
)


def _and_the_rest(what: Node, to: Destination, rest: Node, other: Destination) -> Sequence:
    """ "Put one of them into your hand and the rest on the bottom": of the same library, unless another is named."""
    same = replace(other, whose=other.whose or to.whose) if other.zone == to.zone else other
    return Sequence((Move(what, to, "put"), Move(rest, same, "put", surface="rest", joint="and")))


def _and_the_rest_back(what: Node, to: Destination, rest: Node, other: Destination) -> Sequence:
    put, back = _and_the_rest(what, to, rest, other).steps
    return Sequence((put, replace(back, surface="rest back")))


made("pvp", "put {what:some_of_them} {to:zonedest} and {rest:the_rest} {other:zonedest}", _and_the_rest)
made("pvp", "put {what:moved put} {to:zonedest} and {rest:the_rest} {other:zonedest}", _and_the_rest)
made("pvp", "put {what:moved put} {to:zonedest} and {rest:the_rest} back on {other:zonepos}", _and_the_rest_back)


def _back_and_the_rest(what: Node, to: Destination, rest: Node, other: Destination) -> Sequence:
    put, away = _and_the_rest(what, to, rest, other).steps
    return Sequence((replace(put, surface="back on"), away))


made("pvp", "put {what:moved put} back on {to:zonepos} and {rest:the_rest} {other:zonedest}", _back_and_the_rest)
OF_THE_REST = Chosen(Anything(), from_=Rest())


def _one_each(what: Node, to: Destination, then: Destination, last: Destination) -> Sequence:
    """ "Put one of those cards into your hand, one on top of your library, and one on the bottom of your library"."""
    put = (Move(what, to, "put"), Move(OF_THE_REST, then, "put", surface="one more", joint=","))
    return Sequence((*put, Move(OF_THE_REST, last, "put", surface="one more", joint=", and")))


made(
    "pvp",
    "put {what:moved put} {to:zonedest}, {:just_one} {then:zonedest}, and {:just_one} {last:zonedest}",
    _one_each,
)


def _exile_until(what: Node, until: Predicate) -> Sequence:
    return _exile_until_then(what, ZoneChange(until, "battlefield", None))


def _exile_until_then(what: Node, until: Event) -> Sequence:
    exiled = Memo("exile")
    back = Move(exiled, Destination("battlefield", controller=OwnerOf(exiled)), "return")
    return Sequence((Move(what, EXILE, "exile"), Delayed(until, back, until=True)))


made("pvp", "exile {what:moved exile} until {until:leaving_one} leave the battlefield", _exile_until)
made("pvp", "exile {what:moved exile} until {until:occurs}", _exile_until_then)
made("pvp", "remove {what:moved exile} from the game until {until:leaving_one} leave play", _exile_until)


def _then(search: Search, tail: Instruction) -> Sequence:
    """ "Search your library for a card, put it onto the battlefield …"."""
    return Sequence((search, *(tail.steps if isinstance(tail, Sequence) else (tail,))))


def _then_where(search: Search, letter: str, tail: Instruction) -> Sequence:
    """ "Search your library for up to X cards, where X is its power, put them …": the slot already holds the amount."""
    made = _then(search, tail)
    return replace(made, steps=(made.steps[0], *map(_unsaid, made.steps[1:])))


def _unsaid(step: Instruction) -> Instruction:
    """A step with the same, unrepeated subject as the step before."""
    return replace(step, surface="bare") if step.surface in ("", "by another") else step


made("pvp", "{search:searching}, {tail:tailsearch}", _then)
made("pvp", "{search:searching}, where {letter:LETTER} is {:defined_here}, {tail:tailsearch}", _then_where)
made("pvp", "{search:searching} and {tail:tailsearch}", _then)


def _both_ways(both: Node, combat: bool | None = None) -> Sequence:
    """ "Dealt to and dealt by": two shields."""
    to = PreventDamage(None, to=both, combat=combat)
    return Sequence((to, PreventDamage(None, from_=both, combat=combat, surface="and by")))


made("pvp", "prevent all {combat:damagekind} that would be dealt to and dealt by {both:np} [this turn]", _both_ways)


def _here_and_there(*puts: PutCounters) -> Sequence:
    joints = ("", *(["," for _ in puts[2:]]), "and" if len(puts) == 2 else ", and")
    return Sequence(tuple(replace(put, joint=joint) for put, joint in zip(puts, joints, strict=True)))


PUT_HERE = "put {amount:qty_of} {kind:countername} counter* on {on:holder}"
made(
    "pvp",
    f"{PUT_HERE} and {{other:and_there}}",
    lambda amount, kind, on, other: _here_and_there(PutCounters(kind, on, amount), other),
)
made(
    "pvp",
    f"{PUT_HERE}, {{other:and_there}}, and {{third:and_there}}",
    lambda amount, kind, on, other, third: _here_and_there(PutCounters(kind, on, amount), other, third),
)


made("pvp", "choose {one:chosen} and an opponent", lambda one: Sequence((one, ANY_OPPONENT)))


@node
class May(Instruction):
    """A player may do it, chosen on resolution; `then` if done ("if you do"), `otherwise` if not ("if you don't").

    An impossible action may not be chosen.
    """

    do: Instruction
    who: Node = You()
    then: Instruction | None = None
    otherwise: Instruction | None = None

    words = (reads("pvp", "may {do:pvp}"),)


def _may_have(what: Node, verb: Callable[[Node], Instruction] | tuple[Change, ...]) -> May:
    """What an object may do or be; a duration follows, as in any clause."""
    return May(Continuous(what, verb, "") if isinstance(verb, tuple) else verb(what))


made("pvp", "may have {what:np} {verb:ovp}", _may_have)


def _may_have_all(what: Node, verbs: list[Callable[[Node], Instruction] | tuple[Change, ...]]) -> May:
    """ "You may have it get +2/+0 and gain deathtouch until end of turn": all or nothing."""
    changes = [verb for verb in verbs if isinstance(verb, tuple)]
    if len(changes) < len(verbs):
        raise ValueError("what an object may do besides what it may be")
    return May(Continuous(what, tuple(change for several in changes for change in several), ""))


made("pvp", "may have {what:np} {verbs:all_deeds}", _may_have_all)
made(
    "pvp",
    "may have {who:poss} life total become {amount:digit_value}",
    lambda who, amount: May(SetLife(amount, who, surface="have")),
)
made(
    "pvp", "may {one:pvp} or {other:pvp}", lambda one, other: May(Modal((one, other), on_resolution=True, surface="or"))
)


def _also(do: Instruction) -> Instruction:
    """ "If X is 10 or more, also create …": the word changes nothing; it is stored for printing."""
    if isinstance(do, Sequence):
        raise ValueError("what several steps also do")
    return replace(do, surface=f"{do.surface} also".strip())


made("simple", "also {do:pvp}", _also)


@node
class HaveDone(Instruction):
    """A player has an object do something ("unless its controller has ~ deal 2 damage to him or her")."""

    do: Instruction
    who: Node = You()

    words = (prints("pvp", "have {do:in_base}"),)


def _have(what: Node, verb: Callable[[Node], Instruction] | tuple[Change, ...]) -> HaveDone:
    if isinstance(verb, tuple):
        raise ValueError("a change that a player may have happen")
    return HaveDone(verb(what))


made("havedone", "have {what:np} {verb:ovp}", _have)


@node
class OnceEachTurn(Instruction):
    """Do it unless this ability of this object already did it this turn: "Do this only once each turn". A declined
    action does not count."""

    do: Instruction

    words = (prints("deed", "{do:told}. do this only once each turn"),)


@node
class Pay(Instruction):
    """A player pays a cost on resolution (usually inside May: "you may pay {1}")."""

    cost: Cost
    who: Node = You()

    words = (
        reads("pvp", "pay {cost:costof}"),
        prints("pvp", "{cost:paid}"),
    )


@node
class PayTimes(Instruction):
    """A player pays a cost as often as he or she chooses; the amount done is the number of payments."""

    cost: Cost
    who: Node = You()

    words = (
        reads("pvp", "pay {cost:costof} any number of times"),
        prints("pvp", "{cost:paid} any number of times"),
    )


@node
class PayAny(Instruction):
    """A player pays as much "mana", "life" or "energy" as he or she chooses, and at least so much; the amount done is
    the payment."""

    what: str
    who: Node = You()
    least: int = 0

    words = (
        says("pvp", "pay any amount of {what:payable}"),
        says("pvp", "pay any amount of {:energy_sign}", what="energy"),
        says("pvp", "pay one or more {:energy_sign}", what="energy", least=1),
    )


choice("payable", mana="mana", life="life")
made("pvp", "pay {cost:costof} for each {times:countable}", lambda cost, times: Pay(Cost((Repeated(cost, times),))))


@node
class Modal(Instruction):
    """Choose modes as the spell or ability is announced (`on_resolution`: while resolving).

    Targets of the modes are in the ability's one list of slots; each mode has its own slots. `minimum` to
    `maximum` modes, more under the condition of `also`; `repeatable`: a mode may be chosen more than once. `who`
    chooses. `kicked`: the minimum and maximum if the spell is kicked. `unchosen`: only modes not yet chosen, this
    "turn" or ever ("game"), for this ability of the object. `costs`: what each mode costs in addition (spree, tiered).
    `again`: the modes with targets of their own, for a second choice of the same mode, a third …; `worth`: how much of
    the maximum each mode takes up, if it is not one ("up to five {P} worth of modes").
    """

    modes: tuple[Instruction, ...]
    minimum: int = 1
    maximum: int = 1
    who: Node = You()
    repeatable: bool = False
    on_resolution: bool = False
    kicked: tuple[int, int] | None = None
    unchosen: str | None = None
    also: Instruction | None = None
    costs: tuple[Cost, ...] = ()
    again: tuple[tuple[Instruction, ...], ...] = ()
    worth: tuple[int, ...] = ()

    def taken_up(self, numbers: list[int]) -> int:
        """How much of the maximum the modes with these numbers take up.

        >>> Modal((Nothing(), Nothing()), worth=(1, 3)).taken_up([2, 1, 2])
        7
        """
        return sum(self.worth[number - 1] for number in numbers) if self.worth else len(numbers)

    def chosen(self, numbers: Iterable[int]) -> list[Instruction]:
        """The instructions of the modes with these numbers (from 1), in order.

        >>> once, again = Sequence((Nothing(),)), Sequence((Nothing(), Nothing()))
        >>> Modal((Nothing(), once), again=((Nothing(), again),)).chosen([2, 2]) == [once, again]
        True
        """
        times: Counter[int] = Counter()
        found = []
        for number in numbers:
            round_ = times[number] if times[number] <= len(self.again) else 0
            found.append((self.modes, *self.again)[round_][number - 1])
            times[number] += 1
        return found


passes("pvp", "{:choosing_more}")


@node
class ChooseMore(Instruction):
    """More of the modes may be chosen: `count` of them, all of them without: "choose both", "choose any number"."""

    count: Amount | None = None

    words = (
        says("choosing_more", "choose both", surface="both", count=None),
        says("choosing_more", "choose any number", surface="number", count=None),
        says("choosing_more", "choose {count:numeral}"),
    )


def _counter_of_choice(on: Node, *kinds: str, surface: str = "counters of choice") -> Modal:
    return Modal(tuple(PutCounters(kind, on) for kind in kinds), on_resolution=True, surface=surface)


made(
    "pvp",
    "put {:your} choice of a {one:countername} counter or a {two:countername} counter on {on:holder}",
    lambda one, two, on: _counter_of_choice(on, one, two),
)
made(
    "pvp",
    "put {:your} choice of a {one:countername} counter or a counter of that kind on {on:holder}",
    lambda one, on: _counter_of_choice(on, one, THAT_KIND),
)
for your, choice_of in (("{:your} choice of ", "named of choice"), ("", "named")):
    made(
        "pvp",
        f"put {your}a {{one:countername}} or {{two:countername}} counter on {{on:holder}}",
        lambda one, two, on, surface=choice_of: _counter_of_choice(on, one, two, surface=surface),
    )
    made(
        "pvp",
        f"put {your}a {{one:countername}}, {{two:countername}}, or {{three:countername}} counter on {{on:holder}}",
        lambda one, two, three, on, surface=choice_of: _counter_of_choice(on, one, two, three, surface=surface),
    )
made(
    "pvp",
    "put a {one:countername} counter or a {two:countername} counter on {on:holder}",
    lambda one, two, on: _counter_of_choice(on, one, two, surface="counters"),
)
made(
    "pvp",
    "put {:your} choice of a {one:countername} counter, a {two:countername} counter, or a {three:countername} counter"
    " on {on:holder}",
    lambda one, two, three, on: _counter_of_choice(on, one, two, three),
)
made(
    "pvp",
    "create {one:newtoken} or {other:newtoken}",
    lambda one, other: Modal((one, other), on_resolution=True, surface="tokens"),
)
made(
    "pvp",
    "tap or untap {what:np}",
    lambda what: Modal((Tap(what), Untap(what)), on_resolution=True, surface="tap or untap"),
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
SKIP = "{optional:may} skip that {surface:skipped}"


@node
class Replace(Node):
    """A replacement effect: when `event` would happen, `instead` happens (None: nothing, the event is
    skipped).

    `instead` may contain `Happens()` — the event itself, as modified so far — for effects that add to the
    event (but "enters tapped" is an EntersWith). `optional`: "you may … instead". `once`: "the
    next time"; `wherever`: wherever the object would go ("instead of putting it anywhere else").
    """

    event: Event
    instead: Instruction | None
    optional: bool = False
    once: bool = False
    condition: Condition | None = None
    wherever: bool = False

    words = (
        says(
            "replacement",
            "if {event:counters_by_effect}, {:it_or_they} (puts|places) twice that many of those counters on "
            "{event:that_holder} instead",
            instead=Happens(amount=Times(2, ThatMuch("trigger"))),
        ),
        says(
            "replacement",
            "if {event:tokens_made}, {:it_or_they} creates twice that many of those tokens instead",
            instead=Happens(amount=Times(2, ThatMuch("trigger"))),
        ),
        reads(
            "replacement",
            "if {event:tokens_made}, {:it_or_they} puts twice that many of those tokens onto the battlefield instead",
            instead=Happens(amount=Times(2, ThatMuch("trigger"))),
        ),
        says(
            "replacement",
            "if {event:tokens_would}, twice that many of those tokens are created instead",
            instead=Happens(amount=Times(2, ThatMuch("trigger"))),
            surface="are created",
        ),
        says(
            "replacement",
            "if {event:tokens_would}, {instead:so_many_times} times that many of those tokens are created instead",
            surface="are created",
        ),
        says(
            "replacement",
            "if {event:tokens_would}, those tokens plus {instead:tokens_besides} are created instead",
            surface="are created besides",
        ),
        says(
            "replacement",
            "if {event:tokens_would}, {instead:newtoken} are created instead",
            surface="others are created",
        ),
        says(
            "replacement",
            "if {event:counters_would}, that many plus {:one} {event:same_kind} counters are put on {event:that_holder}"
            " instead",
            instead=Happens(amount=Total((ThatMuch("trigger"), Number(1)))),
        ),
        says(
            "replacement",
            "if {event:counters_would}, that many plus {:one} of each of those kinds of counters are put on"
            " {event:that_holder} instead",
            instead=Happens(amount=Total((ThatMuch("trigger"), Number(1)))),
            surface="each kind",
        ),
        says(
            "replacement",
            "if {event:counters_would}, that many {event:same_kind} counters minus {:one} are put on"
            " {event:that_holder} instead",
            instead=Happens(amount=Total((ThatMuch("trigger"), Number(-1)))),
            surface="fewer",
        ),
        says(
            "replacement",
            "if {event:counters_would}, twice that many {event:same_kind} counters are put on {event:that_holder}"
            " instead",
            instead=Happens(amount=Times(2, ThatMuch("trigger"))),
            surface="are put",
        ),
        says(
            "replacement",
            "if {event:counters_would}, twice that many of each of those kinds of counters are put on"
            " {event:that_holder} instead",
            instead=Happens(amount=Times(2, ThatMuch("trigger"))),
            surface="each kind",
        ),
        says(
            "replacement",
            "if {event:counters_got}, you get that many plus {:one} of each of those kinds of counters instead",
            instead=Happens(amount=Total((ThatMuch("trigger"), Number(1)))),
            surface="got",
        ),
        says(
            "replacement",
            "if {event:counters_by_player}, put twice that many of each of those kinds of counters on that permanent or"
            " player instead",
            instead=Happens(amount=Times(2, ThatMuch("trigger"))),
        ),
        says(
            "replacement",
            "if {event:counters_by_player}, they put half that many of each of those kinds of counters on that"
            " permanent or player instead, rounded down",
            instead=Happens(amount=Half(ThatMuch("trigger"), "down")),
        ),
        prints("replacement", f"{WOULD}, instead {SKIP}. if you do, {{instead:told}}", surface="skip ahead"),
        prints("replacement", f"{WOULD}, {SKIP} instead. if you do, {{instead:told}}", surface="skip"),
        prints("replacement", f"{WOULD}, instead {SKIP}", instead=None, surface="ahead"),
        prints("replacement", f"{WOULD}, {SKIP} instead", instead=None),
        says("replacement", f"{WOULD}, that damage is dealt to {{instead:dealt_to}} instead", surface="that damage"),
        reads("replacement", f"{WOULD}, {DONE} instead"),
        prints("replacement", f"{WOULD}, {{optional,instead:then_instead}}"),
        says("replacement", f"{WOULD}, instead {DONE}", surface="ahead"),
        says("replacement", f"{WOULD}, you may instead {{instead:may_instead}}", surface="may instead", optional=True),
        says("replacement", f"{WOULD}, {DONE} instead of putting it into your graveyard", surface="your"),
        reads("replacement", f"{WOULD}, {DONE} instead of {{:insteadof}}"),
        says("replacement", f"{WOULD}, {DONE} instead of {{event:elsewhere}}", wherever=True),
        says("replacement", f"{WOULD}, instead {{:it_or_they}} (doesn't|don't)", instead=None, surface="doesn't"),
        says("replacement", f"{WOULD}, {{instead:instruction}}", surface="plain"),
    )


@node
class CreateReplacement(Instruction):
    """Start a replacement effect that waits for a duration: "the next time ~ would be destroyed this turn,
    …"."""

    replacement: Replace
    duration: str = "turn"


choice("none_of_them", pay="pays life", put="puts a card onto the battlefield", so="does so")


@node
class Repeat(Instruction):
    """Repeat the process: the sequence before, `amount` times (None: while the player chooses to); `until`: as long as
    any player still takes the option in it."""

    amount: Amount | None = Number(1)
    until: str | None = None

    words = (
        says("pvp", "repeat this process until no {:one} {until:none_of_them}", amount=None),
        says("pvp", "repeat this process", amount=None),
        says("pvp", "repeat this process any number of times", surface="any number", amount=None),
        says("pvp", "repeat this process once", amount=Number(1)),
        says("pvp", "repeat this process {amount:so_many} more times", surface="more"),
        prints("pvp", "repeat this process {amount:so_many} times"),
    )


@node
class RepeatFor(Instruction):
    """Repeat the process before for each of some kinds of objects, in turn: each kind takes the place of the kind named
    in it; `alone`: repeat only its last step."""

    kinds: tuple[Predicate, ...]
    who: Node = You()
    alone: bool = False

    words = (
        says("pvp", "repeat this process for {kinds:kinds_each}", surface="of_each"),
        says("pvp", "repeat this process for {kinds:kinds_many}"),
        says("pvp", "do the same for {kinds:kinds_each}", surface="of_each", alone=True),
        says("pvp", "do the same for {kinds:kinds_many}", alone=True),
    )


@node
class AtOnce(Instruction):
    """Do several things at one time: the objects of all of them are determined before any is done."""

    do: Node

    words = (
        says("ending", "simultaneously {do:instruction}"),
        says("ending", "simultaneously, {do:instruction}", surface="comma"),
    )


@node
class CountThem(Instruction):
    """Work out a number to which the next words refer: "count the number of …"."""

    amount: Amount

    words = (says("pvp", "count {amount:counted}"),)


@node
class VillainousChoice(Instruction):
    """A player chooses one of two orders, which is then carried out, also where that is impossible (701.55a in
    2026-06-19)."""

    first: Instruction
    second: Instruction
    who: Node = You()

    words = (says("pvp", "face a villainous choice — {first:done_then}, or {second:done_then}"),)


@node
class Rounds(Instruction):
    """ "Round up each time": the rounding of amounts in the steps before, which store it themselves."""

    way: str

    words = (says("simple", "round {way:rounding_of_all} each time"),)


@node
class Nothing(Instruction):
    """No effect; `who` skips the event."""

    who: Node = You()

    words = (
        *(says("pvp", f"skip that {what}", surface=f"{what} skip") for what in ("draw", "turn", "step", "phase")),
        says("pvp", "gain no life", surface="no life"),
        prints("deed", "nothing happens", who=ANY),
    )
