"""The parts of a static ability: its changes, its rules for entering and playing, its replacements."""

from __future__ import annotations

from functools import partial

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.changes import Change, GrantAbilities
from rulesite.engine.abilities.combat_events import Attacks
from rulesite.engine.abilities.combining import Pay, Replace
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import (
    CREWING,
    Act,
    Behold,
    CollectEvidence,
    Cost,
    OneOf,
    PayMana,
    TapPower,
    Waterbend,
)
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.mana_instructions import ManaAnyColor, ManaSymbols
from rulesite.engine.abilities.moves import Destination, Move
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.permanent_instructions import Sacrifice
from rulesite.engine.abilities.play_limits import PlayRestriction
from rulesite.engine.abilities.player_rules import KeepsUnspentMana, MayPlay
from rulesite.engine.abilities.predicates import All, Anything, InZone, IsCard, IsObject, IsPermanent, Predicate
from rulesite.engine.abilities.references import Chosen, EachPlayer, Self, You
from rulesite.engine.abilities.traits import HasSubtype
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, prints, reads, says

MAY, NAMED = "[if {condition:condition},] you may", "[{name:in_brackets}]"
BY_PAYING = "by paying {cost:cost} rather than paying {:its} mana cost"
ENTERS_WITH = "{what,surface:enterer} enter [{tapped:tapped}] with"
AS_COPY = "enter [{tapped:tapped}] as a copy of {of,surface:as_copied}"
COUNTERS = "[additional] {surface:additional} {counters:countername} counter* on {surface:on_it}"

made("static", "{limit:spending}", lambda limit: limit)
made(
    "counter_of_choice",
    "a {one:countername} counter or a {other:countername} counter",
    lambda one, other: (one, other),
)
made(
    "counter_of_choice",
    "a {one:countername} counter, a {two:countername} counter, or a {three:countername} counter",
    lambda one, two, three: (one, two, three),
)
fixed("tapped", True, "tapped")


@node
class Applies(Node):
    """Changes that apply to a reference: Self(), Attached(), `Every(predicate)`, or players."""

    to: Node
    changes: tuple[Change, ...]


_POOLS_KEEP = Applies(EachPlayer(), (KeepsUnspentMana(),))
made("static", "mana pools don't empty as steps and phases end", lambda: _POOLS_KEEP)
made("static", "mana pools don't empty at the end of phases or turns", lambda: _POOLS_KEEP)


@node
class SameOfKeywords(Node):
    """The same holds for each of these keywords, in each of their variants (702.1c)."""

    one: Node
    keywords: tuple[str, ...]

    words = (prints("static", "{one:told}. the same is true for {keywords:keyword_names}"),)


@node
class Replaces(Node):
    """A replacement (or prevention) effect that works as long as the ability does."""

    replacement: Replace


@node
class PreventsDamage(Node):
    """Damage that would be dealt is prevented, as long as the ability works. Fields as in `PreventDamage`."""

    amount: Amount | None
    to: Predicate = Anything()
    from_: Predicate = Anything()
    combat: bool | None = None


@node
class EntersWith(Node):
    """Objects that fit enter the battlefield tapped, and/or with counters, and/or face down, under a
    player's control; `choice`: with a counter of one of those kinds, chosen by its controller; `subtypes`: and as
    something of these subtypes besides."""

    what: Predicate
    tapped: bool = False
    counters: str | None = None
    amount: Amount | None = None
    condition: Condition | None = None
    unless: bool = False
    controller: Node | None = None
    choice: tuple[str, ...] = ()
    untapped: bool = False
    subtypes: tuple[str, ...] = ()

    words = (
        says("ovp", "{what,surface:enterer} enter tapped", tapped=True),
        says("ovp", "{what,surface:enterer} enter untapped", untapped=True),
        says("ovp", f"{ENTERS_WITH} your choice of {{choice:counter_of_choice}} on {{surface:on_it}}", keeps="him her"),
        says(
            "ovp",
            "{what,surface:enterer} {condition:by_keyword} with your choice of {choice:counter_of_choice}"
            " on {surface:on_it}",
            surface="by",
        ),
        says("ovp", "{what,surface:enterer} enter under {controller:entered_under} control"),
        says("ovp", "{what,surface:enterer} enter under the control of {controller:opponent_of_choice}"),
        says("ovp", "{what,surface:enterer} enter tapped unless {condition:condition}", tapped=True, unless=True),
        says("ovp", f"{ENTERS_WITH} {{amount:counters_put}} {COUNTERS}", keeps="additional him her"),
        says(
            "ovp",
            "{what,surface:enterer} enter with a additional {amount:counters_put} {counters:countername} counters on"
            " {surface:on_it}",
            surface="an additional",
        ),
        says(
            "ovp", f"{ENTERS_WITH} {{amount:factor}} {COUNTERS} for each {{amount:times}}", keeps="additional him her"
        ),
        says(
            "ovp",
            f"{ENTERS_WITH} a number of {COUNTERS.replace('*', 's')} equal to {{amount:value}}",
            keeps="additional him her",
        ),
        says(
            "ovp",
            f"{ENTERS_WITH} {{amount:counters_put}} {COUNTERS} and as a {{subtypes:one_subtype}} in addition to its"
            " other types",
            keeps="additional him her",
        ),
        says(
            "ovp",
            f"{ENTERS_WITH} a number of {COUNTERS.replace('*', 's')} equal to {{amount:value}} and as a"
            " {subtypes:one_subtype} in addition to its other types",
            keeps="additional him her",
        ),
        says(
            "ovp",
            f"{ENTERS_WITH} {{amount:counters_put}} {COUNTERS} if {{condition:condition}}",
            keeps="additional him her",
        ),
        says(
            "ovp",
            "{what,surface:enterer} {condition:by_keyword} with {amount:counters_put} {counters:countername} counter*"
            " on {surface:on_it}",
            surface="by",
        ),
    )


def _enters_with_more(
    what: Predicate, amount: Amount, counters: str, abilities: tuple[Node, ...], surface: str = ""
) -> tuple[Node, ...]:
    """ "Enters with two +1/+1 counters on it and with first strike"."""
    if not isinstance(what, IsObject):
        raise ValueError("abilities that several enter with")
    enters = EntersWith(what, counters=counters, amount=amount, surface=surface)
    return enters, Applies(what.what, (GrantAbilities(abilities),), surface="and with")


made(
    "ovp",
    "{what,surface:enterer} enter with {amount:counters_put} {counters:countername} counter* on {surface:on_it}"
    " and with {abilities:kws}",
    _enters_with_more,
)


@node
class AsEnters(Node):
    """As the object enters the battlefield, an instruction (usually a choice, or a payment) is carried
    out."""

    do: Instruction
    what: Predicate | None = None

    words = (
        says("static", "as {what:enters_first} enters, {do:done_then}"),
        prints("static", "as ~ enters, {do:done_then}"),
    )


@node
class AsTurnedUp(Node):
    """As the object is turned face up, an instruction is carried out."""

    do: Instruction

    words = (says("static", "as {:itself} is turned face up, {do:done_then}"),)


@node
class TriggersAgain(Node):
    """Abilities of some sources that an event (None: any) triggers trigger an additional time (603.2d in 2020-08-07),
    as long as a condition holds."""

    event: Node | None
    of: Predicate
    while_: Condition | None = None

    words = (
        says(
            "static",
            "if a ability of {of:met_by_ability} triggers, that ability triggers a additional time",
            event=None,
        ),
        says(
            "static",
            "if a triggered ability of {of:met_by_ability} triggers, that ability triggers a additional time",
            event=None,
            surface="triggered",
        ),
        says(
            "static",
            "if a triggered ability of {of:met_by_ability} triggers, it triggers a additional time",
            event=None,
            surface="it",
        ),
        says(
            "static",
            "if a ability of {of:met_by_ability} triggers while {while_:condition}, that ability triggers a additional"
            " time",
            event=None,
        ),
        says(
            "static",
            "if {event:causing} causes a triggered ability of {of:met_by_ability} to trigger, that ability triggers a"
            " additional time",
        ),
        says(
            "static",
            "if {event:causing} would cause a triggered ability of {of:met_by_ability} to trigger, that ability"
            " triggers a additional time",
            surface="would",
        ),
    )


for cause, surface in (("causes", ""), ("would cause", "would")):
    made(
        "static",
        f"if {{what:one_met}} attacking {cause} a triggered ability of {{of:met_by_ability}} to trigger, that ability"
        " triggers a additional time",
        lambda what, of, surface=surface: TriggersAgain(Attacks(what), of, surface=surface),
    )


@node
class TriggersNothing(Node):
    """An event makes no ability trigger, or none of certain sources."""

    event: Node
    of: Predicate | None = None

    words = (
        says("static", "{event:entering_or_dying} don't cause abilities to trigger"),
        says("static", "{event:causing} don't cause abilities to trigger"),
        says("static", "{event:causing} don't cause abilities of {of:all_met_by_ability} to trigger"),
    )


@node
class EntersAsCopy(Node):
    """The object, or others that fit `what`, may (`optional`) enter the battlefield as a copy of an object that fits
    `of`, and then `tapped`."""

    of: Predicate
    optional: bool = True
    except_: tuple[Node, ...] = ()
    what: Predicate | None = None
    tapped: bool = False

    words = (
        says("static", f"you may have {{:itself}} {AS_COPY}[, except {{except_:exceptions}}]"),
        says("static", f"you may have {{:itself}} {AS_COPY} except {{except_:exceptions}}", surface="bare"),
        says("ovp", f"{{what,surface:copying}} {AS_COPY}[, except {{except_:exceptions}}]", optional=False),
    )


@node
class AdditionalCost(Node):
    """As an additional cost to play this, …; `optional`: you may (`name` "kicker", "buyback",
    "additional")."""

    cost: Cost
    optional: bool = False
    name: str = "additional"
    repeatable: bool = False

    words = (
        says("static", "as a additional cost to cast {:itself}, {cost,optional:done_as_cost} {repeatable:often}"),
        reads("static", "as a additional cost to cast {:itself}, {cost:either_done}"),
        prints(
            "static",
            "you may pay a additional {cost:cost} {repeatable:often} as you cast ~ {name:in_brackets}",
            optional=True,
        ),
        reads("static", "you may pay a additional {cost:cost} [as you cast {:itself}]", optional=True),
        reads("static", "you may pay a additional {cost:cost} when playing {:itself}", optional=True),
        reads("static", "you may pay a additional {cost:cost} when cast {:itself}", optional=True),
        reads(
            "static",
            "you may pay a additional {cost:cost} any number of times [as you cast {:itself}]",
            optional=True,
            repeatable=True,
        ),
    )


@node
class AlternativeCost(Node):
    """You may pay this rather than the mana cost (empty `Cost()`: play it without paying its mana cost).

    `from_`: a zone other than the hand from which it may be played ("graveyard" for flashback); `name`: the name of
    the cost; `condition`: the condition for using it; `face_down`: the characteristics for morph.
    """

    cost: Cost
    name: str = "alternative"
    from_: str | None = None
    condition: Condition | None = None
    face_down: bool = False

    words = (
        reads("static", "you may cast {:this_card} without paying its mana cost", cost=Cost()),
        reads("static", f"you may cast {{:this_card}} from {{from_:zone_called}} {BY_PAYING}"),
        reads("static", "you may {cost:deed_cost} rather than pay {:itself}'s mana cost"),
        reads("static", "you may {cost:deed_cost} rather than pay {:poss} mana cost"),
        reads("static", "rather than pay {:itself}'s mana cost, you may {cost:deed_cost}", surface="ahead"),
        prints(
            "static", f"{MAY} cast ~ {{from_,face_down:other_way}} without paying its mana cost {NAMED}", cost=Cost()
        ),
        prints(
            "static",
            f"{MAY} cast ~ {{from_,face_down:another_way}} by {{cost:by_doing}} rather than paying {{:its}} mana cost"
            f" {NAMED}",
        ),
        prints(
            "static",
            f"[if {{condition:condition}},] rather than pay ~'s mana cost, you may {{cost:deed_cost}} {NAMED}",
            surface="ahead",
        ),
        prints("static", f"{MAY} {{cost:deed_cost}} rather than pay ~'s mana cost {NAMED}"),
    )


@node
class MayPlayFrom(Node):
    """You may play this card from a zone ("graveyard", "exile"), or `also` from another, for its usual cost and the
    `extra` cost; `only`: from no other zone; `using`: only for the cost of that keyword."""

    zone: str
    condition: Condition | None = None
    also: str | None = None
    only: bool = False
    extra: Cost | None = None
    using: str = ""

    words = (
        says("static", "you may cast {:this_card} from {zone:zone_called}"),
        says("static", "you may cast {:this_card} from {zone:zone_called} using its {using:KEYWORD} ability"),
        says("static", "you may cast {:this_card} from {zone:zone_called} or from {also:zone_called}"),
        says("static", "you may cast {:this_card} from {zone:zone_called}, but not from anywhere else", only=True),
        says(
            "static",
            "you may cast {:this_card} from {zone:zone_called} by {extra:by_doing} in addition to paying {:its} other"
            " costs",
        ),
        reads(
            "static",
            "you may cast {:this_card} from {zone:zone_called} by paying {extra:cost} in addition to paying {:its}"
            " other costs",
        ),
        prints("static", "you may cast ~ from {zone:zone_called} as long as {condition:condition}"),
    )


@node
class MayPlayAsInstant(Node):
    """You may play it any time you could play an instant; with `cost`: if you pay this in addition."""

    what: Node = Self()
    condition: Condition | None = None
    cost: Cost | None = None

    words = (
        says(
            "static",
            "you may cast {:this_card} as though it had flash if you pay {cost:cost} more to cast {:it_or_them}",
        ),
        reads("static", "you may cast {:this_card} as though it had flash"),
        reads("static", "you may cast {:this_card} as an instant"),
        prints("static", "you may cast {what:np} as though it had flash [if {condition:condition}]", cost=None),
    )


@node
class LostIfAsInstant(Node):
    """If it was cast when a sorcery could not be, it is sacrificed at the next cleanup: Auras of 1996 that may be cast
    as though they had flash."""

    words = (
        says(
            "static",
            "if you cast {:itself_then} any time a {:slow_kind} couldn't have been cast, the controller of the"
            " permanent {:it_or_they} becomes sacrifices {:it_or_them} at the beginning of the next cleanup step",
        ),
    )


@node
class PlayOnly(Node):
    """This card can be played only within the restriction ("Play this card only during combat")."""

    restriction: PlayRestriction

    words = (prints("static", "cast ~ only {restriction:playtime}"),)


@node
class CantPlayThis(Node):
    """You can't play this card while the condition holds (None: ever)."""

    condition: Condition | None = None

    words = (
        says("static", "you can't cast {:this_card}"),
        says("static", "you can't cast {:this_card} during {:your} {condition:nth_turns} turns of the game"),
        prints("static", "you can't cast ~ if {condition:condition}"),
    )


@node
class AttachesTo(Node):
    """ "Enchant creature": the possible hosts of an Aura (and the targets of its spell)."""

    what: Predicate

    words = (
        reads("static", "enchant {what:one_of}"),  # as a sentence: as a paragraph it is a keyword
        prints("static", "enchant {what:one_of}"),
    )


@node
class MayInsteadOfUntap(Node):
    """You may choose not to untap the object during your untap step."""

    what: Node = Self()

    words = (prints("static", "you may choose not to untap {what:np} during your untap step"),)


TAPPED_SO = "if {source,who:tapped_source}, {:it_or_they} produces"
TAPPED = f"{TAPPED_SO} {{mana:mana_instead}}"
made("mana_instead", "{symbols:MANASYMBOLS}", lambda symbols: ManaSymbols((str(symbols),)))
made("mana_instead", "colorless mana", lambda: ManaSymbols(("{C}",), surface="colorless"))
made("mana_instead", "mana of a color of {:your} choice", lambda: ManaAnyColor(one_color=True, surface="choice"))
made(
    "mana_instead",
    "{:just_one} mana of a color of {:your} choice",
    lambda: ManaAnyColor(one_color=True, surface="one choice"),
)


@node
class ManaBecomes(Node):
    """A permanent tapped for mana by a player (`who`) produces other mana: "instead of any other type and amount" a
    single mana, "instead of any other type" (`amount_too` False) the same amount as before; only if that is at least
    `least`. Without `mana` it produces the same, so many `times` over."""

    source: Predicate
    mana: Node | None = None
    amount_too: bool = True
    who: Predicate = Anything()
    least: int = 1
    times: int = 1

    words = (
        says(
            "replacement",
            "if {source:met} is tapped for {least:multiple} or more mana, {:it_or_they} produces {mana:mana_instead}"
            " instead of any other type and amount",
        ),
        says("replacement", f"{TAPPED} instead of any other type and amount"),
        says("replacement", f"{TAPPED} instead of any other type", amount_too=False),
        says("replacement", f"{TAPPED_SO} twice as much of that mana instead", times=2),
        says("replacement", f"{TAPPED_SO} {{times:multiple}} times as much of that mana instead"),
    )


@node
class MayDuringTurn(Node):
    """A special action: you may do something any time you could play an instant (`timing`), without using
    the stack."""

    do: Instruction
    timing: str = "instant"

    words = (
        prints(
            "static", "you may {do:told} any time you could cast an {timing:word}", surface="behind", timing="instant"
        ),
        prints("static", "any time you could cast a {timing:word}, you may {do:told}"),
        reads("static", "any time you could cast a sorcery, you may {do:pvp}", timing="sorcery"),
        reads("static", "you may {do:pvp} any time you could cast an instant", surface="behind"),
    )


@node
class MayIgnore(Node):
    """Players may pay a cost to ignore the preceding effect until end of turn (116.2d in 2019-10-04)."""

    cost: Cost
    who: Node

    words = (
        says("static", "{who:ignorer} may {cost:deed_cost} for that player to ignore this effect until end of turn"),
    )


@node
class MayLook(Node):
    """You may look at a card any time that is hidden from others."""

    what: Node

    words = (says("static", "you may look at {what:looked_at} any time"),)


@node
class UntapsDuring(Node):
    """Permanents untap during the untap steps of certain players, of those of "each other player" (`others`) not of
    their own controller, too."""

    what: Node
    whose: Predicate
    others: bool = False

    words = (
        says("static", "untap {what:untapped} during each other {whose:of_players}'s untap step", others=True),
        says("static", "untap {what:untapped} during each {whose:of_players}'s untap step"),
    )


@node
class LastsOn(Node):
    """The ability's effect lasts until end of turn if its object leaves the battlefield."""

    words = (says("static", "if {:leaving_itself}, this effect continues until end of turn"),)


@node
class AnyNumberInDeck(Node):
    """ "A deck can have any number of cards named ~", or (`most`) so many: of no effect once the game has begun."""

    most: int | None = None

    words = (
        says("static", "a deck can have any number of cards named {:own_name}", most=None),
        says("static", "a deck can have up to {most:number} cards named {:own_name}"),
    )


@node
class DeckContains(Node):
    """A condition on a deck for a card to be its companion (702.138 in 2020-04-17): only cards that fit `what` or
    `also`; or each card that fits `what` also fits `so`, or (`none`) no such card does; or so many cards more than the
    minimum (`larger`)."""

    what: Predicate
    also: Predicate | None = None
    so: Predicate | None = None
    larger: int | None = None
    none: bool = False

    words = (
        says("static", "no {what:deck_card} in {:your} starting deck {so:deck_so}", none=True),
        says("static", "{:your} starting deck contains only {what:deck_cards+}", so=None, larger=None, also=None),
        says("static", "{:your} starting deck contains only {what:deck_cards+} and {also:deck_cards+}"),
        says("static", "each {what:deck_card} in {:your} starting deck {so:deck_so}"),
        says(
            "static",
            "{:your} starting deck contains at least {larger:number} cards more than the minimum deck size",
            what=Anything(),
            so=None,
        ),
    )


@node
class DeckSmaller(Node):
    """ "Your minimum deck size is reduced by five": of no effect once the game has begun."""

    less: int

    words = (says("static", "{:your} minimum deck size is reduced by {less:number}"),)


@node
class DraftsFaceUp(Node):
    """ "Draft ~ face up": of no effect once the game has begun."""

    words = (says("static", "draft {:this_one} face up"),)


@node
class RevealsAsDrafted(Node):
    """ "Reveal ~ as you draft it and note …": of no effect once the game has begun."""

    words = (
        says("static", "reveal {:this_one} as you draft it"),
        reads(
            "static",
            "reveal {:this_one} as you draft it and note how many cards you have drafted this draft round, including"
            " {:this_one}",
            surface="note",
        ),
        prints(
            "static",
            "reveal ~ as you draft it and note how many cards you've drafted this draft round, including ~",
            surface="note",
        ),
    )


@node
class OnlyForAnte(Node):
    """ "Remove ~ from your deck before playing if you're not playing for ante": of no effect in a game."""

    words = (says("static", "remove {:this_one} from {:your} deck before playing if you are not playing for ante"),)


@node
class MayBeCommander(Node):
    """ "~ can be your commander": of no effect once the game has begun."""

    words = (says("static", "{:this_one} can be your commander"),)


@node
class DoesntRemove(Node):
    """ "This effect doesn't remove ~": protection that the same ability gives lets the object itself stay attached."""

    what: Predicate | None = None

    words = (
        says("static", "this effect doesn't remove {:this_one}", what=None),
        says("static", "this effect doesn't remove {what:those}"),
    )


@node
class MayBeginInPlay(Node):
    """ "If ~ is in your opening hand, you may begin the game with it in play": of no effect once the game has begun."""

    words = (
        says(
            "static",
            "if {:itself} is in {:your} opening hand, you may begin the game with {:it_or_them} on the battlefield",
        ),
    )


@node
class MayRevealOpening(Node):
    """ "You may reveal this card from your opening hand. If you do, …": of no effect once the game has begun."""

    do: Instruction | None = None

    words = (
        says("static", "you may reveal {:this_card} from {:your} opening hand", do=None),
        prints("static", "you may reveal ~ from your opening hand. if you do, {do:told}"),
    )


@node
class MayAsAttacks(Node):
    """An optional choice made as the object attacks ("You may exert ~ as it attacks")."""

    action: str

    words = (says("static", "you may exert {:itself} as {:it_or_they} attacks", action="exert"),)


@node
class GivesFirst(Node):
    """What is done first as a spell resolves, if its gift was promised (702.174 in 2026-06-19)."""

    do: Node

    words = (prints("static", "its gift is given first if it was promised", do=ANY),)


@node
class AsResolves(Node):
    """What a permanent spell does as it resolves and becomes a permanent: `do` is about that permanent (dash, blitz,
    warp: 702.109a, 702.152a and 702.185a in 2026-06-19)."""

    do: Instruction

    words = (says("static", "as {:itself} resolves, {do:done_then}"),)


@node
class SkipUnless(Node):
    """A step or phase is skipped by players who fit ("Skip your draw step")."""

    step: str
    who: Predicate = Anything()


@node
class Overloads(Node):
    """The spell's effect with "each" for "target", if its overload cost was paid (702.96a in 2026-06-19)."""

    without: tuple[Node, ...]

    words = (prints("static", "it has each for target if its overload cost was paid", without=ANY),)


@node
class Awakens(Node):
    """The spell's effect, with a land besides that it awakens, if its awaken cost was paid (702.113a in 2026-06-19)."""

    without: tuple[Node, ...]

    words = (prints("static", "it awakens a land if its awaken cost was paid", without=ANY),)


@node
class CleavesText(Node):
    """The spell's effect without the words in square brackets, if its cleave cost was paid (702.148a in 2021-11-19);
    `words_of` are the first and the last word of each bracket."""

    without: tuple[Node, ...]
    words_of: tuple[tuple[int, int], ...]

    words = (prints("static", "the words in brackets are no part of it if its cleave cost was paid"),)


made("static", "cast {:itself} {limits:playonly}", lambda limits: tuple(map(PlayOnly, limits)))
for said, how in (
    ("without paying its mana cost", {"cost": Cost()}),
    ("as though it had flash", {"timing": "instant"}),
    ("as an instant", {"timing": "instant"}),
    ("without paying its mana cost as an instant", {"cost": Cost(), "timing": "instant"}),
):
    made("static", f"{{:who_may}} may cast {{what,surface:played_as}} {said}", partial(MayPlay, **how))
made(
    "static",
    "{:who_may} may cast {what,surface:played_as} without paying its mana cost and as though it had flash",
    lambda what, surface, **how: MayPlay(what, Cost(), "instant", surface=f"{surface} and", **how),
)
made("static", "{:who_may} may play {what,surface:played_as} as though {:it_or_they} were in {:your_own} hand", MayPlay)
made(
    "static",
    "as a additional cost to cast {:itself}, {cost:deed_cost} or pay {symbols:mana_printed}",
    lambda cost, symbols: AdditionalCost(Cost((OneOf((cost, Cost((PayMana(symbols),)))),))),
)
made(
    "static",
    "as a additional cost to cast {:itself}, waterbend {symbols:mana_printed}",
    lambda symbols: AdditionalCost(Cost((Waterbend(symbols),))),
)
made("pvp", "behold {what:beheld}", lambda what: Pay(Cost((Behold(what),))))
made("pvp", "waterbend {symbols:mana_printed}", lambda symbols: Pay(Cost((Waterbend(symbols),))))
made("pvp", "collect evidence {amount:digit_amount}", lambda amount: Pay(Cost((CollectEvidence(amount),))))
_THREE_CARDS = Chosen(All((IsCard(), InZone("graveyard", You()))), Number(3))
_FOOD = Chosen(All((HasSubtype("Food"), IsPermanent())))
FORAGE = OneOf(
    (
        Cost((Act(Move(_THREE_CARDS, Destination("exile"), "exile")),)),
        Cost((Act(Sacrifice(_FOOD)),)),
    ),
    surface="forage",
)
fixed("pvp", Pay(Cost((FORAGE,))), "forage", printed=False)
made(
    "static",
    f"as a additional cost to cast {{:itself}}, you may tap any number of {CREWING}",
    lambda what, power: AdditionalCost(Cost((TapPower(what, power),)), optional=True),
)
made("static", "you may cast {what,surface:played_as} from the top of {:your_own} library", partial(MayPlay, top=True))
made("static", "you may cast {what,surface:played_as} from {:its_zone}", MayPlay)
made("static", f"you may cast {{what,surface:played_as}} from {{:its_zone}} {BY_PAYING}", MayPlay)
