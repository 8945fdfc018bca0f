"""Headers that every answer has, and that programs in other sites' pages may read what is for programs."""

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
"""What of a browser no page of ours ever uses."""
_FOR_PROGRAMS = re.compile(r"/api/|/(?:.*/)?feed\.atom$|/offline/.+\.json$")
_READING = "GET, HEAD, OPTIONS"
_POSTED = "OPTIONS, POST"
_ASKED_BY_POST = re.compile(r"/api/v1/(?:cite|rules)$")
"""What is asked in a body, because it is too long for an address; nothing is changed by it."""
_CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, RateLimit, RateLimit-Policy, Retry-After",
}
_PREFLIGHT = {
    "Access-Control-Allow-Headers": "Accept, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


_STALE = 10
"""Times as long as it is fresh, a shared cache may give what it has while it asks for the new one."""


def _may_be_shared(response: HttpResponseBase) -> bool:
    """Whether an answer is the same for everybody, and changes only with the book.

    Browsers ask each time whether it is still good; a cache in front of the site that is told so (RFC 9213) need not.
    """
    said = response.get("Cache-Control", "")
    return response.status_code in (200, 301, 302, 304) and "public" in said and "no-cache" in said


class Headers:
    """The middleware. What is for programs anybody may read from anywhere, without cookies: it is the same for all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        programs = _FOR_PROGRAMS.match(request.path_info) is not None
        posted = _ASKED_BY_POST.match(request.path_info) is not None
        if programs and request.method == "OPTIONS":
            both = f"{_READING}, POST" if posted else _READING
            allowed = {"Access-Control-Allow-Methods": _POSTED if request.path_info.endswith("/cite") else both}
            allowed["Allow"] = allowed["Access-Control-Allow-Methods"]
            response: HttpResponseBase = HttpResponse(status=204, headers=_PREFLIGHT | allowed)
        else:
            response = self._get_response(request)
        if programs and request.method in ("GET", "HEAD", "OPTIONS", *(("POST",) if posted else ())):
            for name, value in _CROSS_ORIGIN.items():
                response[name] = value
        if (held := settings.SHARED_CACHE_SECONDS) and _may_be_shared(response):
            response["CDN-Cache-Control"] = f"public, max-age={held}, stale-while-revalidate={held * _STALE}"
        response["Permissions-Policy"] = _POLICY
        return response
