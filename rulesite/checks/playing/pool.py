"""Players: worker processes that play scenarios in parallel, one for each core, started for larger amounts of work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any

from django.conf import settings

from rulesite.engine import disk_cache

FEW = 12
"""This many scenarios are played before another process would have imported the engine."""
Task = dict[str, Any]
Answer = dict[str, Any]
Play = Callable[[Sequence[Task]], Iterable[tuple[Task, Answer]]]
"""A function that plays tasks and yields each with its answer, see `play_all`."""


def are_few(tasks: Sequence[Task]) -> bool:
    """Whether one process finishes some tasks before another would have imported the engine."""
    return len(tasks) == 1 or sum(len(task["games"]) for task in tasks) <= FEW


def play_all(tasks: Sequence[Task]) -> Iterator[tuple[Task, Answer]]:
    """Each task with its answer (see `player.answer`), in the order of completion.

    An answer with ``error`` says why a task failed.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores == 1 or are_few(tasks):
        for task in tasks:
            yield task, _alone(task)
        return
    idle: SimpleQueue[_Player] = SimpleQueue()
    players = [_Player() for _ in range(min(cores, len(tasks)))]
    for player in players:
        idle.put(player)

    def play(task: Task) -> dict[str, Any]:
        player = idle.get()
        try:
            return player.play(task)
        finally:
            idle.put(player)

    largest_first = sorted(tasks, key=lambda task: -len(task["games"]))
    try:
        with ThreadPoolExecutor(len(players)) as pool:
            pending: dict[Future[dict[str, Any]], Task] = {pool.submit(play, task): task for task in largest_first}
            try:
                while pending:
                    for done in wait(pending, return_when=FIRST_COMPLETED).done:
                        yield pending.pop(done), done.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                for player in players:
                    player.close()
    finally:
        for player in players:
            player.close()


def _alone(task: Task) -> Answer:
    from rulesite.checks.playing import (
        player as playing_player,
    )  # imported only for work, because it imports the engine

    return playing_player.answered(task)


class _Player:
    """A worker process. It exits by itself when this process does, as its input ends."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rulesite.checks.playing.player", str(disk_cache.folder() or "")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=settings.BASE_DIR, encoding="utf-8",
        )  # fmt: skip

    def play(self, task: Task) -> dict[str, Any]:
        """Play a task; if the process breaks down, the answer is an error."""
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101
        try:
            self._process.stdin.write(json.dumps(task) + "\n")
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            return {"error": "the process that played it broke down"}
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
