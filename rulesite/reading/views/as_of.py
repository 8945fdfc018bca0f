"""The book as of a day."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.pages.sections import contents_of
from rulesite.reading.precomputed import contents
from rulesite.reading.views import editions, lookups, rules
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent import as_of as days
from rulesite.rulebook.descent import resolution
from rulesite.rulebook.descent.as_of import AsOf
from rulesite.rulebook.models import Document, Edition


def choose(request: HttpRequest, document: str) -> HttpResponse:
    """The target of the date picker: the book, or the rule, as of the day."""
    work = lookups.document_at(document)
    typed, key = request.GET.get("day", ""), request.GET.get("key", "").strip()
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        raise lookups.NotHere(
            f"“{typed}” is not a date: write it like 2008-03-17." if typed else "Which day? Write it like 2008-03-17.",
            [(work.title, work.get_absolute_url())],
        ) from None
    if not key:
        return redirect("reading:at_day", work.slug, day)
    try:
        return redirect("reading:at_rule", work.slug, day, key)
    except NoReverseMatch:
        raise lookups.NotHere(
            f"“{key}” is not a rule number.",
            [(f"{work.title} on {day}", reverse("reading:at_day", args=[work.slug, day]))],
        ) from None


@cached_page
@lookups.answers_moved
def on(request: HttpRequest, document: str, day: date, key: str = "") -> HttpResponse:
    """An edition or one of its rules, as of a day; the page says what is uncertain about the day."""
    work = lookups.document_at(document)
    around = as_of(work, day)
    edition = around.edition
    notice = f"As of {day.isoformat()} the edition of {edition.slug} was in force."
    if around.note:
        notice = f"As of {day.isoformat()} the edition of {edition.slug} is shown: {around.note}."
    if not key:
        return editions.show(request, edition, notice)
    whole = contents_of(edition, library_of(request))
    location = contents.find(edition, whole, key)
    readings = resolution.readings_on(around, location.key if location else key)
    others = [version for version in readings.rows if version.edition_id != edition.pk]
    if location is None:
        links = [(f"{key} in {version.edition.address}", version.get_absolute_url()) for version in others]
        raise lookups.NotHere(
            f"There was no {key} in the {work.title} on {day.isoformat()}: the edition of {edition.slug} was in force."
            if around.is_exact
            else f"There was no {key} in the edition of {edition.slug}: {around.note}.",
            [*links, (f"{work.title}, {edition.slug}", edition.get_absolute_url())],
            f"No {key} on {day.isoformat()}",
        )
    if readings.doubt:
        notice = f"{notice} It is not sure what {key} was that day: {readings.doubt}."
    if location.version is not None and location.key != key:
        raise lookups.Moved(reverse("reading:at_rule", args=[work.slug, day, location.key]))
    return rules.show(request, edition, whole, location, way=rules.Way(notice, "", frozenset(), tuple(others)))


def as_of(work: Document, day: date) -> AsOf[Edition]:
    """The edition in force on a day. Raises NotHere before the first."""
    try:
        return days.as_of(work, day)
    except NoSuchRule as before:
        first = work.editions.order_by("effective").first()
        links = [(f"{work.title}, {first.slug}", first.get_absolute_url())] if first else []
        raise lookups.NotHere(f"{str(before)[:1].upper()}{str(before)[1:]}.", links, f"No edition on {day}") from None
