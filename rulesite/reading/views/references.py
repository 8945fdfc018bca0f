"""The outcomes of an edition's references: counts, and every unresolved one with its place."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.links import unresolved
from rulesite.reading.pages import standing
from rulesite.reading.pages.sections import counts_of
from rulesite.reading.precomputed import counts as precomputed_counts
from rulesite.reading.views import lookups
from rulesite.rulebook.models.references import Outcome


@cached_page
@lookups.answers_moved
def references(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Counts by outcome; then the dangling, ambiguous and outside references, and the pending source tags."""
    edition = lookups.edition_for(library_of(request), document, date, "reading:references")
    counts = counts_of(edition, library_of(request))
    places = unresolved.places_of(edition)
    groups = [
        (outcome, rows)
        for outcome in (Outcome.DANGLING, Outcome.AMBIGUOUS, Outcome.WAITING, Outcome.EXTERNAL)
        if (rows := list(unresolved.references_of(edition, outcome, places)))
    ]
    tags = [
        (outcome, rows)
        for outcome in (Outcome.DANGLING, Outcome.AMBIGUOUS, Outcome.WAITING)
        if (rows := list(unresolved.tags_of(edition, outcome, places)))
    ]
    doubtful = list(unresolved.doubtful_tags_of(edition, places))
    return render(
        request,
        "reading/references.html",
        {
            "edition": edition,
            "document": edition.document,
            "standing": standing.of_edition(library_of(request), edition, "Edition", "references/"),
            "outcomes": precomputed_counts.by_outcome(counts["outcomes"]),
            "tag_outcomes": precomputed_counts.by_outcome(counts["tags"]),
            "groups": groups,
            "tags": tags,
            "doubtful": doubtful,
        },
    )
