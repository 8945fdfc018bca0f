"""What all calls share: the API object with its groups, errors, conditional requests, and look-ups.

Answers carry the same ETag as the pages; if nothing has changed, the answer is 304. A refusal is
``{"error": a sentence}``.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.renderers import JSONRenderer

from rulesite import sandbox
from rulesite.api.schemas.common import Problem
from rulesite.reading.caching import http, state
from rulesite.reading.caching.state import library_of
from rulesite.reading.editions import held
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent import resolution
from rulesite.rulebook.models import Document, Edition

VERSION = "1"
"""The version in the path. While it stays, answers may gain fields and never lose any."""
NEWEST = "newest"
"""May be given instead of the day of a document's newest edition."""
Answering = TypeVar("Answering", bound=Callable[..., Any])
TAGS = {
    "Books": "The editions held here, and the text of each.",
    "Rules": "One provision or many, by any form of address; the history of each.",
    "Changes": "What changed from one edition to a later one.",
    "Words": "Search, and checking the citations of a text.",
    "Cards": "Cards and their rulings, where they are loaded beside the book.",
    "Examples": "Worked examples, their outcomes, and the games that play them.",
    "Sources": "The files that the book was read from, and how every character was read.",
    "Downloads": "An edition, or everything, in one stream.",
}
"""The groups of calls, with a description of each."""


class ApiError(Exception):
    """A call that is refused; the message is a sentence for the client."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class _NotModified(Exception):  # noqa: N818 - it is an answer
    """The client's copy is current; carries the response 304."""

    def __init__(self, response: HttpResponse) -> None:
        self.response = response


class _Written(JSONRenderer):
    """Writes JSON in UTF-8 without escapes, so that an echoed text does not grow to three times its length."""

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        """The answer as bytes; a lone surrogate, which UTF-8 cannot encode, is escaped."""
        text = json.dumps(data, cls=self.encoder_class, ensure_ascii=False)
        return text.encode("utf-8", "backslashreplace")


class _ReadingAPI(NinjaAPI):
    """A read-only API: each GET call also answers HEAD, with the same headers and no body (RFC 9110, 9.3.2)."""

    def get(self, path: str, **options: Any) -> Callable[[Answering], Answering]:
        """An operation for GET and HEAD."""
        return self.api_operation(["GET", "HEAD"], path, **options)

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """The OpenAPI description, with HEAD operations (own id, no content) and the answer 429 added to every call."""
        schema = super().get_openapi_schema(**options)
        schema["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
        schema["servers"] = []
        schema["components"].setdefault("responses", {})["TooMany"] = _TOO_MANY
        for operations in schema["paths"].values():
            for operation in operations.values():
                operation["responses"][429] = {"$ref": "#/components/responses/TooMany"}
            if "get" in operations:
                operation_get = operations["get"]
                answers = {
                    code: answer if "$ref" in answer else {"description": answer["description"]}
                    for code, answer in operation_get["responses"].items()
                }
                name = f"{operation_get['operationId']}_head"
                operations["head"] = {**operation_get, "operationId": name, "responses": answers}
        return schema


_TOO_MANY: dict[str, Any] = {
    "description": "Too many requests; Retry-After gives the seconds to wait",
    "headers": {"Retry-After": {"schema": {"type": "integer"}}},
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}

api = _ReadingAPI(
    title="Rulebook",
    version=VERSION,
    description=(
        "Every edition of the rules as data; no key is needed. Editions are named like cr/2006-10-01 or cr/newest, "
        "provisions like cr/2006-10-01/402.8g, rules through time by the number of their thread, files by their "
        "sha256; these names never change. Long answers come in pages, with the addresses of the next and previous "
        "page in the answer and as Link headers. Answers have an ETag: send it as If-None-Match, and an answer that "
        "has not changed is 304."
    ),
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
    renderer=_Written(),
)
"""Included in the URLs with ``path("api/v1/", api.urls)``."""


def _in_one_state(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make an operation build its whole answer from one state of the book, whatever is published meanwhile."""

    @wraps(run)
    def run_in_one_state(request: HttpRequest, **given: Any) -> HttpResponse:
        with state.snapshot():
            return run(request, **given)

    return run_in_one_state


api.add_decorator(_in_one_state, mode="view")


@api.exception_handler(_NotModified)
def _not_modified(request: HttpRequest, answer: _NotModified) -> HttpResponse:
    return answer.response


@api.exception_handler(ApiError)
def _refused(request: HttpRequest, refusal: ApiError) -> HttpResponse:
    return api.create_response(request, {"error": str(refusal)}, status=refusal.status)


@api.exception_handler(HttpError)
def _unread(request: HttpRequest, error: HttpError) -> HttpResponse:
    return api.create_response(request, {"error": str(error)}, status=error.status_code)


@api.exception_handler(sandbox.Busy)
def _busy(request: HttpRequest, busy: sandbox.Busy) -> HttpResponse:
    return busy.mark(api.create_response(request, {"error": str(busy)}, status=503))


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    message = "; ".join(f"{'.'.join(str(part) for part in fault['loc'][1:])}: {fault['msg']}" for fault in error.errors)
    return api.create_response(request, {"error": message}, status=422)


def answers(schema: Any, *refusals: int) -> dict[int, Any]:
    """The responses of a call: its schema, and a `Problem` for each status in ``refusals``."""
    return {200: schema, **dict.fromkeys(refusals, Problem)}


def leads_to(operation: str, **parameters: str) -> dict[str, Any]:
    """An OpenAPI link from a call's answer to an operation that takes values of it as parameters."""
    link = {"operationId": operation, "parameters": parameters}
    return {"responses": {200: {"links": {operation: link}}}}


def conditional(request: HttpRequest, response: HttpResponse, *, index: str = "") -> None:
    """Set the ETag of the library's state; stop with 304 if the client already has that state.

    Searches also depend on the ``index``, which is published a moment after the library changes.
    """
    etag = f'"api-{http.etag_value(request)}{f"-{index}" if index else ""}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        raise _NotModified(unchanged)
    response["ETag"] = etag
    patch_cache_control(response, public=True, no_cache=True)


def as_is(request: HttpRequest, marked: HttpResponse, data: Any) -> HttpResponse:
    """An answer with the headers of ``marked`` whose data is not validated against the schema.

    The data is known to fit it, and validating thousands of rows would take longer than reading them.
    """
    answer = api.create_response(request, data, status=200)
    for name in ("ETag", "Cache-Control", "Link"):
        if name in marked:
            answer[name] = marked[name]
    return answer


def edition_at(request: HttpRequest, document: str, date: str) -> Edition:
    """The edition of a document by its day, or its newest; an unknown one is refused with a list of all editions."""
    editions = held(library_of(request))
    try:
        if date == NEWEST:
            match = next(
                (candidate for candidate in editions.editions if candidate.document.slug == document.lower()), None
            )
        else:
            match = editions.at(document, datetime.date.fromisoformat(date))
    except ValueError:
        match = None
    if match is None:
        there = ", ".join(edition.address for edition in editions.editions) or "none yet"
        message = f"no edition “{document[:40]}/{date[:20]}”; editions are named like cr/2006-10-01; held: {there}"
        raise ApiError(404, message)
    return match


def document_at(request: HttpRequest, slug: str) -> Document:
    """The document with a slug, in any case; an unknown one is refused with a list of all documents."""
    works = {edition.document.slug: edition.document for edition in held(library_of(request)).editions}
    match = works.get(slug.lower())
    if match is None:
        raise ApiError(404, f"no document “{slug[:40]}”; held: {', '.join(works) or 'none yet'}")
    return match


def day_of(text: str) -> datetime.date:
    """The date in a text; refuses anything else."""
    try:
        return resolution.day_of(text)
    except NoSuchRule as error:
        raise ApiError(422, str(error)) from None
