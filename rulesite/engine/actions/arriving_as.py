"""Characteristics that a permanent has as it enters, set by the effect that puts it onto the battlefield (611.2e)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.event import Event
from rulesite.engine.state.game_state import object_ref

from .lasting_effects import begin


@contextmanager
def arriving_as(frame: Frame, steps: tuple[Any, ...]) -> Iterator[set[int]]:
    """Within the block, steps that say what a permanent "is" begin as it enters. Yields the indexes of these steps,
    which are not carried out later; they do not apply to an object that does not enter."""
    kernel, begun = frame.kernel, set[int]()
    waiting = {n: step for n, step in enumerate(steps) if isinstance(step, ir.Continuous) and step.on_arrival}
    if not (waiting and kernel.rules.stated_as_it_enters and kernel.has("is_as_it_enters")):
        yield set()
        return

    def look(happened: list[Event]) -> None:
        arrived = {
            object_ref(event.old): object_ref(event.new)
            for event in happened
            if event.kind == "move" and event.zone == "battlefield" and event.old
        }
        for place, step in waiting.items():
            about = _meant(frame, step, arrived)
            if place not in begun and about:
                begin(frame, step, about)
                begun.add(place)

    outer, kernel.with_arrival = kernel.with_arrival, look
    try:
        yield set(waiting)
    finally:
        kernel.with_arrival = outer


def _meant(frame: Frame, step: ir.Continuous, arrived: dict[str, str]) -> list[str]:
    """The arrived objects that a step names."""
    if isinstance(step.what, ir.Memo) and step.what.verb not in frame.bound.memo:
        return list(arrived.values())  # the objects that this very step moves
    return [arrived[ref] for ref in frame.refs(step.what) if ref in arrived]
