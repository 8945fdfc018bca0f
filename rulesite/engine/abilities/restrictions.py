"""Restrictions and requirements: continuous effects on what objects can't, can and must do.

A `cants` is an object's verb phrase after "can't", a `cans` one after "can".
"""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount
from rulesite.engine.abilities.card_instructions import Search
from rulesite.engine.abilities.changes import Change
from rulesite.engine.abilities.conditions import Condition, IsExtraTurn, NotSo
from rulesite.engine.abilities.instructions import Continuous, Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import All, Anything, IsAbility, IsCard, Predicate
from rulesite.engine.abilities.references import ControllerOf, Current
from rulesite.engine.abilities.traits import HasSubtype, SourceIs
from rulesite.engine.language.phrases import choice, fixed, made, prints, reads, says

ITS_CONTROLLER = ControllerOf(Current())
SEARCH_OWN = Search(IsCard(), who=ITS_CONTROLLER, whose=ITS_CONTROLLER)

choice("being_activated", activated="(activated|played)")
fixed("except_mana", True, "unless {:it_or_they} are mana abilities")
fixed("each_combat", "combat", "each combat")
fixed("each_combat", "turn", "each turn")


@node
class CantAttack(Change):
    """Can't attack (`whom`: certain players). `unless`: "unless defending player controls an Island".

    `alone`: "can't attack alone"; `along`: unless at least so many other matching creatures attack with it.
    """

    whom: Predicate = Anything()
    unless: Condition | None = None
    alone: bool = False
    along: Predicate | None = None
    least: int = 1

    words = (
        says("cants", "attack"),
        says("cants", "attack during extra turns", surface="extra", unless=NotSo(IsExtraTurn())),
        says("cants", "attack unless {along:one_met} also attacks", least=1),
        reads("cants", "attack unless {along:one_met} attacks", least=1),
        says("cants", "attack unless at least {least:number} other {along:along} attack"),
        says("cants", "attack {whom:whom_player}"),
        says("cants", "attack {whom:whom_or_what}"),
        says("cants", "attack unless {unless:condition}"),
        says("cants", "attack alone", alone=True),
        reads("cans", "attack as long as {unless:condition}"),
        prints("cants", "attack {whom:whom_player} unless {unless:condition}"),
        prints("cants", "attack {whom:whom_player} alone", alone=True),
        prints("cants", "attack alone unless {unless:condition}", alone=True),
    )


@node
class CantBlock(Change):
    """Can't block attackers that fit. `alone`: "can't block alone"; `along`: unless at least so many others block."""

    what: Predicate = Anything()
    unless: Condition | None = None
    alone: bool = False
    along: Predicate | None = None
    least: int = 1

    words = (
        says("cants", "block"),
        says("cants", "block unless {along:one_met} also blocks", least=1),
        says("cants", "block unless at least {least:number} other {along:along} block"),
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

    `minimum`: "except by two or more creatures" (then `by` is Anything); `but_all`: except by all creatures of the
    player whom it attacks.
    """

    by: Predicate = Anything()
    minimum: int | None = None
    maximum: int | None = None
    unless: Condition | None = None
    but_all: bool = False

    words = (
        says("cants", "be blocked"),
        says("cants", "be blocked unless all {:creatures} defending player controls block {:it_or_they}", but_all=True),
        says("cants", "be blocked except by {by:all_but}"),
        reads("cants", "be blocked {:within} except by {by:all_but}"),
        says("cants", "be blocked by {by:blockers}"),
        reads("cants", "be blocked except by {minimum:number} or more {:creatures}"),
        prints("cants", "be blocked except by {minimum:number} or more creatures"),
        prints("cants", "be blocked by more than one creature", maximum=1),
        says("cants", "be blocked by more than {maximum:number} {:creatures}"),
        prints("cants", "be blocked as long as {unless:unless}", surface="as long as"),
        reads("cans", "be blocked only by {by:all_but}"),
        reads("cans", "only be blocked by {by:all_but}"),
        prints("cants", "be blocked unless {unless:condition}"),
        prints("cants", "be blocked except by {by:all_but} unless {unless:condition}"),
        prints("cants", "be blocked by {by:blockers} unless {unless:condition}"),
        reads("iscontent", "unblockable"),
    )


@node
class CanBlockMore(Change):
    """Can block so many additional creatures, or so many times as many; None: any number."""

    amount: int | None = 1
    times: Amount | None = None

    words = (
        says("cans", "block a additional {:creature} [{:per_combat}] for each {times:countable}", amount=1),
        says("cans", "block a additional {:creature} [{:per_combat}]", amount=1),
        says("cans", "block {amount:number} additional {:creatures} [{:per_combat}]"),
        says("cans", "block up to {amount:number} additional {:creatures} [{:per_combat}]", surface="up to"),
        says("cans", "block any number of {:creatures}", amount=None),
    )


@node
class CanAttackDespite(Change):
    """Can attack certain players (`whom`) as though it had haste ("haste"), did not have defender ("defender") or were
    no Wall ("Wall")."""

    despite: str
    whom: Predicate = Anything()

    words = (
        says(
            "cans",
            "attack {whom:whom_player} as though {:it_or_they} (didn't|doesn't) have {despite:KEYWORD}",
        ),
        says("cans", "attack as though {:it_or_they} had {despite:haste}"),
        says("cans", "attack as though {:it_or_they} (weren't|isn't) {despite:of_walls}"),
        says("cans", "attack as though {:it_or_they} (didn't|doesn't) have {despite:KEYWORD}"),
        reads("cans", "attack {:within} as though {:it_or_they} (didn't|doesn't) have {despite:KEYWORD}"),
    )


@node
class ActivatesAsHasty(Change):
    """Its controller may activate its abilities with {T} in their cost as though it had haste."""

    words = (
        says("static", "you may activate abilities of {:of_these} as though those {:creatures} had {:of_haste}"),
        prints("ovp", "have abilities that can be activated as though it had haste"),
    )


@node
class CanBlockDespite(Change):
    """Can block, or block attackers that fit, as though it had something ("flying", "untapped", "shadow"), or they did
    not have it ("landwalk")."""

    as_though: str
    what: Predicate = Anything()

    words = (
        says("cans", "block {what:landwalkers} as though they didn't have those abilities", as_though="landwalk"),
        says("cans", "block as though {:it_or_they} were untapped", as_though="untapped"),
        says("cans", "block as though {:it_or_they} had {as_though:KEYWORD}"),
        says("cans", "block {what:those} as though {:it_or_they} had {as_though:KEYWORD}"),
        says("cans", "block {what:those} as though {:this_one} had {as_though:KEYWORD}", surface="named"),
    )


@node
class MustAttack(Change):
    """Attacks each combat or turn if able (`whom` a player, if given)."""

    whom: Node | None = None

    words = (
        reads("ovp", "attack [{:within}] if able"),
        reads("ovp", "attacks each turn if able"),
        prints("ovp", "attack {:within} if able"),
        reads("ovp", "attack {whom:who} if able"),
        reads("ovp", "attack {whom:np} if able"),
        reads("ovp", "attack {whom:np} {:within} if able"),
        reads("ovp", "attack {whom:who} {:within} if able"),
        reads("musts", "attack {:within} if able"),
        prints("ovp", "attack {whom:who} {:within} if able"),
        reads("ovp", "must attack"),
        reads("ovp", "must attack if able"),
    )


@node
class AttacksAlong(Change):
    """Attacks if able whenever a matching creature attacks."""

    with_: Predicate

    words = (
        says("static", "if {with_:one_met} attacks, {:of_one} also attacks if able", surface="also"),
        says("static", "if {with_:one_met} attacks, {:of_them_all} attack if able"),
    )


@node
class MustBlock(Change):
    """Blocks if able (`what`: that attacker; None: any)."""

    what: Node | None = None

    words = (
        reads("ovp", "block [{:within}] if able"),
        reads("ovp", "block {:per_combat} if able"),
        prints("ovp", "block {:within} if able"),
        reads("ovp", "block {what:np} [{:within}] if able"),
        prints("ovp", "block {what:np} {:within} if able"),
    )


@node
class MustBeBlocked(Change):
    """Must be blocked if able; `by_all`: all creatures able to block it do so; `by`: only matching creatures."""

    by_all: bool = False
    by: Predicate = Anything()

    words = (
        says("ovp", "must be blocked if able"),
        reads("ovp", "must be blocked"),
        reads("ovp", "must be blocked {:within} if able"),
        says("ovp", "must be blocked each combat {:this_turn} if able", surface="combat"),
        prints("ovp", "be blocked by all {by:noun+ creature} able to block it", by_all=True),
        says("static", "all {by:one_of+ creature} able to block {:of_it} do so", by_all=True),
        reads("static", "all {by:one_of+ creature} able to block {:of_it} {:within} do so", by_all=True),
        reads("musts", "must be blocked {:within} if able"),
    )


made(
    "simple",
    "all {by:one_of+ creature} able to block {what:np} this turn do so",
    lambda by, what: Continuous(what, (MustBeBlocked(by_all=True, by=by),), "turn"),
)


@node
class CantBeTargeted(Change):
    """Can't be the target of spells or abilities that fit."""

    of: Predicate = Anything()

    words = (
        says("cants", "be the (target|targets) of {of:targeting}"),
        says("cants", "be the target of {of:spells_and_sources}", surface="sources"),
        reads("cants", "be targeted by {of:targeting}"),
        reads("cants", "be targeted"),
        prints("cants", "be the target of spells or abilities"),
    )


@node
class TargetableDespite(Change):
    """Can be the target of spells and abilities that fit as though it didn't have a keyword (hexproof, shroud)."""

    keyword: str
    of: Predicate = Anything()

    words = (
        says(
            "cans",
            "be the (target|targets) of {of:targeting} as though {:it_or_they} didn't have {keyword:KEYWORD}",
        ),
    )


@node
class CantBeCountered(Change):
    """The spell can't be countered; `by`: only by matching spells or abilities."""

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
        says("cants", "be equipped", what=HasSubtype("Equipment")),
        says("cants", "be enchanted by {what:all_those Aura}"),
    )


@node
class Indestructible(Change):
    """Can't be destroyed."""

    words = (
        prints("ovp", "{:granting_since} indestructible"),
        prints("ovp", "be indestructible"),
        reads("cants", "be destroyed"),
    )


@node
class DoesntUntap(Change):
    """Doesn't untap during its controller's untap step; `next_only`: only the next one, or that of the player `whose`
    ("your next untap step", "that player's")."""

    next_only: bool = False
    whose: Node | None = None

    words = (
        says("ovp", "don't untap during {surface:untapper} untap step"),
        says("ovp", "don't untap during {surface,whose:next_untapper} next untap step", next_only=True),
        reads("cants", "untap"),
    )


@node
class MayNotUntap(Change):
    """ "You may choose not to untap …"."""

    words = (
        prints("ovp", "may stay tapped during your untap step"),
        says("static", "you may choose not to untap {:of_it} during {:your} untap step"),
    )


@node
class CantUseAbilities(Change):
    """Its activated abilities can't be played; `except_mana`: unless they are mana abilities; `tapping`: those with
    {T} in their cost."""

    except_mana: bool = False
    tapping: bool = False

    words = (
        says(
            "static",
            "{:of_whose} activated abilities with {:tap_symbol} in their costs can't be {:activated}",
            tapping=True,
        ),
        prints("ovp", "have activated abilities that can't be {:activated}"),
        prints(
            "ovp", "have activated abilities that can't be {:activated} unless they're mana abilities", except_mana=True
        ),
        says("static", "activated abilities of {:of_these} can't be {:activated} [{except_mana:unless_mana}]"),
        reads("static", "abilities of {:of_these} can't be {:activated} [{except_mana:unless_mana}]"),
        says("static", "{:of_whose} activated abilities can't be {:activated} [{except_mana:unless_mana}]"),
    )


@node
class CantEnter(Change):
    """Can't enter the battlefield, judged by its characteristics there."""

    words = (says("cants", "enter the battlefield"),)


@node
class CantHaveCounters(Change):
    """Can't have counters put on it."""

    kind: str | None = None

    words = (
        says("cants", "have {kind:countername} counters put on {:it_or_them}"),
        says("cants", "have counters put on {:it_or_them}", kind=None),
        reads("cants", "have more {kind:countername} counters put on {:it_or_them}"),
        reads("cants", "have more counters put on {:it_or_them}", kind=None),
        says("static", "counters can't be (put|placed) on {:of_these}", kind=None, surface="put"),
        says("static", "{kind:countername} counters can't be (put|placed) on {:of_these}", surface="put"),
    )


@node
class HoldsCounters(Change):
    """Can't have more than so many counters of a kind on it: the game removes the others."""

    most: int
    kind: str

    words = (
        prints("cants", "have more than {:just_one} {kind:countername} counter on {:it_or_them}", most=1),
        says("cants", "have more than {most:number} {kind:countername} counters on {:it_or_them}"),
    )


@node
class KeepsDamage(Change):
    """Damage isn't removed from it during cleanup steps."""

    words = (
        says("static", "damage isn't removed from {:of_these} during cleanup steps"),
        prints("ovp", "keep its damage during cleanup steps"),
    )


@node
class AssignsDamageByToughness(Change):
    """Assigns combat damage equal to its toughness rather than its power."""

    words = (says("ovp", "assign combat damage equal to {:its} toughness rather than {:its} power"),)


@node
class DiesByPower(Change):
    """Lethal damage dealt to it is determined by its power rather than its toughness."""

    words = (
        says("static", "lethal damage dealt to {:of_one} is determined by {:its} power rather than {:its} toughness"),
        prints(
            "static",
            "lethal damage dealt to {:of_several} is determined by their power rather than their toughness",
        ),
        prints("ovp", "be dealt lethal damage by {:its} power rather than {:its} toughness"),
    )


@node
class StationsByToughness(Change):
    """Stations permanents using its toughness rather than its power (702.184c)."""

    words = (says("ovp", "station permanents using {:its} toughness rather than {:its} power"),)


@node
class AssignsNoDamage(Change):
    """Assigns no combat damage."""

    words = (says("ovp", "assign no combat damage"),)


@node
class CantHaveAbilities(Change):
    """Can't have or gain keyword abilities."""

    keywords: tuple[str, ...]

    words = (
        says("cants", "have or gain {keywords:lost_kws}"),
        says("cants", "have {keywords:either_kws}", surface="either"),
    )


@node
class CantTransform(Change):
    """Can't transform."""

    words = (says("cants", "transform"),)


@node
class CantCrew(Change):
    """Can't crew Vehicles."""

    words = (says("cants", "{:crew} {:vehicles}"),)


@node
class CantCause(Change):
    """A spell or ability can't cause a player to do something (`do`, in which "you" is that player)."""

    who: Node
    do: Instruction

    words = (
        says("cants", "cause their controller to search their library", who=ITS_CONTROLLER, do=SEARCH_OWN),
        says("cants", "cause {who:who} to {do:caused}"),
    )


@node
class CrewsAs(Change):
    """Crews Vehicles as though its power were so much greater, or (None) using its toughness."""

    more: int | None = None

    words = (
        says("ovp", "{:crews} {:vehicles} as though {:its} power were {more:digits} greater"),
        says("ovp", "{:crews} {:vehicles} using {:its} toughness rather than {:its} power", more=None),
    )


@node
class AttachedOnlyTo(Change):
    """Can be attached only to matching objects."""

    what: Predicate

    words = (says("cans", "be attached only to {what:one_met}"),)


@node
class AttacksOnlyAlone(Change):
    """Can attack only if no other creature attacks."""

    words = (says("cans", "only attack alone"), reads("cans", "attack only alone"))


@node
class MustBeBlockedBySo(Change):
    """Must be blocked by so many creatures or more if able (`exactly`: and by no more)."""

    least: int
    exactly: bool = False

    words = (
        says("ovp", "must be blocked by {least:number} or more {:creatures} if able"),
        says("ovp", "must be blocked by exactly {least:number} {:creature} if able", exactly=True),
    )


@node
class CantPhaseOut(Change):
    """Can't phase out, or (`in_`) in."""

    in_: bool = False

    words = (says("cants", "phase out"), says("cants", "phase in", in_=True))


@node
class CanBeBlockedDespite(Change):
    """Can be blocked as though it did not have an evasion ability."""

    despite: str

    words = (
        says("cans", "be blocked as though {:it_or_they} (didn't|doesn't) have {despite:landwalking}"),
        says(
            "static",
            "{:of_walkers} can be blocked as though {:they_all} didn't have those abilities",
            surface="those",
            despite="landwalk",
        ),
    )


@node
class NoLegendRule(Change):
    """The "legend rule" doesn't apply to it."""

    words = (
        says("static", "the {:legend_rule_at_all} doesn't apply", surface="at all"),
        says("static", "the {:legend_rule} doesn't apply to {:of_these}"),
        prints("ovp", "be left alone by the legend rule"),
    )


@node
class Goaded(Change):
    """Is goaded by the controller of the effect (701.38 in 2016-08-26)."""

    words = (says("iscontent", "goaded"),)


made(
    "spells_or_from",
    "{spells:np} or abilities from {what:adj} sources",
    lambda spells, what: (spells, All((IsAbility(), SourceIs(what, surface="sources")))),
)
made("cants", "attack, block, or {more:cants}", lambda more: (CantAttack(), CantBlock(), *more))


@node
class MayAssignAsUnblocked(Change):
    """A player may have it assign its combat damage as though it weren't blocked: "you", or ``by_controller``."""

    by_controller: bool = False

    words = (
        says("static", "you may have {:of_one} assign {:its} combat damage as though {:it_or_they} weren't blocked"),
        reads(
            "static",
            "you may have {:of_one} assign {:its} combat damage {:within} as though {:it_or_they} weren't blocked",
        ),
        prints(
            "static",
            "you may have {:of_several} assign their combat damage as though they weren't blocked",
        ),
        says(
            "static",
            "{:of_whose} controller may have it assign {:its} combat damage as though {:it_or_they} weren't blocked",
            by_controller=True,
        ),
        says("ovp", "have {:its} combat damage assigned as though {:it_or_they} weren't blocked"),
    )


made("ovp", "attack or block {:per_combat} if able", lambda: (MustAttack(), MustBlock(surface="or")))
made("cants", "attack or block", lambda: (CantAttack(), CantBlock()))
made(
    "cants",
    "attack or block unless {unless:condition}",
    lambda unless: (CantAttack(unless=unless), CantBlock(unless=unless)),
)
made("cants", "attack or block alone", lambda: (CantAttack(alone=True), CantBlock(alone=True)))
made(
    "cants",
    "be blocked by {by:blockers} (or|and) by {also:blockers}",
    lambda by, also: (CantBeBlocked(by), CantBeBlocked(also)),
)
