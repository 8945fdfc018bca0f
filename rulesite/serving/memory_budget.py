"""The memory budget for slow clients: how much they may hold, and how long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass(eq=False)
class Holding:
    """The bytes that one client holds until a deadline."""

    deadline: asyncio.Timeout
    size: int = 0
    gives_way: bool = False


class Room:
    """A budget of ``size`` bytes for data that clients send or read slowly.

    A client that misses its deadline is dropped; when the budget is exceeded, so are the clients that have held theirs
    longest. A quick client never stays long enough to be among them.
    """

    def __init__(self, size: int) -> None:
        self.size, self.used = size, 0
        self._holdings: dict[Holding, None] = {}

    @asynccontextmanager
    async def holding(self, seconds: float) -> AsyncIterator[Holding]:
        """Let a client hold bytes for some seconds; raises TimeoutError when they are over or the memory is needed."""
        async with asyncio.timeout(seconds) as deadline:
            holding = Holding(deadline)
            self._holdings[holding] = None
            try:
                yield holding
            finally:
                del self._holdings[holding]
                self.used -= holding.size

    def grow(self, holding: Holding, size: int) -> None:
        """Add bytes to a holding; if the budget is exceeded, the clients with the oldest holdings are dropped."""
        holding.size += size
        self.used += size
        excess = self.used - self.size - sum(leaving.size for leaving in self._holdings if leaving.gives_way)
        for oldest in self._holdings:
            if excess <= 0:
                break
            if not oldest.gives_way:
                oldest.gives_way = True
                oldest.deadline.reschedule(asyncio.get_running_loop().time())
                excess -= oldest.size
