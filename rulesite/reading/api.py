"""The rulebook for programs: the same data as the commands with ``--json``, over HTTP.

Read only, and without a key. Its description is at ``openapi.json``; there is no page of documentation that would load
scripts from elsewhere. Answers carry the pages' ETag and Last-Modified, and unchanged ones are answered with 304.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import http_date
from ninja import NinjaAPI, Query, Status
from ninja.errors import ValidationError
from ninja.openapi.schema import OpenAPISchema

from rulesite.reading import export, freshness, phrasebook
from rulesite.reading.schemas import (
    Asked,
    DictionaryOut,
    EditionOut,
    ExportOut,
    Leafed,
    Problem,
    RuleOut,
    SearchOut,
    SuggestionOut,
    Typed,
)
from rulesite.rulebook.models import Edition
from rulesite.search import address, generations, query, typeahead
from rulesite.search.results import Hit

Answering = TypeVar("Answering", bound=Callable[..., Any])


class _ReadingAPI(NinjaAPI):
    """An API that is read: HEAD is answered wherever GET is, with the same headers and no body (RFC 9110, 9.3.2)."""

    def get(self, path: str, **options: Any) -> Callable[[Answering], Answering]:
        """An operation for GET and HEAD."""
        return self.api_operation(["GET", "HEAD"], path, **options)

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """The description, in which HEAD has a name of its own and answers without content."""
        schema = super().get_openapi_schema(**options)
        for operations in schema["paths"].values():
            answers = {
                code: {"description": each["description"]} for code, each in operations["get"]["responses"].items()
            }
            name = f"{operations['get']['operationId']}_head"
            operations["head"] = {**operations["get"], "operationId": name, "responses": answers}
        return schema


api = _ReadingAPI(
    title="Rulebook",
    version="1",
    description="Every edition of the rules, as data. Editions are named like cr/2006-10-01, rules like 402.8g.",
    docs_url=None,
    urls_namespace="api",
)
"""Hooked in with ``path("api/", api.urls)``."""


class _NotModified(Exception):  # noqa: N818 - it is an answer
    """What the client has is current."""

    def __init__(self, response: HttpResponse) -> None:
        self.response = response


@api.exception_handler(_NotModified)
def _not_modified(request: HttpRequest, answer: _NotModified) -> HttpResponse:
    return answer.response


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    said = "; ".join(f"{'.'.join(str(part) for part in one['loc'][1:])}: {one['msg']}" for one in error.errors)
    return api.create_response(request, {"error": said}, status=422)


def _leads_to(operation: str, **parameters: str) -> dict[str, Any]:
    """The part of a description that says to which operation what was answered leads, and with what (OpenAPI links)."""
    link = {"operationId": operation, "parameters": parameters}
    return {"responses": {200: {"links": {operation: link}}}}


def _conditional(request: HttpRequest, response: HttpResponse, *, searched: bool = False) -> None:
    """Mark an answer with the state of the library; stop here when the client has that state.

    What was searched for follows the index, which is published a moment after the library changes.
    """
    generation = generations.named() if searched else ""
    etag = f'"api-{freshness.stamp(request)}{f"-{generation}" if generation else ""}"'
    at = None if searched else freshness.changed(request)
    changed = int(at.timestamp()) if at else None
    unchanged = get_conditional_response(request, etag=etag, last_modified=changed)
    if unchanged is not None:
        raise _NotModified(unchanged)
    response["ETag"] = etag
    if changed:
        response["Last-Modified"] = http_date(changed)
    patch_cache_control(response, public=True, no_cache=True)


@api.get(
    "/editions",
    response=list[EditionOut],
    summary="The editions that are held",
    openapi_extra=_leads_to("export", document="$response.body#/0/document", date="$response.body#/0/effective"),
)
def editions(request: HttpRequest, response: HttpResponse) -> list[dict[str, Any]]:
    """Every edition, by document, oldest first."""
    _conditional(request, response)
    return export.edition_rows()


@api.get(
    "/rule/{path:wanted}",
    response={200: RuleOut, 404: Problem},
    by_alias=True,
    summary="One provision",
    operation_id="rule",
)
def rule(request: HttpRequest, response: HttpResponse, wanted: str) -> Any:
    """A provision by its address: ``402.8g@2006-10-01``, ``cr/2006-10-01/402.8g``, ``A.4.20``, ``404.1``."""
    found = address.look_up(wanted)
    if found is None:
        return Status(404, {"error": f"“{wanted[:80]}” is not an address: expected one like cr/402.8g or A.4.20"})
    if isinstance(found, address.Missing):
        return Status(404, {"error": found.message})
    _conditional(request, response)
    return {**export.rule(found.version), "note": found.note, "to": found.last or None}


@api.get(
    "/export/{document}/{date}",
    response={200: ExportOut, 404: Problem, 422: Problem},
    summary="All that an edition says, in order, page by page: introduction, provisions, glossary, index and credits",
    operation_id="export",
)
def provisions(request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]) -> Any:
    """An edition: the ``rows`` of all pages, one after the other, are what ``manage.py export --json`` prints."""
    try:
        edition = Edition.at(f"{document}/{date}")
    except Edition.DoesNotExist as absent:
        return Status(404, {"error": str(absent)})
    listed = export.Listed(edition)
    pages = max(1, ceil(len(listed) / leafed.size))
    if leafed.page > pages:
        return Status(404, {"error": f"{edition.address} has {pages} pages of {leafed.size} rows"})
    _conditional(request, response)
    # The rows are already as described; checking thousands of them again would take longer than reading them.
    return _as_is(request, response, {
        "edition": edition.address, "total": len(listed), "page": leafed.page, "pages": pages,
        "next": _page_after(request, leafed) if leafed.page < pages else None,
        "rows": listed.rows((leafed.page - 1) * leafed.size, leafed.page * leafed.size),
    })  # fmt: skip


@api.get(
    "/search",
    response={200: SearchOut, 422: Problem},
    summary="Rules that say the words, best first",
    openapi_extra=_leads_to("rule", wanted="{$response.body#/hits/0/edition}/{$response.body#/hits/0/number}"),
)
def search(request: HttpRequest, response: HttpResponse, asked: Query[Asked]) -> dict[str, Any]:
    """The same search as the site's; ``number`` names the rule when the query is a rule number."""
    _conditional(request, response, searched=True)
    filters = {"document": asked.document, "edition": asked.edition, "kind": asked.kind}
    results = query.search(asked.q, **filters, page=asked.page, size=asked.size, exact=asked.exact, why=asked.why)
    named = address.look_up(asked.q)
    return {
        "query": results.text,
        "total": results.total,
        "page": results.page,
        "pages": results.pages,
        "message": results.message,
        "corrected": results.corrected,
        "number": f"{named.edition}/{named.version.key}" if isinstance(named, address.Address) else None,
        "definition": _hit(results.definition) if results.definition else None,
        "hits": [_hit(hit) for hit in results.hits],
        "documents": [vars(facet) for facet in results.documents],
        "editions": [vars(facet) for facet in results.editions],
        "kinds": [vars(facet) for facet in results.kinds],
    }


@api.get(
    "/dictionary",
    response={200: DictionaryOut, 404: Problem, 422: Problem},
    summary="Phrases of former editions and what is said for them since, with the rules that show it",
)
def dictionary(request: HttpRequest, response: HttpResponse, leafed: Query[Leafed]) -> Any:
    """The pairs by which search finds old words in today's rules; those that a maintainer struck are left out."""
    found = phrasebook.pairs()
    total = found.count()
    pages = max(1, ceil(total / leafed.size))
    if leafed.page > pages:
        return Status(404, {"error": f"the dictionary has {pages} pages of {leafed.size} pairs"})
    _conditional(request, response)
    return {
        "total": total,
        "page": leafed.page,
        "pages": pages,
        "next": _page_after(request, leafed) if leafed.page < pages else None,
        "pairs": list(found.values()[(leafed.page - 1) * leafed.size : leafed.page * leafed.size]),
    }


def _page_after(request: HttpRequest, leafed: Leafed) -> str:
    return f"{request.path}?{urlencode({'page': leafed.page + 1, 'size': leafed.size})}"


@api.get("/typeahead", response={200: list[SuggestionOut], 422: Problem}, summary="What the search box offers")
def offers(request: HttpRequest, response: HttpResponse, typed: Query[Typed]) -> list[dict[str, Any]]:
    """Numbers, headings, glossary terms and words that begin so."""
    _conditional(request, response, searched=True)
    return [vars(suggestion) for suggestion in typeahead.typeahead(typed.q, typed.limit)]


def _as_is(request: HttpRequest, marked: HttpResponse, data: Any) -> HttpResponse:
    """An answer that is not checked against its schema, with the headers of the one that would have been."""
    answer = api.create_response(request, data, status=200)
    for name in ("ETag", "Last-Modified", "Cache-Control"):
        if name in marked:
            answer[name] = marked[name]
    return answer


def _hit(hit: Hit) -> dict[str, Any]:
    marks, at = [], 0
    for piece in hit.excerpt:
        if piece.marked:
            marks.append((at, at + len(piece.text)))
        at += len(piece.text)
    return {
        "number": hit.number,
        "edition": hit.edition,
        "title": hit.title,
        "score": hit.score,
        "excerpt": hit.text,
        "marks": marks,
        "answer": hit.answer,
        "kind": hit.kind,
        "url": hit.url,
        "editions": list(hit.editions),
        "why": [vars(reason) for reason in hit.why],
    }
