"""The help page: how to look things up, the keys, the meaning of the signs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.caching.http import cached_page


@cached_page
def help(request: HttpRequest) -> HttpResponse:
    """The whole help on one page; its list of keys is also the sheet that "?" opens."""
    return render(request, "reading/help.html")
