"""Room: the memory that slow clients hold, and how long they may hold it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass(eq=False)
class Holding:
    """What one client holds: bytes, until a deadline."""

    deadline: asyncio.Timeout
    size: int = 0
    gives_way: bool = False


class Room:
    """Memory for so many bytes that clients send or read slowly.

    A client that is not done by its deadline is given up; and where there is too much for the room, so are those that
    have been at it longest. Who is quick never stays long enough to be among them.
    """

    def __init__(self, size: int) -> None:
        self.size, self.used = size, 0
        self._holdings: dict[Holding, None] = {}

    @asynccontextmanager
    async def holding(self, seconds: float) -> AsyncIterator[Holding]:
        """Hold bytes for so long at most; raises TimeoutError when the time is over or the room is needed."""
        async with asyncio.timeout(seconds) as deadline:
            holding = Holding(deadline)
            self._holdings[holding] = None
            try:
                yield holding
            finally:
                del self._holdings[holding]
                self.used -= holding.size

    def grow(self, holding: Holding, size: int) -> None:
        """Hold so many bytes more; whoever has held theirs longest gives way when it is too much."""
        holding.size += size
        self.used += size
        excess = self.used - self.size - sum(each.size for each in self._holdings if each.gives_way)
        for oldest in self._holdings:
            if excess <= 0:
                break
            if not oldest.gives_way:
                oldest.gives_way = True
                oldest.deadline.reschedule(asyncio.get_running_loop().time())
                excess -= oldest.size
