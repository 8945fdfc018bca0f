"""OpenSearch, for the browser's address bar: a description of the search, and suggestions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control

from rulesite.reading.views.lookups import search_url
from rulesite.search import typeahead


@cache_control(max_age=86_400)
def description(request: HttpRequest) -> HttpResponse:
    """An OpenSearch 1.1 description: the URLs of results and suggestions, at the requested host."""
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
    """The suggestions of the search box in the browser's format: query, completions, their descriptions, their URLs.

    Each completion occurs once, and searching for it leads to what its description says.
    """
    query = request.GET.get("q", "")[:200]
    offered: dict[str, tuple[str, str]] = {}
    for suggestion in typeahead.typeahead(query):
        if suggestion.kind != "edition":  # a search for a day returns the rules that name it
            offered.setdefault(
                _completion(suggestion), (_described(suggestion), suggestion.url or search_url(suggestion.text))
            )
    answer = [
        query,
        list(offered),
        [described for described, _ in offered.values()],
        [request.build_absolute_uri(url) for _, url in offered.values()],
    ]
    return JsonResponse(answer, safe=False, content_type="application/x-suggestions+json")


def _completion(one: typeahead.Suggestion) -> str:
    """A number with its edition, so that two rules that had the number can be told apart."""
    return f"{one.text}@{one.edition}" if one.kind == "number" else one.text


def _described(one: typeahead.Suggestion) -> str:
    if one.kind == "word":
        return "Search the rules"
    if one.kind == "term":
        return f"Glossary, {one.book} {one.edition.partition('/')[2]}"
    return f"{one.title}, now {one.now}" if one.now else one.title
