"""The small files that browsers and robots request at the root of a site."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control

_GOOD_FOR = timedelta(days=180)
"""Validity of the contact: it is read from the settings on every request."""


@cache_control(max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:
    """Allow everything but the admin, endless result pages, and the many views of each comparison."""
    shut = ["/admin/", "/search/", "/*/compare/*?"]
    sitemap = request.build_absolute_uri(reverse("reading:sitemaps"))
    return _text("User-agent: *", *(f"Disallow: {path}" for path in shut), "", f"Sitemap: {sitemap}")


@cache_control(max_age=86_400)
def security(request: HttpRequest) -> HttpResponse:
    """The security contact (RFC 9116); not found if the settings name none."""
    if not settings.SECURITY_CONTACTS:
        raise Http404("Whoever runs this site has not said whom to tell.")
    until = datetime.combine(datetime.now(UTC).date() + _GOOD_FOR, time(), UTC)
    contacts = [f"Contact: {contact}" for contact in settings.SECURITY_CONTACTS]
    canonical = request.build_absolute_uri(request.path)
    return _text(
        *contacts, f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}", f"Canonical: {canonical}", "Preferred-Languages: en"
    )


@cache_control(max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:
    """A redirect to the icon of the site from its traditional address."""
    return redirect(static("reading/favicon.svg"))


def _text(*lines: str) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
