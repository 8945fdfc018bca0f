"""What all calls have in common: how they are named and described, how they refuse, and what a client already has.

Answers carry the pages' ETag, and unchanged ones are answered with 304. What is refused is told as
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
"""What stands in the path; answers only ever gain fields as long as it does."""
NEWEST = "newest"
"""What may stand for the day of the newest edition of a document."""
Answering = TypeVar("Answering", bound=Callable[..., Any])
TAGS = {
    "Books": "What is held, and what an edition says.",
    "Rules": "One provision or many, by any form of address; how each became what it is.",
    "Changes": "What became of an edition in a later one.",
    "Words": "Searching, and the citations of a text.",
    "Examples": "Worked examples, what came of playing them, and the games.",
    "Sources": "The files that the book was read from, and what every character of them is.",
    "Downloads": "An edition, or everything, in one stream.",
}
"""The groups of calls, and what each is about."""


class ApiError(Exception):
    """There is no answer, and why."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status


class _NotModified(Exception):  # noqa: N818 - it is an answer
    """What the client has is current."""

    def __init__(self, response: HttpResponse) -> None:
        self.response = response


class _Written(JSONRenderer):
    """Letters as they are, in UTF-8: what somebody sent is not sent back at three times its length."""

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        """The answer; half of a pair of surrogates, which UTF-8 has no bytes for, is escaped."""
        said = json.dumps(data, cls=self.encoder_class, ensure_ascii=False)
        return said.encode("utf-8", "backslashreplace")


class _ReadingAPI(NinjaAPI):
    """An API that is read: HEAD is answered wherever GET is, with the same headers and no body (RFC 9110, 9.3.2)."""

    def get(self, path: str, **options: Any) -> Callable[[Answering], Answering]:
        """An operation for GET and HEAD."""
        return self.api_operation(["GET", "HEAD"], path, **options)

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """The description, in which HEAD has a name of its own and answers without content, and every call may say that
        there were too many.
        """
        schema = super().get_openapi_schema(**options)
        schema["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
        schema["servers"] = []
        schema["components"].setdefault("responses", {})["TooMany"] = _TOO_MANY
        for operations in schema["paths"].values():
            for operation in operations.values():
                operation["responses"][429] = {"$ref": "#/components/responses/TooMany"}
            if "get" in operations:
                asked = operations["get"]
                answers = {
                    code: each if "$ref" in each else {"description": each["description"]}
                    for code, each in asked["responses"].items()
                }
                name = f"{asked['operationId']}_head"
                operations["head"] = {**asked, "operationId": name, "responses": answers}
        return schema


_TOO_MANY: dict[str, Any] = {
    "description": "Too many requests; Retry-After says in how many seconds to come back",
    "headers": {"Retry-After": {"schema": {"type": "integer"}}},
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}

api = _ReadingAPI(
    title="Rulebook",
    version=VERSION,
    description=(
        "Every edition of the rules, as data; without a key. Editions are named like cr/2006-10-01 or cr/newest, "
        "provisions like cr/2006-10-01/402.8g, rules through time by the number of their thread, files by their "
        "sha256; these names stay. Long answers come page by page, with next and previous in the answer and as Link "
        "headers. Answers have an ETag: ask again with If-None-Match, and what has not changed is answered with 304."
    ),
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
    renderer=_Written(),
)
"""Hooked in with ``path("api/v1/", api.urls)``."""


def _in_one_state(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """An operation that makes its whole answer of one state of the book, whatever is published meanwhile."""

    @wraps(run)
    def answered(request: HttpRequest, **given: Any) -> HttpResponse:
        with state.snapshot():
            return run(request, **given)

    return answered


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
    said = "; ".join(f"{'.'.join(str(part) for part in one['loc'][1:])}: {one['msg']}" for one in error.errors)
    return api.create_response(request, {"error": said}, status=422)


def answers(schema: Any, *refusals: int) -> dict[int, Any]:
    """What a call may answer: its schema, or a problem with one of some states."""
    return {200: schema, **dict.fromkeys(refusals, Problem)}


def leads_to(operation: str, **parameters: str) -> dict[str, Any]:
    """The part of a description that says to which call what was answered leads, and with what (OpenAPI links)."""
    link = {"operationId": operation, "parameters": parameters}
    return {"responses": {200: {"links": {operation: link}}}}


def conditional(request: HttpRequest, response: HttpResponse, *, index: str = "") -> None:
    """Mark an answer with the state of the library; stop here when the client has that state.

    What was searched for follows the ``index``, which is published a moment after the library changes.
    """
    etag = f'"api-{http.etag_value(request)}{f"-{index}" if index else ""}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        raise _NotModified(unchanged)
    response["ETag"] = etag
    patch_cache_control(response, public=True, no_cache=True)


def as_is(request: HttpRequest, marked: HttpResponse, data: Any) -> HttpResponse:
    """An answer that is as described already, with the headers of the one that would have been checked: to check
    thousands of rows again would take longer than reading them.
    """
    answer = api.create_response(request, data, status=200)
    for name in ("ETag", "Cache-Control", "Link"):
        if name in marked:
            answer[name] = marked[name]
    return answer


def edition_at(request: HttpRequest, document: str, date: str) -> Edition:
    """An edition by document and day, or the newest of a document; refuses with the editions that there are."""
    editions = held(library_of(request))
    try:
        if date == NEWEST:
            found = next((each for each in editions.editions if each.document.slug == document.lower()), None)
        else:
            found = editions.at(document, datetime.date.fromisoformat(date))
    except ValueError:
        found = None
    if found is None:
        there = ", ".join(edition.address for edition in editions.editions) or "none yet"
        said = f"no edition “{document[:40]}/{date[:20]}”; editions are named like cr/2006-10-01; held: {there}"
        raise ApiError(404, said)
    return found


def document_at(request: HttpRequest, slug: str) -> Document:
    """A document by its slug, whatever the case; refuses with those that there are."""
    works = {edition.document.slug: edition.document for edition in held(library_of(request)).editions}
    found = works.get(slug.lower())
    if found is None:
        raise ApiError(404, f"no document “{slug[:40]}”; held: {', '.join(works) or 'none yet'}")
    return found


def day_of(text: str) -> datetime.date:
    """A day that somebody wrote; refuses anything else."""
    try:
        return resolution.day_of(text)
    except NoSuchRule as error:
        raise ApiError(422, str(error)) from None
