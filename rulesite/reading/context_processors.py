"""The context processor: what every page shows about the site."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from rulesite.cards.names import is_loaded
from rulesite.reading.caching.memo import memoize
from rulesite.reading.caching.state import library_of
from rulesite.reading.pages.samples import samples
from rulesite.rulebook import pending
from rulesite.rulebook.models import Document, Edition, Page

_ROOMS = {
    "reading:glossary": "glossary",
    "reading:term": "glossary",
    "reading:cite": "citations",
    "reading:resolve": "citations",
    "reading:help": "help",
}
"""The entry of the site's navigation for each view; the other pages of a document belong to its editions."""


NAME = "sitewide"
"""The one context key that holds all of it; no page may use this name in its own context."""


def site(request: HttpRequest) -> dict[str, dict[str, object]]:
    """The site-wide context, under one name: the library, whether documents wait to be published or corrections to be
    followed, the navigation and the current entry, samples of what can be typed, and whether a maintainer is reading.
    """
    known = settings.SESSION_COOKIE_NAME in request.COOKIES and hasattr(request, "user")
    values: dict[str, object] = {
        "library": library_of(request),
        "menu_pages": _menu(library_of(request)),
        "book": _book(library_of(request)),
        "room": _room(request),
        "has_cards": _has_cards(library_of(request)),
        "samples": samples(library_of(request)),
        "pending": pending.is_pending(),
        "unfollowed": _unfollowed(library_of(request)),
        "maintainer": bool(known and request.user.is_staff),
    }
    return {NAME: values}


@memoize
def _unfollowed() -> bool:
    """Whether descent has yet to follow corrected text."""
    return bool(pending.unfollowed())


@memoize
def _has_cards() -> bool:
    """Whether cards are loaded."""
    return is_loaded()


@memoize
def _menu() -> list[Page]:
    return list(Page.objects.filter(in_menu=True).only("slug", "title"))


@memoize
def _book() -> dict[str, object]:
    """The documents, and the newest edition of the first one that has a glossary."""
    documents = list(Document.objects.all())
    glossaries = Edition.objects.select_related("document").filter(document__in=documents[:1], terms__isnull=False)
    return {"documents": documents, "glossary": glossaries.order_by("-effective").first()}


def leave_rooms(request: HttpRequest) -> None:
    """Mark no entry of the navigation as current, for a missing page."""
    request.resolver_match = None


def _room(request: HttpRequest) -> str:
    match = request.resolver_match
    if match is None:
        return ""
    if match.namespace == "checks":
        return "examples"
    return _ROOMS.get(match.view_name, "editions" if "document" in match.kwargs else "")
