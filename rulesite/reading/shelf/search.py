"""Cards in the search: those that a query names, the rulings with its words, and names for the box.

While no cards are loaded all of it is empty and asks the database nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from rulesite.cards import listing
from rulesite.cards.names import CardNames, find, fold
from rulesite.reading.shelf.card_page import ShownRuling, shown_rulings
from rulesite.reading.shelf.texts import names_of_cards
from rulesite.rulebook.models import Library

_CARD = re.compile(r"""^\s*card:\s*(?:"(?P<quoted>[^"]+)"?|“(?P<curly>[^”]+)”?|(?P<plain>.+?))\s*$""", re.IGNORECASE)
_RULING = re.compile(r"(?<!\S)(?:is|in):rulings?(?!\S)", re.IGNORECASE)
_MAX_CARDS, _MAX_RULINGS, _MAX_OFFERS = 5, 5, 3
_MIN_LETTERS = 3
_NAMED = ("number", "heading", "term", "edition")


@dataclass(frozen=True)
class CardHits:
    """Cards and rulings beside the rules of a search; ``first``: the query is the name of a card and of no rule."""

    cards: Sequence[tuple[str, str]] = ()
    rulings: Sequence[ShownRuling] = ()
    rulings_url: str = ""
    first: bool = False

    def __bool__(self) -> bool:
        return bool(self.cards or self.rulings)


def card_url(text: str, library: Library | None) -> str:
    """Where a query such as ``card:"Blood Moon"`` leads: to the card, or to those with the words; "" for another."""
    match = _CARD.match(text)
    names = names_of_cards(library) if match else CardNames()
    if match is None or not names.slugs:
        return ""
    name = (match["quoted"] or match["curly"] or match["plain"]).strip()
    card = find(names, name)
    return reverse("reading:card", args=[card[1]]) if card else f"{reverse('reading:cards')}?{urlencode({'q': name})}"


def hits_beside(text: str, library: Library | None, *, has_rules: bool, is_term: bool) -> CardHits:
    """The cards and rulings for a query. ``has_rules``: rules were found; ``is_term``: it is a word of the rules."""
    names = names_of_cards(library)
    if not names.slugs or not text:
        return CardHits()
    words = _RULING.sub(" ", text).strip()
    for_rulings = words != text.strip()
    folded = fold(words)
    exact = folded in names.slugs
    matches = [] if for_rulings or len(folded) < _MIN_LETTERS else names.starting(folded, _MAX_CARDS)
    if not matches and not for_rulings:
        matches = names.near(folded, _MAX_CARDS)
    if exact:
        matches = [folded, *(name for name in matches if name != folded)]
    cards = {
        slug: (name, reverse("reading:card", args=[slug])) for name, slug in (names.slugs[each] for each in matches)
    }
    rulings: list[ShownRuling] = []
    if words and (for_rulings or not has_rules):
        rulings = shown_rulings(listing.rulings_with(words)[:_MAX_RULINGS], library)
    return CardHits(
        list(cards.values()),
        rulings,
        f"{reverse('reading:rulings')}?{urlencode({'q': words})}" if rulings else "",
        exact and not is_term,
    )


def with_cards(
    suggestions: Iterable[dict[str, Any]], prefix: str, library: Library | None, limit: int
) -> list[dict[str, Any]]:
    """The suggestions of the box with some names of cards: after the rules, and before mere words."""
    listed = list(suggestions)
    names = names_of_cards(library)
    folded = fold(prefix)
    if not names.slugs or len(folded) < _MIN_LETTERS:
        return listed
    rules = [each for each in listed if each["kind"] in _NAMED]
    others = [each for each in listed if each["kind"] not in _NAMED]
    matches = names.starting(folded, _MAX_OFFERS)
    if not matches and not rules:
        matches = names.near_start(folded, _MAX_OFFERS)
    cards = {slug: _offer(name, slug) for name, slug in (names.slugs[each] for each in matches)}
    offered = list(cards.values())
    return [*rules[: max(limit - len(offered), 0)], *offered, *others][:limit]


def _offer(name: str, slug: str) -> dict[str, str]:
    url = reverse("reading:card", args=[slug])
    return {"kind": "card", "text": name, "title": "", "edition": "", "url": url, "now": "", "book": "", "says": ""}
