"""Tokens, and what a search finds."""

from __future__ import annotations

from typing import Any

from lark import v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
    Desc,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.mentions import Mention


@v_args(inline=True, meta=True)
class Tokens(Part):
    """What tokens look like."""

    def found_q(self, meta: Any, amount: ir.Amount, desc: Desc, tail: Any = None) -> Any:
        self.mentions.add(
            Mention(meta.start_pos, ir.Memo("search"), False, desc.noun, plural=amount != ONE, ghost=True)
        )
        return amount, desc, tail
