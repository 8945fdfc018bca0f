"""Steps between editions: their changes, the descent of every provision, and what is new since a day."""

from __future__ import annotations

import datetime
from contextlib import suppress
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from ninja import Query

from rulesite.api.base import ApiError, answers, api, as_is, conditional, day_of, document_at, edition_at
from rulesite.api.pagination import leaf_of
from rulesite.api.provisions import difference_of
from rulesite.api.schemas import comparisons as schemas
from rulesite.api.schemas.common import DayOrNone, Leafed
from rulesite.desk.models import Publication
from rulesite.reading.caching.state import library_of
from rulesite.reading.changes.comparison import Comparison, Shown, compared_in_turn, shown, shown_terms
from rulesite.reading.changes.comparison_filters import GLOSSARY, ComparisonQuery, chosen_of
from rulesite.reading.editions import held
from rulesite.reading.export import rows as export_rows
from rulesite.rulebook import serializers
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent import comparison as descent_comparison
from rulesite.rulebook.descent.as_of import as_of_among
from rulesite.rulebook.models import Correction, Document, Edition, Source


def _comparison(request: HttpRequest, document: str, earlier: str, later: str) -> Comparison:
    """The comparison of two editions, made in turn with other requests; refuses editions that can't be compared."""
    left, right = edition_at(request, document, earlier), edition_at(request, document, later)
    try:
        return compared_in_turn(left, right, library_of(request))
    except descent_comparison.NoWay as reason:
        raise ApiError(404, str(reason)) from None


@api.get(
    "/compare/{document}/{earlier}/{later}",
    response=answers(schemas.ComparisonOut, 404, 422, 503),
    tags=["Changes"],
    summary="What changed between two editions",
    operation_id="compare",
    url_name="compare",
)
def compare(
    request: HttpRequest,
    response: HttpResponse,
    document: str,
    earlier: str,
    later: str,
    query: Query[schemas.Compared],
) -> Any:
    """Compares any two editions of a document, near or far apart: what is new, removed, reworded, split, merged or
    moved, with both texts and their difference.
    """
    comparison = _comparison(request, document, earlier, later)
    chosen = chosen_of(ComparisonQuery(query.kind, query.section, "", query.rule.strip()), comparison)
    of_terms = query.kind == GLOSSARY
    leaf = leaf_of(request, response, query, len(comparison.terms if of_terms else chosen.rows), "changes")
    conditional(request, response)
    if of_terms:
        rows = [
            _change(change, change.row.kind, "", 1.0) for change in shown_terms(comparison, comparison.terms[leaf.rows])
        ]
    else:
        listed = chosen.rows[leaf.rows]
        rows = [
            _change(change, row.kind, str(row.change.basis), row.change.score, row.change.only_references,
                    row.change.only_punctuation)
            for change, row in zip(shown(comparison, listed), listed, strict=True)
        ]  # fmt: skip
    left, right = comparison.earlier, comparison.later
    return as_is(request, response, {
        **leaf.fields(), "earlier": left.address, "later": right.address, "counts": dict(comparison.counts),
        "terms": len(comparison.terms), "rows": rows,
        "url": reverse("reading:compare", args=[left.document.slug, left.slug, right.slug]),
    })  # fmt: skip


def _change(
    change: Shown, kind: str, basis: str, score: float, only_references: bool = False, only_punctuation: bool = False
) -> dict[str, Any]:
    before, after = change.before, change.after
    sides = {
        name: [{"key": placed.key, "title": placed.title, "text": placed.text, "url": placed.href} for placed in side]
        for name, side in (("earlier", change.earlier), ("later", change.later))
    }
    return {
        "kind": kind, "basis": basis, "score": score, "only_references": only_references,
        "only_punctuation": only_punctuation, **sides,
        "difference": difference_of(before.text, after.text) if before and after else [],
    }  # fmt: skip


@api.get(
    "/descent/{document}/{earlier}/{later}",
    response=answers(schemas.DescentOut, 404, 422, 503),
    tags=["Changes"],
    summary="What became of every provision",
    operation_id="descent",
    by_alias=True,
)
def descent(
    request: HttpRequest,
    response: HttpResponse,
    document: str,
    earlier: str,
    later: str,
    leafed: Query[Leafed],
    kind: str = "",
) -> Any:
    """The edges between two editions, as ``manage.py descent --json`` prints them, in the order of the later edition;
    with a ``kind`` (continues, reworded, split, merged, removed, new) only those.
    """
    comparison = _comparison(request, document, earlier, later)
    edges = [row.change for row in comparison.rows if kind in ("", row.change.kind)]
    leaf = leaf_of(request, response, leafed, len(edges), "edges")
    conditional(request, response)
    ends = {"earlier": comparison.earlier.address, "later": comparison.later.address}
    return as_is(
        request, response, {**leaf.fields(), **ends, "rows": [serializers.edge(edge) for edge in edges[leaf.rows]]}
    )


@api.get(
    "/corrections",
    response=answers(schemas.CorrectionsOut, 404, 422),
    tags=["Changes"],
    summary="What maintainers corrected",
    operation_id="corrections",
)
def corrections(
    request: HttpRequest, response: HttpResponse, leafed: Query[Leafed], edition: str = "", since: DayOrNone = ""
) -> dict[str, Any]:
    """All corrections with their reasons, newest first. ``edition`` selects those of one edition, ``since`` those made
    on a day or later.
    """
    rows = Correction.objects.order_by("-made", "-pk")
    if edition:
        rows = rows.filter(edition=edition_at(request, *_halves(edition)).address)
    if since:
        rows = rows.filter(made__gte=_beginning(since))
    leaf = leaf_of(request, response, leafed, rows.count(), "corrections")
    conditional(request, response)
    listed = [
        {
            "id": correction.pk, "edition": correction.edition, "place": correction.address, "part": correction.part,
            "original": correction.original, "corrected": correction.corrected, "reason": correction.reason,
            "made": correction.made.isoformat(), "withdraws": correction.withdraws_id,
        }
        for correction in rows[leaf.rows]
    ]  # fmt: skip
    return {**leaf.fields(), "rows": listed}


def _halves(address: str) -> tuple[str, str]:
    """The document and the day in an edition's address."""
    document, _, day = address.strip().strip("/").partition("/")
    return document, day


def _beginning(day: str) -> datetime.datetime:
    """The first moment of a day."""
    return datetime.datetime.combine(day_of(day), datetime.time(), datetime.UTC)


@api.get(
    "/changes",
    response=answers(schemas.SinceOut, 404, 422),
    tags=["Changes"],
    summary="What is new since a day or a publication",
    operation_id="changes",
)
def changes(
    request: HttpRequest,
    response: HttpResponse,
    leafed: Query[Leafed],
    since: DayOrNone = "",
    publication: int | None = None,
    document: str = "",
) -> dict[str, Any]:
    """The editions of a document that are new, newest first, each with the address of its changes: those that took
    effect after a day (``since``), or were added or read again after a ``publication``; after both if both are given,
    all editions if neither is. For a day also the address of all changes from the edition in force on it to the
    newest. Without ``document`` the first document is meant.
    """
    work = document_at(request, document) if document else _first(request)
    own = held(library_of(request)).of(work.pk)
    before: Edition | None = None
    came, moment = own, datetime.datetime.min.replace(tzinfo=datetime.UTC)
    if since:
        day, moment = day_of(since), _beginning(since)
        came = [edition for edition in came if edition.effective > day]
        with suppress(NoSuchRule):
            before = as_of_among(work.slug, own[::-1], day).edition
    if publication is not None:
        touched, published = _published(request, publication)
        came, moment = [edition for edition in came if edition.address in touched], max(moment, published)
    leaf = leaf_of(request, response, leafed, len(came), "editions")
    conditional(request, response)
    library = library_of(request)
    return {
        **leaf.fields(),
        "publication": library.publication if library else 0,
        "revision": library.revision if library else 0,
        "since": since,
        "in_force": before.address if before else None,
        "compare": _compared(before, came[0]) if before and came else None,
        "corrections": Correction.objects.filter(made__gte=moment).count(),
        "rows": _came(came[leaf.rows], own),
    }


def _published(request: HttpRequest, number: int) -> tuple[set[str], datetime.datetime]:
    """The editions that were added or read again after a publication, and its time; refuses one that the log of
    publications does not reach back to.
    """
    library = library_of(request)
    newest = library.publication if library else 0
    later = list(Publication.objects.filter(number__gt=number, number__lte=newest).order_by("number"))
    own = Publication.objects.filter(number=number).first() if 0 <= number <= newest else None
    if not 0 <= number <= newest or (number < newest and (not later or later[0].number != number + 1)):
        raise ApiError(
            404, f"there is no log of publication {number}; the newest is {newest}. Or give a day: since=DATE"
        )
    moment = own.made if own else later[0].made if later else library.changed if library else timezone.now()
    return {address for entry in later for address in (*entry.came, *entry.touched)}, moment


def _first(request: HttpRequest) -> Document:
    """The first document of the site; refuses if there is none."""
    editions = held(library_of(request)).editions
    if not editions:
        raise ApiError(404, "no edition is held yet")
    return editions[0].document


def _came(listed: list[Edition], own: list[Edition]) -> list[dict[str, Any]]:
    """Rows for some editions, each with its predecessor among the document's ``own`` editions, newest first."""
    read = dict(Source.objects.filter(edition__in=listed).order_by().values_list("edition").annotate(Max("ingested")))
    rows = []
    for edition, row in zip(listed, export_rows.rows_of(listed), strict=True):
        place = own.index(edition)
        before = own[place + 1] if place + 1 < len(own) else None
        rows.append({
            **row, "before": before.address if before else None,
            "compare": _compared(before, edition) if before else None,
            "brought_in": read[edition.pk].isoformat() if edition.pk in read else "",
        })  # fmt: skip
    return rows


def _compared(earlier: Edition, later: Edition) -> str:
    """The address of a comparison."""
    return reverse("api:compare", args=[earlier.document.slug, earlier.slug, later.slug])
