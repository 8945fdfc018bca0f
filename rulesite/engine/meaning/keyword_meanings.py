"""Keywords: which ones the engine carries out by their name, and those that the rules define in words of no card."""

from __future__ import annotations

from dataclasses import replace

from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.combining import Replace
from rulesite.engine.abilities.conditions import Holds
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.events import Discarded, Event, ZoneChange
from rulesite.engine.abilities.instructions import Destination, Instruction, Move
from rulesite.engine.abilities.kinds import (
    Ability,
    KeywordAbility,
    Replaces,
    StaticAbility,
    TargetSlot,
    TriggeredAbility,
)
from rulesite.engine.abilities.node import node
from rulesite.engine.abilities.predicates import All, HasCounters, HasType, IsObject, IsPermanent, Predicate
from rulesite.engine.abilities.references import OwnerOf, Self
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import NotModelled

# Keywords without a definition that other modules ask for by name; so is every landwalk.
_KNOWN_BY_NAME = frozenset(
    (
        *("flying", "reach", "fear", "shadow", "horsemanship", "intimidate", "skulk"),
        *("first strike", "double strike", "trample", "deathtouch", "lifelink", "infect", "wither"),
        *("banding", "defender", "haste", "vigilance"),
        *("enchant", "protection", "hexproof", "shroud", "indestructible"),
        *("flash", "split second", "morph", "phasing"),
    )
)
_RETURNS_WITH = {"persist": "-1/-1", "undying": "+1/+1"}


@node
class Haunting(Instruction):
    """Remove the card that the source has become from the game; it haunts the target of slot 0."""


@node
class MadnessOffer(Instruction):
    """The owner may play the card for this cost; otherwise it is put into the graveyard."""

    cost: Cost


@node
class PassesPriority(Event):
    """A player passes."""

    who: Predicate


def expanded(ability: KeywordAbility, rules: Ruleset) -> KeywordAbility:
    """The keyword with the abilities that the rules of the day say it stands for, if the card text left them open.

    Raises :class:`NotModelled` for a keyword that nothing in the engine carries out.
    """
    if ability.expands:
        return ability
    found: tuple[Ability, ...] = ()
    if ability.keyword == "haunt":
        found = (_haunt(),)
    elif ability.keyword == "madness" and ability.cost is not None:
        found = _madness(ability.cost, rules)
    elif ability.keyword in _RETURNS_WITH:
        found = (_returns(_RETURNS_WITH[ability.keyword]),)
    elif ability.keyword not in _KNOWN_BY_NAME and not ability.keyword.endswith("walk"):
        raise NotModelled(f"the engine does not carry out the keyword {ability.keyword!r} yet")
    return replace(ability, expands=found) if found else ability


def _haunt() -> Ability:
    creature = All((IsPermanent(), HasType("creature")))
    return TriggeredAbility(
        ZoneChange(IsObject(Self()), "battlefield", "graveyard"),
        Haunting(),
        (TargetSlot(creature),),
        word="when",
        text="When this is put into a graveyard, it haunts target creature.",
    )


def _returns(kind: str) -> Ability:
    """What comes back from the graveyard with a counter of this kind, if it had none when it died."""
    return TriggeredAbility(
        ZoneChange(IsObject(Self()), "battlefield", "graveyard"),
        Move(Self(), Destination("battlefield", controller=OwnerOf(Self()), counters=kind), "return"),
        condition=Holds(Self(), HasCounters(kind, "=", Number(0))),
        word="when",
        text=f"When this dies, if it had no {kind} counters on it, return it with a {kind} counter on it.",
    )


def _madness(cost: Cost, rules: Ruleset) -> tuple[Ability, ...]:
    away = Replace(
        Discarded(IsObject(Self())), Move(Self(), Destination("exile"), "exile"), optional=rules.madness_optional
    )
    return (
        StaticAbility(
            (Replaces(away),), zones=("hand",), text="This card may be removed instead of going to the graveyard."
        ),
        TriggeredAbility(
            ZoneChange(IsObject(Self()), "hand", "exile"),
            MadnessOffer(cost),
            zones=("exile",),
            word="when",
            text="When this card is removed this way, it may be played for its madness cost.",
        ),
    )
