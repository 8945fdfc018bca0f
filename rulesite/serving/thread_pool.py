"""A bounded thread pool: threads that answer requests, and a limited queue for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Full(Exception):  # noqa: N818
    """There are more requests than can be answered soon."""


class BoundedThreadPool:
    """Some threads, for which ``waiting`` requests may wait, each for at most ``patience`` seconds.

    All requests together may hold ``room`` bytes; a single one may hold more.
    """

    def __init__(self, name: str, threads: int, waiting: int, patience: float, room: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most, self._patience = threads + waiting, patience
        self._room = room
        self._inside = self._held = 0

    async def run(self, work: Callable[[], T], size: int = 0) -> T:
        """Run work that holds ``size`` bytes in a thread, and return its result.

        Raises Full if too many are waiting, or if it has waited too long to be of use; then it is not run.
        """
        if self._inside >= self._most or (size and self._held and self._held + size > self._room):
            raise Full
        self._inside += 1
        self._held += size
        try:
            until = time.monotonic() + self._patience
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._in_time, work, until)
        finally:
            self._inside -= 1
            self._held -= size

    def _in_time(self, work: Callable[[], T], until: float) -> T:
        if time.monotonic() > until:
            raise Full
        return work()
