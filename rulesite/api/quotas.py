"""Quotas: how many requests of one client the API answers, by a count that all processes of a machine share.

Each client has an allowance that is used up by requests and comes back steadily: so many a minute, and so many at once.
The count lies in a small file that is mapped into every process, by a digest of the client's address, never the
address. A process that cannot make the file counts by itself; several machines count each by themselves.
"""

from __future__ import annotations

import fcntl
import hashlib
import math
import mmap
import os
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from rulesite.reading.problems import PLACE

MINUTE = 60.0
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
    """What clients have used of their allowance, in a file, or in memory where no file can be made."""

    def __init__(self, path: Path | None) -> None:
        self._lock = threading.Lock()
        self._file = None
        size = _SLOTS * _SLOT.size
        try:
            if path is None:
                raise OSError
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            os.ftruncate(self._file, size)
            self._held = mmap.mmap(self._file, size)
        except OSError:
            self._file, self._held = None, mmap.mmap(-1, size)

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
        each = period / allowance
        cost = min(cost, allowance)
        with self._alone():
            place, tag, back = self._find(client, moment, period)
            used = back + cost * each
            granted = used - moment <= period + each / 1_000  # sums of floats
            if granted:
                _SLOT.pack_into(self._held, place, tag, used)
        then = used if granted else back
        left = max(0, math.floor((period - (then - moment)) / each + 0.001))
        return Verdict(granted, left, then - moment, 0.0 if granted else used - moment - period)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other thread and no other process counts meanwhile."""
        with self._lock:
            if self._file is None:
                yield
                return
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _find(self, client: str, now: float, period: float) -> tuple[int, int, float]:
        """The slot of a client, its tag, and when all of its allowance is back; now for one who has used nothing."""
        digest = hashlib.blake2b(client.encode(), digest_size=16).digest()
        tag, first = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big")
        places = [(first + nth) % _SLOTS * _SLOT.size for nth in range(_TRIED)]
        found: list[tuple[float, int]] = []
        for place in places:
            known, back = _SLOT.unpack_from(self._held, place)
            live = now < back <= now + period + 1  # what is further away was counted before the machine started
            if live and known == tag:
                return place, tag, back
            found.append((back if live else now, place))
        return min(found)[1], tag, now


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
