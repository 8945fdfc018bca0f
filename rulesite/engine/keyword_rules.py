"""Keywords whose definition is rules text that no card prints: haunt and madness, as the day defines them."""

from __future__ import annotations

from dataclasses import replace

from .abilities.combining import Replace
from .abilities.costs import Cost
from .abilities.events import Discarded, Event, ZoneChange
from .abilities.instructions import Destination, Instruction, Move
from .abilities.kinds import Ability, KeywordAbility, Replaces, StaticAbility, TargetSlot, TriggeredAbility
from .abilities.node import node
from .abilities.predicates import All, HasType, IsObject, IsPermanent, Predicate
from .abilities.references import Self
from .ruleset import Ruleset


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
    """The keyword with the abilities that the rules of the day say it stands for, if the card text left them open."""
    if ability.expands:
        return ability
    found: tuple[Ability, ...] = ()
    if ability.keyword == "haunt":
        found = (_haunt(),)
    elif ability.keyword == "madness" and ability.cost is not None:
        found = _madness(ability.cost, rules)
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
