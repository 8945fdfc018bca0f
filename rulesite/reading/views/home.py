"""The home page: what the site is, the search box, the newest edition, latest changes, examples, the library."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.charts.edition_plot import plot_of
from rulesite.reading.editions import held
from rulesite.reading.infractions import listing
from rulesite.reading.pages.edition_steps import steps_of
from rulesite.reading.pages.home import front
from rulesite.reading.rendering.link_preview import preview
from rulesite.rulebook.models import Document, Edition, Library


@cached_page
def home(request: HttpRequest) -> HttpResponse:
    """One screen: what the site is, the search box, the newest edition, latest changes, examples and editions."""
    words = "Every edition of the rules as one linked text: what a rule says, what it said before, and who cites it."
    shown = preview(request, "The rules of Magic, edition by edition", words, request.path)
    return render(request, "reading/home.html", _context(request) | {"preview": shown})


def _context(request: HttpRequest) -> dict[str, object]:
    """The content of the page, with a plot for each document of many editions, and its infractions."""
    library = library_of(request)
    known = front(library)
    shelves = [
        (document, plot_of(steps_of(document, library)), _penalty_guide(library, document))
        for document in known.documents
    ]
    return {"front": known, "shelves": shelves}


def _penalty_guide(library: Library | None, document: Document) -> Edition | None:
    """The newest edition of a document, if it has infractions."""
    newest = next(iter(held(library).of(document.pk)), None)
    return newest if newest and listing.has_any(library, newest) else None
