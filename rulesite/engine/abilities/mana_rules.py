"""Mana abilities under the rules of a day, for the compiler, the kernel and claims alike."""

from __future__ import annotations

import dataclasses

from rulesite.engine.eras.ruleset import Ruleset

from .combining import Delayed
from .costs import Loyalty
from .events import ManaAdded, TappedForMana
from .instructions import Continuous
from .kinds import ActivatedAbility, TriggeredAbility
from .mana_instructions import AddMana, DoubleMana
from .node import Node
from .references import Reference
from .token_instructions import CreateToken


def is_mana_ability(ability: object, rules: Ruleset) -> bool:
    """Whether an ability is a mana ability, in any game state (406.1 in 2006-10-01, 605.1 from 2009-07-11).

    It is an activated ability that could add mana as it resolves, or one that triggers on the making of mana and could
    add mana itself. From 2007-07-13 on it has no target; from 2011-02-04 on it is not a loyalty ability.
    """
    if isinstance(ability, ActivatedAbility):
        loyal = is_loyalty_ability(ability) and not rules.loyalty_mana_ability
    elif isinstance(ability, TriggeredAbility) and isinstance(ability.event, TappedForMana | ManaAdded):
        loyal = False
    else:
        return False
    return not loyal and bool(_adding(ability.effect)) and (rules.targeted_mana_ability or not ability.targets)


def is_loyalty_ability(ability: object) -> bool:
    """Whether an ability has a loyalty symbol in its cost (606.2 in 2024-06-07)."""
    return isinstance(ability, ActivatedAbility) and any(isinstance(part, Loyalty) for part in ability.cost.parts)


def mana_nodes(effect: Node) -> list[AddMana]:
    """The instructions of an effect that add mana themselves, except those in granted or delayed abilities."""
    return [each for each in _adding(effect) if isinstance(each, AddMana)]


def _adding(effect: Node) -> list[AddMana | DoubleMana]:
    if isinstance(effect, AddMana | DoubleMana):
        return [effect]
    if isinstance(effect, Continuous | CreateToken | Delayed | Reference):
        return []
    found = []
    for field in dataclasses.fields(effect):
        value = getattr(effect, field.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Node):
                found += _adding(each)
    return found
