"""Costs: payments to play a spell or ability, or to avoid the consequence of an "unless"."""

from __future__ import annotations

import re

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import made, passes, prints, reads, says


class CostPart(Node):
    """One part of a cost."""


@node
class Cost(Node):
    """All parts of a cost, payable in any order. `none` is a cost without parts ({0} is `PayMana("{0}")`)."""

    parts: tuple[CostPart, ...] = ()

    words = (
        prints("payment", "{parts:parts_of_cost and}", surface="and"),
        prints("payment", "{parts:parts_of_cost}"),
    )


CREWING = "{what:kind+} with total power {power:digit_amount} or greater"
TIMES = "[ for each {times:so_often}]"


@node
class PayMana(CostPart):
    """Mana in printed symbols: "{3}{B}{B}", "{X}{R}", "{0}". `times` multiplies ("{1} for each …")."""

    symbols: str
    times: Amount | None = None

    words = (
        prints("costpart", f"{{symbols:word}}{TIMES}"),
        prints("paying", f"pay {{symbols:word}}{TIMES}"),
    )


@node
class PayManaAmount(CostPart):
    """Generic mana of a calculated amount: "pay {X}, where X is its power", "mana equal to its mana value"."""

    amount: Amount

    words = (
        prints("costpart", "pay {amount:lettered_mana}"),
        reads("costpart", "mana equal to {amount:value}"),
        prints("costpart", "pay mana equal to {amount:told}"),
    )


@node
class ManaCostOf(CostPart):
    """The mana cost of an object: "pay its mana cost"."""

    of: Node

    words = (
        says("costpart", "pay {of:whose} mana cost"),
        reads("costpart", "{of:whose} mana cost"),
        reads("costpart", "{of:what}'s mana cost"),
    )


@node
class TapPower(CostPart):
    """Tap any number of untapped creatures with this total power or more (crew, saddle, teamwork); `other`: none of
    them the object itself."""

    what: Node
    power: Amount
    other: bool = False

    words = (
        says("costpart", f"tap any number of {CREWING}"),
        says("costpart", f"tap any number of other {CREWING}", other=True),
    )


@node
class CollectEvidence(CostPart):
    """Exile any number of cards from one's graveyard, of this total mana value or more (701.59a in 2026-06-19)."""

    amount: Amount

    words = (says("costpart", "collect evidence {amount:digit_amount}"),)


@node
class Behold(CostPart):
    """Choose a permanent that one controls and that fits, or reveal such a card from one's hand (701.4a in
    2026-06-19)."""

    what: Predicate

    words = (says("costpart", "behold {what:beheld}"),)


@node
class Waterbend(CostPart):
    """Mana; for each generic mana in it an artifact or creature may be tapped instead (701.67 of 2026-01-16)."""

    symbols: str

    words = (says("costpart", "waterbend {symbols:mana_printed}"),)


@node
class TapSelf(CostPart):
    """{T}: tap this permanent (summoning sickness rules apply)."""

    words = (prints("costpart", "{T}"),)


@node
class UntapSelf(CostPart):
    """{Q}: untap this permanent."""

    words = (prints("costpart", "{Q}"),)


@node
class PayLife(CostPart):
    """Pay life."""

    amount: Amount

    words = (
        says("costpart", "pay {amount:half_life_paid}"),
        says("costpart", "pay {amount:paid_life}"),
        reads("costpart", "{amount:some_life}"),
        says("costpart", "pay life equal to {amount:value}"),
        reads("costpart", "life equal to {amount:value}"),
    )


@node
class PayEnergy(CostPart):
    """Pay energy counters ({E}) or another kind of counter that the payer has."""

    amount: Amount
    kind: str = "energy"

    words = (
        says("costpart", "pay {amount:whole} {:energy_sign}", surface="counted"),
        reads("costpart", "{amount:whole} {:energy_sign}", surface="counted"),
        says("costpart", "pay an amount of {:energy_sign} equal to {amount:value}", surface="amount"),
        reads("costpart", "an amount of {:energy_sign} equal to {amount:value}", surface="amount"),
        prints("costpart", "pay {amount:energy}"),
        prints("costpart", "pay {amount:digit_amount} {E}"),
        prints("costpart", "remove {amount:so_many_of} {kind:word} counter* from you", kind=ANY),
    )


@node
class Loyalty(CostPart):
    """A planeswalker's loyalty cost; `amount` is negative for −N; "−X" is `Times(-1, X())`."""

    amount: Amount

    words = (says("costpart", "{amount:loyalty}"),)


@node
class Act(CostPart):
    """An instruction done as a cost: Sacrifice, Discard, Move (exile, return to hand), RemoveCounters, Tap,
    Reveal …

    Its `who` is `You()`, whoever pays. `times` multiplies ("for each …", cumulative upkeep).
    """

    do: Node
    times: Amount | None = None

    words = (
        reads("costpart", "sacrificing {do:sacrificing}"),
        reads("costpart", "discarding {do:discarding}"),
        reads("costpart", "tapping {do:tapping}"),
        prints("costpart", f"have {{do:of_another}}{TIMES}"),
        prints("costpart", f"{{do:told}}{TIMES}"),
    )


@node
class OneOf(CostPart):
    """The payer chooses one of several costs: "sacrifice a creature or pay {3}", "{2} or {G}"."""

    options: tuple[Cost, ...]

    words = (
        prints("costpart", "forage", surface="forage", options=ANY),
        prints("costpart", "{options:either_cost}"),
        prints("paying", "forage", surface="forage", options=ANY),
        prints("paying", "{options:either_cost pay}"),
    )


@node
class Repeated(CostPart):
    """A whole cost paid a number of times: "pay {B} and 2 life for each age counter on it"."""

    cost: Cost
    times: Amount

    words = (
        prints("costpart", "{cost:told} for each {times:so_often}"),
        prints("paying", "{cost:paid} for each {times:so_often}"),
    )


def _of_symbols(symbols: str) -> tuple[CostPart, ...]:
    """The cost parts of some symbols: mana, tapping, energy."""
    mana = re.sub(r"\{[TQE]\}", "", symbols)
    made: list[CostPart] = [PayMana(mana)] if mana else []
    made += [part for sign, part in (("{T}", TapSelf()), ("{Q}", UntapSelf())) if sign in symbols]
    energy = symbols.count("{E}")
    return (*made, PayEnergy(Number(energy))) if energy else tuple(made)


passes("paying", "{:costpart}", read=False)
made("costpart", "{symbols:MANASYMBOLS}", _of_symbols)
made("costpart", "pay {symbols:MANASYMBOLS}", _of_symbols)
made("costpart", "{parts:done_to_pay}", lambda parts: parts)
