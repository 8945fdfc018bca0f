"""Comparing two editions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from rulesite.reading.bars import bars
from rulesite.reading.changes import KINDS, Comparison, Row, comparison_of
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
    chosen = _chosen(request, comparison)
    terms = comparison.terms if chosen.kind == _GLOSSARY else None
    shown = chosen.rows if terms is None else terms
    page = _page_number(request.GET.get("page", ""), len(shown))
    there = slice((page - 1) * _PAGE, page * _PAGE)
    counted = Counter(row.kind for row in chosen.inside) if chosen.section else comparison.counts
    counts = [(name, label, counted[name]) for name, label in KINDS.items()]
    counts.append((_GLOSSARY, "Glossary terms", len(comparison.terms)))
    return render(
        request,
        "reading/compare.html",
        {
            "document": one.document,
            "earlier": one,
            "later": other,
            "comparison": comparison,
            "chosen": chosen,
            "section_label": _section_label(chosen, one),
            "unlisted": [] if chosen.kind or chosen.rule or chosen.old else _unlisted(chosen.inside),
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


@dataclass(frozen=True)
class Chosen:
    """What a reader asked to be listed: a kind, a section, a band of the map (``old`` to ``section``), or one rule.

    ``inside`` are the changes of the section, whatever their kind, ``rows`` those that are listed.
    """

    kind: str
    section: str
    old: str
    rule: str
    side: str
    columns: bool
    inside: Sequence[Row]
    rows: Sequence[Row]

    @property
    def kind_name(self) -> str:
        """The kind for readers, "" for none."""
        return "Glossary terms" if self.kind == _GLOSSARY else KINDS.get(self.kind, "")

    @property
    def query(self) -> str:
        """The query that chooses it again, without its layout."""
        named = {"kind": self.kind, "from": self.old, "section": self.section, self.side: self.rule}
        return urlencode({name: value for name, value in named.items() if value})

    def with_(self, **more: object) -> str:
        """The same query, its layout, and more."""
        layout = {"view": "columns"} if self.columns else {}
        return "&".join(part for part in (self.query, urlencode(layout | more)) if part)

    @property
    def in_columns(self) -> str:
        """The query of the same in two columns."""
        return "&".join(part for part in (self.query, "view=columns") if part)


def _chosen(request: HttpRequest, comparison: Comparison) -> Chosen:
    kind, section, old = (request.GET.get(name, "")[:20] for name in ("kind", "section", "from"))
    kind = kind if kind in (*KINDS, _GLOSSARY) else ""
    side = next((name for name in _SIDES if request.GET.get(name)), "rule")
    rule = request.GET.get(side, "").strip()[:20]
    if rule:
        kind = section = old = ""
    inside = [row for row in comparison.rows if not section or row.section_name == section]
    if rule:
        rows = [row for row in comparison.rows if row.names(rule, side)]
    elif old:
        kind = ""
        rows = [row for row in comparison.rows if row.went(old, section)]
    else:
        rows = [row for row in inside if (row.kind == kind if kind else row.kind in _TOLD)]
    return Chosen(kind, section, old, rule, side, request.GET.get("view") == "columns", inside, rows)


def _section_label(chosen: Chosen, earlier: Edition) -> str:
    section = chosen.section
    label = f"{section[4:]} of {earlier.slug}" if section.startswith("old-") else section
    return f"{label}, from {chosen.old}" if chosen.old else label


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
