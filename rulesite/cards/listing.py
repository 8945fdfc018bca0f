"""Lists of cards and rulings: by letter, by words, by a keyword or term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import overload

from django.db.models import Q, QuerySet

from rulesite.cards.models import Card, Ruling
from rulesite.cards.names import CardNames, fold
from rulesite.cards.ruling_index import reader
from rulesite.cards.ruling_index.query import find, rows

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


class RankedRulings:
    """Rulings in an order of their own, read as they are asked for; a list for pages of results."""

    def __init__(self, pks: Sequence[int]) -> None:
        self._pks = pks

    def count(self) -> int:
        """How many there are."""
        return len(self._pks)

    __len__ = count

    def __iter__(self) -> Iterator[Ruling]:
        return iter(rows(self._pks))

    @overload
    def __getitem__(self, part: int) -> Ruling: ...

    @overload
    def __getitem__(self, part: slice) -> list[Ruling]: ...

    def __getitem__(self, part: int | slice) -> Ruling | list[Ruling]:
        return rows(self._pks[part]) if isinstance(part, slice) else rows(self._pks[part : part + 1])[0]


def rulings_with(
    query: str = "", word: str = "", since: date | None = None, changed: bool = False, names: CardNames | None = None
) -> QuerySet[Ruling] | RankedRulings:
    """The rulings for a query, best first; without one all, the newest first; with a word of the rules; changed since.

    ``names`` of cards are looked for in the query. Without an index on this machine the words are searched as they are.
    """
    rulings = Ruling.objects.order_by("-published", "pk")
    if word:
        rulings = rulings.filter(rulingword__word__name=word)
    if since:
        rulings = rulings.filter(published__gte=since)
    if changed:
        rulings = rulings.exclude(changes=[])
    if not query:
        return rulings
    index = reader.current()
    if index is None:
        for part in query.split()[:MAX_WORDS]:
            rulings = rulings.filter(text__icontains=part.strip('"“”'))
        return rulings
    pks = find(query, index, names or CardNames()).pks
    if word or since or changed:
        among = set(rulings.order_by().values_list("pk", flat=True))
        pks = [pk for pk in pks if pk in among]
    return RankedRulings(pks)
