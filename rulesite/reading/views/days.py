"""The book as it stood on a day."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse

from rulesite.reading import contents
from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.sections import contents_of
from rulesite.reading.views import addresses, editions, rules
from rulesite.rulebook import resolving
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.models import Document, Edition


def choose(request: HttpRequest, document: str) -> HttpResponse:
    """Where the date picker leads: to the book, or the rule, as it stood on the day."""
    work = addresses.document_at(document)
    asked, key = request.GET.get("day", ""), request.GET.get("key", "").strip()
    try:
        day = date.fromisoformat(asked)
    except ValueError:
        raise addresses.NotHere(
            f"“{asked}” is not a date: write it like 2008-03-17." if asked else "Which day? Write it like 2008-03-17.",
            [(work.title, work.get_absolute_url())],
        ) from None
    if not key:
        return redirect("reading:at_day", work.slug, day)
    try:
        return redirect("reading:at_rule", work.slug, day, key)
    except NoReverseMatch:
        raise addresses.NotHere(
            f"“{key}” is not a rule number.",
            [(f"{work.title} on {day}", reverse("reading:at_day", args=[work.slug, day]))],
        ) from None


@cached_page
@addresses.answers_moved
def on(request: HttpRequest, document: str, day: date, key: str = "") -> HttpResponse:
    """An edition or one of its rules, as in force on a day; a day before the first edition says so."""
    work = addresses.document_at(document)
    edition, note = in_force(work, day)
    said = f"As of {day.isoformat()} the edition of {edition.slug} was in force."
    said = f"{said} {note[:1].upper()}{note[1:]}." if note else said
    if not key:
        return editions.show(request, edition, said)
    whole = contents_of(edition, library_of(request))
    found = contents.find(edition, whole, key)
    if found is None:
        raise addresses.NotHere(
            f"There was no {key} in the {work.title} on {day.isoformat()}: the edition of {edition.slug} was in force.",
            [(f"{work.title}, {edition.slug}", edition.get_absolute_url())],
            f"No {key} on {day.isoformat()}",
        )
    if found.version is not None and found.key != key:
        raise addresses.Moved(reverse("reading:at_rule", args=[work.slug, day, found.key]))
    return rules.show(request, edition, whole, found, way=rules.Way(said, "", frozenset()))


def in_force(work: Document, day: date) -> tuple[Edition, str]:
    """The edition in force on a day, and a remark for a day after the last one; raises NotHere before the first."""
    try:
        return resolving.in_force(work, day)
    except NoSuchRule as before:
        first = work.editions.order_by("effective").first()
        links = [(f"{work.title}, {first.slug}", first.get_absolute_url())] if first else []
        raise addresses.NotHere(f"{str(before)[:1].upper()}{str(before)[1:]}.", links, f"No edition on {day}") from None
