"""The sitemap of the site: an index, and a map for each edition."""

from __future__ import annotations

from typing import Any

from django.contrib.sitemaps import Sitemap, views
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from rulesite.reading import sitemaps
from rulesite.reading.caching.http import cached_page
from rulesite.rulebook.models import Edition


@cached_page
def index(request: HttpRequest) -> HttpResponse:
    """Every map, with the date of its edition's last change."""
    maps: dict[str, type[Sitemap[Any]] | Sitemap[Any]] = {
        name: sitemaps.Pages([], changed) for name, changed in sitemaps.sections()
    }
    return _plain(views.index(request, maps, sitemap_url_name="reading:sitemap"))


@cached_page
def section(request: HttpRequest, section: str) -> HttpResponse:
    """The pages of one edition, or those that belong to none."""
    changed = dict(sitemaps.sections())
    if section not in changed:
        raise Http404("There is no such part of the sitemap.")
    pages = sitemaps.Pages(_paths(section), changed[section])
    return _plain(views.sitemap(request, {section: pages}, section=section))


def _paths(name: str) -> list[str]:
    if name == sitemaps.SITE:
        return sitemaps.paths_of_site()
    if name.startswith(f"{sitemaps.CARDS}-"):
        return sitemaps.paths_of_cards(name)
    editions = Edition.objects.select_related("document")
    return sitemaps.paths_of(next(edition for edition in editions if sitemaps.name_of(edition) == name))


def _plain(response: TemplateResponse) -> HttpResponse:
    """The response without Django's Last-Modified: a page may change though nothing that it lists does."""
    del response["Last-Modified"]
    return response.render()
