"""The admission queue: how many threads do something at once, how many may wait for it, and how long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpResponse

_RETRY_SECONDS = "5"


class Busy(Exception):  # noqa: N818 - the name says it
    """All turns and all waiting places are taken; the text is a sentence for the person who is refused."""

    def __init__(self) -> None:
        super().__init__("The site is busy with other requests of this kind. Try again in a few seconds.")

    def mark(self, response: HttpResponse) -> HttpResponse:
        """Set the status 503 on a page about this, and when to come back."""
        response.status_code = 503
        response["Retry-After"] = _RETRY_SECONDS
        return response


class AdmissionQueue:
    """A number of turns with a short queue: each waiting thread could otherwise serve a page."""

    def __init__(self, at_once: int, waiting: int, patience: float) -> None:
        self._turns = threading.BoundedSemaphore(at_once)
        self._places = threading.BoundedSemaphore(at_once + waiting)
        self._patience = patience

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Take a turn, waiting for at most ``patience`` seconds; raises Busy."""
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            if not self._turns.acquire(timeout=self._patience):
                raise Busy
            try:
                yield
            finally:
                self._turns.release()
        finally:
            self._places.release()
