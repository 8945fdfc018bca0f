"""Offline reading: the page about it, the service worker, and the data to keep."""

from __future__ import annotations

import json
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control

from rulesite.reading import offline
from rulesite.reading.caching import http
from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.pages.home import front
from rulesite.reading.views import lookups

_SCRIPTS = ("offline/kept.js", "offline/meant.js", "offline/lookup.js", "offline/keptcards.js", "offline/worker.js")


@cached_page
def page(request: HttpRequest) -> HttpResponse:
    """The page to keep, remove and search the copy in this browser."""
    return render(request, "reading/offline.html")


@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the root so that it covers every page: its scripts, and the release.

    Its text differs between releases, which tells browsers that there is a new worker.
    """
    release = {"build": http.release_fingerprint(), "page": reverse("reading:offline"), "assets": offline.assets()}
    scripts = json.dumps([static(name) for name in _SCRIPTS])
    source = f'"use strict";\nconst RELEASE = {json.dumps(release)};\nimportScripts(...{scripts});\n'
    return HttpResponse(source, content_type="text/javascript; charset=utf-8")


@cached_page
def newest(request: HttpRequest) -> HttpResponse:
    """The edition to keep (that of the home page), and everything to fetch for it; not found if there is none."""
    edition = front(library_of(request)).newest
    if edition is None:
        raise Http404("Nothing is loaded yet.")
    return JsonResponse(offline.offer(edition, library_of(request), http.etag_value(request)))


@cached_page
def data(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Every provision and glossary term of an edition, for looking things up offline."""
    edition = lookups.edition_at(library_of(request), document, date)
    return HttpResponse(offline.words_of(library_of(request), edition.pk), content_type="application/json")


@cache_control(max_age=86_400)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest: name and icons of the site on a home screen."""
    data = {
        "name": "Rules of Magic",
        "short_name": "Rules",
        "description": "Every edition of the rules of Magic as one linked text.",
        "lang": "en",
        "start_url": reverse("reading:home"),
        "scope": reverse("reading:home"),
        "display": "minimal-ui",
        "background_color": "#fbfaf7",
        "theme_color": "#f2efe8",
        "icons": [{"src": static("reading/favicon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(data, content_type="application/manifest+json")
