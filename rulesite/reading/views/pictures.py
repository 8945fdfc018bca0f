"""Pages of pictures: the growth of a document and where it changed; five paths through the rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.charts.edition_plot import plot_of
from rulesite.reading.charts.heat import heat_of
from rulesite.reading.charts.paths import diagrams_of
from rulesite.reading.editions import held
from rulesite.reading.pages.edition_steps import steps_of
from rulesite.reading.rendering.link_preview import preview
from rulesite.reading.views import lookups
from rulesite.rulebook.models import Edition

_RULES = "cr"
"""The document that the diagrams are of."""


@cached_page
@lookups.answers_moved
def growth(request: HttpRequest, document: str) -> HttpResponse:
    """The size of each edition of a document, and the heat of change by section and year."""
    work = lookups.document_at(document)
    if work.slug != document:
        raise lookups.Moved(reverse("reading:growth", args=[work.slug]))
    steps = steps_of(work, library_of(request))
    words = f"How large each edition of the {work.title} is, how much of it changed, and in which sections and years."
    context = {
        "document": work,
        "steps": steps,
        "plot": plot_of(steps),
        "heat": heat_of(steps),
        "preview": preview(request, f"{work.title}: its growth and its changes", words, request.path),
    }
    return render(request, "reading/growth.html", context)


@cached_page
def paths(request: HttpRequest) -> HttpResponse:
    """Casting a spell, the turn, combat, state-based actions and the layers as diagrams of the newest edition."""
    library = library_of(request)
    editions = [edition for edition in held(library).editions if edition.document.slug == _RULES]
    newest = next((edition for edition in editions if edition.extent == Edition.Extent.WHOLE), None)
    newest = newest or next(iter(editions), None)
    if newest is None:
        raise lookups.NotHere("The Comprehensive Rules, which the diagrams lead to, are not held here.")
    words = "Casting a spell, the turn, combat, state-based actions and the layers, step by step, each with its rule."
    context = {
        "edition": newest,
        "diagrams": diagrams_of(newest, library),
        "preview": preview(request, "Five paths through the rules", words, request.path),
    }
    return render(request, "reading/paths.html", context)
