"""Statements about how cards are played, what players may do, and limits on playing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawSpend


@v_args(inline=True)
class PlayStatements(Part):
    """Statements."""

    def static(self, part: Any) -> Any:
        return part

    def spend_this(self, on: Any) -> Any:
        mention, test = self.mentions.of(on), self._test(on)
        one = mention is not None and isinstance(mention.ref, ir.Chosen) and isinstance(test, ir.All)
        return RawSpend(replace(test, said="a") if one else test)

    def playonly(self, *limits: Any) -> tuple[Any, ...]:
        return limits
