"""The glossary of an edition, and one term of it; the index at its back."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.keywords import listing, rules, terms
from rulesite.reading.links import backlinks
from rulesite.reading.pages import edition_switcher, standing
from rulesite.reading.rendering.link_preview import plain, preview
from rulesite.reading.rendering.wordings import Marker
from rulesite.reading.shelf import beside_rules
from rulesite.reading.views import lookups
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import GlossaryTerm, Library


@cached_page
@lookups.answers_moved
def glossary(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Every term and keyword of an edition from A to Z, with its definition; ``q`` filters them by name."""
    edition = lookups.edition_for(library_of(request), document, date, "reading:glossary")
    library = library_of(request)
    query = request.GET.get("q", "").strip()[:120]
    letters = listing.letters(edition, library, query)
    context = {
        "edition": edition,
        "document": edition.document,
        "letters": letters,
        "term_count": sum(count for _, _, count in letters),
        "filter": query,
        "former": listing.former(edition, library, query),
        "across": edition_switcher.of_glossary(library, edition),
        "standing": standing.of_edition(library, edition, "Glossary", "glossary/"),
    }
    return render(request, "reading/glossary.html", context)


@cached_page
@lookups.answers_moved
def index(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Every entry of an edition's index at the back, with the rules that it names."""
    edition = lookups.edition_for(library_of(request), document, date, "reading:index")
    entries = list(edition.index_entries.select_related("wording").order_by("position"))
    if not entries:
        message = f"{edition.address} prints no index at its back, or no source held here has it."
        raise lookups.NotHere(message, heading="No index")
    marker = Marker(edition, [entry.wording_id for entry in entries], library=library_of(request))
    shown = [(entry, marker.paragraphs(entry.wording_id, entry.wording.text)) for entry in entries]
    context = {
        "edition": edition,
        "document": edition.document,
        "entries": shown,
        "standing": standing.of_edition(library_of(request), edition, "Index"),
    }
    return render(request, "reading/index.html", context)


@cached_page
@lookups.answers_moved
def term(request: HttpRequest, document: str, date: date, slug: str) -> HttpResponse:
    """One term: its senses, its rules, how it changed, its games, its backlinks, and what other texts say for it.

    A keyword that the glossary lacks has the same page, without senses.
    """
    library = library_of(request)
    edition = lookups.edition_at(library, document, date)
    entry = edition.terms.select_related("wording", "source").filter(slug__iexact=slug).first()
    heading = None if entry else terms.keyword_at(slug, edition, library)
    if entry is None and heading is None:
        raise _no_such_term(edition, slug)
    canonical = entry.slug if entry else heading.slug if heading else ""
    if canonical != slug or edition.document.slug != document:
        raise lookups.Moved(reverse("reading:term", args=[edition.document.slug, edition.slug, canonical]))
    name = entry.term if entry else heading.title if heading else ""
    context: dict[str, Any] = {"edition": edition, "document": edition.document, "name": name, "entry": entry}
    context |= rules.about(heading or terms.heading_of(name, edition, library), edition, library)
    context["resting"] = beside_rules.resting(name, library)
    context["pairs"], context["slang"] = terms.pairs_of(name)
    context |= _defined(entry, library) if entry else {"across": edition_switcher.of_glossary(library, edition)}
    if not entry:
        context["standing"] = standing.of_edition(library, edition, f"“{name}”", "glossary/")
    text = entry.wording.text if entry else plain([context.get("rules", "")])
    same = (stop.href for stop in context["across"].stops if entry and stop.same_words)
    title = f"{name} ({edition.document.short_title} {edition.slug})"
    context["preview"] = preview(request, title, text, next(same, request.path))
    return render(request, "reading/term.html", context)


def _defined(entry: GlossaryTerm, library: Library | None) -> dict[str, object]:
    """What a page shows of an entry of the glossary."""
    edition = entry.edition
    examples = list(entry.examples.filter(labelled=True).select_related("wording"))
    marker = Marker(edition, [entry.wording_id, *(example.wording_id for example in examples)], library=library)
    return {
        "senses": marker.paragraphs(entry.wording_id, entry.wording.text, but=entry.slug),
        "examples": [marker.paragraphs(example.wording_id, example.wording.text) for example in examples],
        "corrections": corrections.standing(entry),
        "citing": backlinks.citing_term(entry),
        "eras": terms.eras_of(entry, library),
        "across": edition_switcher.of_term(library, entry),
        "standing": standing.of_term(library, entry),
        "previous": edition.terms.filter(position__lt=entry.position).order_by("-position").first(),
        "following": edition.terms.filter(position__gt=entry.position).order_by("position").first(),
    }


def _no_such_term(edition: lookups.Edition, slug: str) -> lookups.NotHere:
    in_other_editions = GlossaryTerm.objects.select_related("edition__document").filter(slug__iexact=slug)
    links = [
        (f"{term.term} in {term.edition.document.short_title} {term.edition.slug}", term.get_absolute_url())
        for term in in_other_editions.order_by("-edition__effective")
    ]
    whole = reverse("reading:glossary", args=[edition.document.slug, edition.slug])
    links.append(("The glossary of this edition", whole))
    message = f"The glossary of {edition.slug} has no entry “{slug}”."
    return lookups.NotHere(message, links, "No such glossary entry")
