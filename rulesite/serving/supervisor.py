"""The supervisor: keeps a fixed number of site processes running.

A process that ends does not affect the others; a new one takes its place, at once or after a pause that grows while it
keeps ending soon. A process to be replaced answers until its successor is ready. Each process has one end of a socket
pair (its line) to the supervisor: a byte on it reports that the process is ready, and its closing that the process has
ended. The process notices the end of its supervisor in the same way.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from socket import socket, socketpair

_SHORTEST, _LONGEST = 1.0, 60.0
"""Minimum and maximum seconds until a process that ended soon is started again."""
_SOON = 60.0
"""Seconds; a process that ends after running longer is replaced at once."""
STOPPING = 5.0
"""Seconds for a process to finish its requests after it is told to stop."""
_LEAVING = 5.0
"""Seconds before that in which a replaced process closes its connections."""
_LOOKING, _LOOKS = 30.0, 2
"""Seconds between checks of the processes' memory, and how many checks in a row must find one too large: memory for a
publication or a large page is needed only for a moment."""
_READY = 120.0
"""Seconds within which a new process must be ready to replace an old one; otherwise the old one stays."""


@dataclass(eq=False)
class Process:
    """A site process that is ready or still loading."""

    popen: subprocess.Popen[bytes]
    line: socket
    begun: float = field(default_factory=time.monotonic)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    looks: int = 0
    """Checks in a row that found it too large."""

    async def end(self) -> None:
        """Tell it to stop, and kill it if it does not."""
        self.popen.terminate()
        try:
            async with asyncio.timeout(STOPPING):
                await self.ended.wait()
        except TimeoutError:
            self.popen.kill()
            await self.ended.wait()

    async def gets_ready(self) -> bool:
        """Wait until it is ready; return whether it is, in time."""
        waiting = [asyncio.create_task(event.wait()) for event in (self.ready, self.ended)]
        try:
            await asyncio.wait(waiting, timeout=_READY, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
        return self.ready.is_set() and not self.ended.is_set()


class Supervisor:
    """Keeps ``places`` processes running, each started by a ``command``.

    The command is given the file descriptor of its end of the line, and ``--stand-back`` if others answer while it
    loads; it inherits the files ``shared``. SIGUSR1 tells a process that it will end soon. ``is_too_large`` is called
    with each process id at intervals.
    """

    def __init__(
        self,
        command: list[str],
        places: int,
        shared: tuple[int, ...] = (),
        is_too_large: Callable[[int], bool] = lambda pid: False,
    ) -> None:
        self._command, self._shared, self._is_too_large = command, shared, is_too_large
        self._places: list[Process | None] = [None] * places
        self._processes: set[Process] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Keep the processes running until SIGTERM or SIGINT; SIGHUP replaces all of them, one after the other."""
        stopping, renewal = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopping.set)
        loop.add_signal_handler(signal.SIGHUP, renewal.set)
        tasks = [asyncio.create_task(self._keep(place)) for place in range(len(self._places))]
        tasks.append(asyncio.create_task(self._renew(renewal)))
        await stopping.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in list(self._processes)))

    async def _keep(self, place: int) -> None:
        """Keep a process running at a place."""
        pause = 0.0
        while True:
            process = self._places[place]
            if process is None:
                try:
                    process = self._places[place] = self._begin()
                except OSError as error:
                    pause = min(_LONGEST, pause * 2 or _SHORTEST)
                    _log(f"can't start a process ({error}); trying again in {pause:.0f} s")
                    await asyncio.sleep(pause)
                    continue
            await process.ended.wait()
            if self._places[place] is process:  # it was not replaced
                self._places[place] = None
                lasted = time.monotonic() - process.begun
                pause = 0.0 if lasted > _SOON else min(_LONGEST, pause * 2 or _SHORTEST)
                when = f"in {pause:.0f} s" if pause else "at once"
                _log(f"process {process.popen.pid} ended ({_how(process.popen.returncode)}); starting another {when}")
                await asyncio.sleep(pause)

    async def _renew(self, requested: asyncio.Event) -> None:
        """Replace all processes on request, and those that are too large."""
        while True:
            try:
                async with asyncio.timeout(_LOOKING):
                    await requested.wait()
                due = list(range(len(self._places)))
            except TimeoutError:
                due = [place for place, process in enumerate(self._places) if process and self._has_grown(process)]
            requested.clear()
            for place in due:
                if not await self._replace(place):
                    break

    def _has_grown(self, process: Process) -> bool:
        process.looks = process.looks + 1 if self._is_too_large(process.popen.pid) else 0
        return process.looks >= _LOOKS

    async def _replace(self, place: int) -> bool:
        """Replace a process once its successor is ready; return whether it was replaced."""
        try:
            successor = self._begin("--stand-back")
        except OSError as error:
            _log(f"can't start a process ({error}); the old one goes on")
            return False
        if not await successor.gets_ready():
            await successor.end()
            return False
        old, self._places[place] = self._places[place], successor
        if old is not None:
            old.popen.send_signal(signal.SIGUSR1)
            await asyncio.sleep(_LEAVING)
            await old.end()
        return True

    def _begin(self, *words: str) -> Process:
        """Start a process. Raises OSError if the machine has no resources for it."""
        own_end, process_end = socketpair()
        try:
            command = [*self._command, f"--line={process_end.fileno()}", *words]
            process = Process(subprocess.Popen(command, pass_fds=(process_end.fileno(), *self._shared)), own_end)
        except OSError:
            own_end.close()
            raise
        finally:
            process_end.close()
        own_end.setblocking(False)
        self._processes.add(process)
        task = asyncio.create_task(self._listen(process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return process

    async def _listen(self, process: Process) -> None:
        """Note when a process is ready, and when it has ended."""
        loop = asyncio.get_running_loop()
        try:
            while await loop.sock_recv(process.line, 1):
                process.ready.set()
        except ConnectionError:
            pass
        process.popen.kill()  # it has ended, or has closed the line
        process.popen.wait()
        process.line.close()
        self._processes.discard(process)
        process.ended.set()


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit status {code}"


def _log(what: str) -> None:
    print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {os.getpid()}: {what}", file=sys.stderr, flush=True)
