"""Changes: what a continuous effect does to the objects or players that it applies to, each in its own
layer.

A `cants` is what stands behind "can't" of objects, a `pcant` of players; a `cans` what stands behind "can"; an
`iscontent` what something is or becomes; an `ovp` what it does.
"""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, IsSpell, Predicate
from rulesite.engine.language.phrases import prints, reads, says


class Change(Node):
    """One change, to one aspect."""


@node
class SetController(Change):
    """Control: the given player controls it."""

    who: Node


@node
class ReplaceWords(Change):
    """Text: one word of a kind ("color", "basic land type", "creature type") becomes another; both None:
    chosen."""

    kind: str
    old: str | None = None
    new: str | None = None


@node
class CopyOf(Change):
    """Copy: it becomes a copy of the object named; `except_` are changes that are part of the copy."""

    of: Node
    except_: tuple[Change, ...] = ()


@node
class SetTypes(Change):
    """Type: it is these card types and subtypes and no others of that sort. Empty `types`: card types stay,
    the subtypes of that sort are replaced ("is a Swamp", "are Mountains")."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


@node
class AddTypes(Change):
    """Type: it has these in addition to its others ("is an artifact in addition to its other types")."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


@node
class RemoveTypes(Change):
    """Type: it isn't these ("isn't a creature", "loses all creature types": `sort` "creature")."""

    types: tuple[str, ...] = ()
    sort: str | None = None
    supertypes: tuple[str, ...] = ()


@node
class SetChosen(Change):
    """It is, has or gains the quality chosen for the source: "is the chosen type/color"; `add`: in
    addition."""

    quality: str
    add: bool = False

    words = (
        says("iscontent", "the chosen type", quality="type"),
        says("iscontent", "the chosen type {add:in_addition}", quality="type"),
        says("iscontent", "the chosen color", quality="color"),
        says("iscontent", "that type", said="that", quality="type"),
        says("iscontent", "that color", said="that", quality="color"),
    )


@node
class EveryType(Change):
    """Type: it is every type of a sort ("creature")."""

    sort: str

    words = (says("iscontent", "every {sort:CARDTYPE} type"),)


@node
class SetColors(Change):
    """Colour: it is these colours; none for "colorless"."""

    colors: tuple[str, ...]

    words = (
        says("iscontent", "colorless", colors=()),
        says("iscontent", "all colors", colors=("white", "blue", "black", "red", "green")),
        says("iscontent", "{colors:colorlist}"),
    )


@node
class AddColors(Change):
    """Colour: in addition to its other colours."""

    colors: tuple[str, ...]

    words = (says("iscontent", "{colors:colorlist} in addition to its other colors"),)


@node
class GrantAbilities(Change):
    """Ability: it has or gains these abilities (`rulesite.engine.abilities.abilities`); quoted text is read
    too."""

    abilities: tuple[Node, ...]


@node
class RemoveAbilities(Change):
    """Ability: it loses every instance of these keywords (lower case); empty: it loses all abilities."""

    keywords: tuple[str, ...] = ()


@node
class SetBasePowerToughness(Change):
    """Power/toughness set: "is a 2/2", "base power and toughness 0/1"; None leaves one alone."""

    power: Amount | None
    toughness: Amount | None


@node
class ModifyPowerToughness(Change):
    """Power/toughness: "gets +N/-N"."""

    power: Amount
    toughness: Amount


@node
class SwitchPowerToughness(Change):
    """Power/toughness: switch them."""


@node
class CantAttack(Change):
    """Can't attack (`whom`: certain players). `unless`: "unless defending player controls an Island".

    `alone`: "can't attack alone".
    """

    whom: Predicate = Anything()
    unless: Condition | None = None
    alone: bool = False

    words = (
        says("cants", "attack"),
        says("cants", "attack {whom:whom_player}"),
        says("cants", "attack unless {unless:condition}"),
        says("cants", "attack alone", alone=True),
        reads("cans", "attack as long as {unless:condition}"),
        prints("cants", "attack {whom:whom_player} unless {unless:condition}"),
        prints("cants", "attack {whom:whom_player} alone", alone=True),
        prints("cants", "attack alone unless {unless:condition}", alone=True),
    )


@node
class CantBlock(Change):
    """Can't block attackers that fit. `alone`: "can't block alone"."""

    what: Predicate = Anything()
    unless: Condition | None = None
    alone: bool = False

    words = (
        says("cants", "block"),
        says("cants", "block {what:those}"),
        says("cants", "block alone", alone=True),
        says("cants", "block unless {unless:condition}"),
        prints("cants", "block {what:those} unless {unless:condition}"),
        prints("cants", "block alone unless {unless:condition}", alone=True),
    )


@node
class CanBlockOnly(Change):
    """Can block only attackers that fit."""

    what: Predicate

    words = (
        says("cans", "block only {what:those}"),
        reads("cans", "only block {what:those}"),
    )


@node
class CantBeBlocked(Change):
    """Can't be blocked by creatures that fit: `by` Anything is "unblockable"; "except by X" and "only by X"
    are `Not(X)`.

    `minimum`: "except by two or more creatures" (then `by` is Anything).
    """

    by: Predicate = Anything()
    minimum: int | None = None
    maximum: int | None = None
    unless: Condition | None = None

    words = (
        says("cants", "be blocked"),
        says("cants", "be blocked except by {by:all_but}"),
        says("cants", "be blocked by {by:blockers}"),
        reads("cants", "be blocked except by {minimum:number} or more {:creatures}"),
        prints("cants", "be blocked except by {minimum:number} or more creatures"),
        prints("cants", "be blocked by more than one creature", maximum=1),
        says("cants", "be blocked by more than {maximum:number} {:creatures}"),
        says("cants", "be blocked as long as {unless:unless}", said="as long as"),
        reads("cans", "be blocked only by {by:all_but}"),
        reads("cans", "only be blocked by {by:all_but}"),
        prints("cants", "be blocked unless {unless:condition}"),
        prints("cants", "be blocked except by {by:all_but} unless {unless:condition}"),
        prints("cants", "be blocked by {by:blockers} unless {unless:condition}"),
        reads("iscontent", "unblockable"),
    )


@node
class CanBlockMore(Change):
    """Can block that many additional creatures; None: any number."""

    amount: int | None = 1


@node
class CanAttackDespite(Change):
    """Can attack as though it had haste ("haste") or did not have defender ("defender")."""

    despite: str

    words = (
        says("cans", "attack as though {:it_or_they} had {despite:haste}"),
        says("cans", "attack as though {:it_or_they} (didn't|doesn't) have {despite:KEYWORD}"),
    )


@node
class CanBlockDespite(Change):
    """Can block as though it had something ("flying", "reach", "untapped", "shadow")."""

    as_though: str

    words = (
        prints("cans", "block as though {:it_or_they} were untapped", as_though="untapped"),
        says("cans", "block as though {:it_or_they} had {as_though:KEYWORD}"),
    )


@node
class MustAttack(Change):
    """Attacks each combat or turn if able (`whom` a player, if given)."""

    whom: Node | None = None


@node
class MustBlock(Change):
    """Blocks if able (`what`: that attacker; None: any)."""

    what: Node | None = None


@node
class MustBeBlocked(Change):
    """Must be blocked if able; `by_all`: all creatures able to block it do so; `by` narrows who."""

    by_all: bool = False
    by: Predicate = Anything()


@node
class CantBeTargeted(Change):
    """Can't be the target of spells or abilities that fit."""

    of: Predicate = Anything()

    words = (
        says("cants", "be the (target|targets) of {of:targeting}"),
        reads("cants", "be targeted by {of:targeting}"),
        reads("cants", "be targeted"),
        prints("cants", "be the target of spells or abilities"),
    )


@node
class CantBeCountered(Change):
    """The spell can't be countered; `by` narrows."""

    by: Predicate = Anything()

    words = (
        says("cants", "be countered"),
        says("cants", "be countered by {by:all_those spell}"),
    )


@node
class CantBeRegenerated(Change):
    """Can't be regenerated."""

    words = (says("cants", "be regenerated"),)


@node
class CantBeSacrificed(Change):
    """Can't be sacrificed."""

    words = (says("cants", "be sacrificed"),)


@node
class CantBeEnchanted(Change):
    """Can't be enchanted (or equipped: `what` is the attachment's predicate)."""

    what: Predicate = Anything()

    words = (
        says("cants", "be enchanted"),
        says("cants", "be enchanted by {what:all_those Aura}"),
    )


@node
class Indestructible(Change):
    """Can't be destroyed."""


@node
class DoesntUntap(Change):
    """Doesn't untap during its controller's untap step; `next_only`: only the next one."""

    next_only: bool = False


@node
class MayNotUntap(Change):
    """ "You may choose not to untap …"."""


@node
class CantUseAbilities(Change):
    """Its activated abilities can't be played; `except_mana`: unless they are mana abilities."""

    except_mana: bool = False


@node
class CantHaveCounters(Change):
    """Can't have counters put on it."""

    kind: str | None = None

    words = (
        says("cants", "have {kind:countername} counters put on {:it_or_them}"),
        says("cants", "have counters put on {:it_or_them}", kind=None),
        reads("cants", "have more {kind:countername} counters put on {:it_or_them}"),
        reads("cants", "have more counters put on {:it_or_them}", kind=None),
    )


@node
class AssignsDamageByToughness(Change):
    """Assigns combat damage equal to its toughness rather than its power."""

    words = (says("ovp", "assign combat damage equal to {:its} toughness rather than {:its} power"),)


@node
class AssignsNoDamage(Change):
    """Assigns no combat damage; with `as_unblocked`: may assign it as though it weren't blocked."""

    as_unblocked: bool = False

    words = (
        says("ovp", "assign no combat damage"),
        prints("ovp", "assign combat damage as though it weren't blocked", as_unblocked=True),
    )


@node
class SpendAsAnyColor(Change):
    """The player may spend mana as though it were mana of any colour (`any_type`: of any type)."""

    any_type: bool = False


# Changes to players and to the rules for them


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
