"""The first page: what this is, the search box, and what it holds."""

from __future__ import annotations

from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.freshness import cached_page
from rulesite.rulebook.models import Document, Edition, Example, RuleVersion

COUNTED = ~Q(versions__kind__in=[RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION])
"""What counts as a provision on the pages: chapters and sections are the frame around them."""


@cached_page
def home(request: HttpRequest) -> HttpResponse:
    """One screen: what the site is, the one box, the newest edition, and every edition by document."""
    editions = (
        Edition.objects.select_related("document")
        .annotate(provision_count=Count("versions", filter=COUNTED))
        .order_by("-effective")
    )
    documents = list(Document.objects.prefetch_related(Prefetch("editions", queryset=editions)))
    held = [edition for document in documents for edition in document.editions.all()]
    newest = max(held, key=lambda edition: (edition.extent == Edition.Extent.WHOLE, edition.effective), default=None)
    return render(
        request,
        "reading/home.html",
        {
            "documents": documents,
            "newest": newest,
            "doors": _doors(newest),
            "has_glossary": newest is not None and newest.terms.exists(),
            "provision_count": sum(edition.provision_count for edition in held),
            "edition_count": len(held),
            "example_count": Example.objects.count() if held else 0,
        },
    )


def _doors(edition: Edition | None) -> list[RuleVersion]:
    """The chapters of the newest edition, or the sections of an extract without chapters."""
    if edition is None:
        return []
    for kind in (RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION):
        if found := list(edition.versions.filter(kind=kind).order_by("position")):
            return found
    return []
