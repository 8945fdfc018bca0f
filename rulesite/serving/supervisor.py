"""The supervisor: keeps as many processes answering as there are places, for ever.

A process that ends leaves the others as they are, and another takes its place: at once, or after a pause that grows
while it ends again and again. One that is replaced answers until a fresh one is ready. Each holds one end of a line to
the supervisor: a byte on it says that the process answers, and its end that the process has ended; a process whose
supervisor has ended sees that too.
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
"""Seconds before a process is begun again that has ended soon: at first, and at last."""
_SOON = 60.0
"""Seconds; who lasts longer may end, and another takes the place at once."""
STOPPING = 5.0
"""Seconds that a process has to answer what it has begun, when it is told to stop."""
_LEAVING = 5.0
"""Seconds before that in which a process that is replaced takes leave of its connections."""
_LOOKING, _LOOKS = 30.0, 2
"""Seconds from one look at the memory of the processes to the next, and how many in a row must find one too large: what
a publication or a large page takes for a moment is given back."""
_READY = 120.0
"""Seconds in which a fresh process must be ready for an old one to be replaced; else that goes on."""


@dataclass(eq=False)
class Process:
    """A process that answers, or gets ready for it."""

    popen: subprocess.Popen[bytes]
    line: socket
    begun: float = field(default_factory=time.monotonic)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    looks: int = 0
    """Looks in a row that found it too large."""

    async def end(self) -> None:
        """Tell it to stop, and end it where it does not."""
        self.popen.terminate()
        try:
            async with asyncio.timeout(STOPPING):
                await self.ended.wait()
        except TimeoutError:
            self.popen.kill()
            await self.ended.wait()

    async def gets_ready(self) -> bool:
        """Wait until it answers; whether it does, in time."""
        waiting = [asyncio.create_task(event.wait()) for event in (self.ready, self.ended)]
        try:
            await asyncio.wait(waiting, timeout=_READY, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
        return self.ready.is_set() and not self.ended.is_set()


class Supervisor:
    """Keeps processes that a ``command`` begins, which is told the number of its end of the line, and ``--stand-back``
    where others answer meanwhile; the files ``shared`` are open in it. SIGUSR1 tells one that it ends soon.

    Whether one ``is_too_large`` is asked of its number now and then.
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
        """Keep the processes until SIGTERM or SIGINT; SIGHUP replaces all of them, one after the other."""
        stopping, renewing = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stopping.set)
        loop.add_signal_handler(signal.SIGHUP, renewing.set)
        keeping = [asyncio.create_task(self._keep(place)) for place in range(len(self._places))]
        keeping.append(asyncio.create_task(self._renew(renewing)))
        await stopping.wait()
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in list(self._processes)))

    async def _keep(self, place: int) -> None:
        """Have a process at a place."""
        pause = 0.0
        while True:
            process = self._places[place]
            if process is None:
                try:
                    process = self._places[place] = self._begin()
                except OSError as error:
                    pause = min(_LONGEST, pause * 2 or _SHORTEST)
                    _say(f"no process can be begun ({error}), and it is tried again in {pause:.0f} s")
                    await asyncio.sleep(pause)
                    continue
            await process.ended.wait()
            if self._places[place] is process:  # and was not replaced
                self._places[place] = None
                lasted = time.monotonic() - process.begun
                pause = 0.0 if lasted > _SOON else min(_LONGEST, pause * 2 or _SHORTEST)
                when = f"in {pause:.0f} s" if pause else "at once"
                _say(f"process {process.popen.pid} has ended ({_how(process.popen.returncode)}), another begins {when}")
                await asyncio.sleep(pause)

    async def _renew(self, asked: asyncio.Event) -> None:
        """Replace all processes when it is asked for, and those that are too large."""
        while True:
            try:
                async with asyncio.timeout(_LOOKING):
                    await asked.wait()
                due = list(range(len(self._places)))
            except TimeoutError:
                due = [place for place, process in enumerate(self._places) if process and self._has_grown(process)]
            asked.clear()
            for place in due:
                if not await self._replace(place):
                    break

    def _has_grown(self, process: Process) -> bool:
        process.looks = process.looks + 1 if self._is_too_large(process.popen.pid) else 0
        return process.looks >= _LOOKS

    async def _replace(self, place: int) -> bool:
        """Replace a process that answers, or nothing where no fresh one gets ready; whether it is replaced."""
        try:
            fresh = self._begin("--stand-back")
        except OSError as error:
            _say(f"no process can be begun ({error}), and the old one goes on")
            return False
        if not await fresh.gets_ready():
            await fresh.end()
            return False
        old, self._places[place] = self._places[place], fresh
        if old is not None:
            old.popen.send_signal(signal.SIGUSR1)
            await asyncio.sleep(_LEAVING)
            await old.end()
        return True

    def _begin(self, *words: str) -> Process:
        """Begin a process. Raises OSError where the machine has no room for it."""
        here, there = socketpair()
        try:
            command = [*self._command, f"--line={there.fileno()}", *words]
            process = Process(subprocess.Popen(command, pass_fds=(there.fileno(), *self._shared)), here)
        except OSError:
            here.close()
            raise
        finally:
            there.close()
        here.setblocking(False)
        self._processes.add(process)
        task = asyncio.create_task(self._listen(process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return process

    async def _listen(self, process: Process) -> None:
        """Hear when a process is ready, and when it has ended."""
        loop = asyncio.get_running_loop()
        try:
            while await loop.sock_recv(process.line, 1):
                process.ready.set()
        except ConnectionError:
            pass
        process.popen.kill()  # it has ended, or has let go of the line
        process.popen.wait()
        process.line.close()
        self._processes.discard(process)
        process.ended.set()


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit status {code}"


def _say(what: str) -> None:
    print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {os.getpid()}: {what}", file=sys.stderr, flush=True)
