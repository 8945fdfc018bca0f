"""Pages of a proposal as readers would see them, rendered in the stage and stored in its workspace.

Of each edition shown: its title page, and the sections in which most changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.urls import resolve

from rulesite.desk import workspace
from rulesite.reading.staticfiles import Unlisted
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.rulebook.workspaces import Workspace

_MAX_EDITIONS = 3
_MAX_SECTIONS = 4
"""The most pages of an edition beside its title page."""


def write(annex: Workspace, preview: dict[str, Any]) -> list[dict[str, str]]:
    """Render and store the pages; return the address and the title of each, by its number.

    None where the style sheets were not collected yet, as before the site was first served.
    """
    pages: list[dict[str, str]] = []
    try:
        for address, title in _chosen(preview):
            annex.write(workspace.page_name(len(pages)), [_rendered(address)])
            pages.append({"address": address, "title": title})
    except Unlisted:
        return []
    return pages


def _chosen(preview: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for shown in preview["editions"][:_MAX_EDITIONS]:
        edition = Edition.at(shown["address"])
        yield edition.get_absolute_url(), f"{edition}: title page"
        changed = Counter(row["key"][:3] for row in shown["changes"]["rows"] if row["now"])
        sections = RuleVersion.objects.filter(edition=edition, kind=RuleVersion.Kind.SECTION)
        titles = dict(sections.order_by("position").values_list("key", "title"))
        for key in sorted(titles, key=lambda key: -changed[key])[:_MAX_SECTIONS]:
            yield f"{edition.get_absolute_url()}{key}/", f"{key} {titles[key]}"


def _rendered(address: str) -> bytes:
    """A page of this database as an anonymous reader gets it."""
    request = RequestFactory().get(address, headers={"host": _host()})
    request.user = AnonymousUser()
    request.resolver_match = match = resolve(address)
    response = match.func(request, *match.args, **match.kwargs)
    if hasattr(response, "render"):
        response.render()
    return bytes(response.content)


def _host() -> str:
    """A host name under which the site answers."""
    return next((host for host in settings.ALLOWED_HOSTS if host != "*"), "localhost").removeprefix(".")
