"""Uploads: what is too long to be held in memory goes into a file as it comes; few at once, and each in its time."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import IO, Any

from rulesite.serving.thread_pool import Full

Receive = Callable[[], Awaitable[dict[str, Any]]]


class TooLarge(Exception):  # noqa: N818
    """A body is longer than any form takes."""


class CutOff(Exception):  # noqa: N818
    """A body ends before it is whole, or is written as none can be: whoever sent it may still hear so."""


@dataclass(frozen=True)
class Uploads:
    """Where files may be sent, by whom, and how much.

    ``paths`` are the forms that take files, ``cookie`` is the one that who is logged in has: whether it is good, the
    site finds out; without one nothing is received.
    """

    paths: frozenset[str] = frozenset()
    cookie: str = "sessionid"
    longest: int = 67_239_936
    """Bytes of a body: a file of 64 MiB, and a form around it."""
    at_once: int = 2
    """In one process."""
    seconds: float = 120.0
    """In which all of a body must be there."""

    def takes(self, scope: Mapping[str, Any]) -> bool:
        """Whether a request may send a file."""
        if scope["method"] != "POST" or scope["path"] not in self.paths:
            return False
        sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        return any(part.strip().startswith(f"{self.cookie}=".encode()) for part in sent.split(b";"))


class Receiving:
    """The files that are being received in this process."""

    def __init__(self, uploads: Uploads) -> None:
        self.uploads = uploads
        self._now = 0

    @asynccontextmanager
    async def into_file(self, length: int, receive: Receive) -> AsyncIterator[IO[bytes]]:
        """A body of a known length in a file without a name, which goes when it is done with.

        Raises TooLarge (unread), lanes.Full where enough are being received, TimeoutError and CutOff.
        """
        if length > self.uploads.longest:
            raise TooLarge
        if self._now >= self.uploads.at_once:
            raise Full
        self._now += 1
        try:
            with tempfile.TemporaryFile() as file:
                async with asyncio.timeout(self.uploads.seconds):
                    await _write(file, length, receive)
                file.seek(0)
                yield file
        finally:
            self._now -= 1


async def _write(file: IO[bytes], length: int, receive: Receive) -> None:
    written = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise CutOff
        written += file.write(message.get("body", b""))
        if written > length:
            raise TooLarge
        if not message.get("more_body"):
            break
    if written != length:
        raise CutOff
