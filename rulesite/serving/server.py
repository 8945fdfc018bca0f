"""The server: Granian, with processes that are replaced when they end, and deadlines for who says nothing.

Run as a program of its own (``python -m rulesite.serving.server``): what watches over the processes then knows nothing
of the site, and has only its own memory.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import os
import resource
import signal
import threading
import time
from contextlib import suppress
from functools import partial
from socket import socket
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from rulesite.activation import Activated

_TARGET = "rulesite.asgi:served"
"""Makes the site, given the socket on which its fork server is told of work."""
_FORK_SERVER = "rulesite.bounded.fork_server"
CONNECTIONS = 2_000
"""Connections that a process holds, at most; more wait to be accepted."""
_BACKLOG = 1_024
"""Connections that may wait to be accepted."""
_SPARE_FILES = 100
"""Files that a process has open beside its connections."""
HEADERS_SECONDS = 10
"""Seconds in which all headers of a request must be there, and after which a connection with no request is closed."""
_LONGEST_HEADERS = 32_768
"""Bytes of a request's line and headers."""
_STOPPING = 5
"""Seconds that a process has to answer what it has begun, when it is told to stop."""
_LEAVING = 5.0
"""Seconds before that in which a process that is replaced takes leave of its connections: the fresh one starts."""


class Server(Granian):  # type: ignore[valid-type,misc]
    """A server that is told once to stop: a second signal while it heeds the first would make it wait for itself."""

    def signal_handler_interrupt(self, *args: Any, **kwargs: Any) -> None:
        """Stop; whoever asks again has been heard already."""
        if not self.interrupt_signal:
            super().signal_handler_interrupt(*args, **kwargs)

    def _respawn_workers(self, workers: list[int], *args: Any, delay: float = 0, **kwargs: Any) -> None:
        """Replace processes; those that still answer are told so first: they close connections with an answer."""
        if delay:
            for number in workers:
                with suppress(ProcessLookupError):
                    os.kill(self.wrks[number].inner.pid, signal.SIGUSR1)
        super()._respawn_workers(workers, *args, delay=delay, **kwargs)


def server(host: str, port: int, processes: int, memory: int) -> Server:
    """The server of the site; ``memory`` is the megabytes at which a process is replaced by a fresh one."""
    return Server(
        _TARGET,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_SECONDS * 1000, max_buffer_size=_LONGEST_HEADERS),
        websockets=False,
        workers=processes,
        backlog=_BACKLOG,
        backpressure=_connections(),
        respawn_failed_workers=True,
        respawn_interval=_LEAVING,
        workers_kill_timeout=_STOPPING,
        workers_max_rss=memory or None,
        log_access=False,
        log_level=LogLevels.error,
    )


def _site(workers: socket) -> Any:
    """The site, in a process that shall answer; until it does, a signal ends the process as it is."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, name="watch", daemon=True).start()
    module, _, name = _TARGET.partition(":")
    site = getattr(importlib.import_module(module), name)(workers)
    signal.signal(signal.SIGUSR1, lambda *_: site.leave())
    return site


def _end_with_the_server() -> None:
    """End this process when the one that watches over it has ended without a word: else it would keep the port."""
    watching = multiprocessing.parent_process()
    if watching is not None:
        watching.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_STOPPING)
        os._exit(1)


def _connections() -> int:
    """How many connections a process may hold: as many files as the system lets it open, which is raised for that."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + _SPARE_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(CONNECTIONS, soft - _SPARE_FILES)


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--processes", type=int, required=True)
    parser.add_argument("--memory", type=int, default=0)
    given = parser.parse_args()
    workers = Activated(_FORK_SERVER, at_once=True).sending
    watching = server(given.host, given.port, given.processes, given.memory)
    watching.serve(target_loader=partial(_site, workers), wrap_loader=False)


if __name__ == "__main__":
    main()
