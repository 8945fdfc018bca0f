"""The glossary of an edition, and one term of it; the index at its back."""

from __future__ import annotations

from datetime import date
from html import escape

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.links import backlinks
from rulesite.reading.pages import edition_switcher
from rulesite.reading.pages.sections import letters_of
from rulesite.reading.rendering.link_preview import preview
from rulesite.reading.rendering.wordings import Marker
from rulesite.reading.views import lookups
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import GlossaryTerm


@cached_page
@lookups.answers_moved
def glossary(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Every term of an edition with its definition, by first letter."""
    edition = lookups.edition_at(library_of(request), document, date)
    if edition.document.slug != document:
        raise lookups.Moved(reverse("reading:glossary", args=[edition.document.slug, edition.slug]))
    library = library_of(request)
    letters = letters_of(edition)
    context = {
        "edition": edition,
        "document": edition.document,
        "letters": [(letter, _listed(edition.get_absolute_url(), terms)) for letter, terms in letters],
        "term_count": sum(len(terms) for _, terms in letters),
        "across": edition_switcher.of_glossary(library, edition),
    }
    return render(request, "reading/glossary.html", context)


@cached_page
@lookups.answers_moved
def index(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Every entry of an edition's index at the back, with the rules that it names."""
    edition = lookups.edition_at(library_of(request), document, date)
    if edition.document.slug != document:
        raise lookups.Moved(reverse("reading:index", args=[edition.document.slug, edition.slug]))
    entries = list(edition.index_entries.select_related("wording").order_by("position"))
    if not entries:
        message = f"{edition.address} prints no index at its back, or no source held here has it."
        raise lookups.NotHere(message, heading="No index")
    marker = Marker(edition, [entry.wording_id for entry in entries], library=library_of(request))
    shown = [(entry, marker.paragraphs(entry.wording_id, entry.wording.text)) for entry in entries]
    context = {"edition": edition, "document": edition.document, "entries": shown}
    return render(request, "reading/index.html", context)


@cached_page
@lookups.answers_moved
def term(request: HttpRequest, document: str, date: date, slug: str) -> HttpResponse:
    """One term: its senses, its examples, its backlinks, and the same term in other editions."""
    library = library_of(request)
    edition = lookups.edition_at(library, document, date)
    entry = edition.terms.select_related("wording", "source").filter(slug__iexact=slug).first()
    if entry is None:
        raise _no_such_term(edition, slug)
    if entry.slug != slug or edition.document.slug != document:
        raise lookups.Moved(entry.get_absolute_url())
    examples = list(entry.examples.filter(labelled=True).select_related("wording"))
    marker = Marker(edition, [entry.wording_id, *(example.wording_id for example in examples)], library=library)
    across = edition_switcher.of_term(library, entry)
    path = next((stop.href for stop in across.stops if stop.same_words), entry.get_absolute_url())
    return render(
        request,
        "reading/term.html",
        {
            "edition": edition,
            "document": edition.document,
            "term": entry,
            "senses": marker.paragraphs(entry.wording_id, entry.wording.text, but=entry.slug),
            "examples": [marker.paragraphs(example.wording_id, example.wording.text) for example in examples],
            "corrections": corrections.standing(entry),
            "citing": backlinks.citing_term(entry),
            "across": across,
            "preview": preview(
                request, f"{entry.term} ({edition.document.short_title} {edition.slug})", entry.wording.text, path
            ),
            "previous": edition.terms.filter(position__lt=entry.position).order_by("-position").first(),
            "following": edition.terms.filter(position__gt=entry.position).order_by("position").first(),
        },
    )


def _listed(path: str, terms: list[tuple[str, str, str]]) -> SafeString:
    """The terms of a letter with their senses; ``path`` is that of the edition."""
    return mark_safe(
        "".join(
            f'<div id="{escape(slug)}"><dt><a href="{escape(path)}glossary/{escape(slug)}/">{escape(term)}</a></dt>'
            f"<dd>{senses}</dd></div>"
            for slug, term, senses in terms
        )
    )


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
