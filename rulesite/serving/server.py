"""The server: processes that answer at one port, each in a few threads, and the one that watches over them.

One that ends is replaced. One that has come to hold too much is replaced gently: it answers until a fresh one is ready,
and then takes leave of its connections. What a process has taken it often keeps, however little of that is in use:
watching its size is what bounds it. It is not while documents are brought in.

Run as a program of its own (``python -m rulesite.serving.server``): what watches over the processes then knows nothing
of the site, and has only its own memory.
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
_MOMENT = 0.1
"""Seconds after which whoever waits for the first answer asks again."""


def is_too_large(pid: int, megabytes: int, unless_locked: Path | None = None) -> bool:
    """Whether a process is to be replaced for its memory: never while somebody holds the lock of a file."""
    if not megabytes or (unless_locked is not None and _is_locked(unless_locked)):
        return False
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):  # it has just ended, or this system doesn't tell
        return False
    return pages * os.sysconf("SC_PAGE_SIZE") >= megabytes << 20


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


async def _serve(supervisor: Supervisor, host: str, port: int, greeting: str) -> None:
    greet = asyncio.create_task(_greet(host, port, greeting))
    await supervisor.run()
    greet.cancel()


async def _greet(host: str, port: int, greeting: str) -> None:
    """Print the greeting as soon as the site can be asked."""
    while True:
        try:
            async with asyncio.timeout(1.0):
                _, writer = await asyncio.open_connection(host, port)
        except (OSError, TimeoutError):
            await asyncio.sleep(_MOMENT)
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
    given = parser.parse_args()
    forking = Activated(_FORK_SERVER, at_once=True)  # it goes with this process
    workers = forking.sending.fileno()
    address = [f"--host={given.host}", f"--port={given.port}", f"--workers={workers}"]
    too_large = partial(is_too_large, megabytes=given.memory, unless_locked=given.unless_locked)
    supervisor = Supervisor([sys.executable, "-m", _PROCESS, *address], max(1, given.processes), (workers,), too_large)
    asyncio.run(_serve(supervisor, given.host, given.port, given.greeting))


if __name__ == "__main__":
    main()
