"""The pool: the door to the workers, one for each process of the site."""

from __future__ import annotations

import json
import selectors
import threading
import time
from dataclasses import asdict
from socket import AF_UNIX, SHUT_WR, SOCK_STREAM, send_fds, socket, socketpair
from typing import Any

from django.conf import settings

from rulesite.activation import Activated
from rulesite.bounded.limits import Bound, Limits, Stopped
from rulesite.bounded.turns import Busy, Turns
from rulesite.bounded.worker import ANSWERED

FORK_SERVER = "rulesite.bounded.fork_server"
_PATIENCE = 0.8
"""Seconds that work waits for its turn."""
_BEGINNING = 2.0
"""Seconds that are waited for a worker to begin: a fork takes none, but something may have to be imported before."""
_GRACE = 0.5
"""Seconds that are waited for a worker beyond those that it may take, for its end to be told."""


class Failed(RuntimeError):  # noqa: N818 - the name says it
    """A worker failed, and that is our fault; its traceback is in the log."""


class Pool:
    """Does work in workers, ``size`` pieces at once; as many may wait. The fork server is started when it is wanted."""

    def __init__(self, size: int) -> None:
        self._turns = Turns(size, size, _PATIENCE)
        self._lock = threading.Lock()
        self._server: Activated | None = None
        self._telling: socket | None = None

    def share(self, telling: socket) -> None:
        """Tell the fork server at the other end of a socket of all work, which other processes tell of theirs too."""
        self._telling = telling

    def run(self, work: str, limits: Limits, **inputs: Any) -> Any:
        """What a function makes of its inputs; see `run`."""
        with self._turns.turn():
            mine, theirs = socketpair(AF_UNIX, SOCK_STREAM)
            with mine:
                with theirs:
                    self.hand_over(work, limits, theirs)
                said = _talk(mine, json.dumps(inputs).encode(), limits.clock + _GRACE)
        if said is None:
            raise Stopped(Bound.CLOCK, limits)
        *_, answer, verdict = said.split(b"\n")
        if verdict == ANSWERED.encode():
            return json.loads(answer)
        for bound in Bound:
            if verdict == bound.value.encode():
                raise Stopped(bound, limits)
        raise Failed(f"{work} failed")

    def hand_over(self, work: str, limits: Limits, line: socket) -> None:
        """Have a worker forked that talks on a connection; raises Busy when too much work is waiting for that."""
        said = json.dumps({"work": work, "limits": asdict(limits)}).encode()
        with self._lock:
            if self._telling is None:
                self._server = Activated(FORK_SERVER)
                self._telling = self._server.sending
            try:
                send_fds(self._telling, [said], [line.fileno()])
            except OSError as full:
                raise Busy from full

    def close(self) -> None:
        """End the fork server that was started here, and the workers with it."""
        with self._lock:
            if self._server is not None:
                self._server.close()
            self._server = self._telling = None


def _talk(line: socket, inputs: bytes, seconds: float) -> bytes | None:
    """Send the inputs; everything that comes back until the other side hangs up.

    None if it has not hung up so many seconds after the worker has begun; raises Busy when none has begun in time.
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
            except BrokenPipeError:  # it was stopped before it had read everything: what it says is still to come
                selector.modify(line, selectors.EVENT_READ)
            except ConnectionResetError:
                return b"".join(pieces)
    if len(pieces) == 1:
        raise Busy
    return None


_pool = Pool(settings.WORKERS)
"""The pool of this process."""


def run(work: str, limits: Limits = Limits(), **inputs: Any) -> Any:  # noqa: B008 - it is frozen
    """What the function named ``package.module:function`` makes of some inputs, in a worker, within limits.

    Inputs and answer are plain data, as JSON has them. Raises Busy when too much is asked for at once, Stopped when
    the work was over its limits, Failed when the function raised something else.
    """
    return _pool.run(work, limits, **inputs)


def share(telling: socket) -> None:
    """Have the workers of this process forked by a fork server that several processes share; see `Pool.share`."""
    _pool.share(telling)
