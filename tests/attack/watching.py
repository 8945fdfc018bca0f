"""Watching a site while it is attacked: one small page, asked for again and again by a process of its own."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from tests.attack.asking import Line, Request

_EVERY = 0.05
"""Seconds between two askings."""


@dataclass
class Watch:
    """How long the page took each time, in seconds, and how often it was not given."""

    waits: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def share(self, part: float) -> float:
        """The milliseconds in which a part of the answers came."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, int(len(waits) * part))] * 1000 if waits else 0.0


@contextmanager
def watched(address: str) -> Iterator[Watch]:
    """Ask a site for robots.txt as long as this lasts; what came of it is there afterwards."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    watching = multiprocessing.get_context("spawn").Process(target=_watch, args=(address, theirs), daemon=True)
    watching.start()
    ours.recv()  # it is there
    watch = Watch()
    try:
        yield watch
    finally:
        ours.send("enough")
        watch.waits, watch.failed = ours.recv()
        watching.join()


def _watch(address: str, whom: Connection) -> None:
    line = Line(address)
    asked = Request("robots", f"GET /robots.txt HTTP/1.1\r\nHost: {line.host}:{line.port}\r\n\r\n".encode())
    waits: list[float] = []
    failed: list[str] = []
    whom.send("there")
    while not whom.poll(_EVERY):
        answer = line.ask(asked)
        waits.append(answer.seconds)
        if answer.status != 200:
            failed.append(f"{answer.status} after {time.monotonic():.0f} s")
    whom.send((waits, failed))
