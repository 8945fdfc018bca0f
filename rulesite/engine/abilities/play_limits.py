"""When, how often, by whom and with what mana an ability or card may be played.

Sorts of phrase: a `playtime` follows "only" ("activate this ability only *during your turn*"); `spending` is a
sentence.
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, IsPlayer, Predicate
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import made, passes, prints, reads, says


class PlayRestriction(Node):
    """A limit on when, how often or by whom something may be played."""

    home: ClassVar[str] = "limit"


passes("limit", "activate this ability only {:playtime}", read=False)
passes("limit", "{:rider}", read=False)


@node
class OnlyTiming(PlayRestriction):
    """Only when its player could play a "sorcery" or an "instant"."""

    as_: str

    words = (
        says("playtime", "as a sorcery", as_="sorcery"),
        says("playtime", "as an instant", as_="instant"),
        reads("playtime", "any time {:who} could cast a {as_:CARDTYPE}"),
    )


@node
class OnlyTimes(PlayRestriction):
    """At most so many times in a span ("turn", "game"), counted for the object even if its controller changes."""

    times: int
    span: str = "turn"

    words = (
        says("playtime", "once each turn", times=1),
        says("playtime", "twice each turn", times=2),
        says("playtime", "{times:number} times each turn"),
        says("playtime", "once", times=1, span="game"),
        reads("rider", "this ability triggers only once each turn", times=1),
        reads("rider", "this ability triggers only once", times=1, span="game"),
        reads("rider", "this ability triggers only twice each turn", times=2),
        reads("rider", "do this only once each turn", times=1, surface="done"),
        reads("rider", "activate no more than twice each turn", times=2, surface="no more than"),
        reads("rider", "activate no more than {times:number} times each turn", surface="no more than"),
    )


@node
class OnlySoOften(PlayRestriction):
    """At most so many times each turn as the amount that is worked out on each attempt."""

    amount: Amount

    words = (says("rider", "activate no more times each turn than {amount:value}"),)


@node
class OnlyDuring(PlayRestriction):
    """Only during a step, phase or turn (`step` "turn", "upkeep", "combat" …), of a player's turn if given.

    `before`: only before that step ("before attackers are declared"); `after`: only after that phase ("after combat").
    """

    step: str
    whose: Predicate = Anything()
    before: bool = False
    after: bool = False

    words = (
        says(
            "playtime",
            "during {whose:whose_turn} turn, before attackers are declared",
            step="declare attackers",
            before=True,
        ),
        says("playtime", "during {whose:whose_turn} turn before the {step:steplong}", before=True),
        says("playtime", "during the end of combat step", step="end of combat"),
        says("playtime", "before combat", step="combat", before=True),
        says("playtime", "after combat", step="combat", after=True),
        says("playtime", "before the combat damage step", step="combat damage", before=True),
        says("playtime", "before attackers are declared", step="declare attackers", before=True),
        says("playtime", "during combat before blockers are declared", step="declare blockers", before=True),
        says("playtime", "before blockers are declared", surface="before", step="declare blockers", before=True),
        says("playtime", "during combat after blockers are declared", step="after blockers"),
        says("playtime", "during combat", step="combat"),
        says("playtime", "during the declare attackers step", step="declare attackers"),
        says("playtime", "during the declare blockers step", step="declare blockers"),
        says("playtime", "during {whose:whose_turn} {step:steplong}"),
        prints("playtime", "during their {step:steplong}", whose=ANY, surface="their"),
        prints("playtime", "during their turn before the {step:steplong}", whose=ANY, surface="their", before=True),
        says("playtime", "during combat on {whose:whose_turn} turn", surface="on", step="combat"),
        says("playtime", "during the {step:steplong} on {whose:whose_turn} turn", surface="on"),
        says("playtime", "during any {step:steplong} step", surface="any step"),
        reads("playtime", "during a {whose:any_players}'s {step:steplong}"),
        reads("playtime", "during {step:steplong}"),
        says("playtime", "during any {step:steplong}"),
    )


@node
class OnlyIf(PlayRestriction):
    """Only if a condition is true."""

    condition: Condition

    words = (
        says("playtime", "if {condition:condition}"),
        reads("playtime", "when {condition:condition}"),
        reads("playtime", "as long as {condition:condition}"),
    )


@node
class PlayableBy(PlayRestriction):
    """Players besides the controller may play it ("Any player may play this ability"), or (`only`) only these."""

    who: Predicate = Anything()
    only: bool = False

    words = (
        says("rider", "any {who:of_players} may activate this ability"),
        prints("rider", "any player may activate this ability", who=IsPlayer()),
        says("rider", "only {who:only_players} may activate this ability", only=True),
        says("rider", "only {who:only_player} may activate this ability", only=True),
        prints("rider", "any {who:noun player} may activate this ability"),
    )


@node
class SpendLimit(PlayRestriction):
    """At most this much mana may be spent on it each turn, in total for the object."""

    symbols: str
    span: str = "turn"

    words = (
        says("spending", "no more than {symbols:MANASYMBOLS} can be spent this way each turn"),
        reads("spending", "no more than {symbols:MANASYMBOLS} can be spent each turn"),
    )


@node
class SpendOnly(PlayRestriction):
    """Only mana of a kind may be spent on a variable ("Spend only black mana on X")."""

    color: str
    on: str = "X"

    words = (says("spending", "spend only {color:COLORWORD} mana on {on:LETTER}"),)


@node
class LeastX(PlayRestriction):
    """The least X that may be announced ("X can't be 0": 1)."""

    least: int = 1

    words = (says("rider", "{:letter_x} can't be {least:no_zero}"),)


@node
class XIs(PlayRestriction):
    """The only X that may be announced ("X is the number of cards in your hand")."""

    amount: Amount

    words = (says("rider", "{:letter_x} is {amount:value}"),)


@node
class AbilityCosts(PlayRestriction):
    """The ability itself costs more or less to play: not a limit, but in the same place of the text."""

    mana: str
    less: bool
    times: Amount | None = None

    words = (
        reads("rider", "this ability cost {mana:MANASYMBOLS} {less:moreless} to activate [for each {times:countable}]"),
        prints("rider", "this spell costs {mana,times:dearer_by} {less:moreless} to cast this way", surface="spell"),
        prints("rider", "this ability costs {mana,times:dearer_by} {less:moreless} to activate {times:for_each}"),
    )


def _costs_so_much(mana: str, less: bool, letter: str, times: Amount, surface: str = "") -> AbilityCosts:
    """ "{X} less to activate, where X is …"."""
    if mana != f"{{{letter}}}":
        raise ValueError(f"it is said what {letter} is, but not what it is for")
    return AbilityCosts("{1}", less, times, surface=surface)


made(
    "rider",
    "this ability cost {mana:MANASYMBOLS} {less:moreless} to activate, where {letter:LETTER} is {times:value}",
    _costs_so_much,
)
made(
    "rider",
    "this spell cost {mana:MANASYMBOLS} {less:moreless} to cast this way, where {letter:LETTER} is {times:value}",
    partial(_costs_so_much, surface="spell"),
)
passes("rider", "{:spending}")
for of_it, limits in (
    ("activate this ability {limits:playonly}", lambda limits: limits),
    ("activate {limits:playonly}", lambda limits: limits),
    ("any player may activate this ability but {limits:of_whoever}", lambda limits: (PlayableBy(), *limits)),
):
    made("rider", of_it, limits)
made(
    "rider",
    "only {who:only_players} may activate this ability and {limits:of_whoever}",
    lambda who, limits: (PlayableBy(who, only=True), *limits),
)
made(
    "rider",
    "only {who:only_player} may activate this ability and {limits:of_whoever}",
    lambda who, limits: (PlayableBy(who, only=True), *limits),
)
