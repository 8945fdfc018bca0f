"""Uploads: bodies too long for memory are written to a file as they arrive; few at once, and within a time limit."""

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
    """A body is longer than any form accepts."""


class CutOff(Exception):  # noqa: N818
    """A body is incomplete or malformed; the client may still receive an answer."""


@dataclass(frozen=True)
class Uploads:
    """Where files may be sent, by whom, and how large.

    ``paths`` are the forms that take files; ``cookie`` is the session cookie, without which no file is received.
    Whether the session is valid is checked later, by the site.
    """

    paths: frozenset[str] = frozenset()
    cookie: str = "sessionid"
    longest: int = 67_239_936
    """Maximum bytes of a body: a file of 64 MiB, with a form around it."""
    at_once: int = 2
    """Maximum uploads at once in one process."""
    seconds: float = 120.0
    """Seconds within which a complete body must arrive."""

    def takes(self, scope: Mapping[str, Any]) -> bool:
        """Whether a request may upload a file."""
        if scope["method"] != "POST" or scope["path"] not in self.paths:
            return False
        cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        return any(part.strip().startswith(f"{self.cookie}=".encode()) for part in cookies.split(b";"))


class Receiving:
    """The uploads in progress in this process."""

    def __init__(self, uploads: Uploads) -> None:
        self.uploads = uploads
        self._now = 0

    @asynccontextmanager
    async def into_file(self, length: int, receive: Receive) -> AsyncIterator[IO[bytes]]:
        """Yield an unnamed temporary file with a body of known length; it is deleted afterwards.

        Raises TooLarge (before reading), thread_pool.Full if enough uploads are in progress, TimeoutError and CutOff.
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
