"""The fork server: a process without threads that imports what workers need, and forks them.

``python -m rulesite.sandbox.fork_server N`` receives requests through the socket with file descriptor N: the work and
its limits, with a connection on which the worker reads its inputs and writes its answer. When the worker has ended,
this process appends the verdict to the answer. It exits when no process is left that could send a request, and so do
its workers.
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
from django.template import engines

from rulesite import process_activation
from rulesite.sandbox import worker
from rulesite.sandbox.limits import Limits

BEGUN = b"\n"
"""Written before the answer, when the worker is about to begin."""
_MAX_REQUEST_BYTES = 4096
"""Maximum bytes of a request, without its inputs."""
_MAX_START_SECONDS = 60
"""Maximum seconds until a worker has begun, including imports; after that this process is killed, and another replaces
it.
"""


class ForkServer:
    """A server that forks workers and reports their verdicts."""

    def __init__(self, requests: socket) -> None:
        self._requests = requests
        self._lines: dict[int, socket] = {}
        wake_reader, wake_writer = os.pipe()
        os.set_blocking(wake_writer, False)
        os.set_blocking(wake_reader, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the site, and this process ends with it
        signal.set_wakeup_fd(wake_writer)
        self._woken = wake_reader

    def serve(self) -> None:
        """Fork a worker for each request, until the other side is closed."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._requests, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            is_open = True
            while is_open:
                ready = {key.fileobj for key, _ in selector.select()}
                if self._woken in ready:
                    os.read(self._woken, 1 << 12)
                    self._reap()
                if self._requests in ready:
                    is_open = self._fork()
        for child in self._lines:
            os.kill(child, signal.SIGKILL)

    def _fork(self) -> bool:
        """Fork a worker for the next request; False if there will be no more."""
        message, descriptors, _, _ = recv_fds(self._requests, _MAX_REQUEST_BYTES, 1)
        if not message:
            return False
        request = json.loads(message)
        line = socket(fileno=descriptors[0])
        signal.setitimer(signal.ITIMER_REAL, _MAX_START_SECONDS)
        try:
            if worker.prepare(request["work"]):
                gc.collect()
                gc.freeze()  # memory is shared with the workers as long as it is not touched
            if _deserted(line):
                line.close()
            else:
                begin(line)
                self._lines[worker.start(request["work"], Limits(**request["limits"]), line)] = line
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
    """Whether the requester has gone."""
    poll = select.poll()
    poll.register(line, 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


def begin(line: socket) -> None:
    """Report that a worker is about to begin."""
    with suppress(OSError):  # the requester has gone
        line.sendall(BEGUN)


def finish(line: socket, verdict: str) -> None:
    """Append the verdict to a worker's answer, and hang up."""
    with line, suppress(OSError):  # the requester has gone
        line.sendall(f"\n{verdict}".encode())


def main() -> None:
    """Run the fork server on the given socket."""
    requests = process_activation.given()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
    django.setup()
    engines.all()  # imports every library of tags, which each worker that draws would otherwise do again
    ForkServer(requests).serve()


if __name__ == "__main__":
    main()
