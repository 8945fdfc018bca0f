"""Permanent redirects from addresses without a version to the same calls of the first version."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.encoding import escape_uri_path
from django.views.decorators.http import require_safe

UNVERSIONED = r"openapi\.json|editions|search|dictionary|typeahead|(?:rule|export)/.+"
"""The calls that existed then."""


@require_safe
def moved(request: HttpRequest, rest: str) -> HttpResponse:
    """A permanent redirect that keeps the query string."""
    query = request.META.get("QUERY_STRING", "")
    place = f"{reverse('api:home')}{escape_uri_path(rest)}"
    return HttpResponsePermanentRedirect(f"{place}?{query}" if query else place)
