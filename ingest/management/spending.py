"""What a command costs: time on the clock, time of all processors, and the most memory that it and its workers held."""

from __future__ import annotations

import os
import resource
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_EVERY = 0.2
"""Seconds between two looks at the memory of a running command."""
_ADDITIONS = 2_000_000
"""How many additions tell how quick the machine is."""


@dataclass(frozen=True)
class Spent:
    """Seconds on the clock and of CPU, and megabytes at the peak, of a command and all that it started."""

    wall: float
    cpu: float
    peak: float
    code: int
    output: str


def pace() -> float:
    """Seconds of processor time that this machine takes now for ten million additions, one after the other.

    A machine that is shared is not always as quick as it was; figures of two runs are compared beside this one.
    """
    started, total = time.process_time(), 0
    for number in range(_ADDITIONS):
        total += number
    return (time.process_time() - started) * 10_000_000 / _ADDITIONS


def run(command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> Spent:
    """Run a command to its end and say what it cost.

    Memory is shared among a parent and its workers; each page of it is counted once, where the system can tell that
    (Linux). Elsewhere the peak is that of the largest process alone.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    process = subprocess.Popen(
        list(command), cwd=cwd, env=dict(env), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    peaks = [0.0]
    done = threading.Event()

    def look() -> None:
        while not done.wait(_EVERY):
            peaks[0] = max(peaks[0], sum(_held(pid) for pid in _family(process.pid)))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    output, _ = process.communicate()
    done.set()
    watcher.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    peak = peaks[0] or after.ru_maxrss / 1024
    return Spent(time.perf_counter() - started, cpu, peak, process.returncode, output)


def held() -> float:
    """The megabytes that this process holds now."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _family(pid: int) -> list[int]:
    """A process and all that descend from it, as far as they can be seen."""
    found = [pid]
    for known in found:
        try:
            threads = list(Path(f"/proc/{known}/task").iterdir())
            found += [int(child) for thread in threads for child in (thread / "children").read_text().split()]
        except OSError:
            continue
    return found


def _held(pid: int) -> float:
    """The megabytes of a process, its share of what it has in common with others."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
