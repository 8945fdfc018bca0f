"""A document with its editions, and an edition with its contents."""

from __future__ import annotations

from datetime import date
from itertools import zip_longest

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading import across, counting
from rulesite.reading.freshness import cached_page, keep, library_of
from rulesite.reading.held import held
from rulesite.reading.sections import contents_of, counts_of
from rulesite.reading.views import addresses
from rulesite.rulebook.models import Document, Edition, Library, Source


@cached_page
@addresses.answers_moved
def document(request: HttpRequest, document: str) -> HttpResponse:
    """A work and its editions, newest first."""
    work = addresses.document_at(document)
    if work.slug != document:
        raise addresses.Moved(work.get_absolute_url())
    library = library_of(request)
    editions = held(library).of(work.pk)
    sources = _sources(library, work)
    rows = [
        (edition, earlier, counts_of(edition, library)["provisions"], sources.get(edition.pk, []))
        for edition, earlier in zip_longest(editions, editions[1:])
    ]
    return render(request, "reading/document.html", {"document": work, "editions": editions, "rows": rows})


@keep
def _sources(work: Document) -> dict[int, list[Source]]:
    """The sources of each edition, by its key, the one that is believed first; no more of them than their names."""
    found: dict[int, list[Source]] = {}
    rows = Source.objects.filter(edition__document=work).only("name", "edition").order_by("rank", "name")
    for source in rows:
        found.setdefault(source.edition_id, []).append(source)
    return found


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
    library = library_of(request)
    whole = contents_of(shown, library)
    counts = counts_of(shown, library)
    chapters = [(chapter, whole.leaves_of(chapter)) for chapter in whole.chapters]
    if homeless := whole.leaves_of(None):
        chapters.insert(0, (None, homeless))
    return render(
        request,
        "reading/edition.html",
        {
            "edition": shown,
            "document": shown.document,
            "note": note,
            "introduction": Edition.objects.filter(pk=shown.pk).values_list("introduction", flat=True).first(),
            "across": across.of_edition(library, shown),
            "chapters": chapters,
            "kinds": counts["kinds"],
            "example_count": counts["examples"],
            "term_count": counts["terms"],
            "index_count": shown.index_entries.count(),
            "sources": list(shown.sources.defer("packed")),
            "outcomes": counting.by_outcome(counts["outcomes"]),
            "tags": counting.by_outcome(counts["tags"]),
            **_neighbours(library, shown),
        },
    )


def _neighbours(library: Library | None, edition: Edition) -> dict[str, Edition | None]:
    """The editions before and after one."""
    editions = held(library).of(edition.document_id)
    at = [each.pk for each in editions].index(edition.pk)
    return {
        "earlier": editions[at + 1] if at + 1 < len(editions) else None,
        "later": editions[at - 1] if at else None,
    }
