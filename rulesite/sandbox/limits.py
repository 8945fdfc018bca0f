"""Limits of a piece of work, and the messages for exceeding them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Bound(Enum):
    """A reason to stop a piece of work."""

    TIME = "time"
    CLOCK = "clock"
    MEMORY = "memory"
    DEPTH = "depth"
    ANSWER = "answer"


@dataclass(frozen=True)
class Limits:
    """The limits of a piece of work.

    ``seconds`` of processor time; ``clock`` seconds of elapsed time, more because work waits for the processor on a
    busy machine, not counting its wait for a turn; ``memory`` in bytes beyond the process's own at the start;
    ``answer`` in bytes of JSON.
    """

    seconds: float = 2.0
    clock: float = 10.0
    memory: int = 192 * 2**20
    answer: int = 1_000_000

    def message(self, bound: Bound) -> str:
        """One sentence, without its full stop, about work that was stopped for exceeding a limit.

        >>> Limits().message(Bound.TIME)
        'it was stopped after 2 seconds of work, which is the limit here'
        >>> Limits().message(Bound.CLOCK)
        'it was stopped after 10 seconds, as the machine was too busy'
        """
        if bound is Bound.TIME:
            return f"it was stopped after {self.seconds:g} seconds of work, which is the limit here"
        if bound is Bound.CLOCK:
            return f"it was stopped after {self.clock:g} seconds, as the machine was too busy"
        if bound is Bound.MEMORY:
            return f"it was stopped because it needed more than {self.memory // 2**20} MB of memory, the limit here"
        if bound is Bound.DEPTH:
            return "it was stopped because it is nested too deeply"
        return f"its result is longer than {self.answer:,} bytes, the limit here"


class Stopped(Exception):  # noqa: N818 - the name says it
    """A piece of work exceeded its limits; the text is a sentence for the person who started it."""

    def __init__(self, bound: Bound, limits: Limits) -> None:
        super().__init__(limits.message(bound))
        self.bound = bound
