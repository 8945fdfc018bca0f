"""Damage that is dealt to another, and damage that can't be prevented."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawNow
from rulesite.engine.cardtext.building.saying import SAID
from rulesite.engine.cardtext.building.steps import created, sequence


class Redirecting(Part):
    """What is said of damage in a sentence of its own."""

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
