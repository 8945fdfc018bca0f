"""Measure the cost of a command: elapsed time, processor time, and the peak memory of it and its workers."""

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
"""Seconds between two samples of a running command's memory."""
_ADDITIONS = 2_000_000
"""The number of additions timed to measure the machine's speed."""


@dataclass(frozen=True)
class Spent:
    """Elapsed and processor seconds, and peak megabytes, of a command and all processes it started."""

    wall: float
    cpu: float
    peak: float
    code: int
    output: str


def pace() -> float:
    """Return the processor seconds that this machine now takes for ten million additions in a row.

    The speed of a shared machine varies, so figures of two runs are compared together with this one.
    """
    started, total = time.process_time(), 0
    for number in range(_ADDITIONS):
        total += number
    return (time.process_time() - started) * 10_000_000 / _ADDITIONS


def run(command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> Spent:
    """Run a command to its end and return its cost.

    A parent and its workers share memory. Where the system can tell (Linux), each shared page is counted once;
    elsewhere the peak is that of the largest process alone.
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
    """Return the megabytes in use by this process."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _family(pid: int) -> list[int]:
    """Return a process and all its visible descendants."""
    family = [pid]
    for member in family:
        try:
            threads = list(Path(f"/proc/{member}/task").iterdir())
            family += [int(child) for thread in threads for child in (thread / "children").read_text().split()]
        except OSError:
            continue
    return family


def _held(pid: int) -> float:
    """Return the megabytes of a process, with its proportional share of shared memory."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
