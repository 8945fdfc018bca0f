"""How much is known of the descent between neighbouring editions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.freshness import cached_page, keep, library_of
from rulesite.reading.views import addresses
from rulesite.rulebook import comparing
from rulesite.rulebook.models import Document


@cached_page
def steps(request: HttpRequest, document: str) -> HttpResponse:
    """For each step between whole editions: the share of provisions without an edge, and why."""
    work = addresses.document_at(document)
    return render(request, "reading/steps.html", {"document": work, "shares": _shares(library_of(request), work.pk)})


@keep
def _shares(document_pk: int) -> list[comparing.Share]:
    return comparing.shares(Document.objects.get(pk=document_pk))
