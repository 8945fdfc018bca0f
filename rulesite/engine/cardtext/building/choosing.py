"""Choices, copies, turns; prevention of damage."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawUnpreventable
from rulesite.engine.cardtext.building.steps import sequence


@v_args(inline=True)
class Choosing(Part):
    """Choices, spells, turns and prevention."""

    def unpreventable(self) -> Any:
        return RawUnpreventable()

    def prevention(self, step: Any) -> Any:
        return step

    def prevent_next(self, amount: ir.Amount, combat: bool | None, where: dict[str, Any]) -> Any:
        return ir.PreventDamage(amount, combat=combat, **where)

    def prevent_all(self, combat: bool | None, where: dict[str, Any]) -> Any:
        if where.get("to") is not None and where["to"] is where.get("from_"):  # "dealt to and dealt by": two shields
            return sequence(
                ir.PreventDamage(None, to=where["to"], combat=combat),
                ir.PreventDamage(None, from_=where["from_"], combat=combat, said="and by"),
            )
        return ir.PreventDamage(None, combat=combat, **where)

    def prevent_that(self) -> Any:
        return ir.PreventDamage(None, to=None, duration="now")

    def prevent_that_n(self, amount: ir.Amount) -> Any:
        return ir.PreventDamage(amount, duration="now")

    def prevent_all_but(self, number: Token) -> Any:
        return ir.PreventDamage(ir.Total((ir.ThatMuch("trigger"), ir.Number(-int(number)))), duration="now")

    @v_args(inline=True, meta=True)
    def dt_to(self, meta: Any, to: Any, by: Any = None) -> dict[str, Any]:
        return {"to": to, "from_": by, "said": self._turn_said(meta)}

    @v_args(inline=True, meta=True)
    def dt_by(self, meta: Any, by: Any) -> dict[str, Any]:
        return {"from_": by, "said": self._turn_said(meta)}

    def _turn_said(self, meta: Any) -> str:
        """Where "this turn" stands: before those who deal and are dealt the damage, or behind them."""
        words = self._words(meta).lower()
        return "early" if "dealt this turn" in words else "late" if words.endswith("this turn") else ""

    def dt_any(self) -> dict[str, Any]:
        return {}

    def dt_both(self, what: Any) -> dict[str, Any]:
        return {"to": what, "from_": what}

    @v_args(inline=True, meta=True)
    def dt_would(self, meta: Any, by: Any, to: Any = None) -> dict[str, Any]:
        return {
            "from_": by,
            "to": to,
            "said": "would early" if "deal this turn" in self._words(meta).lower() else "would",
        }

    def dealtby(self, by: Any) -> Any:
        return by
