"""Look-ups for views: from the parts of an address to the object, or to an error page that explains the fault."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse

from rulesite.reading.editions import held
from rulesite.rulebook.models import Document, Edition, Library
from rulesite.text.numbering import RuleNumber


class Moved(Exception):  # noqa: N818 - the name says it
    """The address is valid but not canonical; the response is a redirect."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url


class NotHere(Http404):
    """Nothing is at an address; ``links`` are (label, URL) of what the reader may have meant."""

    def __init__(self, said: str, links: list[tuple[str, str]] | None = None, heading: str = "") -> None:
        super().__init__(said)
        self.said, self.links, self.heading = said, links or [], heading


def document_at(slug: str) -> Document:
    """The document with a slug, whatever its case. Raises NotHere with the list of documents."""
    match = Document.objects.filter(slug__iexact=slug).first()
    if match is None:
        works = [(document.title, document.get_absolute_url()) for document in Document.objects.all()]
        raise NotHere(f"There is no page or document called “{slug}”.", works)
    return match


def edition_at(library: Library | None, slug: str, day: date) -> Edition:
    """The edition of a document with a date. Raises NotHere with the list of editions."""
    match = held(library).at(slug, day)
    if match is None:
        document = document_at(slug)
        others = [
            (f"{document.short_title} {edition.slug}", edition.get_absolute_url())
            for edition in held(library).of(document.pk)
        ]
        raise NotHere(f"No edition of the {document.title} dated {day} is held here.", others)
    return match


def edition_for(library: Library | None, slug: str, day: date, view: str) -> Edition:
    """The edition that a view shows. Raises NotHere as :func:`edition_at`, and Moved where its document has another
    address now."""
    edition = edition_at(library, slug, day)
    if edition.document.slug != slug:
        raise Moved(reverse(view, args=[edition.document.slug, edition.slug]))
    return edition


def newest_edition(library: Library | None, document_pk: int) -> Edition | None:
    """The newest edition of a document."""
    return next(iter(held(library).of(document_pk)), None)


def number_of(key: str) -> RuleNumber | None:
    """The rule number in a key, lower-cased if only that makes it a number; None for no number.

    >>> number_of("402.1A~2"), number_of("nothing")
    (RuleNumber('402.1a'), None)
    """
    plain = key.partition("~")[0]
    return RuleNumber.try_parse(plain) or RuleNumber.try_parse(plain.lower())


def search_url(words: str) -> str:
    """The URL of the search for some words."""
    return f"{reverse('reading:search')}?{urlencode({'q': words})}"


def search_for(words: str) -> tuple[str, str]:
    """Label and URL of the search for a text that was looked up."""
    return f"Search for “{words}”", search_url(words)


def numbered_in(slug: str, number: str, page: str) -> Document:
    """The document of an address that has a number but no edition; ``page`` is the URL name of such addresses.

    Raises NotHere if the text is not a number, Moved if it is not in canonical form.
    """
    work = document_at(slug)
    parsed = number_of(number)
    if parsed is None:
        links = [(work.title, work.get_absolute_url()), search_for(number)]
        raise NotHere(f"“{number}” is not a rule number of the {work.title}.", links)
    if str(parsed) != number or work.slug != slug:
        raise Moved(reverse(page, args=[work.slug, str(parsed)]))
    return work


def answers_moved(view):  # type: ignore[no-untyped-def]
    """Decorator for a view: `Moved` becomes a permanent redirect that keeps the query string."""

    def answered(request, *args, **kwargs):  # type: ignore[no-untyped-def]
        try:
            return view(request, *args, **kwargs)
        except Moved as moved:
            query = request.META.get("QUERY_STRING", "")
            return redirect(f"{moved.url}?{query}" if query else moved.url, permanent=True)

    return answered
