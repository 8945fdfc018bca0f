"""Comparing two editions."""

from __future__ import annotations

import zlib
from collections import Counter
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe

from rulesite import sandbox
from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.memo import memoize, of_all_between
from rulesite.reading.caching.state import library_of
from rulesite.reading.charts.renumbering import renumbering
from rulesite.reading.pages.comparison import KINDS, TURNS, Comparison, comparison_of, shown, shown_terms
from rulesite.reading.pages.comparison_filters import GLOSSARY, ComparisonQuery, asked_of, chosen_of
from rulesite.reading.rendering.bars import bars
from rulesite.reading.views import lookups
from rulesite.rulebook.descent import comparison as descent_comparison
from rulesite.rulebook.models import Document, Edition, Library

_PAGE_SIZE = 120
"""Changes on one page of a comparison."""
_MAX_BODIES = 128
"""Compressed pages of comparisons kept in memory: ten or twenty kilobytes each."""


def choose(request: HttpRequest, document: str) -> HttpResponse:
    """The form to choose two editions; submitting it leads to the comparison."""
    work = lookups.document_at(document)
    earlier, later = request.GET.get("earlier", ""), request.GET.get("later", "")
    editions = list(work.editions.select_related("document").order_by("-effective"))
    days = {edition.slug for edition in editions}
    if earlier in days and later in days and earlier != later:
        return redirect("reading:compare", work.slug, min(earlier, later), max(earlier, later))
    pairs = [(editions[index + 1], editions[index]) for index in range(len(editions) - 1)]
    return render(request, "reading/comparing.html", {"document": work, "editions": editions, "pairs": pairs})


@cached_page
@lookups.answers_moved
def compare(request: HttpRequest, document: str, earlier: date, later: date) -> HttpResponse:
    """The new, removed, moved, reworded, split and merged rules between two editions, by section.

    Robots are asked to skip comparisons, except those of neighbours: there are thousands of pairs.
    """
    library = library_of(request)
    left = lookups.edition_at(library, document, earlier)
    right = lookups.edition_at(library, document, later)
    if earlier > later:
        raise lookups.Moved(reverse("reading:compare", args=[left.document.slug, right.slug, left.slug]))
    try:
        body = _body(library, left, right, asked_of(request.GET))
    except descent_comparison.NoWay as reason:
        raise lookups.NotHere(str(reason), [(left.document.title, left.document.get_absolute_url())]) from None
    except sandbox.Busy as busy:
        context = {
            "heading": "Busy comparing",
            "said": busy,
            "document": left.document,
            "earlier": left,
            "later": right,
        }
        return busy.mark(render(request, "reading/busy.html", context))
    context = {
        "document": left.document,
        "earlier": left,
        "later": right,
        "body": mark_safe(zlib.decompress(body).decode()),
    }
    response = render(request, "reading/compare.html", context)
    neighbours = not left.document.editions.filter(effective__gt=earlier, effective__lt=later).exists()
    if request.GET or not neighbours:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _make(earlier: Edition, later: Edition, asked: ComparisonQuery) -> bytes:
    """The body of a comparison's page, compressed. Raises bounded.Busy when too many are being made."""
    with TURNS.turn():
        comparison = comparison_of(earlier, later, Library.current())
        body = render_to_string("reading/compare_body.html", _context(comparison, asked))
    return zlib.compress(body.encode(), 6)


_body = memoize(_make, most=_MAX_BODIES, of=of_all_between)


def _context(comparison: Comparison, asked: ComparisonQuery) -> dict[str, object]:
    """The context of the page's body."""
    left, right = comparison.earlier, comparison.later
    chosen = chosen_of(asked, comparison)
    terms = comparison.terms if chosen.kind == GLOSSARY else None
    rows = chosen.rows if terms is None else terms
    page = _page_number(asked.page, len(rows))
    page_slice = slice((page - 1) * _PAGE_SIZE, page * _PAGE_SIZE)
    counted = Counter(row.kind for row in chosen.inside) if chosen.section else comparison.counts
    counts = [(name, label, counted[name]) for name, label in KINDS.items()]
    counts.append((GLOSSARY, "Glossary terms", len(comparison.terms)))
    return {
        "document": left.document,
        "earlier": left,
        "later": right,
        "comparison": comparison,
        "chosen": chosen,
        "section_label": chosen.label(left),
        "unlisted": chosen.unlisted,
        "bars": bars(counts),
        "terms": None if terms is None else shown_terms(comparison, terms[page_slice]),
        "map": None if chosen.query or page > 1 else renumbering(comparison),
        "kind_names": list(KINDS.values()),
        "rows": shown(comparison, chosen.rows[page_slice]),
        "row_count": len(rows),
        "page": page,
        "pages": max(1, -(-len(rows) // _PAGE_SIZE)),
        "previous_query": chosen.with_(page=page - 1) if page > 1 else "",
        "next_query": chosen.with_(page=page + 1) if page * _PAGE_SIZE < len(rows) else "",
        "neighbours": _neighbours(left.document, left, right),
    }


def _page_number(asked: str, rows: int) -> int:
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
    return max(1, min(number, -(-rows // _PAGE_SIZE)))


def _neighbours(work: Document, earlier: Edition, later: Edition) -> dict[str, tuple[str, str] | None]:
    """(label, URL) of the comparison one step before and of the one after."""
    editions = list(work.editions.order_by("effective"))
    keys = [edition.pk for edition in editions]
    start, end = keys.index(earlier.pk), keys.index(later.pk)

    def link(one: int, other: int) -> tuple[str, str] | None:
        if one < 0 or other >= len(editions):
            return None
        url = reverse("reading:compare", args=[work.slug, editions[one].slug, editions[other].slug])
        return f"{editions[one].slug} → {editions[other].slug}", url

    return {"before": link(start - 1, start), "after": link(end, end + 1)}
