"""Paying a cost while a spell or ability resolves: mana abilities may be played first."""

from __future__ import annotations

from rulesite.engine.abilities.costs import Cost
from rulesite.engine.evaluation.feasibility import decides_payable
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import source_name

from .bound_mana import usable
from .helped_costs import could_help, helped
from .mana_abilities import available, make_mana, most_mana
from .payments import Item, can_pay, items, paid_for, pay_item, ways_to_pay
from .total_cost import mana_for_keyword


@decides_payable
def payable(frame: Frame, player: str, cost: Cost) -> bool:
    """Whether a player could pay a cost now, counting the mana abilities that he or she could still play."""
    return _payable(frame, player, cost, made=True)


def payable_at_once(frame: Frame, player: str, cost: Cost) -> bool:
    """Whether a player could pay a cost now without playing mana abilities."""
    return _payable(frame, player, cost, made=False)


def _payable(frame: Frame, player: str, cost: Cost, *, made: bool) -> bool:
    if not cost.parts:
        return True
    return any(
        all(
            can_pay(frame, player, item, made and _could_make(frame, player, item))
            for item in _items(frame, way, player)
        )
        for way in ways_to_pay(frame, cost)
    )


def _items(frame: Frame, cost: Cost, player: str) -> list[Item]:
    """The items of a cost; only its own waterbend costs are helped to pay, not those of an earlier look or payment."""
    frame.bound.record.waterbend = 0
    return items(frame, cost, player)


def _could_make(frame: Frame, player: str, item: Item) -> bool:
    kernel = frame.kernel
    if item.kind != "mana" or not kernel.has("mana_while_paying"):
        return False
    need = sum(int(symbol) if symbol.isdigit() else 1 for symbol in item.symbols)
    have = sum(usable(frame.kernel, player, paid_for(frame)).values())
    have += could_help(frame, player, item.symbols)
    return have + sum(most_mana(kernel, thing) for thing in available(kernel, player)) >= need


def pay_now(frame: Frame, player: str, cost: Cost) -> None:
    """Pay a cost during resolution; raises :class:`IllegalAction` when it cannot be paid."""
    wanted = _items(frame, cost, player)
    about = source_name(frame)
    if any(item.kind == "mana" for item in wanted):
        make_mana(frame.kernel, player, about)
    for item in wanted:
        if item.kind == "mana":
            item.symbols = mana_for_keyword(frame, item.symbols, paid_for(frame))
            others = {other.word for other in wanted}
            item.symbols, _ = helped(frame, player, item.symbols, others, about)
            if not item.symbols:
                continue
        pay_item(frame, player, item, about, paid_for(frame))
