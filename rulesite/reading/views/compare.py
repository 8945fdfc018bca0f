"""Comparing two editions."""

from __future__ import annotations

from collections import Counter
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from rulesite.reading.changes import KINDS, comparison_of
from rulesite.reading.chosen import GLOSSARY, chosen_of
from rulesite.reading.drawing.bars import bars
from rulesite.reading.drawing.renumbering import renumbering
from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.views import addresses
from rulesite.rulebook import comparing
from rulesite.rulebook.models import Document, Edition

_PAGE = 120
"""Changes that one page of a comparison lists."""


def choose(request: HttpRequest, document: str) -> HttpResponse:
    """The form that picks two editions; a filled-in one leads to the comparison."""
    work = addresses.document_at(document)
    earlier, later = request.GET.get("earlier", ""), request.GET.get("later", "")
    editions = list(work.editions.select_related("document").order_by("-effective"))
    days = {edition.slug for edition in editions}
    if earlier in days and later in days and earlier != later:
        return redirect("reading:compare", work.slug, min(earlier, later), max(earlier, later))
    pairs = [(editions[at + 1], editions[at]) for at in range(len(editions) - 1)]
    return render(request, "reading/comparing.html", {"document": work, "editions": editions, "pairs": pairs})


@cached_page
@addresses.answers_moved
def compare(request: HttpRequest, document: str, earlier: date, later: date) -> HttpResponse:
    """What is new, gone, moved, reworded, split and merged between two editions, by section."""
    one = addresses.edition_at(library_of(request), document, earlier)
    other = addresses.edition_at(library_of(request), document, later)
    if earlier > later:
        raise addresses.Moved(reverse("reading:compare", args=[one.document.slug, other.slug, one.slug]))
    try:
        comparison = comparison_of(one, other, library_of(request))
    except comparing.NoWay as reason:
        raise addresses.NotHere(str(reason), [(one.document.title, one.document.get_absolute_url())]) from None
    chosen = chosen_of(request.GET, comparison)
    terms = comparison.terms if chosen.kind == GLOSSARY else None
    shown = chosen.rows if terms is None else terms
    page = _page_number(request.GET.get("page", ""), len(shown))
    there = slice((page - 1) * _PAGE, page * _PAGE)
    counted = Counter(row.kind for row in chosen.inside) if chosen.section else comparison.counts
    counts = [(name, label, counted[name]) for name, label in KINDS.items()]
    counts.append((GLOSSARY, "Glossary terms", len(comparison.terms)))
    return render(
        request,
        "reading/compare.html",
        {
            "document": one.document,
            "earlier": one,
            "later": other,
            "comparison": comparison,
            "chosen": chosen,
            "section_label": chosen.label(one),
            "unlisted": chosen.unlisted,
            "bars": bars(counts),
            "terms": None if terms is None else terms[there],
            "map": None if chosen.query or page > 1 else renumbering(comparison),
            "kind_names": list(KINDS.values()),
            "rows": chosen.rows[there],
            "row_count": len(shown),
            "page": page,
            "pages": max(1, -(-len(shown) // _PAGE)),
            "previous_query": chosen.with_(page=page - 1) if page > 1 else "",
            "next_query": chosen.with_(page=page + 1) if page * _PAGE < len(shown) else "",
            "neighbours": _neighbours(one.document, one, other),
        },
    )


def _page_number(asked: str, rows: int) -> int:
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
    return max(1, min(number, -(-rows // _PAGE)))


def _neighbours(work: Document, earlier: Edition, later: Edition) -> dict[str, tuple[str, str] | None]:
    """The comparison of the step before and of the step after, (label, URL) each."""
    editions = list(work.editions.order_by("effective"))
    keys = [edition.pk for edition in editions]
    at, end = keys.index(earlier.pk), keys.index(later.pk)

    def link(one: int, other: int) -> tuple[str, str] | None:
        if one < 0 or other >= len(editions):
            return None
        url = reverse("reading:compare", args=[work.slug, editions[one].slug, editions[other].slug])
        return f"{editions[one].slug} → {editions[other].slug}", url

    return {"before": link(at - 1, at), "after": link(end, end + 1)}
