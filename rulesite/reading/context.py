"""What every page knows about the site."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from rulesite.reading.freshness import keep, library_of
from rulesite.rulebook.models import Page


def site(request: HttpRequest) -> dict[str, object]:
    """The library that is shown, the pages of the menu, and whether a maintainer is reading."""
    known = settings.SESSION_COOKIE_NAME in request.COOKIES and hasattr(request, "user")
    return {
        "library": library_of(request),
        "menu_pages": _menu(library_of(request)),
        "maintainer": bool(known and request.user.is_staff),
    }


@keep
def _menu() -> list[Page]:
    return list(Page.objects.filter(in_menu=True).only("slug", "title"))
