"""Deeds that move, find and show cards."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.deeds import act
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import a, listed


@says(ir.CounterSpell)
def _counter(n: ir.CounterSpell, p: Printer) -> str:
    said = f"counter {p.who(n.what)}"
    if n.to is not None:
        said += countered(n, p)
    return said


def countered(n: ir.CounterSpell, p: Printer) -> str:
    """ ". If that spell is countered this way, exile it instead of putting it into its owner's graveyard"."""
    if n.to is None:
        return ""
    it = "that card" if "card" in n.said.split() else "it"
    to = f"exile {it}" if n.to.zone == "exile" else f"put {it} {p.say(n.to)}"
    of = "into that player's graveyard" if "player" in n.said.split() else "putting it into its owner's graveyard"
    return f". if that spell is countered this way, {to} instead of {of}"


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


@says(ir.Shuffle)
def _shuffle(n: ir.Shuffle, p: Printer) -> str:
    if isinstance(n.whose, ir.You):
        return "shuffle your library" if n.said == "library" else "shuffle"
    return p.agree(p.saying_subject(n.whose), "shuffle")


@says(ir.PlayCard)
def _play(n: ir.PlayCard, p: Printer) -> str:
    def phrase() -> str:
        with p.saying(zone_word="from"):
            what = p.who(n.what)
        its = "their mana costs" if what.plural else "its mana cost"
        return f"{n.said if n.said == 'play' else p.terms.cast} {what}" + (f" without paying {its}" if n.free else "")

    return act(n, p, phrase)
