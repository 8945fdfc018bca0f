"""Asking as nobody does who means well: bytes are sent as they are, and whatever comes back is weighed and timed."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass, field
from ipaddress import ip_address

PATIENCE = 15.0
"""Seconds after which a request that was sent whole and has no answer hangs; the server gives up slow ones before."""
SLOW, LARGE = 3.0, 2_000_000
"""Seconds and bytes that no answer may have."""
_KEPT = 12
"""Faults of a kind that are named, at most."""


def place(address: str) -> tuple[str, int]:
    """The host and port of a site; raises ValueError where it is not on this machine's loopback."""
    host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
    if not ip_address(host).is_loopback:
        raise ValueError(f"{host} is not this machine's loopback: nobody else is attacked")
    return host, int(port)


@dataclass(frozen=True)
class Request:
    """Bytes to send, what they are called in a table, and whether they are all of a request."""

    kind: str
    sent: bytes
    whole: bool = True


@dataclass
class Answer:
    """What came back: the status (0: the connection was closed, -1: nothing in time), seconds, bytes, some headers."""

    status: int
    seconds: float
    size: int = 0
    retry: str = ""
    body: bytes = b""


@dataclass
class Tally:
    """What came of many requests: how many of each status, the slowest and the largest, and every fault by name."""

    name: str
    count: int = 0
    statuses: dict[int, int] = field(default_factory=dict)
    slowest: float = 0.0
    largest: int = 0
    bounded: int = 0
    faults: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    note: str = ""
    memory: int = 0

    def add(self, what: str, answer: Answer, *, whole: bool = True) -> None:
        """Count an answer; 503 with Retry-After is a refusal by a bound, any other 5xx a fault."""
        self.count += 1
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        self.largest = max(self.largest, answer.size)
        if answer.status == 503 and answer.retry:
            self.bounded += 1
        elif answer.status >= 500:
            self.fault(f"{answer.status} {what}")
        elif answer.status == -1 and whole:
            self.fault(f"no answer in {PATIENCE:.0f} s: {what}")
        if answer.size > LARGE:
            self.fault(f"{answer.size:,} bytes {what}")
        if answer.status > 0:
            self.slowest = max(self.slowest, answer.seconds)
            if answer.seconds > SLOW and len(self.slow) < _KEPT:
                self.slow.append(f"{answer.seconds:.1f} s {answer.status} {what}")

    def fault(self, what: str) -> None:
        """Note a promise that was broken."""
        self.faults.append(what[:300])


class Line:
    """A connection to a site, made anew when the site has closed it."""

    def __init__(self, address: str) -> None:
        self.host, self.port = place(address)
        self._door: socket.socket | None = None

    def ask(self, request: Request, *, keep: bool = False) -> Answer:
        """Send a request and take all of the answer; ``keep`` keeps its body."""
        for fresh in (self._door is None, True):
            begun = time.perf_counter()
            try:
                answer = self._asked(request, keep=keep)
            except TimeoutError:
                self.close()
                return Answer(-1, time.perf_counter() - begun)
            except OSError:
                answer = Answer(0, 0.0)
            if answer.status:
                answer.seconds = time.perf_counter() - begun
                return answer
            self.close()
            if fresh:
                break
        return Answer(0, time.perf_counter() - begun)

    def close(self) -> None:
        """End the connection."""
        if self._door is not None:
            self._door.close()
            self._door = None

    def _asked(self, request: Request, *, keep: bool) -> Answer:
        if self._door is None:
            self._door = socket.create_connection((self.host, self.port), timeout=PATIENCE)
            self._door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._door.settimeout(PATIENCE)
        self._door.sendall(request.sent)
        if not request.whole:
            self._door.shutdown(socket.SHUT_WR)
        status, fields, body = self._head(b"")
        if status == 100:  # go on, it says: all has been sent already
            status, fields, body = self._head(body)
        return self._whole(request, status, fields, body, keep=keep) if status else Answer(0, 0.0)

    def _head(self, received: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        """The status and headers of an answer, and what came after them; 0 where the connection ends before."""
        assert self._door is not None
        while b"\r\n\r\n" not in received:
            piece = self._door.recv(65_536)
            if not piece:
                return 0, {}, b""
            received += piece
        head, _, body = received.partition(b"\r\n\r\n")
        named = (line.partition(b":") for line in head.split(b"\r\n")[1:])
        return int(head[9:12]), {name.strip().lower(): value.strip() for name, _, value in named}, body

    def _whole(self, request: Request, status: int, fields: dict[bytes, bytes], body: bytes, *, keep: bool) -> Answer:
        """Read the rest of an answer, as long as it is said to be or until the connection ends."""
        assert self._door is not None
        bare = request.sent[:5] == b"HEAD " or status in (204, 304)
        length = 0 if bare else int(fields.get(b"content-length", b"-1"))
        size, kept = len(body), [body]
        while length < 0 or size < length:
            piece = self._door.recv(262_144)
            if not piece:
                break
            size += len(piece)
            if keep:
                kept.append(piece)
        if length < 0 or fields.get(b"connection", b"").lower() == b"close" or not request.whole or size > length:
            self.close()
        if 0 <= length != size and not bare:
            return Answer(0, 0.0)
        return Answer(
            status, 0.0, size, fields.get(b"retry-after", b"").decode("latin-1"), b"".join(kept) if keep else b""
        )
