"""The fork server: a process without threads, in which what workers need is imported, and from which they are forked.

``python -m rulesite.bounded.fork_server N`` is told of work through the socket that is its file descriptor N: what is
to be done within which limits, and with it a connection, on which the worker reads its inputs and writes its answer.
When the worker has ended, this process writes the verdict behind the answer. It ends when nobody is left that could
tell it of work, and so do its workers.
"""

from __future__ import annotations

import gc
import json
import os
import select
import selectors
import signal
from contextlib import suppress
from socket import recv_fds, socket

import django

from rulesite import activation
from rulesite.bounded import worker
from rulesite.bounded.limits import Limits

BEGUN = b"\n"
"""What is written before the answer, when the worker is about to begin."""
_LONGEST = 4096
"""Bytes of what is told of one piece of work, its inputs not counted."""
_HUNG = 60
"""Seconds that may pass until a worker has begun, what it needs being imported first; then this process is killed, and
another takes its place."""


class ForkServer:
    """Forks workers, and tells what became of them."""

    def __init__(self, told: socket) -> None:
        self._told = told
        self._lines: dict[int, socket] = {}
        woken, waking = os.pipe()
        os.set_blocking(waking, False)
        os.set_blocking(woken, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the site, and this process ends with it
        signal.set_wakeup_fd(waking)
        self._woken = woken

    def serve(self) -> None:
        """Fork a worker for each piece of work, until the other side is gone."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._told, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            going = True
            while going:
                ready = {key.fileobj for key, _ in selector.select()}
                if self._woken in ready:
                    os.read(self._woken, 1 << 12)
                    self._reap()
                if self._told in ready:
                    going = self._fork()
        for child in self._lines:
            os.kill(child, signal.SIGKILL)

    def _fork(self) -> bool:
        """Fork a worker for the next piece of work; False when there will be no more."""
        said, descriptors, _, _ = recv_fds(self._told, _LONGEST, 1)
        if not said:
            return False
        asked = json.loads(said)
        line = socket(fileno=descriptors[0])
        signal.setitimer(signal.ITIMER_REAL, _HUNG)
        try:
            if worker.prepare(asked["work"]):
                gc.collect()
                gc.freeze()  # what is here is shared with the workers, as long as nobody touches it
            if _deserted(line):
                line.close()
            else:
                begin(line)
                self._lines[worker.start(asked["work"], Limits(**asked["limits"]), line)] = line
        except Exception:
            finish(line, "failed")
            raise
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return True

    def _reap(self) -> None:
        for child in list(self._lines):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                finish(self._lines.pop(child), worker.verdict(status))


def _deserted(line: socket) -> bool:
    """Whether nobody waits for an answer any more."""
    looking = select.poll()
    looking.register(line, 0)
    return any(event & select.POLLHUP for _, event in looking.poll(0))


def begin(line: socket) -> None:
    """Say that a worker is about to begin."""
    with suppress(OSError):  # nobody listens any more
        line.sendall(BEGUN)


def finish(line: socket, verdict: str) -> None:
    """Write the verdict behind the answer of a worker, and hang up."""
    with line, suppress(OSError):  # nobody listens any more
        line.sendall(f"\n{verdict}".encode())


def main() -> None:
    """Be the fork server of whoever tells this process of work."""
    told = activation.given()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
    django.setup()
    ForkServer(told).serve()


if __name__ == "__main__":
    main()
