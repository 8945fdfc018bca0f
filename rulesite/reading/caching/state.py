"""The state of the library that pages show: the revision in their ETag, and the key of everything memoized.

`Library.publication` and `Library.revision` name the state that readers see. They are in the database, so that every
process of the site has the same state. Every change that readers see advances one of them in its own transaction: a
publication, the rulebook's signals, and saving a page, a commentary, an edition. A page and its ETag are made from one
snapshot of the database; so nothing is ever kept under a newer state than the data it was made from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import condition

from rulesite.checks.models import Confirmation, KnownGap
from rulesite.databases import reading_one_state
from rulesite.rulebook import models, pending, signals, workspaces

P = ParamSpec("P")
T = TypeVar("T")
State = tuple[int, int, int, datetime]
"""A library's key, its publication and its revision, and when it reached them."""
Seen = tuple[object, ...]
"""Everything that can change the response to the same request of the same reader."""
Of = Callable[..., Iterable[str]]
"""Takes the library and a memoized function's arguments, returns the addresses of the editions used; see `keep`."""
_MOST_KEPT = 1024
"""Results kept of each function, unless `keep` is given another number."""
_SHOWN = (
    models.Page,
    models.Commentary,
    models.Document,
    models.Edition,
    models.Assertion,
    models.StruckPair,
    models.Library,
    Confirmation,
    KnownGap,
)


_BESIDE = (models.Page, models.Commentary, models.StruckPair)
"""The models among them that no edition's text or descent depends on."""


def library_of(request: HttpRequest) -> models.Library | None:
    """The current library, fetched once for each request."""
    if not hasattr(request, "_library"):
        request._library = models.Library.current()  # type: ignore[attr-defined]
    return request._library  # type: ignore[attr-defined]


def state_of(library: models.Library) -> State:
    """The state of a library that readers see.

    It includes a time, as the numbers of a transaction that is rolled back are used again by the next one.
    """
    return library.pk, library.publication, library.revision, library.changed


def seen() -> Seen | None:
    """The state that readers see now: that of the library, its search index, and whether documents wait; None while
    there is no library.

    Read for every request, and so without the ORM, which would take ten times as long.
    """
    with connection.cursor() as cursor:
        cursor.execute(*_query())
        row = cursor.fetchone()
    if row is None:
        return None
    return row if workspaces.is_shared() else (*row, pending.is_pending())


@lru_cache(maxsize=1)
def _query() -> tuple[str, tuple[Any, ...]]:
    waits = pending.asked_along()
    rows = models.Library.objects.order_by("pk").values_list(
        "pk", "publication", "revision", "changed", "index", *([] if waits is None else [waits])
    )
    return rows[:1].query.sql_with_params()


def keep(
    made: Callable[P, T],
    *,
    most: int = _MOST_KEPT,
    of: Of | None = None,
) -> Callable[Concatenate[models.Library | None, P], T]:
    """Decorator that memoizes a function of hashable arguments while the library's state stays the same.

    The decorated function takes the library as an additional first argument; without a library nothing is kept. The
    library must be read before, or in the same snapshot as, the data of the function. At most ``most`` results are
    kept.

    ``of`` returns, for all arguments, the addresses of the editions whose text and descent the result depends on; the
    result is then kept until one of these is corrected, whatever is corrected elsewhere. The result may also depend on
    data that only a publication, or a change of no particular edition, changes; but on nothing that people write beside
    the book.
    """
    newest: list[Seen] = [()]

    @lru_cache(maxsize=most)
    def kept(state: Seen, *args: P.args, **kwargs: P.kwargs) -> T:
        return made(*args, **kwargs)

    @wraps(made)
    def asked(library: models.Library | None, *args: P.args, **kwargs: P.kwargs) -> T:
        if library is None:
            return made(*args, **kwargs)
        state: Seen = state_of(library) if of is None else (library.pk, library.publication)
        seen = state if of is None else (*state, *library.marks(of(library, *args, **kwargs)))
        if state > newest[0]:  # no new request can be in an older state
            newest[0] = state
            kept.cache_clear()
        return kept(seen, *args, **kwargs)  # type: ignore[arg-type] # lru_cache's stubs forget the parameters

    return asked


def of_none(library: models.Library, *_: object) -> Iterable[str]:
    """For `keep`: a result that depends on no edition's text, only on which editions there are."""
    return ()


def of_one(library: models.Library, edition: models.Edition, *_: object) -> Iterable[str]:
    """For `keep`: a result that depends on the text of the edition that is the first argument."""
    return [edition.address]


def of_all_between(
    library: models.Library, earlier: models.Edition, later: models.Edition, *_: object
) -> Iterable[str]:
    """For `keep`: a result that depends on the text and descent of two editions of a document and of all in between."""
    return [each for each in sorted(library.touched) if earlier.address <= each <= later.address]


def touch(sender: object = None, **_: object) -> None:
    """Advance the library's revision: everything memoized or cached for pages is out of date."""
    models.Library.move_on(book=sender not in _BESIDE)


def listen() -> None:
    """Connect `touch` to every change that readers see and that does not advance the library itself; called once."""
    for signal in (signals.edition_changed, signals.library_changed):
        signal.connect(touch, dispatch_uid="reading.freshness")
    for model in _SHOWN:
        post_save.connect(touch, sender=model, dispatch_uid=f"reading.freshness.{model.__name__}.save")
        post_delete.connect(touch, sender=model, dispatch_uid=f"reading.freshness.{model.__name__}.delete")


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything inside from one snapshot of the database, without locks.

    Inside an open transaction, that transaction's snapshot.
    """
    if connection.in_atomic_block:
        yield
        return
    with reading_one_state(connection), transaction.atomic():
        yield


@lru_cache(maxsize=1)
def build() -> str:
    """A fingerprint of the templates and static files, so that a new release invalidates browsers' copies."""
    seen = hashlib.sha256()
    for folder in ("templates", "static", "rulesite/reading", "rulesite/checks"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                seen.update(path.read_bytes())
    return seen.hexdigest()[:12]


def stamp(request: HttpRequest) -> str:
    """A string that changes whenever anything that pages show changes."""
    library = library_of(request)
    made = f"{build()}-pending" if pending.is_pending() else build()
    if library is None:
        return f"empty-{made}"
    pk, publication, revision, when = state_of(library)
    return f"{pk}-{publication}-{revision}-{when.timestamp():.6f}-{made}"


def _etag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    return None if _known(request) else f'"{stamp(request)}"'


def _etag_of_search(request: HttpRequest, *args: object, **kwargs: object) -> str | None:
    library = library_of(request)
    return None if _known(request) else f'"{stamp(request)}-{library.index if library else ""}"'


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
