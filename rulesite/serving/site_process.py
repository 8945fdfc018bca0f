"""A process that answers: it makes the site, and serves it at a port that others may listen at too, until it is told to
stop or its supervisor is gone. Run as a program (``python -m rulesite.serving.site_process``)."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import resource
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from socket import AF_UNIX, SOCK_SEQPACKET, socket
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from rulesite.serving.supervisor import STOPPING

_TARGET = "rulesite.asgi:served"
"""Makes the site, given the socket on which its fork server is told of work."""
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
_MOMENT = 0.1
"""Seconds after which a server that has begun listens."""
_NICE = 10
"""How far a process that gets ready stands back behind those that answer."""


def main() -> None:
    """Serve until told to stop; until it answers, a signal ends the process as it is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--line", type=int, required=True)
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--stand-back", action="store_true")
    given = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):
        signal.signal(number, signal.SIG_IGN)  # a terminal sends them to all: the supervisor says what is to be done
    for inherited in (given.line, given.workers):
        os.set_inheritable(inherited, False)
    line = socket(fileno=given.line)
    workers = socket(AF_UNIX, SOCK_SEQPACKET, fileno=given.workers)
    workers.setblocking(False)
    threading.Thread(target=_end_with_the_supervisor, args=(line,), name="watch", daemon=True).start()
    with ThreadPoolExecutor(1, initializer=_stand_back if given.stand_back else None) as making:
        site = making.submit(_made, workers).result()
    asyncio.run(_serve(site, given.host, given.port, line))


async def _serve(site: Any, host: str, port: int, line: socket) -> None:
    server = Server(
        site,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_SECONDS * 1000, max_buffer_size=_LONGEST_HEADERS),
        websockets=False,
        backlog=_BACKLOG,
        backpressure=_connections(),
        log_level=LogLevels.error,
    )
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, server.stop)
    loop.add_signal_handler(signal.SIGUSR1, site.leave)
    server.on_startup(lambda: loop.call_later(_MOMENT, line.send, b"!"))
    await server.serve()


def _made(workers: socket) -> Any:
    module, _, name = _TARGET.partition(":")
    return getattr(importlib.import_module(module), name)(workers)


def _stand_back() -> None:
    """Let this thread work when nobody else wants the processor. A process can't take that back: its threads end."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def _end_with_the_supervisor(line: socket) -> None:
    """End this process when its supervisor has ended without a word: else it would keep the port."""
    while line.recv(1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOPPING)
    os._exit(1)


def _connections() -> int:
    """How many connections a process may hold: as many files as the system lets it open, which is raised for that."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + _SPARE_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(CONNECTIONS, soft - _SPARE_FILES)


if __name__ == "__main__":
    main()
