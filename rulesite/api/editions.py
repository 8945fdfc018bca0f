"""Documents and editions: their lists, the contents of an edition, and the edition in force on a day."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Query

from rulesite.api.base import (
    VERSION,
    ApiError,
    answers,
    api,
    as_is,
    conditional,
    day_of,
    document_at,
    edition_at,
    leads_to,
)
from rulesite.api.pagination import leaf_of
from rulesite.api.schemas import editions as schemas
from rulesite.api.schemas.common import Day, EditionOut, ExportOut, Leafed
from rulesite.reading.caching.state import library_of
from rulesite.reading.editions import held
from rulesite.reading.export import rows as export_rows
from rulesite.reading.pages.sections import contents_of
from rulesite.reading.precomputed import contents
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent import resolution
from rulesite.rulebook.descent.as_of import AsOf, as_of_among
from rulesite.rulebook.models import Edition, Example, GlossaryTerm, RuleVersion

_STARTS = ("documents", "editions", "examples", "games", "sources", "dictionary", "corrections", "changes")
_KEYWORDS = Q(title__istartswith="keyword") | Q(title__iexact="ability words")
"""Selects the sections in which each rule defines one keyword."""


@api.get(
    "/",
    response=answers(schemas.HomeOut),
    tags=["Books"],
    summary="The state of the book, and where lists begin",
    operation_id="home",
)
def home(request: HttpRequest, response: HttpResponse) -> dict[str, Any]:
    """Shows whether anything has changed: its numbers increase with each publication and each correction."""
    conditional(request, response)
    library = library_of(request)
    return {
        "library": library.name if library else "",
        "version": VERSION,
        "publication": library.publication if library else 0,
        "revision": library.revision if library else 0,
        "changed": library.changed.isoformat() if library else "",
        "calls": {name: reverse(f"api:{name}") for name in _STARTS},
    }


@api.get(
    "/documents",
    response=answers(schemas.DocumentsOut, 404, 422),
    tags=["Books"],
    summary="The documents",
    operation_id="documents",
)
def documents(request: HttpRequest, response: HttpResponse, leafed: Query[Leafed]) -> dict[str, Any]:
    """All documents, each with its oldest and newest edition."""
    editions = held(library_of(request))
    works = {edition.document_id: edition.document for edition in editions.editions}
    leaf = leaf_of(request, response, leafed, len(works), "documents")
    conditional(request, response)
    rows = []
    for pk, work in list(works.items())[leaf.rows]:
        own = editions.of(pk)
        rows.append({
            "document": work.slug, "title": work.title, "short_title": work.short_title, "publisher": work.publisher,
            "editions": len(own), "oldest": own[-1].address, "newest": own[0].address, "url": work.get_absolute_url(),
        })  # fmt: skip
    return {**leaf.fields(), "rows": rows}


@api.get(
    "/editions",
    response=answers(list[EditionOut], 404, 422),
    tags=["Books"],
    summary="The editions held here",
    operation_id="editions",
    openapi_extra=leads_to("export", document="$response.body#/0/document", date="$response.body#/0/effective"),
)
def editions(
    request: HttpRequest, response: HttpResponse, leafed: Query[Leafed], document: str = ""
) -> list[dict[str, Any]]:
    """All editions, by document, oldest first; with ``document`` only those of one. The answer is a plain list: the
    address of its next page is only in the Link header.
    """
    rows = Edition.objects.select_related("document").defer(*Edition.long())
    if document:
        rows = rows.filter(document=document_at(request, document))
    leaf = leaf_of(request, response, leafed, rows.count(), "editions")
    conditional(request, response)
    return export_rows.rows_of(rows[leaf.rows])


@api.get(
    "/editions/{document}/{date}",
    response=answers(schemas.WholeEditionOut, 404),
    tags=["Books"],
    summary="One edition",
    operation_id="edition",
)
def edition(request: HttpRequest, response: HttpResponse, document: str, date: str) -> dict[str, Any]:
    """An edition with its sources, the size of its parts, and the addresses of its contents."""
    shown = edition_at(request, document, date)
    conditional(request, response)
    own = held(library_of(request)).of(shown.document_id)
    place = own.index(shown)
    printed = Q(version__edition=shown) | Q(term__edition=shown)
    return {
        **export_rows.rows_of([shown])[0],
        "provisions": shown.versions.count(),
        "terms": shown.terms.count(),
        "examples": Example.objects.filter(printed).count(),
        "earlier": own[place + 1].address if place + 1 < len(own) else None,
        "later": own[place - 1].address if place else None,
        "calls": _calls(shown),
    }


def _calls(edition: Edition) -> dict[str, str]:
    """The addresses of an edition's contents, by name."""
    names = ("contents", "export", "glossary", "keywords", "examples_of")
    place = [edition.document.slug, edition.slug]
    calls = {name: reverse(f"api:{name}", args=place) for name in names}
    return calls | {form: reverse("api:download", args=[*place, form]) for form in ("ndjson", "md", "txt")}


@api.get(
    "/contents/{document}/{date}",
    response=answers(schemas.ContentsOut, 404, 422),
    tags=["Books"],
    summary="The table of contents of an edition",
    operation_id="contents",
    url_name="contents",
)
def table_of_contents(
    request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]
) -> dict[str, Any]:
    """The sections of an edition, in order, each with its chapter."""
    edition_row = edition_at(request, document, date)
    whole = contents_of(edition_row, library_of(request))
    leaf = leaf_of(request, response, leafed, len(whole.leaves), "sections")
    conditional(request, response)
    home = edition_row.get_absolute_url()
    rows = [
        {
            "key": section.key, "number": section.number, "title": section.title, "provisions": section.size,
            "chapter": section.chapter.number if section.chapter else None,
            "chapter_title": section.chapter.title if section.chapter else "", "url": f"{home}{section.key}/",
        }
        for section in whole.leaves[leaf.rows]
    ]  # fmt: skip
    return {**leaf.fields(), "edition": edition_row.address, "rows": rows}


@api.get(
    "/export/{document}/{date}",
    response=answers(ExportOut, 404, 422),
    tags=["Books"],
    summary="The whole text of an edition in order: introduction, provisions, glossary, index and credits",
    operation_id="export",
    url_name="export",
)
def provisions(request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]) -> Any:
    """An edition in pages: the ``rows`` of all pages together are what ``manage.py export --json`` prints."""
    edition_row = edition_at(request, document, date)
    listed = export_rows.Listed(edition_row)
    leaf = leaf_of(request, response, leafed, len(listed), "rows")
    conditional(request, response)
    rows = listed.rows(leaf.start, leaf.stop)
    return as_is(request, response, {**leaf.fields(), "edition": edition_row.address, "rows": rows})


@api.get(
    "/at/{document}/{day}",
    response=answers(schemas.DayOut, 404, 422),
    tags=["Books"],
    summary="The book on a day",
    operation_id="at",
)
def at(request: HttpRequest, response: HttpResponse, document: str, day: Day) -> dict[str, Any]:
    """The edition in force on a day: the last one held of that day or before, with the addresses of its contents, and
    the next edition held.
    """
    around = _as_of(request, document, day)
    conditional(request, response)
    (row,) = export_rows.rows_of([around.edition])
    return {**_known(around), "edition": row, "calls": _calls(around.edition)}


@api.get(
    "/at/{document}/{day}/{number}",
    response=answers(schemas.RuleOnDayOut, 404, 422),
    tags=["Books"],
    summary="The rule with a number on a day",
    operation_id="rule_at",
    by_alias=True,
)
def rule_at(request: HttpRequest, response: HttpResponse, document: str, day: Day, number: str) -> dict[str, Any]:
    """The provision that has a number in the last edition held of a day or before. If the number means something else
    in the next one, the answer says so, and neither meaning is sure.
    """
    around = _as_of(request, document, day)
    edition_row = around.edition
    place = contents.find(edition_row, contents_of(edition_row, library_of(request)), number)
    readings = resolution.readings_on(around, place.key if place else number)
    others = [
        f"{reading.edition.address}/{reading.key}" for reading in readings.rows if reading.edition_id != edition_row.pk
    ]
    if place is None or place.version is None:
        why = (
            f"{edition_row.address} was in force"
            if around.is_exact
            else f"{edition_row.address} lacks it. {around.note}"
        )
        why = f"{why}. It is in {', '.join(others)}" if others else why
        raise ApiError(404, f"there was no {number[:40]} on {day_of(day)}: {why}")
    conditional(request, response)
    note = ". ".join(part for part in (around.note, readings.doubt) if part)
    doubts = {"sure": not readings.doubt, "doubt": readings.doubt, "others": others}
    rule = {**export_rows.rule(place.version), "note": note, "to": None, **doubts}
    return {**_known(around), "rule": rule}


def _known(around: AsOf[Edition]) -> dict[str, Any]:
    """The fields of an answer that describe its day."""
    later = around.later.address if around.later else None
    return {"day": around.day.isoformat(), "note": around.note, "exact": around.is_exact, "later": later}


def _as_of(request: HttpRequest, document: str, day: str) -> AsOf[Edition]:
    """The edition of a document in force on a day; refuses a day before the first edition."""
    work = document_at(request, document)
    oldest_first = held(library_of(request)).of(work.pk)[::-1]
    try:
        return as_of_among(work.slug, oldest_first, day_of(day))
    except NoSuchRule as before:
        raise ApiError(404, str(before)) from None


@api.get(
    "/glossary/{document}/{date}",
    response=answers(schemas.TermsOut, 404, 422),
    tags=["Books"],
    summary="The glossary of an edition",
    operation_id="glossary",
    url_name="glossary",
)
def glossary(request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]) -> Any:
    """The terms of an edition with their definitions; the ``key`` of a term is its name in addresses."""
    edition_row = edition_at(request, document, date)
    leaf = leaf_of(request, response, leafed, edition_row.terms.count(), "terms")
    conditional(request, response)
    rows = export_rows.terms(edition_row, leaf.rows)
    return as_is(request, response, {**leaf.fields(), "edition": edition_row.address, "rows": rows})


@api.get(
    "/glossary/{document}/{date}/{term}",
    response=answers(schemas.TermOut, 404),
    tags=["Books"],
    summary="One term of a glossary",
    operation_id="term",
)
def term(request: HttpRequest, response: HttpResponse, document: str, date: str, term: str) -> dict[str, Any]:
    """A term by its name in addresses, with its examples and references, and the editions that have it."""
    edition_row = edition_at(request, document, date)
    row = GlossaryTerm.objects.filter(edition=edition_row, slug__iexact=term).first()
    if row is None:
        raise ApiError(404, f"the glossary of {edition_row.address} has no entry “{term[:80]}”")
    conditional(request, response)
    row.edition = edition_row
    return export_rows.term(row)


@api.get(
    "/keywords/{document}/{date}",
    response=answers(schemas.KeywordsOut, 404, 422),
    tags=["Books"],
    summary="The keywords that an edition defines",
    operation_id="keywords",
    url_name="keywords",
)
def keywords(
    request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]
) -> dict[str, Any]:
    """All rules with a heading of their own in the sections on keyword abilities and keyword actions."""
    edition_row = edition_at(request, document, date)
    sections = RuleVersion.objects.filter(_KEYWORDS, edition=edition_row, kind=RuleVersion.Kind.SECTION)
    rules = RuleVersion.objects.filter(parent__in=sections).exclude(title="").order_by("position")
    total = rules.aggregate(total=Count("pk"))["total"]
    leaf = leaf_of(request, response, leafed, total, "keywords")
    conditional(request, response)
    rows = [
        {
            "name": name, "section": section, "number": number, "address": export_rows.address(edition_row, key),
            "thread": thread,
        }
        for name, section, number, key, thread in rules.values_list(
            "title", "parent__title", "number", "key", "rule"
        )[leaf.rows]
    ]  # fmt: skip
    return {**leaf.fields(), "edition": edition_row.address, "rows": rows}
