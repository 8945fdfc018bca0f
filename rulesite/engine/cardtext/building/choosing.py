"""Choices, copies, turns; prevention of damage."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import both
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawUnpreventable
from rulesite.engine.cardtext.building.steps import sequence


@v_args(inline=True)
class Choosing(Part):
    """Choices, spells, turns and prevention."""

    def choose(self, what: Any) -> Any:
        return ir.Choose(self._obj(what, "choose"))

    def choose_player(self, who: Any) -> Any:
        return ir.Choose(who)

    def choose_quality(self, quality: Any) -> Any:
        if isinstance(quality, tuple):
            quality = ir.ChooseQuality(quality[0], except_=(quality[1],))
        chosen = quality if isinstance(quality, ir.ChooseQuality) else ir.ChooseQuality(quality)
        self.chosen_qualities.add(chosen.quality)
        return chosen

    def ch_color(self) -> str:
        return "color"

    def ch_color_other(self, color: Token) -> Any:
        return "color", str(color)

    def ch_type(self, type_: Token) -> str:
        return f"{type_} type"

    def ch_type2(self, supertype: Token, type_: Token) -> str:
        return f"{supertype} {type_} type"

    def ch_name(self) -> str:
        return "card name"

    def ch_name_of(self, *tests: ir.Predicate) -> ir.ChooseQuality:
        return ir.ChooseQuality("card name", among=both(*tests))

    def ch_name_but(self, *tests: ir.Predicate) -> ir.ChooseQuality:
        return ir.ChooseQuality("card name", among=ir.Not(both(*tests)))

    def ch_card_type(self) -> str:
        return "card type"

    def ch_number(self) -> str:
        return "number"

    def copy(self, what: Any) -> Any:
        return ir.CopySpell(self._obj(what, "copy"))

    def change_text(self, of: Any, _: Token, kind: str) -> Any:
        return ir.Continuous(of, (ir.ReplaceWords(kind),), "permanent")

    def tw_color(self) -> str:
        return "color"

    def tw_land(self, supertype: Token, type_: Token) -> str:
        return f"{supertype} {type_} type"

    def tw_creature(self, type_: Token) -> str:
        return f"{type_} type"

    def tw_both(self, _: Token, supertype: Token, type_: Token) -> str:
        return f"color or {supertype} {type_} type"

    def play_free(self, what: Any) -> Any:
        return ir.PlayCard(what, free=True)

    def play_np(self, what: Any) -> Any:
        return ir.PlayCard(what, free=False)

    def play_from(self, what: Any, zone: ir.InZone) -> Any:
        self._narrow(what, zone)
        return ir.PlayCard(what, free=False)

    def extra_phases(self, *phases: str | None) -> Any:
        return ir.ExtraPhase(tuple(phase for phase in phases[1:] if phase is not None))

    def unpreventable(self) -> Any:
        return RawUnpreventable()

    def ph_main(self) -> str:
        return "main"

    def ph_combat(self) -> str:
        return "combat"

    def ph_this(self) -> str:
        return "this"

    def skip(self, whose: Any, step: str) -> Any:
        return ir.SkipNext(step)

    def skip_that(self, *_: Any) -> Any:
        return ir.Nothing()

    def repeat(self) -> Any:
        return ir.Repeat(None)

    def switch_pt(self, what: Any) -> Any:
        return ir.Continuous(what, (ir.SwitchPowerToughness(),), "permanent")

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
