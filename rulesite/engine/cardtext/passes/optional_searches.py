"""Searches that a player may decline, and searches for exactly so many cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir


def with_its_shuffle(part: Any) -> Any:
    """ "You may search your library for … If you do, reveal those cards. …, then shuffle": all of it is done only if
    the player searches."""
    if not isinstance(part, ir.Sequence):
        return part
    for place, step in enumerate(part.steps):
        if not isinstance(step, ir.May) or step.then is None or not isinstance(step.do, ir.Search):
            continue
        library, later = step.do.whose, part.steps[place + 1 :]
        if any(isinstance(each, ir.Shuffle) for each in ir.walk(step.then)):
            continue
        end = next((n for n, each in enumerate(later, 1) if isinstance(each, ir.Shuffle) and each.whose == library), 0)
        if end:
            done = step.then.steps if isinstance(step.then, ir.Sequence) else (step.then,)
            whole = replace(step, then=ir.Sequence((*done, *later[:end])))
            steps = (*part.steps[:place], whole, *later[end:])
            return replace(part, steps=steps) if len(steps) > 1 else whole
    return part


def for_exactly_so_many(part: Any) -> Any:
    """ "Search your library for exactly two cards": one of them alone is not found."""
    exactly = isinstance(part, ir.Search) and part.amount.surface == "exactly"
    return replace(part, exactly=True) if exactly else part
