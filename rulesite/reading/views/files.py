"""The small files that browsers and robots ask for at the root of a site."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control


@cache_control(max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:
    """Everything may be read but the admin, endless result pages, and the many views of each comparison."""
    shut = ["/admin/", "/search/", "/*/compare/*?"]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in shut), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@cache_control(max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Where the sign of the site is, for whoever asks by the old name."""
    return redirect(static("reading/favicon.svg"))
