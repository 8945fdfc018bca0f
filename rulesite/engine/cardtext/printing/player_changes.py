"""Changes to players and to the rules for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.cost_slots import paid
from rulesite.engine.cardtext.printing.amounts import each_of, lettered
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import WHERE, third


@says(ir.CostChange)
def _cost_change(n: ir.CostChange, p: Printer) -> str:
    paid_ = n.mana or (f"an additional {p.say(n.cost)}" if n.cost is not None else "")
    more = "less" if n.less else "more"
    each = ""
    if n.times is not None:
        if lettered(n.times):
            letter, where = p.say(n.times).split(WHERE, 1)
            paid_ = f"{{{letter}}}{WHERE}{where}"
            found: tuple[int, str] | None = (1, "")
        else:
            found = each_of(n.times, p)
        each = (
            ""
            if found == (1, "")
            else f" for each {found[1]}"
            if found and found[0] == 1
            else f", where X is {p.say(n.times)}"
        )
    itself = isinstance(n.what, ir.IsObject)
    what = some(n.what, p).text if itself else noun(n.what, p, True, head="spell")
    if n.abilities:
        if n.keyword:
            return f"{n.keyword} costs you pay cost {paid_} {more}{each}"
        whose = f"activated abilities of {what}"
        return f"{whose} cost {paid_} {more} to {p.terms.activate}{each}"
    if n.said == "each" and not itself:
        return f"each {noun(n.what, p, head='spell')} costs {paid_} {more} to {p.terms.cast}{each}"
    return f"{what} cost{'s' if itself else ''} {paid_} {more} to {p.terms.cast}{each}"


@says(ir.AttackTax)
def _attack_tax(n: ir.AttackTax, p: Printer) -> str:
    whom = "" if n.whom is None else f" {p.who(n.whom)}"
    itself = isinstance(n.what, ir.IsObject)
    what = some(n.what, p).text if itself else noun(n.what, p, True, head="creature")
    verb = "block" if n.block else "attack"
    each = "" if itself else f" for each creature they control that's {verb}ing{whom}"
    return f"{what} can't {verb}{whom} unless {_payer(n, itself, p)}{each}"


def _payer(n: ir.AttackTax, itself: bool, p: Printer) -> str:
    """ "you pay {2}", "its controller sacrifices a land"."""
    cost = paid(n.cost, p)
    if n.said == "its" and itself:
        return f"its controller {third(cost)}"
    return f"you {cost}" if itself else f"their controller {third(cost)}"


def taxes(attack: Any, block: Any, p: Printer) -> str | None:
    """ "~ can't attack or block unless you pay {2}": two taxes on one creature as one phrase."""
    if not (
        isinstance(attack, ir.AttackTax) and isinstance(block, ir.AttackTax) and isinstance(attack.what, ir.IsObject)
    ):
        return None
    if replace(attack, block=True) != block or attack.block or attack.whom is not None:
        return None
    return f"{some(attack.what, p)} can't attack or block unless {_payer(attack, True, p)}"
