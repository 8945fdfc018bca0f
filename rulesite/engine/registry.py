"""Import every module that registers what the engine can evaluate and carry out."""

from __future__ import annotations

from rulesite.engine.effects import layers, modified_numbers
from rulesite.engine.evaluation import (
    amounts,
    combat_patterns,
    conditions,
    counter_kinds,
    player_patterns,
    predicates,
    references,
    zone_patterns,
)

from . import actions

KNOWN = (
    *(amounts, combat_patterns, counter_kinds, conditions, player_patterns, predicates, references, zone_patterns),
    *(layers, modified_numbers),
    actions,
)
