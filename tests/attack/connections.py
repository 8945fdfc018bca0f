"""Connections that give the server nothing to do and keep it waiting, and how everybody else fares meanwhile.

Four ways to hold a server's hand: a connection on which nothing is sent, one whose request line and headers come a byte
at a time, one whose body does, and one whose answer is read a little at a time. Loopback only.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address

from rulesite.serving.gateway import Limits
from rulesite.serving.site_process import HEADERS_SECONDS

_EVERY = 0.5
"""Seconds between two bytes of a slow client."""
_PATIENCE = 60.0
"""Seconds after which somebody who asks in earnest gives up."""

Client = Callable[["Held"], Awaitable[None]]


@dataclass
class Held:
    """An attack under way: where to, on what pages, and what came of each connection.

    ``lasted`` are the seconds after which the server ended a connection, ``answers`` the statuses that it gave.
    """

    host: str
    port: int
    posts_to: str = "/cite/"
    reads: str = "/"
    lasted: list[float] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    refused: int = 0


@dataclass(frozen=True)
class Outcome:
    """How an attack went: what came of its connections, and how long the others waited for each page, in seconds."""

    held: Held
    waited: tuple[float, ...]
    failed: tuple[str, ...]
    open: int
    """Connections that were still held when the attack ended."""


async def idle(held: Held) -> None:
    """Connect, and say nothing."""
    async with _connected(held) as (reader, _):
        await _drained(reader, held)


async def idle_after_an_answer(held: Held) -> None:
    """Ask for one page, keep the connection, and say nothing more."""
    async with _connected(held) as (reader, writer):
        writer.write(f"GET /robots.txt HTTP/1.1\r\nHost: {held.host}:{held.port}\r\n\r\n".encode())
        await _drained(reader, held)


async def slow_headers(held: Held) -> None:
    """Send a request line and headers that never end."""
    async with _connected(held) as (reader, writer):
        head = f"GET / HTTP/1.1\r\nHost: {held.host}:{held.port}\r\nX-Slow: ".encode()
        await _trickled(reader, writer, head, held)


async def slow_body(held: Held) -> None:
    """Promise a body, and send a byte of it now and then."""
    await _body(held, "Content-Length: 150000")


async def slow_chunks(held: Held) -> None:
    """The same without saying how long the body is."""
    async with _connected(held) as (reader, writer):
        writer.write(_post(held, "Transfer-Encoding: chunked"))
        await _trickled(reader, writer, b"", held, piece=b"1\r\na\r\n")


async def slow_reading(held: Held) -> None:
    """Ask for one page after another, and read next to nothing of what comes."""
    async with _connected(held, window=2048) as (_, writer):
        begun = time.monotonic()
        with suppress(ConnectionError):
            while True:
                request = f"GET {held.reads} HTTP/1.1\r\nHost: {held.host}:{held.port}\r\n\r\n"
                writer.write(request.encode())
                await writer.drain()
                await asyncio.sleep(_EVERY)
        held.lasted.append(time.monotonic() - begun)


KINDS: dict[str, Client] = {
    "idle": idle,
    "idle after an answer": idle_after_an_answer,
    "slow headers": slow_headers,
    "slow bodies": slow_body,
    "slow chunks": slow_chunks,
    "slow reading": slow_reading,
}
"""Every way to hold a connection, by its name in a table."""
PROMISED: dict[str, float] = {
    "idle": HEADERS_SECONDS,
    "idle after an answer": HEADERS_SECONDS,
    "slow headers": HEADERS_SECONDS,
    "slow bodies": Limits.sending,
    "slow chunks": Limits.sending,
    "slow reading": Limits.reading,
}
"""Seconds after which the server has given such a connection up."""


def attack(address: str, client: Client, *, connections: int, seconds: float, asks: str = "/robots.txt") -> Outcome:
    """Hold many connections for some seconds, and ask for a page in earnest meanwhile, ten times a second.

    It ends earlier when none is held any more.
    Raises ValueError for an address that is not of this machine's loopback.
    """
    host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
    if not ip_address(host).is_loopback:
        raise ValueError(f"{host} is not this machine's loopback: nobody else is attacked")
    return asyncio.run(_attack(Held(host, int(port)), client, connections, seconds, asks))


async def _attack(held: Held, client: Client, connections: int, seconds: float, asks: str) -> Outcome:
    attackers = [asyncio.create_task(_held(held, client)) for _ in range(connections)]
    await asyncio.sleep(0.5)
    waited: list[float] = []
    failed: list[str] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and not (waited and all(attacker.done() for attacker in attackers)):
        begun = time.monotonic()
        try:
            status = await asyncio.wait_for(_asked(held, asks), _PATIENCE)
            if status != 200:
                failed.append(f"status {status}")
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            failed.append(type(error).__name__)
        waited.append(time.monotonic() - begun)
        await asyncio.sleep(max(0.0, 0.1 - waited[-1]))
    still = sum(not attacker.done() for attacker in attackers)
    for attacker in attackers:
        attacker.cancel()
    await asyncio.wait(attackers)
    return Outcome(held, tuple(waited), tuple(failed), still)


async def _held(held: Held, client: Client) -> None:
    try:
        await client(held)
    except OSError:
        held.refused += 1


async def _asked(held: Held, path: str) -> int:
    """The status of a page that somebody asks for in earnest, on a connection of their own."""
    reader, writer = await asyncio.open_connection(held.host, held.port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {held.host}:{held.port}\r\nConnection: close\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.read()
        return int(head[9:12])
    finally:
        writer.close()


class _connected:  # noqa: N801 - used as a function
    """A connection of an attacker, gone afterwards."""

    def __init__(self, held: Held, window: int = 0) -> None:
        self.held, self.window = held, window

    async def __aenter__(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        door = socket.socket()
        door.setblocking(False)
        if self.window:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.window)
        await asyncio.get_running_loop().sock_connect(door, (self.held.host, self.held.port))
        reader, self.writer = await asyncio.open_connection(sock=door, limit=self.window or 65_536)
        return reader, self.writer

    async def __aexit__(self, *_: object) -> None:
        self.writer.transport.abort()


def _post(held: Held, length: str) -> bytes:
    kind = "Content-Type: application/x-www-form-urlencoded"
    return f"POST {held.posts_to} HTTP/1.1\r\nHost: {held.host}:{held.port}\r\n{kind}\r\n{length}\r\n\r\n".encode()


async def _body(held: Held, length: str) -> None:
    async with _connected(held) as (reader, writer):
        await _trickled(reader, writer, _post(held, length), held)


async def _trickled(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes, held: Held, piece: bytes = b"a"
) -> None:
    """Send a head at once and then a piece now and then, until the server has had enough."""
    writer.write(head)
    reading = asyncio.create_task(_drained(reader, held))
    try:
        while not reading.done():
            writer.write(piece)
            await asyncio.wait([reading], timeout=_EVERY)
    finally:
        reading.cancel()


async def _drained(reader: asyncio.StreamReader, held: Held) -> None:
    """Read until the server ends the connection; note when that was, and what it said."""
    begun = time.monotonic()
    said = b""
    with suppress(ConnectionError):
        while piece := await reader.read(65_536):
            said = said or piece
    held.lasted.append(time.monotonic() - begun)
    if said.startswith(b"HTTP/"):
        held.answers.append(int(said[9:12]))


def summary(outcome: Outcome) -> Sequence[str]:
    """An outcome in the words of a table: ended, still open, longest wait, failures."""
    waits = sorted(outcome.waited)
    p95 = waits[int(len(waits) * 0.95)] if waits else 0.0
    return (
        f"{len(outcome.held.lasted)}",
        f"{outcome.open}",
        f"{p95 * 1000:.0f}",
        f"{waits[-1] * 1000:.0f}" if waits else "",
        f"{len(outcome.failed)} of {len(waits)}",
    )
