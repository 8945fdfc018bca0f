"""The time limit for reading one source, in processor time."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_SECONDS, _A_MEGABYTE = 20.0, 20.0
"""Base seconds for any source, and seconds for each megabyte; the longest rules document needs one second in all."""

_EVERY = 1.0
"""Seconds until Lost is raised again, where a library takes it for an error of its own and goes on."""


class Lost(Exception):  # noqa: N818
    """The time limit has passed; the message states it."""


@contextlib.contextmanager
def patience(size: int) -> Iterator[None]:
    """Raise Lost inside the block once it has used more processor time than the size of a source allows.

    Only the main thread of a process can be interrupted; in another one there is no limit.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGPROF"):
        yield
        return
    seconds = _SECONDS + _A_MEGABYTE * size / 1e6

    def give_up(number: int, frame: FrameType | None) -> None:
        raise Lost(f"reading it took longer than {seconds:.0f} s")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds, _EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
