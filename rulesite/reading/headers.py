"""Headers that every answer has, and that programs in other sites' pages may read what is for programs."""

from __future__ import annotations

import re
from collections.abc import Callable

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
_CROSS_ORIGIN = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Last-Modified"}
_PREFLIGHT = {
    "Access-Control-Allow-Methods": _READING,
    "Access-Control-Allow-Headers": "Accept, If-None-Match, If-Modified-Since",
    "Access-Control-Max-Age": "86400",
    "Allow": _READING,
}


class Headers:
    """The middleware. What is for programs anybody may read from anywhere, without cookies: it is the same for all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        programs = _FOR_PROGRAMS.match(request.path_info) is not None
        if programs and request.method == "OPTIONS":
            response: HttpResponseBase = HttpResponse(status=204, headers=_PREFLIGHT)
        else:
            response = self._get_response(request)
        if programs and request.method in ("GET", "HEAD", "OPTIONS"):
            for name, value in _CROSS_ORIGIN.items():
                response[name] = value
        response["Permissions-Policy"] = _POLICY
        return response
