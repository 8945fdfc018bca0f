"""Previews: a rule or a glossary term in brief, as an HTML fragment that a page shows beside a link to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.editions import held
from rulesite.reading.pages import previews
from rulesite.reading.pages.sections import contents_of
from rulesite.reading.precomputed import contents
from rulesite.reading.views import lookups
from rulesite.rulebook.models import RuleVersion


def answers_missing(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator for a view of a preview: "not found" is a fragment too."""

    @wraps(view)
    def answered(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Http404 as missing:
            response = render(request, "reading/card_missing.html", {"said": str(missing)}, status=404)
        response["X-Robots-Tag"] = "noindex"
        return response

    return answered


@cached_page
@answers_missing
@lookups.answers_moved
def rule(request: HttpRequest, document: str, date: date, key: str) -> HttpResponse:
    """The preview of a provision of one edition."""
    edition = lookups.edition_at(library_of(request), document, date)
    location = contents.find(edition, contents_of(edition, library_of(request)), key)
    if location is None:
        raise lookups.NotHere(f"There is no {key} in the {edition.document.title} of {edition.slug}.")
    if location.key != key or edition.document.slug != document:
        raise lookups.Moved(reverse("reading:rule_card", args=[edition.document.slug, edition.slug, location.key]))
    return HttpResponse(previews.of_rule(library_of(request), edition, location))


@cached_page
@answers_missing
@lookups.answers_moved
def newest(request: HttpRequest, document: str, number: str) -> HttpResponse:
    """The preview of a number alone: the provision of the newest edition that used it."""
    work = lookups.numbered_in(document, number, "reading:newest_card")
    versions = RuleVersion.objects.select_related("wording").filter(edition__document=work, number=number)
    version = versions.order_by("-edition__effective", "position").first()
    if version is None:
        raise lookups.NotHere(f"No edition of the {work.title} held here uses the number {number}.")
    version.edition = held(library_of(request)).edition(version.edition_id)
    location = contents.place_of(contents_of(version.edition, library_of(request)), version)
    return HttpResponse(previews.of_rule(library_of(request), version.edition, location))


@cached_page
@answers_missing
@lookups.answers_moved
def term(request: HttpRequest, document: str, date: date, slug: str) -> HttpResponse:
    """The preview of a glossary term of one edition."""
    edition = lookups.edition_at(library_of(request), document, date)
    entry = edition.terms.filter(slug__iexact=slug).first()
    if entry is None:
        raise lookups.NotHere(f"The glossary of {edition.slug} has no entry “{slug}”.")
    if entry.slug != slug or edition.document.slug != document:
        raise lookups.Moved(reverse("reading:term_card", args=[edition.document.slug, edition.slug, entry.slug]))
    return HttpResponse(previews.of_term(library_of(request), entry.pk))
