"""The dictionary of phrases learned from the book's own rewordings, page by page."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.caching.http import cached_page
from rulesite.reading.pages import dictionary as pages_dictionary

_PAGE_SIZE = 50


@cached_page
def dictionary(request: HttpRequest) -> HttpResponse:
    """Phrases with their newer equivalents, and the rules that show it; by weight, or by their words."""
    by_words, letter = request.GET.get("order") == "words", request.GET.get("letter", "")[:1]
    pages = Paginator(pages_dictionary.pairs(by_words=by_words, letter=letter), _PAGE_SIZE)
    shown = pages.get_page(request.GET.get("page"))
    query = ({"order": "words"} if by_words else {}) | ({"letter": letter} if letter else {})
    return render(
        request,
        "reading/dictionary.html",
        {
            "entries": list(pages_dictionary.entries(list(shown.object_list))),
            "shown": shown,
            "total": pages.count,
            "letters": pages_dictionary.letters(),
            "letter": letter,
            "by_words": by_words,
            "order_query": urlencode({"letter": letter}) if letter else "",
            "previous_query": urlencode(query | {"page": shown.previous_page_number()}) if shown.has_previous() else "",
            "next_query": urlencode(query | {"page": shown.next_page_number()}) if shown.has_next() else "",
        },
    )
