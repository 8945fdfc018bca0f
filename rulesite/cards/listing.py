"""Lists of cards and rulings: by letter, by words, by a keyword or term."""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet

from rulesite.cards.models import Card, Ruling
from rulesite.cards.names import fold

MAX_WORDS = 8


def cards_with(query: str = "", letter: str = "", word: str = "") -> QuerySet[Card]:
    """The cards with all words of a query in their name, type or text; of a letter; that use a word of the rules."""
    cards = Card.objects.only("name", "slug", "folded", "faces", "released")
    for part in query.split()[:MAX_WORDS]:
        cards = cards.filter(Q(text__contains=part.lower()) | Q(folded__contains=fold(part) or part))
    if letter:
        cards = cards.filter(letter=letter)
    if word:
        return cards.filter(cardword__word__name=word).order_by("-released", "folded")
    return cards.order_by("folded")


def rulings_with(query: str = "", word: str = "", since: date | None = None, changed: bool = False) -> QuerySet[Ruling]:
    """The rulings with all words of a query, or that use a word of the rules; the newest first."""
    rulings = Ruling.objects.order_by("-published", "pk")
    for part in query.split()[:MAX_WORDS]:
        rulings = rulings.filter(text__icontains=part.strip('"“”'))
    if word:
        rulings = rulings.filter(rulingword__word__name=word)
    if since:
        rulings = rulings.filter(published__gte=since)
    return rulings.exclude(changes=[]) if changed else rulings
