"""ETags and dates of pages: an unchanged page is answered with 304.

A page is made from one snapshot of the database, its ETag included; so no cached page has an ETag newer than its
data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import condition

from rulesite.reading.caching.state import library_of, snapshot, state_of
from rulesite.rulebook import pending


@lru_cache(maxsize=1)
def release_fingerprint() -> str:
    """A fingerprint of the templates and static files, so that a new release invalidates browsers' copies."""
    seen = hashlib.sha256()
    for folder in ("templates", "static", "rulesite/reading", "rulesite/checks"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                seen.update(path.read_bytes())
    return seen.hexdigest()[:12]


def etag_value(request: HttpRequest) -> str:
    """A string that changes whenever anything that pages show changes."""
    library = library_of(request)
    fingerprint = f"{release_fingerprint()}-pending" if pending.is_pending() else release_fingerprint()
    if library is None:
        return f"empty-{fingerprint}"
    pk, publication, revision, when = state_of(library)
    return f"{pk}-{publication}-{revision}-{when.timestamp():.6f}-{fingerprint}"


def _etag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    return None if _known(request) else f'"{etag_value(request)}"'


def _etag_of_search(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    library = library_of(request)
    return None if _known(request) else f'"{etag_value(request)}-{library.index if library else ""}"'


def _known(request: HttpRequest) -> bool:
    """Whether the reader may be logged in, and so see links to the admin."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES


View = Callable[..., HttpResponseBase]


def cached_page(view: View) -> View:
    """Decorator for a view whose page changes only with the library: an unchanged page is answered with 304.

    The page has an ETag and no date: after a clock is set back, a later state has an earlier date. It is made from one
    snapshot. Browsers may keep it, but must revalidate it each time; a logged-in reader has a version of their own.
    """
    return _cached(view, condition(etag_func=_etag))


def searched_page(view: View) -> View:
    """The same for a page of search results, which also depends on the index: that is published a moment later."""
    return _cached(view, condition(etag_func=_etag_of_search))


def _cached(view: View, condition: Callable[[View], View]) -> View:
    conditional = condition(view)

    @wraps(view)
    def asked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with snapshot():
            response = conditional(request, *args, **kwargs)
        private = _known(request) or "private" in response.get("Cache-Control", "")
        patch_cache_control(response, no_cache=True, **{"private" if private else "public": True})
        patch_vary_headers(response, ["Cookie"])
        return response

    return asked
