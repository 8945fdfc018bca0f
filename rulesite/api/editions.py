"""Documents and editions: what is held, what an edition says, and which was in force on a day."""

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
from rulesite.api.schemas import editions as said
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
"""The headings of sections each of whose rules defines one keyword."""


@api.get(
    "/",
    response=answers(said.HomeOut),
    tags=["Books"],
    summary="The state of the book, and where lists begin",
    operation_id="home",
)
def home(request: HttpRequest, response: HttpResponse) -> dict[str, Any]:
    """Ask for this to see whether anything has changed; a publication or a correction moves its numbers on."""
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
    response=answers(said.DocumentsOut, 404, 422),
    tags=["Books"],
    summary="The documents",
    operation_id="documents",
)
def documents(request: HttpRequest, response: HttpResponse, leafed: Query[Leafed]) -> dict[str, Any]:
    """Every work that is held, with its oldest and newest edition."""
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
    return {**leaf.said(), "rows": rows}


@api.get(
    "/editions",
    response=answers(list[EditionOut], 404, 422),
    tags=["Books"],
    summary="The editions that are held",
    operation_id="editions",
    openapi_extra=leads_to("export", document="$response.body#/0/document", date="$response.body#/0/effective"),
)
def editions(
    request: HttpRequest, response: HttpResponse, leafed: Query[Leafed], document: str = ""
) -> list[dict[str, Any]]:
    """Every edition, by document, oldest first; those of one document where it is named. A list: where it goes on
    is in the Link header alone.
    """
    rows = Edition.objects.select_related("document").defer(*Edition.long())
    if document:
        rows = rows.filter(document=document_at(request, document))
    leaf = leaf_of(request, response, leafed, rows.count(), "editions")
    conditional(request, response)
    return export_rows.rows_of(rows[leaf.rows])


@api.get(
    "/editions/{document}/{date}",
    response=answers(said.WholeEditionOut, 404),
    tags=["Books"],
    summary="One edition",
    operation_id="edition",
)
def edition(request: HttpRequest, response: HttpResponse, document: str, date: str) -> dict[str, Any]:
    """An edition with its sources, how much it says, and the addresses of all that it says."""
    found = edition_at(request, document, date)
    conditional(request, response)
    own = held(library_of(request)).of(found.document_id)
    place = own.index(found)
    printed = Q(version__edition=found) | Q(term__edition=found)
    return {
        **export_rows.rows_of([found])[0],
        "provisions": found.versions.count(),
        "terms": found.terms.count(),
        "examples": Example.objects.filter(printed).count(),
        "earlier": own[place + 1].address if place + 1 < len(own) else None,
        "later": own[place - 1].address if place else None,
        "calls": _calls(found),
    }


def _calls(edition: Edition) -> dict[str, str]:
    """The addresses of what an edition says."""
    names = ("contents", "export", "glossary", "keywords", "examples_of")
    place = [edition.document.slug, edition.slug]
    calls = {name: reverse(f"api:{name}", args=place) for name in names}
    return calls | {form: reverse("api:download", args=[*place, form]) for form in ("ndjson", "md", "txt")}


@api.get(
    "/contents/{document}/{date}",
    response=answers(said.ContentsOut, 404, 422),
    tags=["Books"],
    summary="The table of contents of an edition",
    operation_id="contents",
    url_name="contents",
)
def table_of_contents(
    request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]
) -> dict[str, Any]:
    """The sections of an edition in order, each with its chapter."""
    found = edition_at(request, document, date)
    whole = contents_of(found, library_of(request))
    leaf = leaf_of(request, response, leafed, len(whole.leaves), "sections")
    conditional(request, response)
    home = found.get_absolute_url()
    rows = [
        {
            "key": each.key, "number": each.number, "title": each.title, "provisions": each.size,
            "chapter": each.chapter.number if each.chapter else None,
            "chapter_title": each.chapter.title if each.chapter else "", "url": f"{home}{each.key}/",
        }
        for each in whole.leaves[leaf.rows]
    ]  # fmt: skip
    return {**leaf.said(), "edition": found.address, "rows": rows}


@api.get(
    "/export/{document}/{date}",
    response=answers(ExportOut, 404, 422),
    tags=["Books"],
    summary="All that an edition says, in order, page by page: introduction, provisions, glossary, index and credits",
    operation_id="export",
    url_name="export",
)
def provisions(request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]) -> Any:
    """An edition: the ``rows`` of all pages, one after the other, are what ``manage.py export --json`` prints."""
    found = edition_at(request, document, date)
    listed = export_rows.Listed(found)
    leaf = leaf_of(request, response, leafed, len(listed), "rows")
    conditional(request, response)
    rows = listed.rows(leaf.start, leaf.stop)
    return as_is(request, response, {**leaf.said(), "edition": found.address, "rows": rows})


@api.get(
    "/at/{document}/{day}",
    response=answers(said.DayOut, 404, 422),
    tags=["Books"],
    summary="The book on a day",
    operation_id="at",
)
def at(request: HttpRequest, response: HttpResponse, document: str, day: Day) -> dict[str, Any]:
    """The last edition held that was in force by a day, with the addresses of all that it says, and the next one."""
    around = _as_of(request, document, day)
    conditional(request, response)
    (row,) = export_rows.rows_of([around.edition])
    return {**_known(around), "edition": row, "calls": _calls(around.edition)}


@api.get(
    "/at/{document}/{day}/{number}",
    response=answers(said.RuleOnDayOut, 404, 422),
    tags=["Books"],
    summary="What had a number on a day",
    operation_id="rule_at",
    by_alias=True,
)
def rule_at(request: HttpRequest, response: HttpResponse, document: str, day: Day, number: str) -> dict[str, Any]:
    """The provision that has a number in the last edition of a day or before it; where the next one held differs, that
    is said, and neither is sure.
    """
    around = _as_of(request, document, day)
    found = around.edition
    place = contents.find(found, contents_of(found, library_of(request)), number)
    read = resolution.readings_on(around, place.key if place else number)
    others = [f"{each.edition.address}/{each.key}" for each in read.rows if each.edition_id != found.pk]
    if place is None or place.version is None:
        why = f"{found.address} was in force" if around.is_exact else f"{found.address} lacks it. {around.note}"
        why = f"{why}. It stands in {', '.join(others)}" if others else why
        raise ApiError(404, f"there was no {number[:40]} on {day_of(day)}: {why}")
    conditional(request, response)
    note = ". ".join(part for part in (around.note, read.doubt) if part)
    doubts = {"sure": not read.doubt, "doubt": read.doubt, "others": others}
    rule = {**export_rows.rule(place.version), "note": note, "to": None, **doubts}
    return {**_known(around), "rule": rule}


def _known(around: AsOf[Edition]) -> dict[str, Any]:
    """What is known of a day."""
    later = around.later.address if around.later else None
    return {"day": around.day.isoformat(), "note": around.note, "exact": around.is_exact, "later": later}


def _as_of(request: HttpRequest, document: str, day: str) -> AsOf[Edition]:
    """A day among the editions of a document; refuses one before the first."""
    work = document_at(request, document)
    oldest_first = held(library_of(request)).of(work.pk)[::-1]
    try:
        return as_of_among(work.slug, oldest_first, day_of(day))
    except NoSuchRule as before:
        raise ApiError(404, str(before)) from None


@api.get(
    "/glossary/{document}/{date}",
    response=answers(said.TermsOut, 404, 422),
    tags=["Books"],
    summary="The glossary of an edition",
    operation_id="glossary",
    url_name="glossary",
)
def glossary(request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]) -> Any:
    """The terms of an edition with their definitions; the ``key`` of each is its name in addresses."""
    found = edition_at(request, document, date)
    leaf = leaf_of(request, response, leafed, found.terms.count(), "terms")
    conditional(request, response)
    rows = export_rows.terms(found, leaf.rows)
    return as_is(request, response, {**leaf.said(), "edition": found.address, "rows": rows})


@api.get(
    "/glossary/{document}/{date}/{term}",
    response=answers(said.TermOut, 404),
    tags=["Books"],
    summary="One term of a glossary",
    operation_id="term",
)
def term(request: HttpRequest, response: HttpResponse, document: str, date: str, term: str) -> dict[str, Any]:
    """A term by its name in addresses, with its examples, references and the editions that have it."""
    found = edition_at(request, document, date)
    row = GlossaryTerm.objects.filter(edition=found, slug__iexact=term).first()
    if row is None:
        raise ApiError(404, f"the glossary of {found.address} has no entry “{term[:80]}”")
    conditional(request, response)
    row.edition = found
    return export_rows.term(row)


@api.get(
    "/keywords/{document}/{date}",
    response=answers(said.KeywordsOut, 404, 422),
    tags=["Books"],
    summary="The keywords that an edition defines",
    operation_id="keywords",
    url_name="keywords",
)
def keywords(
    request: HttpRequest, response: HttpResponse, document: str, date: str, leafed: Query[Leafed]
) -> dict[str, Any]:
    """Each rule with a heading of its own in the sections of keyword abilities and keyword actions."""
    found = edition_at(request, document, date)
    sections = RuleVersion.objects.filter(_KEYWORDS, edition=found, kind=RuleVersion.Kind.SECTION)
    rules = RuleVersion.objects.filter(parent__in=sections).exclude(title="").order_by("position")
    total = rules.aggregate(total=Count("pk"))["total"]
    leaf = leaf_of(request, response, leafed, total, "keywords")
    conditional(request, response)
    rows = [
        {
            "name": name, "section": section, "number": number, "address": export_rows.address(found, key),
            "thread": thread,
        }
        for name, section, number, key, thread in rules.values_list(
            "title", "parent__title", "number", "key", "rule"
        )[leaf.rows]
    ]  # fmt: skip
    return {**leaf.said(), "edition": found.address, "rows": rows}
