"""The phrase for each kind of node, used by `describe`. A string is a template over the node's fields."""

from __future__ import annotations

from rulesite.engine.cardtext.wording_deeds import DEEDS
from rulesite.engine.cardtext.wording_nouns import NOUNS, Phrase

WORDING: dict[str, Phrase] = {**NOUNS, **DEEDS}
