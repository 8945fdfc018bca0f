"""Answers: what one anonymous reader was sent is sent to the next as it is, as long as readers see the same state.

A middleware outside of all work: an answer is kept with its headers, compressed, by its address and by the state of the
library that was read before it was made.  So an answer made from a newer state than that is never sent again, and none
is sent after anything that readers see has changed.  Kept is what says that anybody may have it
(``Cache-Control: public``, see `freshness.cached_page`); whoever has a session is answered anew.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, TypeGuard

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from rulesite.reading import freshness

MOST_BYTES = 16_000_000
"""What a process keeps, of all answers together."""
_LARGEST = MOST_BYTES // 10
_BESIDE = 1_000
"""Bytes that an answer takes beside its body, its headers and its address, roughly."""
_PATIENCE = 1.0
"""Seconds that a reader waits for the same answer to another one; then it is made a second time."""
_VARIES = {"cookie", "accept-encoding"}
_COMPRESSED = re.compile(r"\bgzip\b")
Asked = tuple[str | None, str, str, bool]
"""Scheme, host, path with query, and whether the answer may be compressed."""


class Answer(NamedTuple):
    """What was sent, and the state that it was made from at the earliest."""

    state: freshness.Seen
    body: bytes
    headers: dict[str, str]

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return _BESIDE + len(self.body) + sum(len(name) + len(value) for name, value in self.headers.items())

    def again(self, request: HttpRequest) -> HttpResponseBase:
        """The same answer to another request; 304 where the reader has it."""
        response = HttpResponse(self.body, headers=self.headers)
        if "HTTP_IF_NONE_MATCH" not in request.META:
            return response
        return get_conditional_response(request, self.headers.get("ETag"), response=response) or response


class Kept:
    """The answers that are kept, those that were asked for last; of a bounded size, for many threads.

    All are of one state: who asks in another has seen that the library went on, and what was kept before is given back.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.size = 0
        self._state: freshness.Seen | None = None
        self._answers: OrderedDict[Asked, Answer] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, asked: Asked, state: freshness.Seen) -> Answer | None:
        """The answer that was given in a state, None where none is kept."""
        with self._lock:
            if state != self._state:
                self._answers.clear()
                self._state, self.size = state, 0
            if (answer := self._answers.get(asked)) is not None:
                self._answers.move_to_end(asked)
            return answer

    def put(self, asked: Asked, answer: Answer) -> None:
        """Keep an answer of the state in which was asked last; what was not asked for longest goes."""
        with self._lock:
            if answer.state != self._state:
                return
            self._forget(asked)
            self._answers[asked] = answer
            self.size += answer.size + _length(asked)
            while self.size > self.most:
                self._forget(next(iter(self._answers)))

    def _forget(self, asked: Asked) -> None:
        if (gone := self._answers.pop(asked, None)) is not None:
            self.size -= gone.size + _length(asked)


def _length(asked: Asked) -> int:
    """Bytes of an address: what somebody makes up may be longer than the page."""
    return sum(len(part) for part in asked[:3] if part)


class Answers:
    """The middleware. Many who ask for the same at once wait for the first of them: it is made once."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.DEBUG:
            raise MiddlewareNotUsed("templates are being written")
        self._get_response = get_response
        self._kept = Kept()
        self._making: dict[tuple[Asked, freshness.Seen], threading.Event] = {}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        asked = _asked(request)
        state = _state() if asked else None
        if asked is None or state is None:
            return self._get_response(request)
        if (answer := self._kept.get(asked, state)) is not None:
            return answer.again(request)
        done = threading.Event()
        first = self._making.setdefault((asked, state), done)
        if first is not done:
            first.wait(_PATIENCE)
            answer = self._kept.get(asked, state)
            return answer.again(request) if answer is not None else self._get_response(request)
        try:
            response = self._get_response(request)
            if _lasts(response):
                self._kept.put(asked, Answer(state, response.content, dict(response.items())))
            return response
        finally:
            del self._making[asked, state]
            done.set()


def _asked(request: HttpRequest) -> Asked | None:
    """What is asked for, None where only the reader's own answer will do. Raises DisallowedHost as every page does."""
    if request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES or "HTTP_RANGE" in request.META:
        return None
    compressed = _COMPRESSED.search(request.META.get("HTTP_ACCEPT_ENCODING", "")) is not None
    return request.scheme, request.get_host(), request.get_full_path(), compressed


def _state() -> freshness.Seen | None:
    """What readers see now; None where that can't be read, which the page itself has to say."""
    try:
        return freshness.seen()
    except DatabaseError:
        return None


def _lasts(response: HttpResponseBase) -> TypeGuard[HttpResponse]:
    """Whether an answer may be sent to anybody."""
    varies = {name.strip().lower() for name in response.get("Vary", "").split(",") if name.strip()}
    return (
        isinstance(response, HttpResponse)
        and response.status_code == 200
        and "public" in response.get("Cache-Control", "")
        and not response.cookies
        and varies <= _VARIES
        and len(response.content) <= _LARGEST
    )
