"""The slots of costs: what is paid, and how often."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.amounts import countable, digits
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.language.english import listed
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.sorts import Place, slot, sort


def paid(cost: ir.Cost, p: Printer) -> str:
    """A cost as an instruction: "pay {2}", "sacrifice a creature and pay 2 life".

    >>> paid(ir.Cost((ir.PayMana("{2}"),)), Printer("2021-11-19"))
    'pay {2}'
    """
    said = [str(p.said(part, "paying")) for part in cost.parts]
    if all(one.startswith("pay ") for one in said):
        said[1:] = [one.removeprefix("pay ") for one in said[1:]]
    return listed(said)


def _parts(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> tuple[Any, ...]:
    made = phrase.node(values)
    return made if isinstance(made, tuple) else (made,)


def _loyalty(builder: Any, amount: Any, place: Place) -> ir.Amount:
    number = amount.lstrip("+-")
    value: ir.Amount = ir.Number(int(number)) if number.isdigit() else ir.X(number)
    if not amount.startswith("-"):
        return value
    return ir.Number(-value.value) if isinstance(value, ir.Number) else ir.Times(-1, value)


def _say_loyalty(value: Any, p: Any, many: bool, head: str) -> str:
    text = digits(value, p)
    return text if text.startswith("-") or text == "0" else f"+{text}"


def _done_to_pay(builder: Any, step: Any, place: Place) -> tuple[ir.CostPart, ...]:
    """An instruction as a cost: "pay" stands for the cost itself, and tapping the object for its symbol."""
    if isinstance(step, ir.Pay):
        return step.cost.parts
    mention = builder.mentions.of(step.what) if isinstance(step, ir.Tap) else None
    return (ir.TapSelf() if mention is not None and isinstance(mention.ref, ir.Self) else ir.Act(step),)


def _either_cost(value: Any, p: Any, many: bool, head: str) -> str:
    said = [paid(one, p) if head else p.say(one) for one in value]
    if head and all(one.startswith("pay ") for one in said):
        said[1:] = [one.removeprefix("pay ") for one in said[1:]]
    return listed(said, "or")


sort("costpart", becomes=_parts)


def _energy_sign(builder: Any, symbols: Any, place: Place) -> None:
    if str(symbols) != "{E}":
        raise ValueError("any amount of one sort of mana")


slot("energy_sign", "MANASYMBOLS", _energy_sign, lambda value, p, many, head: "{E}")
slot("loyalty", "(SIGNED|NUM)", _loyalty, _say_loyalty)
slot("discarding", "np", lambda b, what, place: ir.Discard(b._obj(what, "discard")))
slot("sacrificing", "np", lambda b, what, place: ir.Sacrifice(b._obj(what, "sacrifice")))
slot("tapping", "np", lambda b, what, place: ir.Tap(b._obj(what, "tap")))
slot("done_to_pay", "pvp", _done_to_pay)
slot("so_often", "", say=lambda value, p, many, head: countable(value, p) or p.say(value))
slot("either_cost", "", say=_either_cost)
slot(
    "parts_of_cost",
    "",
    say=lambda value, p, many, head: (f" {head} " if head else ", ").join(map(p.say, value)),
)
