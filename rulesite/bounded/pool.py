"""The pool: the door to the workers, one for each process of the site."""

from __future__ import annotations

import json
import math
import selectors
import subprocess
import sys
import threading
import time
from dataclasses import asdict
from socket import AF_UNIX, SHUT_WR, SOCK_SEQPACKET, SOCK_STREAM, send_fds, socket, socketpair
from typing import Any

from django.conf import settings

from rulesite.bounded.limits import Bound, Limits, Stopped
from rulesite.bounded.turns import Busy, Turns
from rulesite.bounded.worker import ANSWERED

_PATIENCE = 0.8
"""Seconds that work waits for its turn."""
_GRACE = 1.0
"""Seconds that are waited for a worker beyond those that it may take: for its fork, and for its end to be told."""
_STARTING = 30.0
"""Seconds in which a fork server may import what it needs; who finds it at that is told to come back."""


class Failed(RuntimeError):  # noqa: N818 - the name says it
    """A worker failed, and that is our fault; its traceback is in the log."""


class Pool:
    """Does work in workers, ``size`` pieces at once; as many may wait. The fork server is started when it is wanted."""

    def __init__(self, size: int) -> None:
        self._turns = Turns(size, size, _PATIENCE)
        self._lock = threading.Lock()
        self._server: subprocess.Popen[bytes] | None = None
        self._telling: socket | None = None
        self._started = -math.inf

    def run(self, work: str, limits: Limits, **inputs: Any) -> Any:
        """What a function makes of its inputs; see `run`."""
        with self._turns.turn():
            mine, theirs = socketpair(AF_UNIX, SOCK_STREAM)
            with mine:
                with theirs:
                    self.hand_over(work, limits, theirs)
                said = _talk(mine, json.dumps(inputs).encode(), time.monotonic() + limits.seconds + _GRACE)
        if said is None:
            if time.monotonic() - self._started < _STARTING:
                raise Busy
            self.close()
            raise Stopped(Bound.TIME, limits)
        answer, _, verdict = said.rpartition(b"\n")
        if verdict == ANSWERED.encode():
            return json.loads(answer)
        for bound in Bound:
            if verdict == bound.value.encode():
                raise Stopped(bound, limits)
        raise Failed(f"{work} failed")

    def hand_over(self, work: str, limits: Limits, line: socket) -> None:
        """Have a worker forked that talks on a connection."""
        said = json.dumps({"work": work, "limits": asdict(limits)}).encode()
        with self._lock:
            try:
                self._told(said, line)
            except OSError:  # the fork server is gone: a new one takes its place
                self._end()
                self._told(said, line)

    def _told(self, said: bytes, line: socket) -> None:
        if self._telling is None or self._server is None or self._server.poll() is not None:
            self._end()
            self._start()
        assert self._telling is not None  # noqa: S101 - it was started just now
        send_fds(self._telling, [said], [line.fileno()])

    def _start(self) -> None:
        self._started = time.monotonic()
        self._telling, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        with theirs:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "rulesite.bounded.fork_server", str(theirs.fileno())],
                pass_fds=[theirs.fileno()], cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL,
            )  # fmt: skip

    def close(self) -> None:
        """End the fork server, and the workers with it."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._telling is not None:
            self._telling.close()
            self._telling = None
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None


def _talk(line: socket, inputs: bytes, until: float) -> bytes | None:
    """Send the inputs; everything that comes back until the other side hangs up, None if it has not by ``until``."""
    line.setblocking(False)
    waiting, pieces = memoryview(inputs), []
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
            except BrokenPipeError:  # it was stopped before it had read everything: what it says is still to come
                selector.modify(line, selectors.EVENT_READ)
            except ConnectionResetError:
                return b"".join(pieces)
    return None


_pool = Pool(settings.WORKERS)
"""The pool of this process."""


def run(work: str, limits: Limits = Limits(), **inputs: Any) -> Any:  # noqa: B008 - it is frozen
    """What the function named ``package.module:function`` makes of some inputs, in a worker, within limits.

    Inputs and answer are plain data, as JSON has them. Raises Busy when too much is asked for at once, Stopped when
    the work was over its limits, Failed when the function raised something else.
    """
    return _pool.run(work, limits, **inputs)
