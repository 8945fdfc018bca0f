"""Patience: how long one source may be read before it is given up, counted in time of the processor."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_SECONDS, _A_MEGABYTE = 20.0, 20.0
"""For any source, and for each megabyte more; the longest rules document takes one second for its megabyte."""


class Lost(Exception):  # noqa: N818
    """The time is over; the message says how long it was."""


@contextlib.contextmanager
def patience(size: int) -> Iterator[None]:
    """Raise Lost within the block when it has worked for longer than a source of so many bytes deserves.

    The system can interrupt a process's main thread only; in another one the block takes as long as it takes.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGPROF"):
        yield
        return
    seconds = _SECONDS + _A_MEGABYTE * size / 1e6

    def give_up(number: int, frame: FrameType | None) -> None:
        raise Lost(f"it was read for {seconds:.0f} s, and no end was near")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
