"""HTTP methods: pages can be read, forms also take POST; every other method is refused (405), known or not.

A middleware before anything that looks at a form, so that a refused POST is not told that it lacks a token.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase

_READ = ("GET", "HEAD")
_POSTED = (*_READ, "POST")
_OWN_ROOMS = ("admin", "api")
"""The namespaces whose views check methods themselves."""
_REFUSAL = "What is here is read: ask with GET or HEAD.\n"
Page = TypeVar("Page", bound=Callable[..., HttpResponseBase])


def takes_posts(view: Page) -> Page:
    """Decorator for a view that accepts POST."""
    view.takes_posts = True  # type: ignore[attr-defined]
    return view


class Methods:
    """The middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        method = request.META["REQUEST_METHOD"]  # as sent: Django takes ``get`` for GET, which HTTP does not
        return self._get_response(request) if method in _POSTED else _refusal()

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Refuse a POST to a page without a form."""
        where = request.resolver_match
        if request.method in _READ or (where and set(_OWN_ROOMS) & set(where.namespaces)):
            return None
        return None if getattr(view, "takes_posts", False) else _refusal()


def _refusal() -> HttpResponseNotAllowed:
    return HttpResponseNotAllowed(_READ, _REFUSAL, content_type="text/plain; charset=utf-8")
