"""Rules for players: what a continuous effect changes in what they may and can't do, and in what things cost them.

A `pcant` is what stands behind "can't" of players.
"""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.changes import Change
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, IsSpell, Predicate
from rulesite.engine.language.phrases import prints, says


@node
class SpendAsAnyColor(Change):
    """The player may spend mana as though it were mana of any colour (`any_type`: of any type)."""

    any_type: bool = False


@node
class PlayerCant(Change):
    """A player can't do something: `action` "gain life", "draw", "search", "play lands", "lose", "win",
    "untap", "be attacked", "lose life", "pay life" …; `limit`: more than that many each turn; `what`: of
    these objects."""

    action: str
    what: Predicate = Anything()
    limit: int | None = None

    words = (
        says("pcant", "gain life", action="gain life"),
        says("pcant", "draw cards", action="draw"),
        prints("pcant", "draw more than one card each turn", action="draw", limit=1),
        says("pcant", "draw more than {limit:number} cards each turn", action="draw"),
        says("pcant", "search libraries", action="search"),
        says("pcant", "lose the game", action="lose"),
        says("pcant", "win the game", action="win"),
        says("pcant", "be attacked", action="be attacked"),
        says("pcant", "be attacked except by {what:all_others}", action="be attacked"),
        says("pcant", "be the target of {what:all_those permanent}", action="be targeted"),
        prints("pcant", "untap more than one {what:one_of} during {:own} untap step", action="untap", limit=1),
        says("pcant", "untap more than {limit:number} {what:one_of+} during {:own} untap step", action="untap"),
        says("pcant", "attack", action="attack"),
        says("pcant", "attack {what:whom_player}", action="attack"),
        prints("pcant", "{action:word}"),
        prints("pcant", "{action:word} more than {limit:number} times each turn"),
    )


@node
class PlayerCantPlay(Change):
    """A player can't play (cast) spells that fit; `limit`: more than that many each turn; `during`: only
    then."""

    what: Predicate
    limit: int | None = None

    words = (
        says("pcant", "cast {what:spells}"),
        prints("pcant", "play {what:all_those spell}"),
        prints("pcant", "cast more than one spell each turn", what=IsSpell(), limit=1),
        says("pcant", "cast more than {limit:number} spells each turn", what=IsSpell()),
    )


@node
class MaximumHandSize(Change):
    """The player's maximum hand size: None is "no maximum hand size"; with `change` it is added instead of
    set."""

    amount: Amount | None
    change: bool = False


@node
class ExtraLandPlays(Change):
    """The player may play additional lands on each of his or her turns; None: any number."""

    amount: Amount | None = Number(1)


@node
class PlaysRevealed(Change):
    """The player plays with something revealed: "hand" or "top" (the top card of the library)."""

    what: str


@node
class MayPlay(Change):
    """Permission: the player may play (cast) what fits, where it is, at a cost and time other than usual.

    `what` carries the zone. `cost` None: its usual cost; `Cost()`: without paying its mana cost. `timing`:
    "instant" if any time he or she could play an instant.
    """

    what: Node
    cost: Cost | None = None
    timing: str | None = None
    lands: bool = True
    limit: int | None = None


@node
class SkipsStep(Change):
    """The player skips a step or phase ("draw", "untap", "combat", "turn")."""

    step: str


@node
class CostChange(Change):
    """Playing costs more (`less` False) or less: spells or abilities that fit, played by the player
    concerned.

    `mana` is the difference in symbols, `times` multiplies it. `abilities`: activated abilities of sources
    that fit, with `keyword` only that kind ("cycling", "equip").
    """

    what: Predicate
    mana: str
    less: bool
    times: Amount | None = None
    abilities: bool = False
    keyword: str | None = None
    cost: Cost | None = None


@node
class AttackTax(Change):
    """Creatures can't attack (with `block`: can't block) the player `whom` (None: anybody) unless their
    controller pays a cost for each."""

    what: Predicate
    cost: Cost
    whom: Node | None = None
    block: bool = False


@node
class RevealsDrawn(Change):
    """The player reveals a card as he or she draws it: the `nth` one each turn (None: every one)."""

    nth: int | None = None
