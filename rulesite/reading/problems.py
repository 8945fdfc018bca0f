"""Problems: what a program is told where the API has no answer, whoever noticed it: always ``{"error": a sentence}``.

A middleware outside of all that may refuse a request (addresses that lead nowhere, hosts, methods, sessions), so that
no program which reads JSON is ever given a page.  What the API itself answers goes through as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

PLACE = "/api/"
"""Where every address is for programs."""
_SENTENCES = {
    HTTPStatus.BAD_REQUEST: "The request can't be read as it was sent.",
    HTTPStatus.NOT_FOUND: "Nothing is at this address: /api/v1/openapi.json describes what there is.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Nothing can be changed here: ask with GET or HEAD.",
}
_KEPT = ("Allow", "Cache-Control", "Retry-After")
"""Headers of a refusal that hold for whatever says so."""


class Problems:
    """The middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if response.status_code < 400 or not request.path_info.startswith(PLACE) or _is_json(response):
            return response
        status = HTTPStatus(response.status_code)
        said = _SENTENCES.get(status, f"{status.phrase}.")
        headers = {name: response[name] for name in _KEPT if name in response}
        return JsonResponse({"error": said}, status=status, headers=headers)


def _is_json(response: HttpResponseBase) -> bool:
    return response.get("Content-Type", "").partition(";")[0] == "application/json"
