"""Gives "support N" the targets that its rule says and no word names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir

_SUPPORTED = ir.All((ir.HasType("creature"), ir.IsPermanent(), ir.OtherThan(ir.Self())))


def with_supported(part: Any) -> Any:
    """An ability whose "support N" has up to N other target creatures, each time after the targets that are printed
    (701.41a in 2026-06-19; a spell is no creature, so any is another)."""
    slots = getattr(part, "targets", None)
    if slots is None or not hasattr(part, "effect"):
        return part
    found = list(slots)

    def aimed(action: Any) -> Any:
        if not isinstance(action, ir.KeywordAction) or action.action != "support" or action.what is not None:
            return action
        if isinstance(action.amount, ir.Number):
            found.append(ir.TargetSlot(_SUPPORTED, 0, action.amount.value))
        elif action.amount is not None:
            found.append(ir.TargetSlot(_SUPPORTED, 0, None, ir.UpTo(action.amount)))
        return replace(action, what=ir.Target(len(found) - 1))

    effect = ir.rewrite(part.effect, aimed)
    return replace(part, effect=effect, targets=tuple(found)) if len(found) > len(slots) else part
