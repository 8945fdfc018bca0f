"""The home page: what the site is, the search box, the newest edition, latest changes, examples, the library."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.pages.home import front
from rulesite.reading.rendering.link_preview import preview


@cached_page
def home(request: HttpRequest) -> HttpResponse:
    """One screen: what the site is, the search box, the newest edition, latest changes, examples and editions."""
    words = "Every edition of the rules as one linked text: what a rule says, what it said before, and who cites it."
    shown = preview(request, "The rules of Magic, edition by edition", words, request.path)
    return render(request, "reading/home.html", {"front": front(library_of(request)), "preview": shown})
