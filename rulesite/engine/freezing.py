"""Fixing the numbers of an effect as it begins (rule ``value_locked_in``)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .abilities.amounts import Amount, Number
from .abilities.changes import GrantAbilities
from .abilities.node import Node
from .abilities.references import Reference
from .evaluate import amount
from .kernel import Kernel
from .objects import Context


def freeze(kernel: Kernel, ctx: Context, change: Any) -> Any:
    """A change with its amounts replaced by the numbers they have now; granted abilities keep theirs."""
    if not kernel.has("value_locked_in") or isinstance(change, GrantAbilities):
        return change
    return _freeze(kernel, ctx, change)


def _freeze(kernel: Kernel, ctx: Context, value: Any) -> Any:
    if isinstance(value, Amount):
        return Number(amount(kernel, ctx, value))
    if isinstance(value, Reference) or not isinstance(value, Node):
        return value
    changed = {field.name: _freeze(kernel, ctx, getattr(value, field.name)) for field in dataclasses.fields(value)}  # type: ignore[arg-type]
    return dataclasses.replace(value, **changed)  # type: ignore[type-var]
