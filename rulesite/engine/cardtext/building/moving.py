"""Moving objects between zones; counters and tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawNow
from rulesite.engine.cardtext.building.saying import SAID
from rulesite.engine.cardtext.building.steps import created, sequence
from rulesite.engine.cardtext.mentions import Mention


@v_args(inline=True)
class Moving(Part):
    """Where objects go, and what is put on them."""

    @v_args(inline=True, meta=True)
    def redirect(self, meta: Any, combat: bool | None, where: dict[str, Any], to: Any) -> Any:
        """ "Damage that would be dealt to X is dealt to Y instead": the same damage, to another."""
        hit, source = where.get("to"), where.get("from_")
        if hit is not None:
            self._subject(hit)
        chosen = self._chosen_source(source)
        event: ir.Event = ir.DamageDealt(
            ir.IsObject(ir.Memo("choose")) if chosen else ir.Anything() if source is None else self._as_test(source),
            ir.Anything() if hit is None else self._as_test(hit),
            combat,
            passive=True,
        )
        if "this turn" in self._words(meta).lower():
            event = RawNow(event)
        moved = ir.Replace(event, ir.Happens(to=to), said=SAID["redirect"](self._words(meta).lower()))
        return sequence(ir.Choose(chosen), created(moved)) if chosen else moved

    def _chosen_source(self, source: Any) -> Any:
        """ "a source of your choice": what is chosen first."""
        mention = self.mentions.of(source)
        ref = mention.ref if mention is not None else None
        return ref if isinstance(ref, ir.Chosen) and ref.chooser is not None else None

    def creating(self, step: Any) -> Any:
        return step

    def create(self, amount: ir.Amount, token: tuple[ir.Token, dict[str, Any]]) -> Any:
        made, settings = token
        ghost = next((each for each in reversed(self.mentions.all) if each.ghost and each.noun == "token"), None)
        if ghost is not None:
            ghost.plural = ghost.plural or amount != ONE
        return ir.CreateToken(made, amount, **settings)

    def create_tapped(self, amount: ir.Amount, token: tuple[ir.Token, dict[str, Any]]) -> Any:
        return replace(self.create(amount, token), tapped=True)

    def create_tapped_attacking(self, amount: ir.Amount, token: tuple[ir.Token, dict[str, Any]]) -> Any:
        return replace(self.create(amount, token), tapped=True, attacking=True)

    def create_each(self, amount: ir.Amount, token: Any, each: ir.Amount) -> Any:
        return self.create_equal2(token, each if amount == ONE else _times(amount, each))

    def create_equal2(self, token: Any, amount: ir.Amount) -> Any:
        made, settings = token
        return ir.CreateToken(made, amount, **settings)

    @v_args(inline=True, meta=True)
    def create_copy(self, meta: Any, amount: ir.Amount, of: Any) -> Any:
        plural = amount != ONE
        self.mentions.add(Mention(meta.start_pos, ir.Memo("create"), False, "token", plural=plural, ghost=True))
        return ir.CreateToken(of, amount, tapped=" tapped token" in self._words(meta))


def _times(amount: ir.Amount, each: ir.Amount) -> ir.Amount:
    if amount == ONE:
        return each
    if isinstance(amount, ir.Number):
        return ir.Times(amount.value, each)
    raise ValueError("an open number for each of something")
