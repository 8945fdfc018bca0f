"""Problems: errors for programs, always ``{"error": a sentence}``, wherever under the API they arise.

A middleware outside all others that may refuse a request (unknown addresses, hosts, methods, sessions), so that no
program that reads JSON is ever sent a page. The API's own responses pass unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

PLACE = "/api/"
"""The prefix of all addresses for programs."""
_SENTENCES = {
    HTTPStatus.BAD_REQUEST: "The request can't be read as it was sent.",
    HTTPStatus.NOT_FOUND: "Nothing is at this address: /api/v1/openapi.json describes what there is.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Nothing can be changed here: ask with GET or HEAD.",
}
_KEPT_HEADERS = ("Allow", "Cache-Control", "Retry-After")
"""Headers of a refusal that are kept with the new body."""


class Problems:
    """The middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if response.status_code < 400 or not request.path_info.startswith(PLACE) or _is_json(response):
            return response
        status = HTTPStatus(response.status_code)
        message = _SENTENCES.get(status, f"{status.phrase}.")
        headers = {name: response[name] for name in _KEPT_HEADERS if name in response}
        return JsonResponse({"error": message}, status=status, headers=headers)


def _is_json(response: HttpResponseBase) -> bool:
    return response.get("Content-Type", "").partition(";")[0] == "application/json"
