"""All slots of phrases: whoever imports this module has them declared."""

from __future__ import annotations

# Not in the order of the alphabet: slots are declared in this one.
# isort: off
from rulesite.engine.cardtext.slots import (  # noqa: F401 - for the slots that they declare
    becoming,
    changes,
    conditions,
    costs,
    instructions,
    events,
    copy_exceptions,
    conjunctions,
    keywords,
    creation,
    moves,
    objects,
    history,
    players,
    casting,
    predicates,
    replacements,
    common,
    statements,
    times,
)
from rulesite.engine.cardtext.syntax import joined_objects  # noqa: F401 - for the slots that they declare
