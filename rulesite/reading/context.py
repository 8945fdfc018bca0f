"""What every page knows about the site."""

from __future__ import annotations

from django.http import HttpRequest

from rulesite.rulebook.models import Library, Page


def site(request: HttpRequest) -> dict[str, object]:
    """The library that is shown, and the pages of the menu."""
    return {"library": Library.current(), "menu_pages": Page.objects.filter(in_menu=True).only("slug", "title")}
