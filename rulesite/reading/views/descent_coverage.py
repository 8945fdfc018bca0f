"""How complete descent is between neighbouring editions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.memo import memoize
from rulesite.reading.caching.state import library_of
from rulesite.reading.views import lookups
from rulesite.rulebook.descent import coverage
from rulesite.rulebook.models import Document


@cached_page
def steps(request: HttpRequest, document: str) -> HttpResponse:
    """For each step between whole editions: the share of provisions without an edge, and why."""
    work = lookups.document_at(document)
    return render(request, "reading/steps.html", {"document": work, "shares": _shares(library_of(request), work.pk)})


@memoize
def _shares(document_pk: int) -> list[dict[str, object]]:
    """The steps with plain dicts for counts: in a template, ``items`` of a Counter would be a count of zero."""
    return [
        {
            "earlier": share.earlier,
            "later": share.later,
            "old": share.old,
            "new": share.new,
            "share_old": share.share_old,
            "share_new": share.share_new,
            "without_heir": dict(share.without_heir),
            "without_ancestor": dict(share.without_ancestor),
            "kinds": dict(share.kinds),
        }
        for share in coverage.shares(Document.objects.get(pk=document_pk))
    ]
