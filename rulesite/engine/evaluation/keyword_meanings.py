"""Keywords that the rules define in words no card uses: for each a function returns the abilities it stands for.

All keywords are rows of ``language/keywords.toml``; those of this module are marked ``defined`` there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulesite.engine.abilities.amounts import Amount, Characteristic, Count, ManaSpent, Number
from rulesite.engine.abilities.changes import GrantAbilities, ModifyPowerToughness
from rulesite.engine.abilities.combat_events import Attacks, DamageDealt
from rulesite.engine.abilities.combining import May, Replace, Sequence
from rulesite.engine.abilities.comparisons import Comparison
from rulesite.engine.abilities.conditions import AllSo, AnySo, Condition, Holds, NotSo, WasCast, WasPaid
from rulesite.engine.abilities.conjunctions import Delayed, If
from rulesite.engine.abilities.costs import Act, Cost
from rulesite.engine.abilities.events import Cast, CountersRemoved, Event, KeywordDone
from rulesite.engine.abilities.instructions import Continuous, Instruction
from rulesite.engine.abilities.kinds import (
    Ability,
    ActivatedAbility,
    KeywordAbility,
    StaticAbility,
    TargetSlot,
    TriggeredAbility,
)
from rulesite.engine.abilities.moves import Destination, Move
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.permanent_instructions import PutCounters, RemoveCounters, Sacrifice
from rulesite.engine.abilities.play_limits import OnlyIf, OnlyTiming
from rulesite.engine.abilities.predicates import (
    All,
    Controlled,
    InZone,
    IsObject,
    IsPermanent,
    IsPlayer,
    IsPlayerRef,
    IsSpell,
    Not,
    OpponentOf,
    OtherThan,
    Predicate,
    both,
)
from rulesite.engine.abilities.references import (
    Chosen,
    Every,
    Granter,
    Linked,
    Memo,
    OwnerOf,
    Self,
    SomePlayer,
    TriggerObject,
    You,
)
from rulesite.engine.abilities.spell_instructions import Choose, CopySpell, PlayCard
from rulesite.engine.abilities.static_parts import (
    AlternativeCost,
    Applies,
    AsEnters,
    AsResolves,
    EntersWith,
    MayAsAttacks,
    MayPlayFrom,
    PlayOnly,
    Replaces,
)
from rulesite.engine.abilities.times import StepBegins
from rulesite.engine.abilities.traits import (
    HasCounters,
    HasStatus,
    HasType,
)
from rulesite.engine.abilities.zone_events import Discarded, ZoneChange
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.language import keyword_table
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.pairs import PAIRED

CASTABLE = ("hand", "graveyard", "library", "exile", "command")
"""The zones from which a card may be cast."""
FORETOLD = "foretold"
"""The memory of a foretold card, in exile and as the spell it becomes: the turn in which it was foretold."""
PLOTTED, WARPED = "plotted", "warped"
"""The memories of a plotted and a warped card in exile: the turn in which it became so."""
Meaning = Callable[[KeywordAbility, Ruleset], tuple[Ability, ...]]
_MEANINGS: dict[str, Meaning] = {}


def means(*keywords: str) -> Callable[[Meaning], Meaning]:
    """A decorator: the function returns the abilities that these keywords stand for under the rules of a day.

    Raises ``ValueError`` for a keyword that is not ``defined`` in the table.
    """
    if not keyword_table.defined().issuperset(keywords):
        raise ValueError(f"the table of keywords does not say that a function defines {', '.join(keywords)}")

    def enter(function: Meaning) -> Meaning:
        _MEANINGS.update(dict.fromkeys(keywords, function))
        return function

    return enter


_RETURNS_WITH = {"persist": "-1/-1", "undying": "+1/+1"}


@node
class Haunting(Instruction):
    """Remove the card that the source has become from the game; it haunts the target of slot 0."""


@node
class DoneResolving(Event):
    """This spell is put into a graveyard as the last thing of its resolution; not if it is countered."""


@node
class ExiledByItself(Event):
    """This card is discarded, and an ability of its own exiles it instead of its going to the graveyard (702.35a)."""


@node
class MadnessOffer(Instruction):
    """The owner may play the card for this cost; otherwise it is put into the graveyard."""

    cost: Cost


@node
class Radiation(Instruction):
    """The controller mills as many cards as he or she has rad counters, and for each nonland card among them loses 1
    life and one rad counter (728.1 in 2026-06-19)."""


@node
class Firebends(Instruction):
    """The controller adds so much red mana, which is not lost until combat ends (702.189a in 2026-06-19)."""

    amount: Amount


@node
class SpeedsUp(Instruction):
    """The controller's speed increases by 1, once each turn (702.179d in 2026-06-19)."""


@node
class CastFromTop(Instruction):
    """Exile cards from the top of the library up to a nonland card of lesser mana value than the source; it may be cast
    for nothing, and the rest goes to the bottom in a random order."""


@node
class TributeOffer(Instruction):
    """An opponent whom the controller chooses may have the source enter with so many +1/+1 counters."""

    amount: Amount


@node
class CastSuspended(Instruction):
    """The card whose last time counter is gone is played without paying its mana cost; a creature gains haste."""


@node
class RevealedAsDrawn(Event):
    """A card is revealed by its miracle ability as it is drawn."""

    what: Predicate


@node
class MiracleOffer(Instruction):
    """The player may cast the revealed card for this cost."""

    cost: Cost


@node
class WasForetold(Condition):
    """The object was foretold, in an earlier turn."""


@node
class DealtBy(Condition):
    """A player was dealt combat damage this turn by a source that, as it dealt that damage, was under your control and
    had a creature type of this spell, or of this `subtype` or a commander."""

    subtype: str = ""


@node
class TokensThatAttack(Instruction):
    """A token copy of the source for each opponent: of those that are not attacked by it, tapped and attacking, as the
    controller likes (`now`); or else of all, and it must attack that opponent this turn."""

    now: bool


@node
class PairUp(Instruction):
    """Pair the source with another creature (702.95 in 2026-06-19)."""

    with_: Node


@node
class CopyLasting(Instruction):
    """Copy the spell that comes back by epic, with new targets if its controller likes (702.50a in 2026-06-19)."""


@node
class CastLastingCopy(Instruction):
    """Create a copy of the spell that comes back by paradigm, in exile; the player may cast it for nothing (702.192a in
    2026-06-19)."""


@node
class WarpAway(Instruction):
    """Exile the source; its owner may cast the card in a later turn."""


@node
class SwapAura(Instruction):
    """Exchange the source with an Aura card in the controller's hand."""


@node
class PassesPriority(Event):
    """A player passes."""

    who: Predicate


def expanded(ability: KeywordAbility, rules: Ruleset) -> KeywordAbility:
    """The keyword with the abilities that it stands for under the rules of the day, if the card text left them open.

    Raises :class:`NotModelled` for a keyword that nothing in the engine carries out.
    """
    if ability.expands:
        return ability
    meaning = _MEANINGS.get(ability.keyword)
    if meaning is not None:
        return replace(ability, expands=meaning(ability, rules))
    known = keyword_table.played_by_name() | keyword_table.of_decks()
    if ability.keyword not in known and not ability.keyword.endswith("walk"):
        raise NotModelled(f"the engine does not carry out the keyword {ability.keyword!r} yet")
    return ability


@means("aura swap")
def _aura_swap(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    if ability.cost is None:
        raise NotModelled("the engine does not carry out aura swap without a cost")
    return (ActivatedAbility(ability.cost, SwapAura(), text="Exchange this permanent with an Aura card in your hand."),)


@means("cascade")
def _cascade(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    return (
        TriggeredAbility(
            Cast(IsObject(Self()), IsPlayerRef(You())),
            CastFromTop(),
            zones=("stack",),
            word="when",
            text="When you cast this spell, a card of lesser mana value from the top may be cast for nothing.",
        ),
    )


@means("suspend")
def _suspend(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """In exile it loses a time counter in each upkeep, and is played when the last is gone (702.62a in 2026-06-19).

    That a player may exile it from the hand is a special action (`casting/setting_aside.py`)."""
    away = ("exile",)
    return (
        TriggeredAbility(
            StepBegins("upkeep", IsPlayerRef(You())),
            RemoveCounters("time", Self()),
            condition=Holds(Self(), HasStatus("suspended")),
            zones=away,
            word="at",
            text="At the beginning of your upkeep, if this is suspended, remove a time counter from it.",
        ),
        TriggeredAbility(
            CountersRemoved("time", IsObject(Self()), last=True),
            CastSuspended(),
            condition=Holds(Self(), InZone("exile")),
            zones=away,
            word="when",
            text="When the last time counter is removed from this, play it without paying its mana cost.",
        ),
    )


@means("foretell")
def _foretell(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It is cast from exile for its foretell cost, in a later turn than it was foretold (702.143a in 2026-06-19)."""
    if ability.cost is None:
        raise NotModelled("the engine does not carry out foretell without a cost")
    cost = AlternativeCost(ability.cost, "foretell", from_="exile", condition=WasForetold())
    return (StaticAbility((cost,), zones=("exile",), text="This may be cast for its foretell cost."),)


@means("miracle")
def _miracle(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """Revealed as the first card drawn in a turn, it may be cast for its miracle cost (702.94a in 2026-06-19)."""
    if ability.cost is None:
        raise NotModelled("the engine does not carry out miracle without a cost")
    return (
        TriggeredAbility(
            RevealedAsDrawn(IsObject(Self())),
            MiracleOffer(ability.cost),
            zones=("hand",),
            word="when",
            text="When this is revealed as it is drawn, it may be cast for its miracle cost.",
        ),
    )


@means("tribute")
def _tribute(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """As it enters, an opponent may put counters on it: tribute is paid or not (702.103a in 2018-01-19)."""
    if ability.amount is None:
        raise NotModelled("the engine does not carry out tribute without a number")
    return (StaticAbility((AsEnters(TributeOffer(ability.amount)),), text="An opponent may pay tribute as it enters."),)


@means("enlist")
def _enlist(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """As it attacks, a creature that stays at home may be tapped; it gets that creature's power (702.154a in
    2026-06-19)."""
    grows = ModifyPowerToughness(Characteristic("power", TriggerObject("other")), Number(0))
    return (
        StaticAbility((MayAsAttacks("enlist"),), text="As this attacks, another creature may be tapped."),
        TriggeredAbility(
            KeywordDone(IsObject(Self()), "enlist"),
            Continuous(Self(), (grows,)),
            word="when",
            text="When a creature is tapped so, this gets its power until end of turn.",
        ),
    )


@means("myriad")
def _myriad(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """As it attacks, tokens that copy it attack the other opponents, until combat ends (702.116a in 2026-06-19)."""
    gone = Delayed(StepBegins("end of combat"), Move(Memo("create"), Destination("exile"), "exile"))
    copies = Sequence((TokensThatAttack(True), gone))
    return (
        TriggeredAbility(Attacks(IsObject(Self())), copies, text="As this attacks, tokens attack other opponents."),
    )


@means("encore")
def _encore(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """Exiled from the graveyard, it leaves a token for each opponent, which must attack that opponent and is sacrificed
    in the next end step (702.141a in 2026-06-19)."""
    if ability.cost is None:
        raise NotModelled("the engine does not carry out encore without a cost")
    away = Act(Move(Self(), Destination("exile"), "exile", from_="graveyard"))
    made = Memo("create")
    hasty = Continuous(made, (GrantAbilities((KeywordAbility("haste", text="haste"),)),), "permanent")
    gone = Delayed(StepBegins("end"), Sacrifice(made))
    return (
        ActivatedAbility(
            replace(ability.cost, parts=(*ability.cost.parts, away)),
            Sequence((TokensThatAttack(False), hasty, gone)),
            restrictions=(OnlyTiming("sorcery"),),
            zones=("graveyard",),
            text="A token for each opponent attacks that opponent this turn.",
        ),
    )


@means("soulbond")
def _soulbond(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """As it or another creature enters, both may be paired, if neither is yet (702.95a in 2026-06-19)."""
    unpaired = (IsPermanent(), HasType("creature"), Controlled(You()), Not(HasStatus(PAIRED)))
    another = All((*unpaired, OtherThan(Self())))
    entering = TriggerObject()
    both = AllSo((Holds(Self(), All(unpaired)), Holds(entering, All(unpaired))))
    return (
        TriggeredAbility(
            ZoneChange(IsObject(Self()), to="battlefield"),
            May(PairUp(Chosen(another))),
            condition=AllSo((Holds(Self(), All(unpaired)), Comparison(Count(Every(another)), ">=", Number(1)))),
            word="when",
            text="When this enters, it may be paired with another creature.",
        ),
        TriggeredAbility(
            ZoneChange(All((*unpaired[:-1], OtherThan(Self()))), to="battlefield"),
            May(PairUp(entering)),
            condition=both,
            text="Whenever another creature enters, it may be paired with this.",
        ),
    )


@means("cipher")
def _cipher(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """In exile it gives the creature on which it is encoded the ability to have it copied and cast (702.99a in
    2026-06-19). That it is exiled so is done as the spell resolves (`turn/encoding.py`)."""
    again = TriggeredAbility(
        DamageDealt(IsObject(Self()), IsPlayer(), combat=True),
        May(CopySpell(Granter()), then=May(PlayCard(Memo("copy")))),
        text="Whenever this creature deals combat damage to a player, you may copy and cast the encoded card.",
    )
    held = (Applies(Linked("encode"), (GrantAbilities((again,)),)),)
    so_long = Holds(Self(), HasStatus("encoded"))
    return (StaticAbility(held, so_long, zones=("exile",), text="The creature has an ability while it is encoded."),)


@means("warp")
def _warp(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It may be cast from the hand for its warp cost; then it is exiled in the next end step, from where its owner may
    cast it in a later turn (702.185a in 2026-06-19)."""
    if ability.cost is None:
        raise NotModelled("the engine does not carry out warp without a cost")
    return (
        StaticAbility((AlternativeCost(ability.cost, "warp", from_="hand"),), zones=("hand", "stack"), text="Warp."),
        StaticAbility(
            (AsResolves(If(WasPaid("warp"), Delayed(StepBegins("end"), WarpAway()))),),
            zones=("stack",),
            text="If this spell's warp cost was paid, the permanent is exiled at the beginning of the next end step.",
        ),
    )


def _if_damage_was_dealt_by(ability: KeywordAbility, subtype: str = "") -> tuple[Ability, ...]:
    """It may be cast for the cost of its keyword if what fits dealt combat damage to a player this turn."""
    if ability.cost is None:
        raise NotModelled(f"the engine does not carry out {ability.keyword} without a cost")
    cost = AlternativeCost(ability.cost, ability.keyword, condition=DealtBy(subtype))
    return (StaticAbility((cost,), zones=("hand", "stack"), text=f"This may be cast for its {ability.keyword} cost."),)


@means("prowl")
def _prowl(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It may be cast for this cost if a source of one of its types dealt damage (702.76a in 2026-06-19)."""
    return _if_damage_was_dealt_by(ability)


@means("freerunning")
def _freerunning(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It may be cast for this cost if an Assassin or a commander dealt damage (702.173a in 2026-06-19)."""
    return _if_damage_was_dealt_by(ability, "Assassin")


@means("demonstrate")
def _demonstrate(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """The spell may be copied; then an opponent copies it, too (702.144a in 2026-06-19)."""
    opponent = SomePlayer(both(IsPlayer(), OpponentOf(You())))
    theirs = CopySpell(Self(), who=Memo("choose player"), new_targets=True)
    copies = May(CopySpell(Self(), new_targets=True), then=Sequence((Choose(opponent), theirs)))
    text = "When you cast this, you may copy it; an opponent then copies it, too."
    cast = Cast(IsObject(Self()), IsPlayerRef(You()))
    return (TriggeredAbility(cast, copies, zones=("stack",), word="when", text=text),)


@means("increment")
def _increment(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It grows when more mana is spent on a spell than it has power or toughness (702.191a in 2026-06-19)."""
    spent = ManaSpent(of=TriggerObject())
    more = AnySo(tuple(Comparison(spent, ">", Characteristic(name, Self())) for name in ("power", "toughness")))
    return (
        TriggeredAbility(
            Cast(IsSpell(), IsPlayerRef(You())),
            PutCounters("+1/+1", Self()),
            condition=AllSo((Holds(Self(), HasType("creature")), more)),
            text="Whenever more mana is spent on a spell of yours than this has power or toughness, it gets a counter.",
        ),
    )


@means("firebending")
def _firebending(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """As it attacks its controller adds red mana, which stays until combat ends (702.189a in 2026-06-19)."""
    if ability.amount is None:
        raise NotModelled("the engine does not carry out firebending without a number")
    bends = Firebends(ability.amount)
    return (TriggeredAbility(Attacks(IsObject(Self())), bends, text="Whenever this attacks, it adds red mana."),)


@means("overload")
def _overload(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It is spelt out with the text of its card, in which "each" stands for "target"."""
    raise NotModelled("the engine does not carry out an overload of which the text with each for target is not read")


@means("awaken")
def _awaken(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It is spelt out with the text of its card, which it gives one more target."""
    raise NotModelled("the engine does not carry out an awaken of which the text is not read with the land besides")


@means("gift")
def _gift(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """On an instant or sorcery it is spelt out as its text is read; a permanent's is not modelled."""
    raise NotModelled("the engine does not carry out the gift of a permanent yet")


@means("backup")
def _backup(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It is spelt out with the abilities below it as its text is read; alone it has no text."""
    raise NotModelled("the engine does not carry out backup outside the text of a card")


@means("sunburst")
def _sunburst(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It enters with a counter for each colour of mana spent: a +1/+1 counter for a creature, else a charge counter
    (702.43a in 2018-01-19)."""
    creature = Holds(Self(), HasType("creature"))
    return tuple(
        StaticAbility(
            (EntersWith(IsObject(Self()), counters=kind, amount=ManaSpent(colors=True), condition=when),),
            text=f"This enters with a {kind} counter on it for each color of mana spent to cast it.",
        )
        for kind, when in (("+1/+1", creature), ("charge", NotSo(creature)))
    )


@means("aftermath")
def _aftermath(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It is cast only from a graveyard, and exiled when it leaves the stack (702.126a in 2018-01-19)."""
    there = InZone("graveyard", You())
    leaves = Replace(
        ZoneChange(IsObject(Self()), "stack"),
        Move(Self(), Destination("exile"), "exile"),
        condition=WasCast(Self(), from_=there),
    )
    return (
        StaticAbility((MayPlayFrom("graveyard"),), zones=("graveyard",), text="This may be cast from a graveyard."),
        StaticAbility((PlayOnly(OnlyIf(Holds(Self(), there))),), zones=CASTABLE, text="It is cast from there alone."),
        StaticAbility((Replaces(leaves),), zones=("stack",), text="It is exiled when it leaves the stack."),
    )


@means("haunt")
def _haunt(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """A creature haunts when it dies, a spell when it has resolved."""
    creature = TargetSlot(All((IsPermanent(), HasType("creature"))))
    text = "When this is put into a graveyard, it haunts target creature."
    dies = ZoneChange(IsObject(Self()), "battlefield", "graveyard")
    return (
        TriggeredAbility(dies, Haunting(), (creature,), word="when", text=text),
        TriggeredAbility(DoneResolving(), Haunting(), (creature,), zones=("graveyard",), word="when", text=text),
    )


@means(*_RETURNS_WITH)
def _returns(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    """It returns from the graveyard with a counter of a kind, if it had none when it died."""
    kind = _RETURNS_WITH[ability.keyword]
    return (
        TriggeredAbility(
            ZoneChange(IsObject(Self()), "battlefield", "graveyard"),
            Move(Self(), Destination("battlefield", controller=OwnerOf(Self()), counters=kind), "return"),
            condition=Holds(Self(), HasCounters(kind, "=", Number(0))),
            word="when",
            text=f"When this dies, if it had no {kind} counters on it, return it with a {kind} counter on it.",
        ),
    )


@means("madness")
def _madness(ability: KeywordAbility, rules: Ruleset) -> tuple[Ability, ...]:
    if ability.cost is None:
        raise NotModelled("the engine does not carry out madness without a cost")
    away = Replace(
        Discarded(IsObject(Self())), Move(Self(), Destination("exile"), "exile"), optional=rules.madness_optional
    )
    return (
        StaticAbility(
            (Replaces(away),), zones=("hand",), text="This card may be removed instead of going to the graveyard."
        ),
        TriggeredAbility(
            ExiledByItself(),
            MadnessOffer(ability.cost),
            zones=("exile",),
            word="when",
            text="When this card is removed this way, it may be played for its madness cost.",
        ),
    )
