"""Workers: tasks spread over the processors. Only this process writes to the database; workers at most read it.

A worker is a fresh process, not a fork, so it is small; it ends with this process, in whatever way that ends.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import starmap
from multiprocessing import connection, get_context, parent_process
from types import TracebackType
from typing import Any, TypeVar

Done = TypeVar("Done")
_AHEAD = 2
"""Tasks queued for each running one; they are held in memory."""


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerPool:
    """A pool of workers, started when there is enough to do. A context manager: they end with the block."""

    def __init__(self, size: int | None = None) -> None:
        self.size = processors() if size is None else size
        self._pool: ProcessPoolExecutor | None = None
        self._begun: list[tuple[Callable[..., Any], tuple[Any, ...], Future[Any]]] = []
        self._beside = False
        """Whether they were started for background tasks."""
        self.many = False
        """Whether there is so much to do that all workers are needed to the end."""

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=error is None, cancel_futures=True)
            self._pool = None

    def relieve(self) -> None:
        """Let the workers end once their tasks are done, which frees their memory.

        New ones are started when there is something to do again.
        """
        for *_, future in self._begun:
            future.cancel()
        self._begun.clear()
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool, self._beside = None, False

    def begin(self, work: Callable[..., Done], task: tuple[Any, ...]) -> None:
        """Have a worker do a probable task: a `submit` of exactly this task then returns its result.

        A wrong guess costs nothing but the work.
        """
        self._begun.append((work, task, self.submit(work, task)))

    def submit(self, work: Callable[..., Done], task: tuple[Any, ...]) -> Future[Done]:
        """Have a worker do something in the background; ``task`` are the arguments."""
        for index, (begun, guessed, future) in enumerate(self._begun):
            if begun is work and guessed == task:
                del self._begun[index]
                return future
        if self._pool is None:
            self._pool = _hired(self.size)
        return self._pool.submit(work, *task)

    @property
    def hired(self) -> bool:
        """Whether there are workers already."""
        return self._pool is not None

    @property
    def is_beside(self) -> bool:
        """Whether there are workers for background tasks: they stay to the end."""
        return self._beside

    def hire(self, *readying: Callable[[], object]) -> None:
        """Start workers for background tasks, one of them preloaded for some kinds.

        This process does not wait for them, so it needs a processor too.
        """
        if self.size > 1 and not self.hired:
            self._pool, self._beside = _hired(self.size - 1), True
            for each in readying:
                self._pool.submit(each)

    def each(self, work: Callable[..., Done], tasks: Iterable[tuple[Any, ...]], *, few: bool) -> Iterator[Done]:
        """The result of each task, in order, as soon as it is there; tasks are consumed as needed.

        ``few`` says that the tasks are not worth more workers: starting one takes longer than a task.
        """
        if few or self.size < 2:
            yield from starmap(work, tasks)
            return
        if self._beside:
            self.relieve()
        waiting: deque[Future[Done]] = deque()
        for task in tasks:
            waiting.append(self.submit(work, task))
            if len(waiting) > self.size * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _hired(size: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(size, mp_context=get_context("spawn"), initializer=_leave_with_parent)


def _leave_with_parent() -> None:
    """Watch the process that started this one, and end when it is gone: a killed process can't stop its workers."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
