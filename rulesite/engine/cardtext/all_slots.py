"""Declares all slots of phrases when it is imported."""

from __future__ import annotations

# Not in alphabetical order: slots are declared in the order of these imports.
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
