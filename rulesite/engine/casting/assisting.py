"""Assist: another player pays generic mana of a spell's total cost (702.132 in 2026-06-19).

Its player names the other and the mana in the payment ("paying assist Bob {3}, then {2}{B}").
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.game_state import object_ref

from .helped_costs import generic_in
from .mana_pool import symbols_of
from .payments import Item, pay_item
from .total_cost import reduced

ASSIST = "assist"


@dataclass(frozen=True)
class Helper:
    """The player who helps to pay, and how much generic mana."""

    player: str
    amount: int


def helper_named(frame: Frame, player: str, order: list[str], symbols: list[str], about: str) -> Helper | None:
    """Who helps to pay for a spell, and with how much; None if the payment names nobody.

    Raises :class:`IllegalAction` where nobody may help, for more than one helper, or for more than the generic mana.
    """
    kernel = frame.kernel
    named = [word.split() for word in order if word.startswith(f"{ASSIST} ")]
    if not named:
        return None
    (_, name, mana), paid = named[0], symbols_of(named[0][-1])
    amount = generic_in(paid)
    if ASSIST not in keywords(look(kernel, frame.bound.stack_id)) or not kernel.has(ASSIST):
        raise kernel.illegal(f"no other player may help to pay for {about}", ASSIST)
    if len(named) > 1 or name == player or name not in kernel.state.turn_order():
        raise kernel.illegal(f"one other player may help to pay for {about}", ASSIST)
    if paid != [str(amount)] or not 0 < amount <= generic_in(symbols):
        raise kernel.illegal(f"{name} may pay generic mana of the total cost of {about}, not {mana}", ASSIST)
    return Helper(name, amount)


def pay_part(frame: Frame, helper: Helper, symbols: list[str], about: str) -> list[str]:
    """Have the helper pay; returns the mana that is left to be paid."""
    mana = [str(helper.amount)]
    frame.kernel.note(f"{helper.player} pays {{{helper.amount}}} of {about}", ASSIST)
    pay_item(frame, helper.player, Item("mana", "mana", mana), about, object_ref(frame.bound.stack_id))
    return reduced(symbols, mana)
