"""When what the pages show changed last: the stamp in their ETag, and the key of what is kept between requests.

`Library.changed` is the one clock, in the database, so that every process of the site sees the same time.  Whatever
changes what readers see moves it on: the rulebook's signals, and saving a page, a commentary, an edition.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import condition

from rulesite.rulebook import models, signals

P = ParamSpec("P")
T = TypeVar("T")
_MOST_KEPT = 2048
"""Things of one kind; the sections of fifteen editions are fewer than two thousand."""
_SHOWN = (models.Page, models.Commentary, models.Document, models.Edition, models.Assertion)


def library_of(request: HttpRequest) -> models.Library | None:
    """The library that is shown, asked for once a request."""
    if not hasattr(request, "_library"):
        request._library = models.Library.current()  # type: ignore[attr-defined]
    return request._library  # type: ignore[attr-defined]


def keep(made: Callable[P, T]) -> Callable[Concatenate[models.Library | None, P], T]:
    """Decorates a function of hashable arguments: what it gives is kept until the library changes.

    The result takes the library as its first argument; where there is none, nothing is kept.
    """

    kept = lru_cache(maxsize=_MOST_KEPT)(made)
    as_of: list[object] = [None]

    @wraps(made)
    def asked(library: models.Library | None, *args: P.args, **kwargs: P.kwargs) -> T:
        if library is None:
            return made(*args, **kwargs)
        if as_of[0] != (library.pk, library.changed):
            kept.cache_clear()
            as_of[0] = (library.pk, library.changed)
        return kept(*args, **kwargs)

    return asked


def touch(**_: object) -> None:
    """Move the library's clock on: what was kept or cached of the pages is out of date."""
    models.Library.objects.update(changed=timezone.now())


def listen() -> None:
    """Bind `touch` to everything that changes what readers see; called once, when the app is ready."""
    for signal in (signals.edition_changed, signals.wording_changed, signals.library_changed):
        signal.connect(touch, dispatch_uid="reading.freshness")
    for model in _SHOWN:
        post_save.connect(touch, sender=model, dispatch_uid=f"reading.freshness.{model.__name__}.save")
        post_delete.connect(touch, sender=model, dispatch_uid=f"reading.freshness.{model.__name__}.delete")


@lru_cache(maxsize=1)
def build() -> str:
    """A fingerprint of the templates and static files, so that a new release is a new page to browsers."""
    seen = hashlib.sha256()
    for folder in ("templates", "static", "rulesite/reading"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                seen.update(path.read_bytes())
    return seen.hexdigest()[:12]


def stamp(request: HttpRequest) -> str:
    """Equal as long as nothing that the pages show has changed."""
    library = library_of(request)
    return f"{library.pk}-{library.changed.timestamp():.6f}-{build()}" if library else f"empty-{build()}"


def _etag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        return None  # somebody may be logged in, and sees links to the admin
    return f'"{stamp(request)}"'


def _last_modified(request: HttpRequest, *args: object, **kwargs: object) -> datetime | None:
    library = library_of(request)
    return library.changed if library and settings.SESSION_COOKIE_NAME not in request.COOKIES else None


def cached_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorates a view whose page changes only with the library: an unchanged one is answered with 304.

    Browsers may keep it, but ask each time whether it is still good; who is logged in has pages of their own.
    """

    @wraps(view)
    def asked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = conditional(request, *args, **kwargs)
        whose = {"private": True} if settings.SESSION_COOKIE_NAME in request.COOKIES else {"public": True}
        patch_cache_control(response, no_cache=True, **whose)
        patch_vary_headers(response, ["Cookie"])
        return response

    conditional = condition(etag_func=_etag, last_modified_func=_last_modified)(view)
    return asked
