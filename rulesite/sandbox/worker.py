"""A worker: one process that does one piece of work within its limits, and exits.

It is forked from a process without threads. The kernel enforces its limits, which are set before it reads any input:
processor time, a clock that kills it even while it only waits, and address space.
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

from rulesite.sandbox.limits import Bound, Limits

_NICENESS = 10
"""The threads that serve pages have precedence."""


ANSWERED = "answered"
"""The verdict on a worker that wrote a complete answer."""


class Ending(IntEnum):
    """The exit statuses of a worker."""

    ANSWERED = 0
    MEMORY = 3
    DEPTH = 4
    ANSWER = 5
    FAILED = 6


_KILLED: dict[int, Bound] = {signal.SIGPROF: Bound.TIME, signal.SIGXCPU: Bound.TIME, signal.SIGALRM: Bound.CLOCK}
_BOUNDS = {Ending.MEMORY: Bound.MEMORY, Ending.DEPTH: Bound.DEPTH, Ending.ANSWER: Bound.ANSWER}


def named(work: str) -> Callable[..., Any]:
    """The function with a name like ``package.module:function``."""
    module, _, name = work.partition(":")
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function


_prepared: set[str] = set()


def prepare(work: str) -> bool:
    """Import the module of some work, and call its function ``prepare``, if there is one.

    Returns whether there was anything to do.
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
    """Fork a worker that reads its inputs from a connection and writes its answer to it; return its process id."""
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
    """The verdict for a worker's exit status: `ANSWERED`, the limit that stopped it, or "failed"."""
    if os.WIFSIGNALED(status):  # any other kill is by the kernel, for lack of memory or stack
        return _KILLED.get(os.WTERMSIG(status), Bound.MEMORY).value
    ending = os.WEXITSTATUS(status)
    if ending == Ending.ANSWERED:
        return ANSWERED
    bound = _BOUNDS.get(Ending(ending)) if ending in set(Ending) else None
    return bound.value if bound else "failed"


def _bind(limits: Limits) -> None:
    """Set the limits, which the kernel enforces from now on."""
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
    """The bytes of address space that this process has now."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:  # on other systems than Linux: nothing reports it, and the peak resident size is less
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


def _work(work: Callable[..., Any], limits: Limits, line: socket) -> Ending:
    inputs = bytearray()
    while piece := line.recv(1 << 16):
        inputs += piece
    text = json.dumps(work(**json.loads(inputs)), ensure_ascii=False, separators=(",", ":"))
    answer = text.encode("utf-8", "replace")
    if len(answer) > limits.answer:
        return Ending.ANSWER
    line.sendall(answer)
    return Ending.ANSWERED
