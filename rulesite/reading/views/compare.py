"""Comparing two editions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from rulesite.reading.changes import KINDS, Row, comparison_of
from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.renumbering import renumbering
from rulesite.reading.views import addresses
from rulesite.rulebook import comparing
from rulesite.rulebook.models import Document, Edition

_PAGE = 120
_TOLD = ("new", "removed", "reworded", "split", "merged")
"""What is listed before anybody chooses: everything that says something else than before."""


_SIDES = ("was", "now", "rule")
"""The queries for one rule: by its number in the earlier edition, in the later one, in either."""
_GLOSSARY = "glossary"
"""The filter that shows the terms instead of the rules."""


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
    kind, section = request.GET.get("kind", ""), request.GET.get("section", "")
    kind = kind if kind in (*KINDS, _GLOSSARY) else ""
    view = "columns" if request.GET.get("view") == "columns" else ""
    side = next((name for name in _SIDES if request.GET.get(name)), "rule")
    rule = request.GET.get(side, "").strip()[:20]
    if rule:
        kind = section = ""
        rows = [row for row in comparison.rows if row.names(rule, side)]
    else:
        inside = [row for row in comparison.rows if not section or row.section_name == section]
        rows = [row for row in inside if (row.kind == kind if kind else row.kind in _TOLD)]
    page = _page_number(request.GET.get("page", ""), len(rows))
    kept = {
        name: value for name, value in (("kind", kind), ("section", section), ("rule", rule), ("view", view)) if value
    }
    biggest = max([len(comparison.terms), 1, *comparison.counts.values()])
    bars = [(name, KINDS[name], comparison.counts[name]) for name in KINDS]
    bars.append((_GLOSSARY, "Glossary terms", len(comparison.terms)))
    return render(
        request,
        "reading/compare.html",
        {
            "document": one.document,
            "earlier": one,
            "later": other,
            "comparison": comparison,
            "kind": kind,
            "kind_name": "Glossary terms" if kind == _GLOSSARY else KINDS.get(kind, ""),
            "section": section,
            "section_label": _section_label(section, one),
            "rule": rule,
            "rule_query": urlencode({side: rule}),
            "unlisted": [] if kind or rule else _unlisted(inside),
            "bars": [(*bar, round(240 * bar[2] / biggest)) for bar in bars],
            "terms": comparison.terms if kind == _GLOSSARY else None,
            "map": None if kind or section or rule or page > 1 else renumbering(comparison),
            "kind_names": list(KINDS.values()),
            "rows": rows[(page - 1) * _PAGE : page * _PAGE],
            "row_count": len(comparison.terms) if kind == _GLOSSARY else len(rows),
            "page": page,
            "pages": max(1, -(-len(rows) // _PAGE)),
            "previous_query": urlencode(kept | {"page": page - 1}) if page > 1 else "",
            "next_query": urlencode(kept | {"page": page + 1}) if page * _PAGE < len(rows) else "",
            "columns": view == "columns",
            "neighbours": _neighbours(one.document, one, other),
        },
    )


def _section_label(section: str, earlier: Edition) -> str:
    return f"{section[4:]} of {earlier.slug}" if section.startswith("old-") else section


def _unlisted(rows: Sequence[Row]) -> list[tuple[str, str, int]]:
    """What is counted but not listed before anybody chooses: kind, name, count."""
    counts = Counter(row.kind for row in rows)
    return [(kind, name.lower(), counts[kind]) for kind, name in KINDS.items() if kind not in _TOLD and counts[kind]]


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
