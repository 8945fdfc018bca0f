"""A site process: loads the site and serves it at a port shared with other processes, until it is told to stop or its
supervisor has ended. Run as a program (``python -m rulesite.serving.site_process``)."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import resource
import signal
import stat
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from socket import AF_UNIX, IPPROTO_TCP, SO_ACCEPTCONN, SOCK_SEQPACKET, SOL_SOCKET, TCP_USER_TIMEOUT, socket
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

from rulesite.serving.gateway import Limits
from rulesite.serving.supervisor import STOPPING

_TARGET = "rulesite.asgi:served"
"""The function that creates the site; its argument is the socket to the fork server."""
CONNECTIONS = 2_000
"""Maximum connections of a process; more wait to be accepted."""
_BACKLOG = 1_024
"""Maximum connections that wait to be accepted."""
_SPARE_FILES = 100
"""Files that a process may have open besides its connections."""
HEADERS_SECONDS = 10
"""Seconds within which all headers of a request must arrive; an idle connection is closed after as many."""
_MAX_HEADER_BYTES = 32_768
"""Maximum bytes of a request's line and headers."""
_LISTEN_PAUSE = 0.02
"""Seconds until it is looked again whether the server listens."""
_NICENESS = 5
"""The niceness of a process that is loading, so that those that answer have precedence."""


def main() -> None:
    """Serve until told to stop; before the site is loaded, a signal ends the process at once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--line", type=int, required=True)
    parser.add_argument("--workers", type=int, required=True)
    parser.add_argument("--stand-back", action="store_true")
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):
        signal.signal(number, signal.SIG_IGN)  # a terminal sends them to all: only the supervisor acts on them
    for inherited in (options.line, options.workers):
        os.set_inheritable(inherited, False)
    line = socket(fileno=options.line)
    workers = socket(AF_UNIX, SOCK_SEQPACKET, fileno=options.workers)
    workers.setblocking(False)
    threading.Thread(target=_end_with_the_supervisor, args=(line,), name="watch", daemon=True).start()
    with ThreadPoolExecutor(1, initializer=_stand_back if options.stand_back else None) as loader:
        site = loader.submit(_made, workers).result()
    asyncio.run(_serve(site, options.host, options.port, line))


async def _serve(site: Any, host: str, port: int, line: socket) -> None:
    server = Server(
        site,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_SECONDS * 1000, max_buffer_size=_MAX_HEADER_BYTES),
        websockets=False,
        backlog=_BACKLOG,
        backpressure=_connections(),
        log_level=LogLevels.error,
    )
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, server.stop)
    loop.add_signal_handler(signal.SIGUSR1, site.leave)
    server.on_startup(lambda: _report_ready(line))
    await server.serve()


def _report_ready(line: socket) -> None:
    """Report that this process listens, as soon as it does."""
    listeners = list(_listeners())
    for listener in listeners:
        with listener:
            listener.setsockopt(IPPROTO_TCP, TCP_USER_TIMEOUT, int(Limits.reading * 1000))
    if listeners:
        line.send(b"!")
    else:
        asyncio.get_running_loop().call_later(_LISTEN_PAUSE, _report_ready, line)


def _listeners() -> Iterator[socket]:
    """The sockets of this process that accept connections, which pass their options on to each. The server has no
    option for clients that read nothing: it takes an answer that the system holds for one that is sent."""
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # it is closed by now
            if not stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                continue
            opened = socket(fileno=os.dup(int(name)))
            if opened.getsockopt(SOL_SOCKET, SO_ACCEPTCONN):
                yield opened
            else:
                opened.close()


def _made(workers: socket) -> Any:
    module, _, name = _TARGET.partition(":")
    return getattr(importlib.import_module(module), name)(workers)


def _stand_back() -> None:
    """Lower the priority of this thread. That can't be undone, so loading runs in a thread that then ends."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _end_with_the_supervisor(line: socket) -> None:
    """End this process when its supervisor has died; otherwise it would keep the port."""
    with suppress(ConnectionError):  # it died before it read what was sent to it
        while line.recv(1):
            pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOPPING)
    os._exit(1)


def _connections() -> int:
    """Raise the limit of open files if needed and allowed; return how many connections fit within it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = CONNECTIONS + _SPARE_FILES
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(CONNECTIONS, soft - _SPARE_FILES)


if __name__ == "__main__":
    main()
