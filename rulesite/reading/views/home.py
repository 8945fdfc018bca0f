"""The home page: what the site is, the search box, the newest edition, latest changes, examples, the library."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.pages.home import front


@cached_page
def home(request: HttpRequest) -> HttpResponse:
    """One screen: what the site is, the search box, the newest edition, latest changes, examples and editions."""
    return render(request, "reading/home.html", {"front": front(library_of(request))})
