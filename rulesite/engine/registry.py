"""Everything that the engine can answer and carry out. Importing this module makes all of it known."""

from __future__ import annotations

from rulesite.engine.effects import layers, modified_numbers
from rulesite.engine.meaning import (
    combat_patterns,
    counter_kinds,
    fitting,
    player_patterns,
    quantities,
    referents,
    truth,
    zone_patterns,
)

from . import actions

KNOWN = (
    *(quantities, combat_patterns, counter_kinds, truth, player_patterns, fitting, referents, zone_patterns),
    *(layers, modified_numbers),
    actions,
)
