"""Search: a number goes straight to the rule, words give a list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rulesite.rulebook import addresses


def results(request: HttpRequest) -> HttpResponse:
    """The answer to a query."""
    query = request.GET.get("q", "").strip()
    try:
        version = addresses.resolve(query)
    except addresses.NoSuchRule as refusal:
        return render(request, "reading/search.html", {"query_text": query, "refusal": str(refusal)})
    return redirect(version.get_absolute_url() + f"#{version.key}")
