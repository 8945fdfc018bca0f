"""Pages of the site itself, written by its maintainers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesite.reading.caching.http import cached_page
from rulesite.reading.rendering.markdown import render as render_markdown
from rulesite.reading.views import lookups
from rulesite.rulebook.models import Page


@cached_page
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """One page, from Markdown."""
    shown = Page.objects.filter(slug=slug).first()
    if shown is None:
        links = [(page.title, page.get_absolute_url()) for page in Page.objects.filter(in_menu=True)]
        raise lookups.NotHere(f"There is no page called “{slug}”.", links)
    return render(request, "reading/page.html", {"page": shown, "body": render_markdown(shown.body)})
