"""Comparing two editions."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence, Set
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
from rulesite.reading.changes.comparison import KINDS, TURNS, UNCHANGED, Comparison, comparison_of, shown, shown_terms
from rulesite.reading.changes.comparison_filters import GLOSSARY, Chosen, ComparisonQuery, asked_of, chosen_of
from rulesite.reading.changes.groups import MOVED, Group, groups_of, page_of, summary
from rulesite.reading.changes.latest_changes import edition_after, edition_before
from rulesite.reading.charts.renumbering import renumbering
from rulesite.reading.rendering.bars import bars
from rulesite.reading.rendering.link_preview import preview
from rulesite.reading.templatetags.reading import edition_date
from rulesite.reading.views import lookups
from rulesite.rulebook.descent import comparison as descent_comparison
from rulesite.rulebook.models import Document, Edition, Library
from rulesite.text.changes import card_sets

_PAGE_SIZE = 120
"""Changes on one page of a comparison."""
_MAX_MOVED = 200
"""Moved rules that are listed beside the other changes; more are a link away."""
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
    context: dict[str, object] = {"neighbours": _neighbours(left.document, left, right)}
    response = _page(request, "reading/compare.html", left, right, asked_of(request.GET), context)
    neighbours = not left.document.editions.filter(effective__gt=earlier, effective__lt=later).exists()
    if request.GET or not neighbours:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@cached_page
@lookups.answers_moved
def notes(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """What changed in an edition: the same list as its comparison with the edition before it, to share."""
    library = library_of(request)
    edition = lookups.edition_for(library, document, date, "reading:notes")
    earlier = edition_before(edition)
    if earlier is None:
        message = f"{edition.address} is the oldest edition of its kind held here: there is none to compare it with."
        raise lookups.NotHere(message, [(str(edition), edition.get_absolute_url())], "Nothing to compare with")
    page = reverse("reading:compare", args=[edition.document.slug, earlier.slug, edition.slug])
    context: dict[str, object] = {
        "neighbours": {"before": edition_before(earlier), "after": edition_after(edition)},
        "card_set": card_sets.of_edition(edition.effective),
        "page": page,
    }
    return _page(request, "reading/notes.html", earlier, edition, ComparisonQuery(), context, page)


def _page(
    request: HttpRequest,
    template: str,
    earlier: Edition,
    later: Edition,
    asked: ComparisonQuery,
    context: dict[str, object],
    page: str = "",
) -> HttpResponse:
    """The page of a comparison, or one that says that too many are being made."""
    context |= {"document": earlier.document, "earlier": earlier, "later": later}
    try:
        body, in_short = _body(library_of(request), earlier, later, asked, page)
    except descent_comparison.NoWay as reason:
        raise lookups.NotHere(str(reason), [(earlier.document.title, earlier.document.get_absolute_url())]) from None
    except sandbox.Busy as busy:
        return busy.mark(render(request, "reading/busy.html", context | {"heading": "Busy comparing", "said": busy}))
    notes_page = reverse("reading:notes", args=[later.document.slug, later.slug])
    before = edition_before(later)
    title = f"{later.document.title}: what changed, {edition_date(earlier)} to {edition_date(later)}"
    is_of_edition = before is not None and before.pk == earlier.pk
    canonical = notes_page if is_of_edition else request.path
    context |= {
        "body": mark_safe(zlib.decompress(body).decode()),
        "summary": in_short,
        "preview": preview(request, title, in_short, canonical),
    }
    return render(request, template, context)


def _make(earlier: Edition, later: Edition, asked: ComparisonQuery, page: str) -> tuple[bytes, str]:
    """The body of a comparison's page, compressed, and its summary; ``page`` is the URL of the comparison, "" on that
    page. Raises bounded.Busy when too many are being made.
    """
    with TURNS.turn():
        comparison = comparison_of(earlier, later, Library.current())
        groups = groups_of(earlier, later, Library.current())
        urls = {"page_url": page, "section_rows": comparison.section_rows(page)}
        body = render_to_string("reading/compare_body.html", _context(comparison, groups, asked) | urls)
    return zlib.compress(body.encode(), 6), summary(groups, comparison)


_body = memoize(_make, most=_MAX_BODIES, of=of_all_between)


def _context(comparison: Comparison, groups: Sequence[Group], asked: ComparisonQuery) -> dict[str, object]:
    """The context of the page's body."""
    left, right = comparison.earlier, comparison.later
    chosen = chosen_of(asked, comparison)
    grouped = [] if chosen.query else [each for each in groups if each.name != MOVED]
    terms = comparison.terms if chosen.kind == GLOSSARY else None
    rows = chosen.rows if terms is None else terms
    row_count = sum(len(each.items) for each in grouped) if grouped else len(rows)
    page = _page_number(asked.page, row_count)
    pages = max(1, -(-row_count // _PAGE_SIZE))
    page_slice = slice((page - 1) * _PAGE_SIZE, page * _PAGE_SIZE)
    moved = next((each for each in groups if each.name == MOVED and len(each.items) <= _MAX_MOVED), None)
    parts = page_of(grouped, comparison, page_slice.start, page_slice.stop)
    jumps = _jumps(grouped, chosen, {part.group.name for part in parts})
    if moved and not chosen.query:
        jumps.append((moved, "" if page == pages else chosen.with_(page=pages)))
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
        "kind_names": [label for name, label in KINDS.items() if name != UNCHANGED],
        "jumps": jumps,
        "grouped": parts,
        "many_moved": None if moved or chosen.query else next((each for each in groups if each.name == MOVED), None),
        "moved": moved if not chosen.query and page == pages else None,
        "rows": [] if grouped else shown(comparison, chosen.rows[page_slice]),
        "row_count": row_count,
        "page": page,
        "pages": pages,
        "previous_query": chosen.with_(page=page - 1) if page > 1 else "",
        "next_query": chosen.with_(page=page + 1) if page < pages else "",
    }


def _jumps(groups: Sequence[Group], chosen: Chosen, shown: Set[str]) -> list[tuple[Group, str]]:
    """Each group with the query of the page on which it begins, "" where some of it is on this page."""
    jumps, first = [], 0
    for group in groups:
        jumps.append((group, "" if group.name in shown else chosen.with_(page=first // _PAGE_SIZE + 1)))
        first += len(group.items)
    return jumps


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
