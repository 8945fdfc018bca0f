"""The outcomes of an edition's references: counts, and every unresolved one with its place."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesite.reading import edition_counts, unfollowed
from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.sections import counts_of
from rulesite.reading.views import addresses
from rulesite.rulebook.models.references import Outcome


@cached_page
@addresses.answers_moved
def references(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Counts by outcome; then the dangling, ambiguous and outside references, and the pending source tags."""
    edition = addresses.edition_at(library_of(request), document, date)
    if edition.document.slug != document:
        raise addresses.Moved(reverse("reading:references", args=[edition.document.slug, edition.slug]))
    counts = counts_of(edition, library_of(request))
    places = unfollowed.places_of(edition)
    groups = [
        (outcome, found)
        for outcome in (Outcome.DANGLING, Outcome.AMBIGUOUS, Outcome.WAITING, Outcome.EXTERNAL)
        if (found := list(unfollowed.references_of(edition, outcome, places)))
    ]
    tags = [
        (outcome, found)
        for outcome in (Outcome.DANGLING, Outcome.AMBIGUOUS, Outcome.WAITING)
        if (found := list(unfollowed.tags_of(edition, outcome, places)))
    ]
    doubtful = list(unfollowed.doubtful_tags_of(edition, places))
    return render(
        request,
        "reading/references.html",
        {
            "edition": edition,
            "document": edition.document,
            "outcomes": edition_counts.by_outcome(counts["outcomes"]),
            "tag_outcomes": edition_counts.by_outcome(counts["tags"]),
            "groups": groups,
            "tags": tags,
            "doubtful": doubtful,
        },
    )
