"""The response cache: an anonymous reader's response is sent to later readers until what readers see changes.

A middleware outside all others: it keeps a response with its headers, compressed, by its address and by the state of
the library read before the response was made. That state may be older than the response but never newer, so nothing is
sent after a change that readers see. Only responses that say ``Cache-Control: public`` are kept (see
`rulesite.reading.caching.http.cached_page`); a request with a session always gets a new one.
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

from rulesite.reading.caching import state as caching_state

MOST_BYTES = 16_000_000
"""Maximum bytes of all kept responses together, for each process."""
_LARGEST = MOST_BYTES // 10
_OVERHEAD = 1_000
"""Approximate bytes of a kept response beside its body, headers and address."""
_MAX_WAIT = 1.0
"""Seconds to wait for another request that is making the same response; then it is made a second time."""
_VARIES = {"cookie", "accept-encoding"}
_COMPRESSED = re.compile(r"\bgzip\b")
Asked = tuple[str | None, str, str, bool]
"""Scheme, host, path with query, and whether the answer may be compressed."""


class CachedResponse(NamedTuple):
    """A kept response, and the oldest state that it can be made from."""

    state: caching_state.Seen
    body: bytes
    headers: dict[str, str]

    @property
    def size(self) -> int:
        """Bytes of memory that it takes."""
        return _OVERHEAD + len(self.body) + sum(len(name) + len(value) for name, value in self.headers.items())

    def again(self, request: HttpRequest) -> HttpResponseBase:
        """The same response for another request; 304 if the reader has it already."""
        response = HttpResponse(self.body, headers=self.headers)
        if "HTTP_IF_NONE_MATCH" not in request.META:
            return response
        return get_conditional_response(request, self.headers.get("ETag"), response=response) or response


class ResponseCache:
    """A thread-safe cache of responses, bounded in size; the least recently used goes first.

    All of them belong to one state: a request in another state empties the cache, as the library has changed.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.size = 0
        self._state: caching_state.Seen | None = None
        self._answers: OrderedDict[Asked, CachedResponse] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, asked: Asked, state: caching_state.Seen) -> CachedResponse | None:
        """The response kept for a request in a state, or None."""
        with self._lock:
            if state != self._state:
                self._answers.clear()
                self._state, self.size = state, 0
            if (answer := self._answers.get(asked)) is not None:
                self._answers.move_to_end(asked)
            return answer

    def put(self, asked: Asked, answer: CachedResponse) -> None:
        """Keep a response made in the current state; drop the least recently used until it fits."""
        with self._lock:
            if answer.state != self._state:
                return
            self._forget(asked)
            self._answers[asked] = answer
            self.size += answer.size + _length(asked)
            while self.size > self.most:
                self._forget(next(iter(self._answers)))

    def _forget(self, asked: Asked) -> None:
        if (forgotten := self._answers.pop(asked, None)) is not None:
            self.size -= forgotten.size + _length(asked)


def _length(asked: Asked) -> int:
    """Bytes of an address: a made-up one may be longer than the page."""
    return sum(len(part) for part in asked[:3] if part)


class ResponseCacheMiddleware:
    """The middleware. Requests for the same page at once wait for the first, so that it is made once."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.DEBUG:
            raise MiddlewareNotUsed("templates are being written")
        self._get_response = get_response
        self._kept = ResponseCache()
        self._making: dict[tuple[Asked, caching_state.Seen], threading.Event] = {}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        key = _asked(request)
        state = _state() if key else None
        if key is None or state is None:
            return self._get_response(request)
        if (answer := self._kept.get(key, state)) is not None:
            return answer.again(request)
        done = threading.Event()
        first = self._making.setdefault((key, state), done)
        if first is not done:
            first.wait(_MAX_WAIT)
            answer = self._kept.get(key, state)
            return answer.again(request) if answer is not None else self._get_response(request)
        try:
            response = self._get_response(request)
            if _lasts(response):
                self._kept.put(key, CachedResponse(state, response.content, dict(response.items())))
            return response
        finally:
            del self._making[key, state]
            done.set()


def _asked(request: HttpRequest) -> Asked | None:
    """The cache key of a request, None if only a response of its own will do. Raises DisallowedHost as pages do."""
    if request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES or "HTTP_RANGE" in request.META:
        return None
    compressed = _COMPRESSED.search(request.META.get("HTTP_ACCEPT_ENCODING", "")) is not None
    return request.scheme, request.get_host(), request.get_full_path(), compressed


def _state() -> caching_state.Seen | None:
    """The state that readers see; None if it can't be read, which the page itself then reports."""
    try:
        return caching_state.current_state()
    except DatabaseError:
        return None


def _lasts(response: HttpResponseBase) -> TypeGuard[HttpResponse]:
    """Whether a response may be sent to anybody."""
    varies = {name.strip().lower() for name in response.get("Vary", "").split(",") if name.strip()}
    return (
        isinstance(response, HttpResponse)
        and response.status_code == 200
        and "public" in response.get("Cache-Control", "")
        and not response.cookies
        and varies <= _VARIES
        and len(response.content) <= _LARGEST
    )
