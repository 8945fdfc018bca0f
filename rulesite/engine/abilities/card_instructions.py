"""Instructions about cards: drawing, discarding, revealing, searching."""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.abilities.references import You
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, passes, prints, reads, says


@node
class Discard(Instruction):
    """A player discards cards from his or her hand (`Chosen` … or `Every` for the whole hand)."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "discard {what:discarded}"),
        reads("pvp", "discard {what:patient} from {:zoneref}"),
        says("pvp", "discard a number of cards equal to {what:cards_chosen}", surface="number"),
        reads("pvp", "discard card* equal to {what:cards_chosen}"),
        reads("pvp", "discard {what:in_hand} hand"),
    )


@node
class Draw(Instruction):
    """A player draws cards."""

    amount: Amount = Number(1)
    who: Node = You()

    words = (
        says("pvp", "draw another card", surface="another", amount=Number(1)),
        says("pvp", "draw {amount:cards_drawn}"),
        reads("pvp", "draw cards equal to {amount:value}"),
        reads("pvp", "draw {amount:amount} additional cards", surface="additional"),
        prints("pvp", "draw {amount:cards_drawn additional card}", surface="additional"),
    )


@node
class Search(Instruction):
    """A player looks for cards in zones ("library" first) of `whose`; found cards are Memo("search").

    `amount` may be `UpTo` or `AtLeast(Number(0))`; `every`: all matching cards. If `what` states a quality, the player
    may fail to find cards in a hidden zone. `either`: the player chooses which of the zones to search ("library and/or
    graveyard"). `exactly`: the player finds all of that number, or none.
    """

    what: Predicate
    amount: Amount = Number(1)
    who: Node = You()
    whose: Node = You()
    zones: tuple[str, ...] = ("library",)
    either: bool = False
    every: bool = False
    exactly: bool = False

    home: ClassVar[str] = "pvp"
    words = (
        says("searching", "search {whose:poss} {zones,either:searched} for all {what:found_ones}", every=True),
        says("searching", "search {whose:poss} {zones,either:searched} for {what:found_each}", amount=ANY),
        says("searching", "search {whose:poss} {zones,either:searched} for {what:found_either}", amount=Number(1)),
        says("searching", "search {whose:poss} {zones,either:searched} for {amount:qty_of} {what:found_one}"),
        prints(
            "searching",
            "search {whose:poss} {zones,either:searched} for {amount:qty_of} {what:found_one}",
            exactly=True,
        ),
        reads("searching", "search library for {amount:qty_of} {what:found_one}"),
    )


made("finds", "a {one:core_found}, {rest:finds}", lambda one, rest: (one, *rest))
for joint in ("and", "and/or"):
    made("finds", f"a {{one:core_found}}, {joint} a {{last:core_found}}", lambda one, last: (one, last))
    made("findlist", f"a {{one:core_found}} {joint} a {{last:core_found}}", lambda one, last: (one, last))
passes("findlist", "{:finds}")
made("eitherfound", "a {one:core_found} or a {other:core_found}", lambda one, other: (one, other))
fixed("searched", (("library",), False), "library")
fixed("searched", (("graveyard", "hand", "library"), False), "graveyard, hand, and library")
fixed("searched", (("library", "graveyard"), False), "library and graveyard")
fixed("searched", (("library", "graveyard"), True), "library and/or graveyard")
fixed("searched", (("graveyard", "library"), True), "graveyard and/or library")
fixed("searched", (("graveyard", "hand", "library"), True), "graveyard, hand, and/or library")
passes("pvp", "{:searching}")


@node
class SearchTop(Instruction):
    """A player who searches a library looks at only so many cards from its top: only as a replacement of a search."""

    amount: Amount
    who: Node = You()

    words = (says("pvp", "search the top {amount:some_cards} of that library"),)


@node
class Shuffle(Instruction):
    """A player shuffles his or her library (`whose`)."""

    whose: Node = You()

    words = (
        says("pvp", "shuffle"),
        says("pvp", "shuffle {whose:own_library} library", surface="library"),
        prints("pvp", "{whose:thing} shuffle"),
    )


@node
class LookAt(Instruction):
    """A player looks at cards (not revealed to others): Memo("look")."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "look at {what:patient}"),
        reads("pvp", "look at {what:in_hand} hand"),
    )


@node
class Reveal(Instruction):
    """A player reveals cards: Memo("reveal"). `until`: from the top, until so many matching cards are revealed; those
    are Memo("found"). `exiled`: they are exiled one by one, not revealed."""

    what: Node
    who: Node = You()
    until: Predicate | None = None
    until_amount: Amount = Number(1)
    exiled: bool = False

    words = (
        says("pvp", "reveal {what:patient}"),
        says("pvp", "reveal {what:itself_shown} from your hand", surface="from hand"),
        reads("pvp", "reveal {what:in_hand} hand"),
        says(
            "pvp",
            "reveal cards from the top of {what:top_of} library until {:doer} reveal {until:revealed}",
            until_amount=ANY,
        ),
        says(
            "pvp",
            "reveal cards from the top of {what:top_of} library until {until:revealed} is revealed",
            surface="passive",
        ),
        prints(
            "pvp",
            "reveal cards from the top of {what:top_of} library until {until:revealed} are revealed",
            surface="passive",
            until_amount=ANY,
        ),
        says(
            "pvp",
            "exile cards from the top of {what:top_of} library until {:doer} exile {until:revealed}",
            exiled=True,
            until_amount=ANY,
        ),
    )


@node
class Mill(Instruction):
    """A player puts cards from the top of his or her library into the graveyard."""

    amount: Amount
    who: Node = You()

    words = (
        says("pvp", "mill {amount:cards_milled}"),
        says("pvp", "mill {amount:half_zone}", surface="half"),
        reads("pvp", "mill cards equal to {amount:value}"),
    )


@node
class ExchangeZones(Instruction):
    """Exchange a player's cards of two zones, even if one zone is empty."""

    one: str
    other: str
    who: Node = You()

    words = (says("pvp", "exchange {:doers_own} {one:zonename} and {other:zonename}"),)
