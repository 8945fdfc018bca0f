"""Face-down creatures of the Fifth Edition: their characteristics are unknown to the rules until needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesite.engine.state.characteristics import view
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Characteristics
from rulesite.engine.state.zones import battlefield


@contextmanager
def unseen(kernel: Kernel) -> Iterator[None]:
    """Within the block, face-down creatures have no characteristics but the type creature, as when targets were chosen
    (E.5.3 of D'Angelo's summary of 1999)."""
    hidden = [] if kernel.rules.face_down_is == "blank" else [each for each in battlefield(kernel) if each.face_down]
    if not hidden:
        yield
        return
    seen, outer = dict(kernel.seen_as if kernel.seen_as is not None else view(kernel)), kernel.seen_as
    for thing in hidden:
        seen[thing.id] = Characteristics("", frozenset({"creature"}), controller=seen[thing.id].controller)
    kernel.seen_as = seen
    try:
        yield
    finally:
        kernel.seen_as = outer
