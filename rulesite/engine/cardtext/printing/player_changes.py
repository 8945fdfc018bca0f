"""Changes to players and to the rules for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.printing.printer import Printer


def taxes(attack: Any, block: Any, p: Printer) -> str | None:
    """ "~ can't attack or block unless you pay {2}": two taxes on one creature as one phrase."""
    if not (
        isinstance(attack, ir.AttackTax) and isinstance(block, ir.AttackTax) and isinstance(attack.what, ir.IsObject)
    ):
        return None
    if replace(attack, block=True) != block or attack.block or attack.whom is not None:
        return None
    return p.say(attack).replace("can't attack", "can't attack or block", 1)
