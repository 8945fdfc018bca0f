"""Workers: work spread over the processors. Only this process writes to the database; the others read it at most.

A worker is a fresh process, not a copy of this one, so it is small; it goes when this one goes, however that ends.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from importlib import import_module
from itertools import starmap
from multiprocessing import connection, get_context, parent_process
from types import TracebackType
from typing import Any, TypeVar

Done = TypeVar("Done")
_AHEAD = 2
"""Tasks that wait beside each that is worked on: they are in memory."""


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Crew:
    """Some workers, hired when there is enough to do for them. A context manager: they leave at its end."""

    def __init__(self, size: int | None = None) -> None:
        self.size = processors() if size is None else size
        self._pool: ProcessPoolExecutor | None = None
        self.many = False
        """Whether there is so much to do that all workers are needed to the end."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=error is None, cancel_futures=True)
            self._pool = None

    def relieve(self) -> None:
        """Let the workers go once they have done what they were given, with all that they have come to hold.

        Others are hired when there is something to do again.
        """
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None

    def submit(self, work: Callable[..., Done], task: tuple[Any, ...]) -> Future[Done]:
        """Have a worker do something, beside whatever this process does meanwhile; ``task`` are the arguments."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.size, mp_context=get_context("spawn"), initializer=_leave_with_parent)
        return self._pool.submit(work, *task)

    @property
    def hired(self) -> bool:
        """Whether there are workers already."""
        return self._pool is not None

    def hire(self, module: str) -> None:
        """Have a worker ready who knows a module, for what there will be to do beside other things."""
        if self.size > 1 and not self.hired:
            self.submit(import_module, (module,))

    def each(self, work: Callable[..., Done], tasks: Iterable[tuple[Any, ...]], *, few: bool) -> Iterator[Done]:
        """What comes of each task, in their order, as it is there; tasks are taken as they are needed.

        ``few`` says that there is not enough to do for anybody else: hiring takes longer than one task.
        """
        if few or self.size < 2:
            yield from starmap(work, tasks)
            return
        waiting: deque[Future[Done]] = deque()
        for task in tasks:
            waiting.append(self.submit(work, task))
            if len(waiting) > self.size * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _leave_with_parent() -> None:
    """Watch the process that hired this one, and go when it is gone: a killed one can't say goodbye."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
