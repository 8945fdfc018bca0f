"""A visitor of the site under load: one connection that is kept, one request after another, as light as it can be.

The generator shares the machine with the server that it measures, so a request costs it next to nothing: a protocol of
asyncio that reads the status, the ETag and the length of an answer, and throws the body away.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

PATIENCE = 30.0
"""Seconds after which an answer that has not come is an error."""
_HEADERS = "Host: {host}\r\nAccept-Encoding: gzip\r\nAccept: text/html,*/*\r\n"


@dataclass(frozen=True)
class Asked:
    """A request: what kind of page it is, by the name it has in the table, and its path with the query."""

    kind: str
    path: str


@dataclass
class Answered:
    """What came back: the status, 0 where nothing came, seconds, and bytes of the body."""

    asked: Asked
    status: int
    seconds: float
    size: int
    at: float
    said: str = ""


@dataclass
class Visitor(asyncio.Protocol):
    """Asks until it is told to stop; ``next_request`` gives what to ask, ``told`` takes what came back.

    Between two requests it waits for a ``pause`` of seconds. Now and then it asks again for what it has seen, and says so as a browser does, by the ETag.
    """

    host: str
    port: int
    next_request: Callable[[Visitor], tuple[Asked, bool]]
    told: Callable[[Answered], None]
    stopping: bool = False
    pause: float = 0.0
    asked: int = 0
    seen: list[Asked] = field(default_factory=list)

    async def visit(self) -> None:
        """Ask one thing after another on connections that are kept."""
        loop = asyncio.get_running_loop()
        self._head = _HEADERS.format(host=f"{self.host}:{self.port}")
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[tuple[int, int]] | None = None
        self._etags: dict[str, str] = {}
        while not self.stopping:
            asked, again = self.next_request(self)
            begun = time.perf_counter()
            said = ""
            try:
                if self._transport is None:
                    await asyncio.wait_for(loop.create_connection(lambda: self, self.host, self.port), PATIENCE)
                status, size = await self._ask(loop, asked, again)
            except (OSError, TimeoutError, ConnectionError) as error:
                self.leave()
                status, size, said = 0, 0, f"{type(error).__name__} {error}".strip()
            self.asked += 1
            if not again and asked.path in self._etags:
                self.seen.append(asked)
            self.told(Answered(asked, status, time.perf_counter() - begun, size, begun, said))
            if self.pause:
                await asyncio.sleep(self.pause)
        self.leave()

    def leave(self) -> None:
        """Close the connection, and forget what was seen; the next request is another visitor's."""
        self.asked = 0
        self.seen.clear()
        self._etags.clear()
        if self._transport is not None:
            self._transport.abort()
            self._transport = None

    async def _ask(self, loop: asyncio.AbstractEventLoop, asked: Asked, again: bool) -> tuple[int, int]:
        etag = self._etags.get(asked.path) if again else None
        known = f"If-None-Match: {etag}\r\n" if etag else ""
        self._buffer = b""
        self._needed = -1
        self._path = asked.path
        self._waiting = loop.create_future()
        if self._transport is None:
            raise ConnectionError("closed before the request")
        self._transport.write(f"GET {asked.path} HTTP/1.1\r\n{self._head}{known}\r\n".encode())
        timer = loop.call_later(PATIENCE, self._late)
        try:
            return await self._waiting
        finally:
            timer.cancel()

    def _late(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(TimeoutError("no answer"))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection stands."""
        self._transport = transport  # type: ignore[assignment]

    def connection_lost(self, error: Exception | None) -> None:
        """The server has closed it."""
        self._transport = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionError("closed without an answer"))

    def data_received(self, data: bytes) -> None:
        """A piece of an answer."""
        if self._needed < 0:
            self._buffer += data
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._buffer[:end].decode("latin-1")
            self._status = int(head[9:12])
            headers = {
                name.lower(): value.strip()
                for name, _, value in (line.partition(":") for line in head.split("\r\n")[1:])
            }
            self._last = headers.get("connection", "").lower() == "close"
            if "etag" in headers:
                self._etags[self._path] = headers["etag"]
            self._size = 0 if self._status in (204, 304) else int(headers.get("content-length", "-1"))
            if self._size < 0:
                self._done(ValueError(f"{self._path}: an answer without a length"))
                return
            self._needed = self._size + end + 4 - len(self._buffer)
        else:
            self._needed -= len(data)
        if self._needed <= 0:
            self._done(None)

    def _done(self, error: Exception | None) -> None:
        if self._waiting is None or self._waiting.done():
            return
        if self._last and self._transport is not None:  # the server will answer nothing more on this connection
            self._transport.close()
            self._transport = None
        if error is not None:
            self._waiting.set_exception(error)
        else:
            self._waiting.set_result((self._status, self._size))
