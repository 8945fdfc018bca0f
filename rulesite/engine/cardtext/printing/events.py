"""Events: what "when", "whenever", "if … would" and "this turn" speak of."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import many, third


def happens(who: NounPhrase, verb_phrase: str, p: Printer) -> str:
    """Subject and verb of an event; "would" where a replacement speaks of it."""
    if p.would:
        return f"{who} would {verb_phrase}"
    return f"{who} {many(verb_phrase) if who.plural or who.you else third(verb_phrase)}"


def player(test: Any, p: Printer) -> NounPhrase:
    """The player of an event: "you", "a player", "an opponent"."""
    if isinstance(test, ir.Anything | ir.IsPlayer):
        return NounPhrase("a player", player=True)
    return some(test, p, "player")


def replaced(n: ir.Replace, p: Printer, span: str) -> str:
    """ "if ~ would die, exile it instead"; `span`: " this turn" of one that an effect creates."""
    if n.said.startswith("redirect") and isinstance(n.event, ir.DamageDealt) and isinstance(n.instead, ir.Happens):
        while_ = f"as long as {p.say(n.condition)}, " if n.condition is not None else ""
        return while_ + _redirected(n, n.event, n.instead.to, p, span)
    with p.saying(span=span):
        return p.say(n)


def _redirected(n: ir.Replace, event: ir.DamageDealt, to_: Any, p: Printer, span: str) -> str:
    """ "All damage that would be dealt to you is dealt to ~ instead"."""
    how = n.said.split()
    said = f"{'all ' if 'all' in how else ''}{p.said(event.combat, 'damagekind')} that would be dealt"
    early, late = (span, "") if "early" in how else ("", span)
    to = "" if event.to == ir.Anything() else f" to {some(event.to, p, 'permanent')}"
    by = ""
    if isinstance(event.source, ir.IsObject):
        by = f" by {some(event.source, p)}"
    elif event.source != ir.Anything():
        by = f" by {noun(event.source, p, True, head='source')}"
    return f"{said}{early}{to}{by}{late} is dealt to {p.who(to_)} instead"


@says(ir.CreateReplacement)
def _create_replacement(n: ir.CreateReplacement, p: Printer) -> str:
    span = {"turn": " this turn", "permanent": "", "combat": " this combat"}.get(n.duration, f" until {n.duration}")
    return replaced(n.replacement, p, span)
