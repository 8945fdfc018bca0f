"""The server: site processes that share one port, each with a few threads, and their supervisor.

A process that ends is replaced. One that uses too much memory is replaced gently: it answers until its successor is
ready, and then closes its connections. A process seldom returns memory to the system, even when little of it is in use,
so its size must be watched; but not during an ingest.

It is a program of its own (``python -m rulesite.serving.server``), so that the supervisor does not import the site and
stays small.
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import os
import sys
from functools import partial
from pathlib import Path

from rulesite.process_activation import Activated
from rulesite.serving.supervisor import Supervisor

_FORK_SERVER = "rulesite.sandbox.fork_server"
_PROCESS = "rulesite.serving.site_process"
_RETRY_SECONDS = 0.1
"""Seconds between attempts to connect until the site answers."""


def is_too_large(pid: int, megabytes: int, unless_locked: Path | None = None) -> bool:
    """Whether a process must be replaced for its memory: never while another process holds the lock on a file."""
    if not megabytes or (unless_locked is not None and _is_locked(unless_locked)):
        return False
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):  # it has just ended, or the system has no /proc
        return False
    return pages * os.sysconf("SC_PAGE_SIZE") >= megabytes << 20


def _is_locked(file: Path) -> bool:
    """Whether another process holds the lock on a file."""
    try:
        with file.open() as opened:
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


async def _serve(supervisor: Supervisor, host: str, port: int, greeting: str) -> None:
    greet = asyncio.create_task(_greet(host, port, greeting))
    await supervisor.run()
    greet.cancel()


async def _greet(host: str, port: int, greeting: str) -> None:
    """Print the greeting as soon as the site accepts connections."""
    while True:
        try:
            async with asyncio.timeout(1.0):
                _, writer = await asyncio.open_connection(host, port)
        except (OSError, TimeoutError):
            await asyncio.sleep(_RETRY_SECONDS)
        else:
            writer.close()
            print(greeting, flush=True)
            return


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--processes", type=int, required=True)
    parser.add_argument("--memory", type=int, default=0)
    parser.add_argument("--unless-locked", type=Path)
    parser.add_argument("--greeting", default="")
    options = parser.parse_args()
    fork_server = Activated(_FORK_SERVER, at_once=True)  # ends with this process
    workers = fork_server.sending.fileno()
    address = [f"--host={options.host}", f"--port={options.port}", f"--workers={workers}"]
    too_large = partial(is_too_large, megabytes=options.memory, unless_locked=options.unless_locked)
    supervisor = Supervisor(
        [sys.executable, "-m", _PROCESS, *address], max(1, options.processes), (workers,), too_large
    )
    asyncio.run(_serve(supervisor, options.host, options.port, options.greeting))


if __name__ == "__main__":
    main()
