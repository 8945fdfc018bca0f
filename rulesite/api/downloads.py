"""Downloads: an edition, or everything, in one stream of any length; only one piece at a time is in memory.

A download redirects to an address that names the state of the book. What is there never changes, so any cache may keep
it for good; after a change of the book, that address redirects to the new one. A publication during a stream cuts the
stream off, rather than mixing two states.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control

from rulesite import sandbox
from rulesite.api.base import api, edition_at
from rulesite.api.schemas.common import Problem
from rulesite.reading.caching import http
from rulesite.reading.caching import state as caching_state
from rulesite.reading.caching.state import library_of
from rulesite.reading.editions import held
from rulesite.reading.export import formats, rows
from rulesite.rulebook.models import Edition, Library

Form = Literal["ndjson", "md", "txt"]
_KINDS = {
    "ndjson": "application/x-ndjson",
    "md": "text/markdown; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
}
_AT_ONCE = 2
"""Maximum downloads that a process sends at once."""
_ROWS = 250
"""Rows that are read together: half a megabyte at most."""
_FOR_GOOD = 31_536_000
_places = threading.BoundedSemaphore(_AT_ONCE)


class MovedOn(Exception):  # noqa: N818 - the name says it
    """The book has changed since the download began."""


class Stream:
    """The pieces of a download; takes one of the places for downloads until it is closed."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        if not _places.acquire(blocking=False):
            raise sandbox.Busy
        self._pieces, self._open = pieces, True

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._pieces)

    def close(self) -> None:
        """Release the place; safe to call more than once."""
        if self._open:
            self._open = False
            _places.release()

    def __del__(self) -> None:
        """Release the place of a stream that was dropped without being closed."""
        if hasattr(self, "_open"):  # else it never got a place
            self.close()


def _state(library: Library | None) -> str:
    """A short name of the state that readers see."""
    current = caching_state.state_of(library) if library else ()
    return hashlib.sha256(repr((*current, http.release_fingerprint())).encode()).hexdigest()[:16]


def _pieces(editions: Iterable[Edition], form: str, state: str) -> Iterator[bytes]:
    """The whole text of some editions in pieces, each read in its own transaction from the same state.

    Raises MovedOn if the state changes meanwhile.
    """
    write: Callable[[Edition, list[dict[str, Any]], bool], str] = getattr(formats, form)
    for edition in editions:
        start, total = 0, 1
        while start < total:
            with caching_state.snapshot():
                if _state(Library.current()) != state:
                    raise MovedOn
                listed = rows.Listed(edition)
                total = len(listed)
                text = write(edition, listed.rows(start, start + _ROWS), start == 0)
            start += _ROWS
            if text:
                yield text.encode()


def _answer(request: HttpRequest, place: str, editions: Iterable[Edition], name: str, form: str, state: str) -> Any:
    """The stream, at the address of the current state; elsewhere a redirect to it."""
    library = library_of(request)
    now = _state(library)
    if state != now:
        redirect = HttpResponseRedirect(f"{place}?state={now}")
        patch_cache_control(redirect, public=True, no_cache=True)
        return redirect
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"', "ETag": f'"{now}-{form}"'}
    if request.headers.get("If-None-Match") == headers["ETag"]:
        response: Any = HttpResponse(status=304, headers={"ETag": headers["ETag"]})
    else:
        stream = Stream(_pieces(editions, form, now))
        response = StreamingHttpResponse(stream, content_type=_KINDS[form], headers=headers)
    patch_cache_control(response, public=True, max_age=_FOR_GOOD, immutable=True)
    return response


_ANSWERS: dict[int, Any] = {200: None, 302: None, 404: Problem, 422: Problem, 503: Problem}
_STREAMED = {
    "responses": {
        200: {
            "description": "The rows as a stream.",
            "content": {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind in _KINDS.values()},
        },
        302: {"description": "Redirects to the address of the book's current state."},
    }
}


@api.get(
    "/download/everything.{form}",
    response=_ANSWERS,
    tags=["Downloads"],
    summary="All editions in one stream",
    operation_id="download_everything",
    url_name="download_everything",
    openapi_extra=_STREAMED,
)
def everything(request: HttpRequest, form: Form, state: str = "") -> Any:
    """The whole text of every edition, by document, oldest first: one line of JSON per row (``ndjson``, each with its
    edition), Markdown (``md``) or plain text (``txt``). Follow the redirect (``curl -L``).
    """
    place = reverse("api:download_everything", args=[form])
    editions = sorted(held(library_of(request)).editions, key=lambda each: (each.document.position, each.effective))
    return _answer(request, place, editions, "rules-everything", form, state)


@api.get(
    "/download/{document}/{date}.{form}",
    response=_ANSWERS,
    tags=["Downloads"],
    summary="An edition in one stream",
    operation_id="download",
    url_name="download",
    openapi_extra=_STREAMED,
)
def download(request: HttpRequest, document: str, date: str, form: Form, state: str = "") -> Any:
    """The whole text of an edition, in its order: ``ndjson``, ``md`` or ``txt``. Follow the redirect (``curl -L``)."""
    edition = edition_at(request, document, date)
    place = reverse("api:download", args=[edition.document.slug, edition.slug, form])
    name = f"{edition.document.slug}-{edition.slug}"
    return _answer(request, place, [edition], name, form, state)
