"""The server: Granian, with processes that are replaced when they end, and deadlines for who says nothing.

A process that has come to hold too much is replaced gently: it answers until the fresh one is ready, which gets ready
while nobody else wants the processors.  So it is not while documents are brought in.

Run as a program of its own (``python -m rulesite.serving.server``): what watches over the processes then knows nothing
of the site, and has only its own memory.
"""

from __future__ import annotations

import argparse
import fcntl
import importlib
import multiprocessing
import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from socket import create_connection, socket
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import WorkerProcess

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
"""Seconds before that in which a process that is replaced takes leave of its connections."""
_LOOKING, _LOOKS = 30, 2
"""Seconds from one look at the memory of the processes to the next, and how many in a row must find one too large: what
a publication or a large page takes for a moment is given back."""
_READY = 120.0
"""Seconds in which a fresh process must be ready for an old one to be replaced; else that goes on."""
_MOMENT = 0.1
"""Seconds after which whoever waits looks whether there is something else to do."""
_NICE = 10
"""How far a process that gets ready stands back behind those that answer."""


class Server(Granian):  # type: ignore[valid-type,misc]
    """A server that is told once to stop: a second signal while it heeds the first would make it wait for itself.

    No process is replaced for its memory while somebody holds the lock of the file ``unless_locked``. Its ``greeting``
    is printed once it can be asked.
    """

    unless_locked: Path | None = None
    greeting = ""

    def startup(self, *args: Any, **kwargs: Any) -> None:
        """Have processes that answer, and say so as soon as they do."""
        super().startup(*args, **kwargs)
        if self.greeting:
            threading.Thread(target=self._greet, name="greet", daemon=True).start()

    def _greet(self) -> None:
        while not self.interrupt_signal:
            try:
                create_connection((self.bind_addr, self.bind_port), timeout=_MOMENT).close()
            except OSError:
                time.sleep(_MOMENT)
            else:
                print(self.greeting, flush=True)
                return

    def signal_handler_interrupt(self, *args: Any, **kwargs: Any) -> None:
        """Stop; whoever asks again has been heard already."""
        if not self.interrupt_signal:
            super().signal_handler_interrupt(*args, **kwargs)

    def _handle_rss_signal(self, *args: Any) -> None:
        """Look at the memory of the processes, and replace those that hold too much."""
        if self.unless_locked is None or not _is_locked(self.unless_locked):
            super()._handle_rss_signal(*args)

    def _respawn_workers(
        self, workers: list[int], spawn_target: Callable[..., None], target_loader: Callable[..., Any], delay: float = 0
    ) -> None:
        """Replace processes: those that have ended, or, with a ``delay``, some that answer, one after the other."""
        if not delay:
            super()._respawn_workers(workers, spawn_target, target_loader)
            return
        for number in workers:
            told, ready = multiprocessing.Pipe(duplex=False)
            loader = partial(target_loader, ready=ready)
            fresh = self._spawn_worker(idx=number, target=spawn_target, callback_loader=loader)
            fresh.interrupt_by_parent = True  # until it answers, its end is nobody's loss
            fresh.start()
            ready.close()
            if not self._waited(_READY, told):
                fresh.kill()
                fresh.join()
                return
            fresh.interrupt_by_parent = False
            old, self.wrks[number] = self.wrks[number], fresh
            self._retire(old, delay)

    def _retire(self, old: WorkerProcess, seconds: float) -> None:
        """End a process that answers: for so long it closes connections with an answer, and is then told to stop."""
        with suppress(ProcessLookupError):
            os.kill(old.inner.pid, signal.SIGUSR1)
        self._waited(seconds)
        old.terminate()
        old.join(_STOPPING)
        if old.is_alive():
            old.kill()
            old.join()

    def _waited(self, seconds: float, told: Connection | None = None) -> bool:
        """Wait for so long, or until something was told; whether it was. Not any longer when others need the server."""
        until = time.monotonic() + seconds
        while not (self.interrupt_signal or self.interrupt_children) and (left := until - time.monotonic()) > 0:
            if told is None:
                time.sleep(min(left, _MOMENT))
            elif told.poll(min(left, _MOMENT)):
                with suppress(EOFError):
                    return bool(told.recv())
                return False
        return False


def server(
    host: str, port: int, processes: int, memory: int, unless_locked: Path | None = None, greeting: str = ""
) -> Server:
    """The server of the site; ``memory`` is the megabytes at which a process is replaced by a fresh one."""
    made = Server(
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
        rss_sample_interval=_LOOKING,
        rss_samples=_LOOKS,
        log_access=False,
        log_level=LogLevels.error,
    )
    made.unless_locked, made.greeting = unless_locked, greeting
    return made


def _is_locked(file: Path) -> bool:
    """Whether another process holds the lock of a file."""
    try:
        with file.open() as held:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _site(workers: socket, ready: Connection | None = None) -> Any:
    """The site, in a process that shall answer; until it does, a signal ends the process as it is.

    Where others answer meanwhile, they wait for the word that it is ``ready``, and come first until then.
    """
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, name="watch", daemon=True).start()
    with ThreadPoolExecutor(1, initializer=None if ready is None else _stand_back) as making:
        site = making.submit(_made, workers).result()
    signal.signal(signal.SIGUSR1, lambda *_: site.leave())
    if ready is not None:
        ready.send(True)
        ready.close()
    return site


def _made(workers: socket) -> Any:
    module, _, name = _TARGET.partition(":")
    return getattr(importlib.import_module(module), name)(workers)


def _stand_back() -> None:
    """Let this thread work when nobody else wants the processor. A process can't take that back: its threads end."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


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
    parser.add_argument("--unless-locked", type=Path)
    parser.add_argument("--greeting", default="")
    given = parser.parse_args()
    workers = Activated(_FORK_SERVER, at_once=True).sending
    watching = server(given.host, given.port, given.processes, given.memory, given.unless_locked, given.greeting)
    watching.serve(target_loader=partial(_site, workers), wrap_loader=False)


if __name__ == "__main__":
    main()
