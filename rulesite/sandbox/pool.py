"""The pool: the entry point to the workers, one pool for each process of the site."""

from __future__ import annotations

import json
import selectors
import threading
import time
from contextlib import suppress
from dataclasses import asdict
from socket import AF_UNIX, SHUT_WR, SOCK_STREAM, send_fds, socket, socketpair
from typing import Any

from django.conf import settings

from rulesite.process_activation import Activated
from rulesite.sandbox.admission import AdmissionQueue, Busy
from rulesite.sandbox.limits import Bound, Limits, Stopped
from rulesite.sandbox.worker import ANSWERED

FORK_SERVER = "rulesite.sandbox.fork_server"
_PATIENCE = 0.8
"""Seconds that work waits for its turn."""
_BEGINNING = 2.0
"""Seconds to wait for a worker to begin: a fork takes no time, but imports before it may."""
_GRACE = 0.5
"""Seconds to wait for a worker beyond its limit, to receive its verdict."""


class Failed(RuntimeError):  # noqa: N818 - the name says it
    """A worker failed by our own fault; the traceback is in the log."""


class Pool:
    """Runs work in workers, ``size`` pieces at once and as many waiting; starts the fork server on demand."""

    def __init__(self, size: int) -> None:
        self._turns = AdmissionQueue(size, size, _PATIENCE)
        self._lock = threading.Lock()
        self._server: Activated | None = None
        self._telling: socket | None = None

    def share(self, telling: socket) -> None:
        """Send all work to the fork server at the other end of a socket, which other processes may use too."""
        self._telling = telling

    def run(self, work: str, limits: Limits, **inputs: Any) -> Any:
        """The result of a function for its inputs; see `run`."""
        with self._turns.turn():
            own_end, worker_end = socketpair(AF_UNIX, SOCK_STREAM)
            with own_end:
                with worker_end:
                    self.hand_over(work, limits, worker_end)
                received = _talk(own_end, json.dumps(inputs).encode(), limits.clock + _GRACE)
        if received is None:
            raise Stopped(Bound.CLOCK, limits)
        *_, answer, verdict = received.split(b"\n")
        if verdict == ANSWERED.encode():
            return json.loads(answer)
        for bound in Bound:
            if verdict == bound.value.encode():
                raise Stopped(bound, limits)
        raise Failed(f"{work} failed")

    def warm(self, work: str) -> None:
        """Have the fork server import what some work needs, without waiting for it."""
        own_end, worker_end = socketpair(AF_UNIX, SOCK_STREAM)
        own_end.close()  # work that nobody waits for is prepared and not begun
        with worker_end, suppress(Busy):
            self.hand_over(work, Limits(), worker_end)

    def hand_over(self, work: str, limits: Limits, line: socket) -> None:
        """Have a worker forked that uses a connection; raises Busy when too many requests are waiting."""
        request = json.dumps({"work": work, "limits": asdict(limits)}).encode()
        with self._lock:
            if self._telling is None:
                self._server = Activated(FORK_SERVER)
                self._telling = self._server.sending
            try:
                send_fds(self._telling, [request], [line.fileno()])
            except OSError as full:
                raise Busy from full

    def close(self) -> None:
        """End the fork server that was started here, and its workers."""
        with self._lock:
            if self._server is not None:
                self._server.close()
            self._server = self._telling = None


def _talk(line: socket, inputs: bytes, seconds: float) -> bytes | None:
    """Send the inputs; return everything received until the other side hangs up.

    None if it has not hung up this many seconds after the worker began; raises Busy if no worker begins in time.
    """
    line.setblocking(False)
    waiting, pieces, until = memoryview(inputs), [b""], time.monotonic() + _BEGINNING
    with selectors.DefaultSelector() as selector:
        selector.register(line, selectors.EVENT_READ | selectors.EVENT_WRITE)
        while ready := selector.select(max(0.0, until - time.monotonic())):
            try:
                if ready[0][1] & selectors.EVENT_WRITE:
                    waiting = waiting[line.send(waiting) :]
                    if not waiting:
                        line.shutdown(SHUT_WR)
                        selector.modify(line, selectors.EVENT_READ)
                if ready[0][1] & selectors.EVENT_READ:
                    pieces.append(line.recv(1 << 16))
                    if not pieces[-1]:
                        return b"".join(pieces)
                    if len(pieces) == 2:
                        until = time.monotonic() + seconds
            except BrokenPipeError:  # it was stopped before it had read everything; its verdict is still to come
                selector.modify(line, selectors.EVENT_READ)
            except ConnectionResetError:
                return b"".join(pieces)
    if len(pieces) == 1:
        raise Busy
    return None


_pool = Pool(settings.WORKERS)
"""The pool of this process."""


def run(work: str, limits: Limits = Limits(), **inputs: Any) -> Any:  # noqa: B008 - it is frozen
    """The result of the function ``package.module:function`` for some inputs, in a worker, within limits.

    Inputs and answer are plain JSON data. Raises Busy for too many requests at once, Stopped if the work exceeded its
    limits, Failed if the function raised another error.
    """
    return _pool.run(work, limits, **inputs)


def warm(work: str) -> None:
    """Have the fork server import what some work needs, so that the first who asks for it need not wait."""
    _pool.warm(work)


def share(telling: socket) -> None:
    """Use a fork server that several processes share for this process's workers; see `Pool.share`."""
    _pool.share(telling)
