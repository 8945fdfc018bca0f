"""The glossary of an edition, and one term of it."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString

from rulesite.reading import across, backlinks
from rulesite.reading.freshness import cached_page, library_of
from rulesite.reading.marking import Marker
from rulesite.reading.views import addresses
from rulesite.rulebook import editing
from rulesite.rulebook.models import GlossaryTerm
from rulesite.text import glossary as glossary_forms


@cached_page
@addresses.answers_moved
def glossary(request: HttpRequest, document: str, date: date) -> HttpResponse:
    """Every term of an edition with its definition, by first letter."""
    edition = addresses.edition_at(library_of(request), document, date)
    if edition.document.slug != document:
        raise addresses.Moved(reverse("reading:glossary", args=[edition.document.slug, edition.slug]))
    terms = list(edition.terms.select_related("wording").order_by("position"))
    marker = Marker(edition, library_of(request), [term.wording_id for term in terms])
    shown = [(term, marker.paragraphs(term.wording_id, term.wording.text, but=term.slug)) for term in terms]
    letters: dict[str, list[tuple[GlossaryTerm, list[SafeString]]]] = defaultdict(list)
    for entry, senses in shown:  # some editions print a few terms out of the alphabet
        letters[_letter(entry.term)].append((entry, senses))
    context = {
        "edition": edition,
        "document": edition.document,
        "letters": sorted(letters.items()),
        "term_count": len(terms),
        "across": across.of_glossary(library_of(request), edition),
    }
    return render(request, "reading/glossary.html", context)


@cached_page
@addresses.answers_moved
def term(request: HttpRequest, document: str, date: date, slug: str) -> HttpResponse:
    """One term: its senses, its examples, who cites it, and the same term in other editions."""
    edition = addresses.edition_at(library_of(request), document, date)
    found = edition.terms.select_related("wording", "source", "edition__document").filter(slug__iexact=slug).first()
    if found is None:
        raise _no_such_term(edition, slug)
    if found.slug != slug or edition.document.slug != document:
        raise addresses.Moved(found.get_absolute_url())
    examples = list(found.examples.filter(labelled=True).select_related("wording"))
    marker = Marker(edition, library_of(request), [found.wording_id, *(example.wording_id for example in examples)])
    same_name = (
        GlossaryTerm.objects.select_related("edition__document")
        .filter(edition__document=edition.document, slug=found.slug)
        .order_by("-edition__effective")
    )
    others = [(other, other.wording_id == found.wording_id) for other in same_name]
    return render(
        request,
        "reading/term.html",
        {
            "edition": edition,
            "document": edition.document,
            "term": found,
            "senses": marker.paragraphs(found.wording_id, found.wording.text, but=found.slug),
            "examples": [marker.paragraphs(example.wording_id, example.wording.text) for example in examples],
            "corrections": editing.standing(found),
            "citing": backlinks.citing_term(found),
            "others": others,
            "across": across.of_term(library_of(request), found, others),
            "previous": edition.terms.filter(position__lt=found.position).order_by("-position").first(),
            "following": edition.terms.filter(position__gt=found.position).order_by("position").first(),
        },
    )


def _letter(term: str) -> str:
    first = glossary_forms.fold(term)[:1].upper()
    return first if first.isalpha() else "#"


def _no_such_term(edition: addresses.Edition, slug: str) -> addresses.NotHere:
    elsewhere = GlossaryTerm.objects.select_related("edition__document").filter(slug__iexact=slug)
    links = [
        (f"{term.term} in {term.edition.document.short_title} {term.edition.slug}", term.get_absolute_url())
        for term in elsewhere.order_by("-edition__effective")
    ]
    whole = reverse("reading:glossary", args=[edition.document.slug, edition.slug])
    links.append(("The glossary of this edition", whole))
    said = f"The glossary of {edition.slug} has no entry “{slug}”."
    return addresses.NotHere(said, links, "No such glossary entry")
