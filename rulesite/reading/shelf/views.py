"""Cards and their rulings: a page for each, the lists, and a card's preview."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rulesite import sandbox
from rulesite.cards import listing
from rulesite.cards.models import Card, CardCollection, Ruling
from rulesite.cards.names import find, slug_of
from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.state import library_of
from rulesite.reading.rendering.link_preview import preview
from rulesite.reading.shelf import card_page, engine_reading
from rulesite.reading.shelf.texts import CardMarker, names_of_cards, newest_words
from rulesite.reading.views import lookups, previews

_PAGE_SIZE = 60
_MAX_QUERY = 120
LETTERS = ("#", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@cached_page
@lookups.answers_moved
def card(request: HttpRequest, name: str) -> HttpResponse:
    """A card: its text with every word of the rules linked, the rules to read for it, and its rulings."""
    library = library_of(request)
    entry = _card_at(request, name)
    context = card_page.about(entry, library)
    text = " ".join(face["text"] for face in entry.faces)
    context["preview"] = preview(request, entry.name, f"{entry.line}. {text}", entry.get_absolute_url())
    return render(request, "cards/card.html", context)


@cached_page
@previews.answers_missing
@lookups.answers_moved
def card_preview(request: HttpRequest, name: str) -> HttpResponse:
    """The preview of a card: its type line and text."""
    entry = _card_at(request, name, "reading:card_preview")
    marker = CardMarker(library_of(request), entry.names)
    faces = [
        {**face, "line": marker.paragraphs(face["line"], types=True)[0], "text": marker.paragraphs(face["text"])}
        for face in entry.faces
    ]
    return render(request, "cards/preview.html", {"card": entry, "faces": faces, "rulings": entry.rulings.count()})


@cached_page
@lookups.answers_moved
def card_reading(request: HttpRequest, name: str) -> HttpResponse:
    """How the engine reads a card: the verdict on each paragraph, or why there is none."""
    entry = _card_at(request, name, "reading:card_reading")
    words = newest_words(library_of(request))
    busy = None
    context: dict[str, Any] = {"card": entry, "day": words.edition.slug if words else ""}
    try:
        context["rows"] = engine_reading.reading_of(entry, words.edition.slug) if words else []
    except sandbox.Busy as error:
        busy = error
        context["problem"] = str(error)
    except sandbox.Stopped as error:
        context["problem"] = str(error)
    response = render(request, "cards/reading.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return busy.mark(response) if busy else response


@cached_page
def cards(request: HttpRequest) -> HttpResponse:
    """All cards: by letter, with words in their text, or with a word of the rules."""
    query = request.GET.get("q", "").strip()[:_MAX_QUERY]
    letter = request.GET.get("letter", "")[:1].upper()
    word = request.GET.get("word", "").strip().lower()[:_MAX_QUERY]
    letter = letter if letter in LETTERS else ""
    rows = listing.cards_with(query, letter, word)
    match = find(names_of_cards(library_of(request)), query) if query else None
    context = _page(request, rows, {"q": query, "letter": letter, "word": word})
    context |= {"query": query, "letter": letter, "word": word, "letters": LETTERS, "match": match}
    return render(request, "cards/cards.html", context)


@cached_page
def rulings(request: HttpRequest) -> HttpResponse:
    """All rulings, the newest first; with words, with a word of the rules, or older than a change of their rules."""
    query = request.GET.get("q", "").strip()[:_MAX_QUERY]
    word = request.GET.get("word", "").strip().lower()[:_MAX_QUERY]
    changed = bool(request.GET.get("changed"))
    library = library_of(request)
    rows = listing.rulings_with(query, word, changed=changed, names=names_of_cards(library))
    context = _page(request, rows, {"q": query, "word": word, "changed": "1" if changed else ""})
    listed = card_page.shown_rulings(context["shown"].object_list, library)
    context |= {"query": query, "word": word, "changed": changed, "rulings": listed}
    return render(request, "cards/rulings.html", context)


@cached_page
def ruling(request: HttpRequest, pk: int) -> HttpResponse:
    """One ruling, with all its cards."""
    rows = Ruling.objects.filter(pk=pk)
    listed = card_page.shown_rulings(rows, library_of(request))
    if not listed:
        raise lookups.NotHere("No ruling has this number.", [("All rulings", reverse("reading:rulings"))])
    entry = listed[0].ruling
    title = f"A ruling of {entry.published:%Y-%m-%d}"
    context = {
        "row": listed[0],
        "cards": entry.cards.order_by("folded").only("name", "slug"),
        "preview": preview(request, title, entry.text, entry.get_absolute_url()),
    }
    return render(request, "cards/ruling.html", context)


def _card_at(request: HttpRequest, name: str, view: str = "reading:card") -> Card:
    """The card of an address. Raises Moved for another spelling of its name, NotHere with the nearest names."""
    entry = Card.objects.filter(slug=name).first()
    if entry is not None:
        return entry
    names = names_of_cards(library_of(request))
    match = names.slugs.get(" ".join(name.lower().split())) or find(names, name.replace("-", " "))
    match = match or next(((each, slug) for each, slug in names.slugs.values() if slug == slug_of(name)), None)
    if match:
        raise lookups.Moved(reverse(view, args=[match[1]]))
    near = [names.slugs[each] for each in names.near_start(name.replace("-", " ").lower(), 5)]
    links = [(each, reverse("reading:card", args=[slug])) for each, slug in near]
    missing = (
        f"No card called “{name[:80]}” is loaded here." if CardCollection.objects.exists() else "No cards are loaded."
    )
    raise lookups.NotHere(missing, [*links, ("All cards", reverse("reading:cards"))])


def _page(request: HttpRequest, rows: QuerySet[Any] | listing.RankedRulings, query: dict[str, str]) -> dict[str, Any]:
    pages = Paginator(rows, _PAGE_SIZE)
    shown = pages.get_page(request.GET.get("page"))
    query = {name: value for name, value in query.items() if value}
    return {
        "shown": shown,
        "total": pages.count,
        "collection": CardCollection.objects.first(),
        "previous_query": urlencode({**query, "page": shown.previous_page_number()}) if shown.has_previous() else "",
        "next_query": urlencode({**query, "page": shown.next_page_number()}) if shown.has_next() else "",
    }
