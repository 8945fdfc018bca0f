"""The slots of what conditions say alone."""

from __future__ import annotations

from rulesite.engine.cardtext.printing.events import STEPS
from rulesite.engine.language.sorts import slot

slot("your", "poss", say=lambda value, p, many, head: "your")
slot("step", "", say=lambda value, p, many, head: STEPS.get(value, value))
