"""Instructions about mana: adding and losing it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import All, AnyOf, IsAbility, Predicate
from rulesite.engine.abilities.references import You
from rulesite.engine.abilities.traits import SourceIs
from rulesite.engine.language.phrases import fixed, made, passes, prints, reads, says


@node
class ManaSymbols(Node):
    """Exactly these symbols: "{G}", "{R}{R}", or one of several alternatives ("{B} or {R}")."""

    options: tuple[str, ...]

    words = (
        says("symbols", "{options:manalist}"),
        says("symbols", "an additional {options:manalist}", surface="an additional"),
        says("symbols", "additional {options:manalist}", surface="additional"),
    )


made("manalist", "{one:MANASYMBOLS}", lambda one: (one,))
made("manalist", "{one:MANASYMBOLS} or {rest:manalist}", lambda one, rest: (one, *rest))
made("manalist", "{one:MANASYMBOLS}, {rest:commalist}", lambda one, rest: (one, *rest))
made("commalist", "{one:MANASYMBOLS}, {rest:commalist}", lambda one, rest: (one, *rest))
made("commalist", "{one:MANASYMBOLS}, or {other:MANASYMBOLS}", lambda one, other: (one, other))


@node
class ManaAnyColor(Node):
    """One mana of any colour for each unit; `one_color`: all of one colour, `different`: all of different colours;
    `colors`: only of these; `any_type`."""

    one_color: bool = False
    colors: tuple[str, ...] = ()
    any_type: bool = False
    identity: bool = False
    different: bool = False

    words = (
        says("mana", "mana of different colors", different=True),
        says("mana", "mana of any color in your commander 's color identity", identity=True),
        says("mana", "mana of any {:one} color they choose", surface="they", one_color=True),
        says("mana", "mana of any color they choose", surface="they"),
        reads("mana", "mana of any color {:they_who} choose", surface="they"),
        says("mana", "mana of any color"),
        says("mana", "mana of any {:one} color", one_color=True),
        says("mana", "mana in any combination of colors", surface="combination"),
        prints("mana", "mana of any type", any_type=True),
        says("mana", "mana in any combination of {colors:and_or}"),
    )


made("colorsmixed", "{one:MANASYMBOLS} and/or {other:MANASYMBOLS}", lambda one, other: (one, other))
made("colorsmixed", "{one:MANASYMBOLS}, {rest:colorsleft}", lambda one, rest: (one, *rest))
made("colorsleft", "{one:MANASYMBOLS}, {rest:colorsleft}", lambda one, rest: (one, *rest))
made("colorsleft", "{one:MANASYMBOLS}, and/or {other:MANASYMBOLS}", lambda one, other: (one, other))


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
class ManaOfColorsAmong(Node):
    """Mana of any colour among some objects; `each`: of every colour among them."""

    among: Node
    each: bool = False

    words = (
        says("mana", "mana of any color among {among:several}"),
        says("mana", "mana of any of {among:np}'s colors", surface="of it"),
    )


@node
class ManaThatType(Node):
    """Mana of the type (or colour) that the event's mana had; `color` the chosen colour of the source if
    `chosen`."""

    chosen: bool = False

    words = (
        says("mana", "mana of the chosen color", chosen=True),
        prints("mana", "mana of that color", surface="that", chosen=True),
        says("mana", "mana of any type {:that_produced} produced"),
        reads("mana", "mana of that type"),
        reads("mana", "mana of that color"),
    )


@node
class ManaEither(Node):
    """Mana of one of two kinds: "{G} or one mana of the chosen color"."""

    one: Node
    other: Node

    words = (says("symbols", "{one:printed_mana} or {:just_one} {other:mana}"),)


made("printed_mana", "{symbols:MANASYMBOLS}", lambda symbols: ManaSymbols((str(symbols),)))


@node
class AddMana(Instruction):
    """A player adds mana: `mana` describes a unit, `amount` says how many units. `spend_only`: on spells
    that fit; `uncounterable`: such a spell can't be countered."""

    mana: Node
    amount: Amount = Number(1)
    who: Node = You()
    spend_only: Predicate | None = None
    uncounterable: bool = False

    home: ClassVar[str] = "pvp"
    words = (
        says("produced", "{mana:symbols}"),
        says("produced", "{mana:symbols} for each {amount:each_one}"),
        says("produced", "{amount:so_many_mana} {mana:symbols}"),
        says("produced", "an amount of {mana:symbols} equal to {amount:value}"),
        says("produced", "an additional {amount:so_many_mana} {mana:mana}", surface="an additional"),
        says("produced", "{amount:so_many_mana} [additional] {mana:mana}"),
        prints(
            "produced",
            "an additional {amount:factor mana} {mana:mana} for each {amount:times}",
            surface="an additional",
        ),
        prints("produced", "{amount:factor mana} {mana:mana} for each {amount:times}"),
        prints("produced", "X {mana:mana}, where X is {amount:value}"),
        prints("pvp", "for each color among {mana:each_color_among}, add {amount:so_many_mana} mana of that color"),
        prints("remark", "you can't spend this mana {spend_only:not_spent}"),
        prints(
            "remark",
            "spend this mana only {spend_only:spent_ways}, and that spell can't be countered",
            uncounterable=True,
        ),
        prints("remark", "spend this mana only {spend_only:spent_ways}"),
    )


def _spent_either(*ways: Predicate, surface: str = "spent") -> Predicate:
    """ "To cast artifact spells or activate abilities of artifacts"."""
    return AnyOf(ways, surface=surface)


def _of_source(of: Predicate, surface: str = "") -> Predicate:
    return All((IsAbility(), SourceIs(of)), surface=surface)


@node
class CostsOf(Predicate):
    """The costs of a keyword that are paid on resolution ("to pay cumulative upkeep costs")."""

    keyword: str

    words = (
        says("spent_way", "pay {keyword:KEYWORD} costs"),
        says("spent_way", "pay a {keyword:KEYWORD} cost", surface="a"),
        says("spent_way", "unlock doors", keyword="unlock", surface="doors"),
        says("spent_way", "{keyword:KEYWORD} cards", surface="cards"),
        says("spent_way", "{keyword:KEYWORD} a card from your hand", surface="a card"),
        says("spent_first", "to {keyword:KEYWORD} cards", surface="cards"),
        says("spent_first", "to {keyword:KEYWORD} a card from your hand", surface="a card"),
        says("spent_first", "to pay {keyword:KEYWORD} costs"),
        says("spent_first", "to pay a {keyword:KEYWORD} cost", surface="a"),
    )


@node
class CostsHolding(Predicate):
    """Costs that contain a symbol."""

    symbol: str

    words = (says("spent_way", "pay a cost that contains {symbol:MANASYMBOLS}"),)


passes("spent_way", "(cast|play|activate) {:spent_on}")
made("spent_way", "activate abilities of {of:spent_source}", _of_source)
made("spent_way", "activate an ability of {of:spent_source}", partial(_of_source, surface="a"))
passes("spent_first", "to cast {:spent_on}")
made("spent_first", "to activate abilities of {of:spent_source}", _of_source)
made("spent_first", "to activate an ability of {of:spent_source}", partial(_of_source, surface="a"))
passes("spent_manner", "{:spent_first}")
made("spent_manner", "{one:spent_first} or {other:spent_way}", lambda one, other: _spent_either(one, other))
made(
    "spent_manner",
    "{one:spent_first} and {other:spent_way}",
    lambda one, other: _spent_either(one, other, surface="spent and"),
)
made(
    "spent_manner",
    "{one:spent_first} or {other:spent_first}",
    lambda one, other: _spent_either(one, other, surface="spent to"),
)
made(
    "spent_manner",
    "{one:spent_first}, {other:spent_way}, or {last:spent_way}",
    lambda one, other, last: _spent_either(one, other, last),
)
passes("pvp", "add {:produced} {:to_pool}")
passes("pvp", "add to your mana pool {:produced}", printed=False)
fixed("to_pool", None, "to your mana pool")
fixed("to_pool", None, "")


@node
class DoubleMana(Instruction):
    """A player doubles the amount of each type of mana in his or her pool (701.10 in 2024-06-07)."""

    who: Node = You()

    words = (
        says("pvp", "double the amount of each type of unspent mana you have", surface="unspent"),
        says("pvp", "double the amount of each type of mana in {:doers_own} mana pool"),
    )


@node
class EmptyMana(Instruction):
    """A player loses all unspent mana."""

    who: Node = You()

    words = (
        says("pvp", "lose all unspent mana"),
        says("pvp", "empty {:doers_own} mana pool", surface="pool"),
    )
