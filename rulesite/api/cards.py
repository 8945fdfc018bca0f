"""Cards and their rulings, as loaded beside the book."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query

from rulesite.api.base import ApiError, answers, api, conditional, leads_to
from rulesite.api.pagination import leaf_of
from rulesite.api.schemas import cards as schemas
from rulesite.cards import listing
from rulesite.cards.models import Card, CardRuling, Ruling, Word
from rulesite.cards.names import find, slug_of
from rulesite.reading.caching.state import library_of
from rulesite.reading.shelf.texts import names_of_cards

_MAX_CARDS = 20
"""Cards named with a ruling."""


@api.get(
    "/cards",
    response=answers(schemas.CardsOut, 404, 422),
    tags=["Cards"],
    summary="The cards, by name, words, or a word of the rules",
    operation_id="cards",
    openapi_extra=leads_to("card", card="{$response.body#/cards/0/slug}"),
)
def cards(request: HttpRequest, response: HttpResponse, query: Query[schemas.WhichCards]) -> dict[str, Any]:
    """All cards from A to Z, or some of them; empty while none are loaded."""
    rows = listing.cards_with(query.q, query.letter.upper(), query.word.lower())
    leaf = leaf_of(request, response, query, rows.count(), "cards")
    conditional(request, response)
    return {**leaf.fields(), "cards": [_row(card) for card in rows[leaf.rows]]}


@api.get(
    "/cards/{card}",
    response=answers(schemas.CardOut, 404),
    tags=["Cards"],
    summary="A card with its rulings",
    operation_id="card",
    url_name="card",
)
def one_card(request: HttpRequest, response: HttpResponse, card: str) -> dict[str, Any]:
    """A card by its name, also with a slip of the fingers: its faces, the words of the rules on it, and its rulings."""
    entry = Card.objects.filter(slug=slug_of(card)).first() or Card.objects.filter(slug=card).first()
    if entry is None and (match := find(names_of_cards(library_of(request)), card)):
        entry = Card.objects.filter(slug=match[1]).first()
    if entry is None:
        raise ApiError(404, f"no card called {card[:80]!r} is loaded here; /cards lists those that are")
    conditional(request, response)
    words = Word.objects.filter(cardword__card=entry).order_by("name").values_list("name", flat=True)
    rulings = list(entry.rulings.order_by("-published", "cardruling__position"))
    return {**_row(entry), "faces": entry.faces, "words": list(words), "rulings": _rulings(rulings)}


@api.get(
    "/rulings",
    response=answers(schemas.RulingsOut, 404, 422),
    tags=["Cards"],
    summary="The rulings of cards, the newest first",
    operation_id="rulings",
)
def rulings(request: HttpRequest, response: HttpResponse, query: Query[schemas.WhichRulings]) -> dict[str, Any]:
    """All rulings, or those with some words; each with the rules that it rests on and that changed since."""
    names = names_of_cards(library_of(request))
    rows = listing.rulings_with(query.q, query.word.lower(), changed=query.changed, names=names)
    leaf = leaf_of(request, response, query, rows.count(), "rulings")
    conditional(request, response)
    return {**leaf.fields(), "rulings": _rulings(list(rows[leaf.rows]))}


def _row(card: Card) -> dict[str, Any]:
    return {
        "name": card.name,
        "slug": card.slug,
        "line": card.line,
        "released": card.released,
        "url": card.get_absolute_url(),
    }


def _rulings(rows: Sequence[Ruling]) -> list[dict[str, Any]]:
    names: dict[int, list[str]] = defaultdict(list)
    pairs = CardRuling.objects.filter(ruling__in=[row.pk for row in rows]).order_by("card__folded")
    for ruling, name in pairs.values_list("ruling_id", "card__name"):
        if len(names[ruling]) < _MAX_CARDS:
            names[ruling].append(name)
    return [
        {
            "id": row.pk,
            "published": row.published,
            "text": row.text,
            "card_count": row.card_count,
            "cards": names[row.pk],
            "changes": row.changes,
            "url": row.get_absolute_url(),
        }
        for row in rows
    ]
