"""The mana of a total cost that may be spent on its X: "spend only black mana on X"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulesite.engine.abilities.play_limits import SpendOnly
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.objects import SYMBOL_OF

from .helped_costs import generic_in
from .total_cost import reduced


def with_mana_for_x(frame: Frame, words: Iterable[Any], printed: list[str], symbols: list[str]) -> list[str]:
    """The mana to pay with what is for X in the only color that may be spent on it; what lowers the cost lowers that
    first, as the player would choose.

    ``words`` are the limits of the spell or ability, ``printed`` the symbols before any change.
    """
    colors = [SYMBOL_OF[each.color] for each in words if isinstance(each, SpendOnly) and each.on == "X"]
    if not colors or not frame.bound.x:
        return symbols
    lowered = max(0, generic_in(printed) - generic_in(symbols))
    for_x = min(generic_in(symbols), max(0, frame.bound.x - lowered))
    return [*reduced(symbols, [str(for_x)]), *[colors[0]] * for_x] if for_x else symbols
