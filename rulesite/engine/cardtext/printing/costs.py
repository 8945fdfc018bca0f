"""Costs: symbols and deeds, before a colon or after "pay"."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import countable, counted, digits
from rulesite.engine.cardtext.printing.phrases import says
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import listed


def paid(cost: ir.Cost, p: Printer) -> str:
    """A cost as something to do: "pay {2}", "sacrifice a creature and pay 2 life".

    >>> paid(ir.Cost((ir.PayMana("{2}"),)), Printer("2021-11-19"))
    'pay {2}'
    """
    return listed([_done(part, p) for part in cost.parts])


def _done(part: Any, p: Printer) -> str:
    match part:
        case ir.PayMana():
            return f"pay {p.say(part)}"
        case ir.OneOf(options=options):
            said = [paid(option, p) for option in options]
            if all(text.startswith("pay ") for text in said):
                said = [said[0], *(text.removeprefix("pay ") for text in said[1:])]
            return listed(said, "or")
        case ir.Repeated(cost=cost, times=times):
            return f"{paid(cost, p)} for each {countable(times, p) or p.say(times)}"
    return p.say(part)


@says(ir.Cost)
def _cost(n: ir.Cost, p: Printer) -> str:
    return (" and " if n.said == "and" else ", ").join(p.say(part) for part in n.parts)


def _each(times: Any, p: Printer) -> str:
    return "" if times is None else f" for each {countable(times, p) or p.say(times)}"


@says(ir.PayMana)
def _mana(n: ir.PayMana, p: Printer) -> str:
    return n.symbols + _each(n.times, p)


@says(ir.TapSelf)
def _tap(n: ir.TapSelf, p: Printer) -> str:
    return "{T}"


@says(ir.UntapSelf)
def _untap(n: ir.UntapSelf, p: Printer) -> str:
    return "{Q}"


@says(ir.PayEnergy)
def _energy(n: ir.PayEnergy, p: Printer) -> str:
    if n.kind == "energy":
        return "pay " + ("{E}" * n.amount.value if isinstance(n.amount, ir.Number) else f"{digits(n.amount, p)} {{E}}")
    return f"remove {counted(n.amount, f'{n.kind} counter', p)} from you"


@says(ir.Loyalty)
def _loyalty(n: ir.Loyalty, p: Printer) -> str:
    text = digits(n.amount, p)
    return text if text.startswith("-") or text == "0" else f"+{text}"


@says(ir.Act)
def _act(n: ir.Act, p: Printer) -> str:
    return p.say(n.do) + _each(n.times, p)


@says(ir.OneOf)
def _one_of(n: ir.OneOf, p: Printer) -> str:
    return listed([p.say(option) for option in n.options], "or")


@says(ir.Repeated)
def _repeated(n: ir.Repeated, p: Printer) -> str:
    return f"{p.say(n.cost)} for each {countable(n.times, p) or p.say(n.times)}"
