"""Counterfactuals: games with one switch set otherwise and everything else as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

_SUPPOSED: ContextVar[Mapping[str, Any]] = ContextVar("supposed", default=MappingProxyType({}))


@contextmanager
def supposing(**switches: Any) -> Iterator[None]:
    """Within the block set some switches in the ruleset of every day; for an unknown switch, making a ruleset raises
    ``TypeError``.

    >>> from rulesite.engine.eras.ruleset import Ruleset
    >>> with supposing(mana_burn=True):
    ...     Ruleset.on("2021-11-19").mana_burn, Ruleset.on("2021-11-19").combat_damage_on_stack
    (True, False)
    """
    before = _SUPPOSED.set(MappingProxyType({**_SUPPOSED.get(), **switches}))
    try:
        yield
    finally:
        _SUPPOSED.reset(before)


def supposed() -> Mapping[str, Any]:
    """The switches that a counterfactual sets."""
    return _SUPPOSED.get()
