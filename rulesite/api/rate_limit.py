"""Quotas: how many requests of one client the API answers, by a count that all processes of a machine share.

Each client has an allowance that is used up by requests and comes back steadily: so many a minute, and so many at once.
The count lies in a small file, by a digest of the client's address, never the address. The file is read and written and
not mapped: where the disk is full, a write to a mapped file ends the process. A process that cannot have the file, or
write to it, says so in the log, counts by itself, and tries again in a minute. Each machine counts by itself.
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
_TRIED = 8
"""Slots in which a client may be found; where others have all of them, who has used least makes way."""
COSTS = {"download": 60, "cite": 10, "rules": 5, "compare": 3, "descent": 3}
"""What a call counts that is more than a look-up."""


class Verdict(NamedTuple):
    """Whether a request is within its client's allowance, what is left of it, and the seconds to wait for."""

    granted: bool
    left: int
    full_in: float
    """Until all of the allowance is there again."""
    wait: float
    """Until such a request is granted; 0 where it is."""


class Counts:
    """What clients have used of their allowance, in a file, or in memory while no file can be had or written."""

    def __init__(self, path: Path | None) -> None:
        self._lock = threading.Lock()
        self._path, self._file, self._next_try = path, -1, 0.0
        self._own = bytearray(_SLOTS * _SLOT.size)
        self._has_warned = False

    def use(self, client: str, cost: int, allowance: int, period: float = MINUTE, now: float | None = None) -> Verdict:
        """Count a request of a client who may have ``allowance`` in a ``period`` of seconds.

        What a client has used is kept as the moment when all of it will have come back.

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
        each = period / allowance
        place, tag, back = self._find(client, moment, period)
        used = back + min(cost, allowance) * each
        granted = used - moment <= period + each / 1_000  # sums of floats
        if granted:
            self._write(place, _SLOT.pack(tag, used))
        then = used if granted else back
        left = max(0, math.floor((period - (then - moment)) / each + 0.001))
        return Verdict(granted, left, then - moment, 0.0 if granted else used - moment - period)

    @contextmanager
    def _shared(self, path: Path) -> Iterator[None]:
        """Count in the file, where no other process counts meanwhile. Raises OSError where it can't be had; for a while
        after that the count inside is this process's own."""
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
        """Count by memory for a while; the first time, the log hears why."""
        if self._file >= 0:
            with suppress(OSError):
                os.close(self._file)
        self._file, self._next_try = -1, time.monotonic() + MINUTE
        if not self._has_warned:
            _log.warning("each process counts the requests of the API for itself, and not with the others: %s", error)
        self._has_warned = True

    def _read(self, place: int) -> bytes:
        if self._file < 0:
            return bytes(self._own[place : place + _SLOT.size])
        return os.pread(self._file, _SLOT.size, place).ljust(_SLOT.size, b"\0")  # somebody may have cut the file

    def _write(self, place: int, slot: bytes) -> None:
        if self._file < 0:
            self._own[place : place + _SLOT.size] = slot
        elif os.pwrite(self._file, slot, place) < len(slot):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _find(self, client: str, now: float, period: float) -> tuple[int, int, float]:
        """The slot of a client, its tag, and when all of its allowance is back; now for one who has used nothing."""
        digest = hashlib.blake2b(client.encode(), digest_size=16).digest()
        tag, first = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big")
        places = [(first + nth) % _SLOTS * _SLOT.size for nth in range(_TRIED)]
        found: list[tuple[float, int]] = []
        for place in places:
            known, back = _SLOT.unpack(self._read(place))
            live = now < back <= now + period + 1  # what is further away was counted before the machine started
            if live and known == tag:
                return place, tag, back
            found.append((back if live else now, place))
        return min(found)[1], tag, now


def _open(path: Path) -> int:
    """The file of the count, with room for all of it. Raises OSError where the disk has none, or lets nobody write."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if hasattr(os, "posix_fallocate"):  # else a write may find the disk full
            os.posix_fallocate(file, 0, _SLOTS * _SLOT.size)
    except OSError:
        os.close(file)
        raise
    return file


def who(address: str) -> str:
    """The client of an address: for IPv6 the network that one household has.

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
    """What a request counts; the way to a download counts as any look-up.

    >>> cost_of("/api/v1/rule/402.1"), cost_of("/api/v1/rules"), cost_of("/api/v1/download/everything.txt")
    (1, 5, 1)
    >>> cost_of("/api/v1/download/everything.txt", "state=1")
    60
    """
    call = path.removeprefix(f"{PLACE}v1/").partition("/")[0]
    return COSTS.get(call, 1) if call != "download" or "state=" in query else 1


class Quotas:
    """The middleware: answers 429 to a client who has used up its allowance, and tells every client what is left."""

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
            many = "second" if wait == 1 else "seconds"
            said = f"{allowance} requests a minute are answered for one client: ask again in {wait} {many}."
            response = JsonResponse({"error": said}, status=429)
            response["Retry-After"], response["Cache-Control"] = str(wait), "no-store"
        response["RateLimit-Policy"] = f'"client";q={allowance};w={MINUTE:.0f}'
        response["RateLimit"] = f'"client";r={verdict.left};t={math.ceil(verdict.full_in)}'
        return response

    def _counted(self) -> Counts:
        with self._lock:
            if self._counts is None:
                self._counts = Counts(settings.DATA_DIR / "quotas")
            return self._counts
