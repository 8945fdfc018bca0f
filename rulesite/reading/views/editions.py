"""A document with its editions, and an edition with its contents."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import zip_longest

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading import across
from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.front import COUNTED
from rulesite.reading.outcomes import outcomes_of, tag_outcomes_of
from rulesite.reading.outline import outline_of
from rulesite.reading.views import addresses
from rulesite.rulebook.models import Edition, Example


@cached_page
@addresses.answers_moved
def document(request: HttpRequest, document: str) -> HttpResponse:
    """A work and its editions, newest first."""
    work = addresses.document_at(document)
    if work.slug != document:
        raise addresses.Moved(work.get_absolute_url())
    editions = list(
        work.editions.select_related("document")
        .annotate(provision_count=Count("versions", filter=COUNTED))
        .prefetch_related("sources")
        .order_by("-effective")
    )
    steps = zip_longest(editions, editions[1:])
    return render(request, "reading/document.html", {"document": work, "editions": editions, "steps": steps})


@cached_page
@addresses.answers_moved
def edition(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """An edition: its contents, where it comes from, how its date is known, what became of its references."""
    shown = addresses.edition_at(library_of(request), document, date)
    if shown.document.slug != document:
        raise addresses.Moved(shown.get_absolute_url())
    return show(request, shown)


def show(request: HttpRequest, shown: Edition, note: str = "") -> HttpResponse:
    """The page of an edition, with a remark on how the reader came to it."""
    outline = outline_of(shown, library_of(request))
    chapters = [(chapter, outline.leaves_of(chapter)) for chapter in outline.chapters]
    if homeless := outline.leaves_of(None):
        chapters.insert(0, (None, homeless))
    return render(
        request,
        "reading/edition.html",
        {
            "edition": shown,
            "document": shown.document,
            "note": note,
            "across": across.of_edition(library_of(request), shown),
            "chapters": chapters,
            "kinds": dict(Counter(entry.kind for entry in outline.entries)),
            "example_count": Example.objects.filter(version__edition=shown).count()
            + Example.objects.filter(term__edition=shown).count(),
            "term_count": shown.terms.count(),
            "sources": shown.sources.all(),
            "outcomes": outcomes_of(shown),
            "tags": tag_outcomes_of(shown),
            "earlier": _neighbour(shown, "-effective", effective__lt=shown.effective),
            "later": _neighbour(shown, "effective", effective__gt=shown.effective),
        },
    )


def _neighbour(edition: Edition, order: str, **bound: date) -> Edition | None:
    return Edition.objects.select_related("document").filter(document=edition.document, **bound).order_by(order).first()
