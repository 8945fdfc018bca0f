"""Replacement effects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import both
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawDuring, RawJoin, RawNow, RawOfChoice
from rulesite.engine.cardtext.building.steps import sequence


@v_args(inline=True)
class Replacing(Part):
    """ "If … would …, … instead"."""

    def replacement(self, step: Any) -> Any:
        return step

    def repl_instead(self, event: Any, step: Any, *_: Any) -> Any:
        if isinstance(step, ir.May):
            steps = [part for part in (step.do, step.then) if part is not None and not isinstance(part, ir.Nothing)]
            skips = "skip" if isinstance(step.do, ir.Nothing) else ""
            return self._replace(event, sequence(*steps) if steps else None, optional=True, said=skips)
        step = ir.rewrite(step, lambda n: replace(n, source="trigger") if n == ir.ThatMuch() else n)
        return self._replace(event, None if isinstance(step, ir.Nothing) else step)

    def repl_plain(self, event: Any, step: Any) -> Any:
        return self._replace(event, step)

    def repl_mana(self, event: Any, what: Any, symbols: Token, of: Any) -> Any:
        return ir.ManaBecomes(event.what, ir.ManaSymbols((str(symbols),)), of == "mana, any amount")

    def repl_next(self, event: Any, step: Any) -> Any:
        duration = "turn" if isinstance(event, RawNow) else "permanent"
        event = event.event if isinstance(event, RawNow) else event
        if not isinstance(event, RawOfChoice):
            return ir.CreateReplacement(self._replace(event, step, once=True), duration)
        chosen = replace(event.event, source=ir.IsObject(ir.Memo("choose")))
        return sequence(ir.Choose(event.chosen), ir.CreateReplacement(self._replace(chosen, step, once=True), duration))

    def repl_doubled(self, event: ir.Event, *_: Any) -> Any:
        return ir.Replace(event, ir.Happens(amount=ir.Times(2, ir.ThatMuch("trigger"))))

    def countersput(self, kind: str | None, on: Any) -> ir.Event:
        return ir.CountersPut(kind, self._other(on), by_effect=True)

    def instead_of(self, step: Any, of: Any) -> Any:
        return RawJoin("instead of", step, None) if of == "dest" else RawJoin("anywhere else", step, None)

    def io_put(self, *_: Any) -> Any:
        return "dest"

    io_dest = io_put

    def io_anywhere(self, *_: Any) -> Any:
        return "anywhere"

    def io_mana(self) -> Any:
        return "mana"

    def io_mana_amount(self) -> Any:
        return "mana, any amount"

    def anytime(self, *_: Any) -> None:
        return None

    def would_object(self, what: Any, verb: Any) -> Any:
        event = verb(self._subject(what))
        mention = self.mentions.of(what)
        chosen = mention.ref if mention is not None and isinstance(mention.ref, ir.Chosen) else None
        if mention is not None and mention.said == "any" and isinstance(event, ir.DamageDealt):
            return replace(event, said="any")
        if chosen is None or chosen.chooser is None or not isinstance(event, ir.DamageDealt):
            return event
        source = both(chosen.what, ir.AnyOf((ir.IsPermanent(), ir.IsSpell())))  # "a red source of your choice"
        return RawOfChoice(event, ir.Chosen(source))

    def would_player(self, who: Any, verb: Any) -> Any:
        return verb(self._subject(who))

    def would_now(self, event: Any) -> Any:
        return RawNow(event)

    def wouldevent(self, event: Any) -> Any:
        return event

    wouldhappen = wouldevent

    def pw_draws(self, whose: Any) -> Any:
        return lambda s: RawDuring(ir.Drawn(self._test(s)), ir.IsStep("draw", whose))
