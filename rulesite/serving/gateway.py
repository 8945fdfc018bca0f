"""The gateway: takes requests from an ASGI server, and passes complete ones to the site in a few threads.

A request takes a thread once it has arrived completely, and releases it before its answer is sent: a client that sends
or reads slowly occupies no thread. Requests that are too large, too slow or too many are refused here, in one sentence.
"""

from __future__ import annotations

import asyncio
import io
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulesite.serving.client_address import address
from rulesite.serving.memory_budget import Room
from rulesite.serving.thread_pool import BoundedThreadPool, Full
from rulesite.serving.uploads import CutOff, Receive, Receiving, TooLarge, Uploads
from rulesite.serving.wsgi import Answer, Application, call, environ

Scope = Mapping[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]

_PIECE_BYTES = 65_536
"""Bytes of an answer that are sent at once; a shorter answer never waits for a slow reader."""
_RETRY_SECONDS = 0.5
"""Seconds after which a piece of a long answer tries again to get a thread."""
_CLOSE = (b"connection", b"close")
_BUSY = "The site is too busy: please try again in a moment."
_requests = logging.getLogger("rulesite.requests")
_faults = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """The limits of a gateway, in seconds and bytes."""

    threads: int = 4
    """Requests that are answered at the same time: few, as rendering a page is work for the processor, not waiting."""
    quick: int = 1
    """Additional threads for quick answers: a page's styles don't wait for other people's pages."""
    waiting: int = 2_000
    """Requests that may wait for a thread: as many as there are connections, since ``patience`` ends the wait."""
    patience: float = 2.5
    """Seconds that a request may wait for a thread; after that it is not run, and the client is told to try again."""
    body: int = 2_621_440
    """Maximum bytes of a request's body."""
    sending: float = 20.0
    """Seconds within which a complete body must arrive."""
    reading: float = 30.0
    """Seconds within which an answer must be read."""
    room: int = 33_554_432
    """Bytes of bodies and answers that this process holds for slow clients, and of bodies that wait for a thread."""


async def _gone(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


class Gateway:
    """An ASGI application that runs a WSGI application.

    ``quick`` are the prefixes of paths with quick answers, ``programs`` of paths where refusals are JSON; ``uploads``
    states which forms take longer bodies; ``proxies`` is the number of trusted proxies in front of the site.
    """

    def __init__(
        self,
        application: Application,
        limits: Limits,
        *,
        quick: tuple[str, ...] = (),
        programs: tuple[str, ...] = (),
        uploads: Uploads = Uploads(),  # noqa: B008 - it is frozen
        proxies: int = 0,
        log: bool = False,
    ) -> None:
        self.application, self.limits, self.proxies, self.log = application, limits, proxies, log
        self.quick, self.programs = quick, programs
        self._pages = BoundedThreadPool("page", limits.threads, limits.waiting, limits.patience, limits.room)
        self._files = BoundedThreadPool("file", limits.quick, limits.waiting, limits.patience, limits.room)
        self._room = Room(limits.room)
        self._files_in = Receiving(uploads)
        self._leaving = False

    def leave(self) -> None:
        """Close each connection with its next answer: this process ends soon, and clients connect to its successor."""
        self._leaving = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. Raises ValueError for anything else, such as a websocket."""
        if scope["type"] != "http":
            raise ValueError(f"only HTTP requests are answered here, not {scope['type']}")
        begun = time.monotonic()
        answer = await self._answered(scope, receive)
        sent = await (self._sent(answer, send) if answer.pieces is None else self._streamed(answer, receive, send))
        if self.log:
            self._note(scope, answer, sent, time.monotonic() - begun)

    async def _answered(self, scope: Scope, receive: Receive) -> Answer:
        headers = {name: value for name, value in scope["headers"] if name in (b"content-length", b"transfer-encoding")}
        refuse = partial(Answer.own, program=scope["path"].startswith(self.programs))
        length = int(headers.get(b"content-length", b"0"))
        max_size = self.limits.body
        try:
            if length > max_size and self._files_in.uploads.takes(scope):
                max_size = self._files_in.uploads.longest
                async with self._files_in.into_file(length, receive) as file:
                    return await self._worked(scope, environ(scope, file, length, self._client(scope)), refuse)
            body = await self._body(headers.get(b"content-length"), receive) if headers else b""
        except TooLarge:
            return refuse(413, f"A request may have at most {max_size:,} bytes.", connection="close")
        except Full:
            return refuse(503, _BUSY, retry_after="2", connection="close")
        except TimeoutError:
            return refuse(408, "The request was not sent in time.", connection="close")
        except CutOff:
            return refuse(400, "The request is incomplete.", connection="close")
        request = environ(scope, io.BytesIO(body), len(body), self._client(scope))
        return await self._worked(scope, request, refuse, len(body))

    async def _worked(
        self, scope: Scope, request: dict[str, Any], refused: Callable[..., Answer], size: int = 0
    ) -> Answer:
        """The site's answer, made in one of its threads; ``size`` bytes of memory are held until one is free."""
        pool = self._files if scope["path"].startswith(self.quick) else self._pages
        try:
            return await pool.run(partial(call, self.application, request), size)
        except Full:
            return refused(503, _BUSY, retry_after="2")
        except Exception:
            _faults.exception("no answer for %s", scope["path"])
            return refused(500, "The fault is ours, not yours; it has been logged.")

    async def _body(self, length: bytes | None, receive: Receive) -> bytes:
        """A request's complete body. Raises TooLarge (unread, if the length is given), TimeoutError or CutOff."""
        if length is not None and int(length) > self.limits.body:
            raise TooLarge
        if length is not None and not int(length):
            return b""
        pieces: list[bytes] = []
        async with self._room.holding(self.limits.sending) as holding:
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise CutOff
                pieces.append(message.get("body", b""))
                self._room.grow(holding, len(pieces[-1]))
                if holding.size > self.limits.body:
                    raise TooLarge
                if not message.get("more_body"):
                    return b"".join(pieces)

    async def _sent(self, answer: Answer, send: Send) -> int:
        """Send an answer; return the number of bytes of its body that were sent."""
        headers = [*answer.headers, _CLOSE] if self._leaving and _CLOSE not in answer.headers else answer.headers
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        body = answer.body
        if len(body) <= _PIECE_BYTES:
            await send({"type": "http.response.body", "body": body})
            return len(body)
        sent = 0
        try:
            async with self._room.holding(self.limits.reading) as holding:
                self._room.grow(holding, len(body))
                while sent < len(body):
                    piece = body[sent : sent + _PIECE_BYTES]
                    more = sent + len(piece) < len(body)
                    await send({"type": "http.response.body", "body": piece, "more_body": more})
                    sent += len(piece)
        except TimeoutError:
            pass  # the server closes the connection when an answer ends before its length
        return sent

    async def _streamed(self, answer: Answer, receive: Receive, send: Send) -> int:
        """Send an answer that is generated while it is sent; return the number of bytes of its body that were sent.

        Each piece is made in a thread, like a page, after the previous one was sent: a slow reader holds one piece and
        no thread. An answer that can't be completed is cut off, so that no client takes it for complete.
        """
        gone = asyncio.create_task(_gone(receive))
        sent = 0
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            while not gone.done():
                piece = await self._next(answer)
                async with self._room.holding(self.limits.reading) as holding:
                    self._room.grow(holding, len(piece or b""))
                    await send({"type": "http.response.body", "body": piece or b"", "more_body": piece is not None})
                if piece is None:
                    break
                sent += len(piece)
        except TimeoutError:
            pass
        except Exception as error:
            _faults.warning("a download ended after %s bytes: %r", sent, error)
        finally:
            gone.cancel()
            answer.close()
        return sent

    async def _next(self, answer: Answer) -> bytes | None:
        """The next piece of an answer, None after the last; raises TimeoutError if no thread is free in time."""
        assert answer.pieces is not None  # noqa: S101 - only such an answer is streamed
        async with asyncio.timeout(self.limits.reading):
            while True:
                try:
                    return await self._pages.run(partial(next, answer.pieces, None))
                except Full:
                    await asyncio.sleep(_RETRY_SECONDS)

    def _client(self, scope: Scope) -> str:
        peer = (scope.get("client") or ("",))[0]
        if not self.proxies:
            return peer
        forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        return address(peer, ",".join(forwarded), self.proxies)

    def _note(self, scope: Scope, answer: Answer, sent: int, seconds: float) -> None:
        path = (scope.get("raw_path") or scope["path"].encode("ascii", "replace")).decode("latin-1")
        ms = f"{seconds * 1000:.1f}"
        _requests.info("%s %s %s %s %s %s", self._client(scope), scope["method"], path, answer.status, ms, sent)
