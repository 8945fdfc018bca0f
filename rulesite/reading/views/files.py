"""The small files that browsers and robots ask for at the root of a site."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control

_GOOD_FOR = timedelta(days=180)
"""How long a contact is said to be good for: it is read from the settings whenever somebody asks."""


@cache_control(max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:
    """Everything may be read but the admin, endless result pages, and the many views of each comparison."""
    shut = ["/admin/", "/search/", "/*/compare/*?"]
    sitemap = request.build_absolute_uri(reverse("reading:sitemaps"))
    return _text("User-agent: *", *(f"Disallow: {path}" for path in shut), "", f"Sitemap: {sitemap}")


@cache_control(max_age=86_400)
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole in the site (RFC 9116); nothing where nobody has been named."""
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
    """Where the sign of the site is, for whoever asks by the old name."""
    return redirect(static("reading/favicon.svg"))


def _text(*lines: str) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
