"""The search of the address bar: browsers read a description of it, then ask for suggestions and results."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control

from rulesite.reading.views.addresses import search_url
from rulesite.search import typeahead


@cache_control(max_age=86_400)
def description(request: HttpRequest) -> HttpResponse:
    """An OpenSearch 1.1 description: where results and suggestions are, at the host that was asked."""
    addresses = {
        "home": request.build_absolute_uri(reverse("reading:home")),
        "icon": request.build_absolute_uri(static("reading/favicon.svg")),
        "results": request.build_absolute_uri(reverse("reading:search")),
        "suggestions": request.build_absolute_uri(reverse("reading:suggestions")),
        "itself": request.build_absolute_uri(reverse("reading:opensearch")),
    }
    return render(
        request,
        "reading/opensearch.xml",
        addresses,
        content_type="application/opensearchdescription+xml; charset=utf-8",
    )


@cache_control(public=True, max_age=300)
def suggestions(request: HttpRequest) -> HttpResponse:
    """What the box would offer, as browsers want it: what was typed, completions, what each is, where each leads.

    Each completion stands once, and is written so that a search for it leads to what its description says.
    """
    asked = request.GET.get("q", "")[:200]
    offered: dict[str, tuple[str, str]] = {}
    for one in typeahead.typeahead(asked):
        if one.kind != "edition":  # a search for a day finds the rules that name it
            offered.setdefault(_completion(one), (_described(one), one.url or search_url(one.text)))
    answer = [
        asked,
        list(offered),
        [described for described, _ in offered.values()],
        [request.build_absolute_uri(url) for _, url in offered.values()],
    ]
    return JsonResponse(answer, safe=False, content_type="application/x-suggestions+json")


def _completion(one: typeahead.Suggestion) -> str:
    """A number with its edition, so that two rules that had it are told apart."""
    return f"{one.text}@{one.edition}" if one.kind == "number" else one.text


def _described(one: typeahead.Suggestion) -> str:
    if one.kind == "word":
        return "Search the rules"
    if one.kind == "term":
        return f"Glossary, {one.book} {one.edition.partition('/')[2]}"
    return f"{one.title}, now {one.now}" if one.now else one.title
