"""Rate limits of the API: how many requests each client may send, counted by all processes of a machine together.

Requests use up a client's allowance, which refills steadily: so many requests a minute, and as many in one burst. The
counts are in a small file, under a digest of the client's address, never the address itself. The file is read and
written, not mapped: on a full disk a write to a mapped file would kill the process. A process that cannot open or write
the file logs that, counts its own requests, and tries again after a minute. Machines do not share their counts.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import logging
import math
import os
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from rulesite.reading.middleware.json_errors import PLACE

MINUTE = 60.0
_log = logging.getLogger(__name__)
_SLOT = struct.Struct("=Qd")
_SLOTS = 16_384
_PROBES = 8
"""Slots that may hold a client; if others occupy all of them, the one that has used least is replaced."""
COSTS = {"download": 60, "cite": 10, "table": 10, "rules": 5, "compare": 3, "descent": 3}
"""The costs of calls that count for more than a look-up."""


class Verdict(NamedTuple):
    """Whether a request is within its client's allowance, the rest of the allowance, and waiting times in seconds."""

    granted: bool
    left: int
    full_in: float
    """Until the whole allowance is available again."""
    wait: float
    """Until such a request is granted; 0 if this one is."""


class Counts:
    """The used part of each client's allowance: in a file, or in memory while the file cannot be opened or written."""

    def __init__(self, path: Path | None) -> None:
        self._lock = threading.Lock()
        self._path, self._file, self._next_try = path, -1, 0.0
        self._own = bytearray(_SLOTS * _SLOT.size)
        self._has_warned = False

    def use(self, client: str, cost: int, allowance: int, period: float = MINUTE, now: float | None = None) -> Verdict:
        """Count a request of a client who may use ``allowance`` in a ``period`` of seconds.

        The used part is stored as the time when the allowance will be full again.

        >>> counts = Counts(None)
        >>> [counts.use("a", 1, allowance=2, now=0.0).left for _ in range(2)]
        [1, 0]
        >>> counts.use("a", 1, allowance=2, now=0.0)
        Verdict(granted=False, left=0, full_in=60.0, wait=30.0)
        >>> counts.use("a", 1, allowance=2, now=30.0).granted, counts.use("b", 1, allowance=2, now=0.0).granted
        (True, True)
        """
        moment = time.monotonic() if now is None else now  # the same for all processes of a machine
        with self._lock:
            if self._path is not None:
                try:
                    with self._shared(self._path):
                        return self._use(client, cost, allowance, period, moment)
                except OSError as error:
                    self._count_alone(error)
            return self._use(client, cost, allowance, period, moment)

    def _use(self, client: str, cost: int, allowance: int, period: float, moment: float) -> Verdict:
        unit = period / allowance
        place, tag, back = self._find(client, moment, period)
        used = back + min(cost, allowance) * unit
        granted = used - moment <= period + unit / 1_000  # sums of floats
        if granted:
            self._write(place, _SLOT.pack(tag, used))
        then = used if granted else back
        left = max(0, math.floor((period - (then - moment)) / unit + 0.001))
        return Verdict(granted, left, then - moment, 0.0 if granted else used - moment - period)

    @contextmanager
    def _shared(self, path: Path) -> Iterator[None]:
        """Lock the file, so that no other process counts meanwhile. Raises OSError if it cannot be opened; for a while
        after that the body counts in this process's own memory."""
        if self._file < 0:
            if time.monotonic() < self._next_try:
                yield
                return
            self._file = _open(path)
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def _count_alone(self, error: OSError) -> None:
        """Count in memory for a while; log the reason the first time."""
        if self._file >= 0:
            with suppress(OSError):
                os.close(self._file)
        self._file, self._next_try = -1, time.monotonic() + MINUTE
        if not self._has_warned:
            _log.warning("each process now counts API requests on its own, as the shared count failed: %s", error)
        self._has_warned = True

    def _read(self, place: int) -> bytes:
        if self._file < 0:
            return bytes(self._own[place : place + _SLOT.size])
        return os.pread(self._file, _SLOT.size, place).ljust(_SLOT.size, b"\0")  # somebody may have truncated the file

    def _write(self, place: int, slot: bytes) -> None:
        if self._file < 0:
            self._own[place : place + _SLOT.size] = slot
        elif os.pwrite(self._file, slot, place) < len(slot):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _find(self, client: str, now: float, period: float) -> tuple[int, int, float]:
        """The offset of a client's slot, its tag, and when its allowance is full again; now if it has used nothing."""
        digest = hashlib.blake2b(client.encode(), digest_size=16).digest()
        tag, first = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big")
        places = [(first + index) % _SLOTS * _SLOT.size for index in range(_PROBES)]
        candidates: list[tuple[float, int]] = []
        for place in places:
            stored_tag, back = _SLOT.unpack(self._read(place))
            live = now < back <= now + period + 1  # a time further away was stored before the machine started
            if live and stored_tag == tag:
                return place, tag, back
            candidates.append((back if live else now, place))
        return min(candidates)[1], tag, now


def _open(path: Path) -> int:
    """Open the file of the counts at its full size. Raises OSError if the disk is full or not writable."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if hasattr(os, "posix_fallocate"):  # otherwise a later write may fail on a full disk
            os.posix_fallocate(file, 0, _SLOTS * _SLOT.size)
    except OSError:
        os.close(file)
        raise
    return file


def who(address: str) -> str:
    """The client with an address: for IPv6 the network of one household.

    >>> who("203.0.113.7"), who("2001:db8:1:2:3::4"), who("somebody")
    ('203.0.113.7', '2001:db8:1:2::', 'somebody')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))


def cost_of(path: str, query: str = "") -> int:
    """The cost of a request; the redirect to a download costs as much as a look-up.

    >>> cost_of("/api/v1/rule/402.1"), cost_of("/api/v1/rules"), cost_of("/api/v1/download/everything.txt")
    (1, 5, 1)
    >>> cost_of("/api/v1/download/everything.txt", "state=1")
    60
    """
    call = path.removeprefix(f"{PLACE}v1/").partition("/")[0]
    return COSTS.get(call, 1) if call != "download" or "state=" in query else 1


class Quotas:
    """The middleware: answers 429 to a client without allowance, and sends every client the rest of its allowance."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._counts: Counts | None = None
        self._lock = threading.Lock()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        allowance: int = settings.API_LIMIT
        if not allowance or not request.path_info.startswith(PLACE):
            return self._get_response(request)
        client = who(request.META.get("REMOTE_ADDR", ""))
        verdict = self._counted().use(
            client, cost_of(request.path_info, request.META.get("QUERY_STRING", "")), allowance
        )
        if verdict.granted:
            response = self._get_response(request)
        else:
            wait = math.ceil(verdict.wait)
            unit = "second" if wait == 1 else "seconds"
            message = f"A client may send {allowance} requests a minute: try again in {wait} {unit}."
            response = JsonResponse({"error": message}, status=429)
            response["Retry-After"], response["Cache-Control"] = str(wait), "no-store"
        response["RateLimit-Policy"] = f'"client";q={allowance};w={MINUTE:.0f}'
        response["RateLimit"] = f'"client";r={verdict.left};t={math.ceil(verdict.full_in)}'
        return response

    def _counted(self) -> Counts:
        with self._lock:
            if self._counts is None:
                self._counts = Counts(settings.DATA_DIR / "quotas")
            return self._counts
