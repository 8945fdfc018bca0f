"""Response headers for every response; and CORS for the resources that are for programs."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
        "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
    )
)  # fmt: skip
"""Browser features that no page here uses."""
_FOR_PROGRAMS = re.compile(r"/api/|/(?:.*/)?feed\.atom$|/offline/.+\.json$")
_READING = "GET, HEAD, OPTIONS"
_POSTED = "OPTIONS, POST"
_ASKED_BY_POST = re.compile(r"/api/v1/(?:cite|rules)$")
"""Paths that take a long query in the body; such a request changes nothing."""
_CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, RateLimit, RateLimit-Policy, Retry-After",
}
_PREFLIGHT = {
    "Access-Control-Allow-Headers": "Accept, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


_STALE = 10
"""How many times its fresh lifetime a shared cache may serve a stale response while it fetches the new one."""


def _may_be_shared(response: HttpResponseBase) -> bool:
    """Whether a response is the same for everybody, and changes only with the book.

    Browsers revalidate it each time; a cache in front of the site, which is told so (RFC 9213), need not.
    """
    directives = response.get("Cache-Control", "")
    return response.status_code in (200, 301, 302, 304) and "public" in directives and "no-cache" in directives


class Headers:
    """The middleware. Any site may read resources for programs, without cookies: they are the same for everybody."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        programs = _FOR_PROGRAMS.match(request.path_info) is not None
        posted = _ASKED_BY_POST.match(request.path_info) is not None
        if programs and request.method == "OPTIONS":
            methods = f"{_READING}, POST" if posted else _READING
            allowed = {"Access-Control-Allow-Methods": _POSTED if request.path_info.endswith("/cite") else methods}
            allowed["Allow"] = allowed["Access-Control-Allow-Methods"]
            response: HttpResponseBase = HttpResponse(status=204, headers=_PREFLIGHT | allowed)
        else:
            response = self._get_response(request)
        if programs and request.method in ("GET", "HEAD", "OPTIONS", *(("POST",) if posted else ())):
            for name, value in _CROSS_ORIGIN.items():
                response[name] = value
        if (seconds := settings.SHARED_CACHE_SECONDS) and _may_be_shared(response):
            response["CDN-Cache-Control"] = f"public, max-age={seconds}, stale-while-revalidate={seconds * _STALE}"
        response["Permissions-Policy"] = _POLICY
        return response
