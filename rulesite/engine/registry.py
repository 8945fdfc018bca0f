"""Everything that the engine can answer and carry out. Importing this module makes all of it known."""

from __future__ import annotations

from . import (
    amounts,
    combat_patterns,
    conditions,
    instructions,
    layers,
    patterns,
    predicates,
    references,
    zone_patterns,
)

KNOWN = (amounts, combat_patterns, conditions, instructions, layers, patterns, predicates, references, zone_patterns)
