"""The source files of the book: how each was read, the role of every character, and the bytes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from ninja import Query

from rulesite.api.base import ApiError, answers, api, as_is, conditional, edition_at
from rulesite.api.pagination import leaf_of
from rulesite.api.schemas import sources as schemas
from rulesite.api.schemas.common import Leafed, Problem
from rulesite.reading.caching.memo import memoize
from rulesite.reading.caching.state import library_of
from rulesite.reading.export import ledger as export_ledger
from rulesite.rulebook.models import Edition, Source
from rulesite.text import encodings

_HEAVY = ("packed", "ledger", *Edition.long("edition__"))
_CHARSETS = {"cp1252": "windows-1252", "latin-1": "iso-8859-1"}
"""Names of encodings in HTTP that differ from Python's."""
_FOR_GOOD = 31_536_000
"""Seconds in a year: the file with a given sha256 never changes."""


@api.get(
    "/sources",
    response=answers(schemas.FilesOut, 404, 422),
    tags=["Sources"],
    summary="The files that the book was read from",
    operation_id="sources",
)
def sources(request: HttpRequest, response: HttpResponse, leafed: Query[Leafed], edition: str = "") -> dict[str, Any]:
    """All source files, each with its edition and how it was read; with ``edition`` only those of one."""
    rows = Source.objects.select_related("edition__document").defer(*_HEAVY)
    rows = rows.order_by("edition__document__position", "edition__effective", "rank", "name")
    if edition:
        document, _, day = edition.strip().strip("/").partition("/")
        rows = rows.filter(edition=edition_at(request, document, day))
    leaf = leaf_of(request, response, leafed, rows.count(), "files")
    conditional(request, response)
    return {**leaf.fields(), "rows": [_file(row) for row in rows[leaf.rows]]}


def _file(source: Source) -> dict[str, Any]:
    return {
        "sha256": source.sha256, "name": source.name, "title": source.title, "edition": source.edition.address,
        "dialect": source.dialect, "because": source.because, "known_from": source.known_from,
        "encoding": source.encoding, "line_ends": source.line_ends, "characters": source.characters,
        "lines": source.line_count, "extent": source.extent, "rank": source.rank, "warnings": source.warnings,
        "doubts": export_ledger.doubts(source), "brought_in": source.ingested.isoformat(),
        "url": source.get_absolute_url(),
    }  # fmt: skip


def _named(name: str) -> Source:
    """The file with a sha256, a part of one, or a name; refuses one that is unknown or ambiguous."""
    try:
        return export_ledger.find_source(name)
    except export_ledger.NoSuchSource as absent:
        raise ApiError(404, str(absent)) from None


@api.get(
    "/sources/{path:name}/ledger",
    response=answers(schemas.LedgerOut, 404, 422),
    tags=["Sources"],
    summary="How every character of a file was read",
    operation_id="ledger",
    url_name="ledger",
)
def ledger(request: HttpRequest, response: HttpResponse, name: str, leafed: Query[Leafed], role: str = "") -> Any:
    """The segments of a file, in order; their texts, joined, are the file. With ``role`` only those of one role."""
    source = _named(name)
    segments = [segment for segment in source.segments if role in ("", segment.role)]
    leaf = leaf_of(request, response, leafed, len(segments), "segments")
    conditional(request, response)
    rows = export_ledger.segment_rows(source, segments[leaf.rows])
    return as_is(request, response, {**leaf.fields(), "sha256": source.sha256, "rows": rows})


@api.get(
    "/sources/{sha256}/original",
    response={200: None, 404: Problem},
    tags=["Sources"],
    summary="The bytes of a file",
    operation_id="original",
    url_name="original",
    openapi_extra={"responses": {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}},
)
def original(request: HttpRequest, sha256: str) -> Any:
    """A file byte for byte as it was read, by its full sha256; the content of this address never changes."""
    source = Source.objects.filter(sha256=sha256.lower()).first()
    if source is None:
        raise ApiError(404, f"no file has the sha256 {sha256[:64]}")
    codec, _ = encodings.read(source.encoding)
    text = f"text/plain; charset={_CHARSETS.get(codec, codec)}"
    answer = HttpResponse(source.data, content_type="application/pdf" if codec == encodings.PDF else text)
    answer["ETag"] = f'"{source.sha256}"'
    patch_cache_control(answer, public=True, max_age=_FOR_GOOD, immutable=True)
    return answer


@api.get(
    "/sources/{path:name}",
    response=answers(schemas.ReadFileOut, 404),
    tags=["Sources"],
    summary="One file, and how it was read",
    operation_id="source",
)
def source(request: HttpRequest, response: HttpResponse, name: str) -> dict[str, Any]:
    """A file by its sha256, a part of that, or its name: its repairs, the differences between witnesses of its edition,
    and the proof, computed again from the stored data, that its segments make up the whole file.
    """
    row = _named(name)
    conditional(request, response)
    return {
        **_file(row), **_summary(library_of(request), row.pk),
        "ledger": reverse("api:ledger", args=[row.sha256]), "original": reverse("api:original", args=[row.sha256]),
    }  # fmt: skip


@memoize
def _summary(pk: int) -> dict[str, Any]:
    """How a file was read, without its segments; memoized, as the proof reads the whole file."""
    record = export_ledger.ledger(Source.objects.select_related("edition__document").get(pk=pk))
    return {name: record[name] for name in ("roles", "tiling", "repairs", "disagreements")}
