"""Deeds that move, find and show cards."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.deeds import act
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed


@says(ir.Search)
def _search(n: ir.Search, p: Printer) -> str:
    def phrase() -> str:
        zones = list(n.zones)
        whose = p.whose(n.whose)
        where = f"{whose} {listed(zones)}"
        if isinstance(n.amount, ir.UpTo | ir.AtLeast):
            several = n.amount != ir.UpTo(ir.Number(1))
            what = f"{p.say(n.amount)} {noun(n.what, p, several, 'and/or' if several else 'or', place='card')}"
        else:
            what = (
                a(noun(n.what, p, place="card"))
                if n.amount == ir.Number(1)
                else f"{p.say(n.amount)} {noun(n.what, p, True, 'and/or', place='card')}"
            )
        it = "them" if n.amount not in (ir.Number(1), ir.UpTo(ir.Number(1))) else "it"
        return f"search {where} for {what}" + (f", reveal {it}" if n.reveal else "")

    return act(n, p, phrase)
