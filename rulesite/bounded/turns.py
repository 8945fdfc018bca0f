"""Turns: how many do something at once, how many may wait for it, and how long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpResponse

_RETRY_SECONDS = "5"


class Busy(Exception):  # noqa: N818 - the name says it
    """As many as may are at it, and as many as may wait; its text is a sentence for whoever came too many."""

    def __init__(self) -> None:
        super().__init__("As much of this is being done just now as may be done at once. Ask again in a few seconds.")

    def mark(self, response: HttpResponse) -> HttpResponse:
        """Make 503 of a page that says so, with when to come back."""
        response.status_code = 503
        response["Retry-After"] = _RETRY_SECONDS
        return response


class Turns:
    """Some turns, and a short queue for them: who waits holds a thread that could serve a page."""

    def __init__(self, at_once: int, waiting: int, patience: float) -> None:
        self._turns = threading.BoundedSemaphore(at_once)
        self._places = threading.BoundedSemaphore(at_once + waiting)
        self._patience = patience

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Take a turn, after ``patience`` seconds of waiting at the most; raises Busy."""
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
