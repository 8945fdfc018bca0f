"""A worker: one process that does one piece of work within its limits, and ends.

It is a fork of a process that has no threads. Its limits are the kernel's, set before anything of a stranger is read:
processor time, a clock that kills what only waits, and address space.
"""

from __future__ import annotations

import importlib
import json
import logging
import math
import os
import resource
import signal
import sys
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from socket import socket
from typing import Any

from rulesite.bounded.limits import Bound, Limits

_NICENESS = 10
"""The threads that serve pages come first."""


ANSWERED = "answered"
"""The verdict on a worker that wrote a whole answer."""


class Ending(IntEnum):
    """With what status a worker ends."""

    ANSWERED = 0
    MEMORY = 3
    DEPTH = 4
    ANSWER = 5
    FAILED = 6


_KILLED: dict[int, Bound] = {signal.SIGPROF: Bound.TIME, signal.SIGXCPU: Bound.TIME, signal.SIGALRM: Bound.CLOCK}
_BOUNDS = {Ending.MEMORY: Bound.MEMORY, Ending.DEPTH: Bound.DEPTH, Ending.ANSWER: Bound.ANSWER}


def named(work: str) -> Callable[..., Any]:
    """The function that does some work, by its name: ``package.module:function``."""
    module, _, name = work.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found


_prepared: set[str] = set()


def prepare(work: str) -> bool:
    """Import what does some work, and call the function ``prepare`` of its module, if there is one.

    Returns whether anything was left to do.
    """
    if work in _prepared:
        return False
    named(work)
    more = getattr(sys.modules[work.partition(":")[0]], "prepare", None)
    if more is not None:
        more()
    _prepared.add(work)
    return True


def start(work: str, limits: Limits, line: socket) -> int:
    """Fork a worker, which reads its inputs from a connection and writes its answer to it; returns its process id."""
    child = os.fork()
    if child == 0:
        ending = Ending.FAILED
        try:
            _bind(limits)
            ending = _work(named(work), limits, line)
        except MemoryError:
            ending = Ending.MEMORY
        except RecursionError:
            ending = Ending.DEPTH
        except Exception:
            logging.getLogger(__name__).exception("%s failed", work)
        finally:
            sys.stderr.flush()
            os._exit(ending)
    return child


def verdict(status: int) -> str:
    """What the status of a worker that ended says: `ANSWERED`, the bound that it was stopped by, or "failed"."""
    if os.WIFSIGNALED(status):  # what else kills is the kernel, short of memory or stack
        return _KILLED.get(os.WTERMSIG(status), Bound.MEMORY).value
    ending = os.WEXITSTATUS(status)
    if ending == Ending.ANSWERED:
        return ANSWERED
    bound = _BOUNDS.get(Ending(ending)) if ending in set(Ending) else None
    return bound.value if bound else "failed"


def _bind(limits: Limits) -> None:
    """Set the limits; from now on the kernel holds this process to them."""
    for number in (signal.SIGPROF, signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    signal.setitimer(signal.ITIMER_PROF, limits.seconds)
    signal.setitimer(signal.ITIMER_REAL, limits.clock)
    seconds = math.ceil(limits.seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    space = _address_space() + limits.memory
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(_NICENESS)


def _address_space() -> int:
    """Bytes of address space that this process has now."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:  # not Linux: nothing says it, and the most that was ever resident is less
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


def _work(work: Callable[..., Any], limits: Limits, line: socket) -> Ending:
    inputs = bytearray()
    while piece := line.recv(1 << 16):
        inputs += piece
    said = json.dumps(work(**json.loads(inputs)), ensure_ascii=False, separators=(",", ":"))
    answer = said.encode("utf-8", "replace")
    if len(answer) > limits.answer:
        return Ending.ANSWER
    line.sendall(answer)
    return Ending.ANSWERED
