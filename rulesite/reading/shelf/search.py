"""Cards in the search: those that a query names, the rulings with its words, and names for the box.

While no cards are loaded all of it is empty and asks the database nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from rulesite.cards import listing
from rulesite.cards.names import CardNames, find, fold
from rulesite.cards.ruling_index import reader
from rulesite.cards.ruling_index.query import CARD, FoundRulings
from rulesite.cards.ruling_index.query import find as find_rulings
from rulesite.cards.ruling_index.query import rows as ruling_rows
from rulesite.reading.shelf.card_page import ShownRuling, shown_rulings
from rulesite.reading.shelf.texts import names_of_cards, newest_words
from rulesite.rulebook.models import Library
from rulesite.search.results.hits import Results

_CARD = re.compile(
    r"""^\s*card:\s*(?:"(?P<quoted>[^"]+)"?|“(?P<curly>[^”]+)”?|(?P<plain>[^"“].*?))\s*$""", re.IGNORECASE
)
_RULING = re.compile(r"(?<!\S)(?:is|in):rulings?(?!\S)", re.IGNORECASE)
_MAX_CARDS, _MAX_RULINGS, _MAX_OF_CARD, _MAX_BESIDE, _MAX_OFFERS = 3, 10, 4, 2, 3
_MIN_LETTERS = 3
_NAMED = ("number", "heading", "term", "edition")


class RuleMatch(Enum):
    """How well the rules match a query: one has all of its words, as typed or corrected, or only some; or none does."""

    ALL_WORDS = 3
    CORRECTED = 2
    SOME_WORDS = 1
    NONE = 0


@dataclass(frozen=True)
class CardHits:
    """Cards and rulings beside the rules of a search; ``first``: the query names a card and no rule, or
    asks for rulings; ``among``: rulings have all of its words, and no rule has."""

    cards: Sequence[tuple[str, str]] = ()
    rulings: Sequence[ShownRuling] = ()
    rulings_url: str = ""
    ruling_count: int = 0
    first: bool = False
    among: bool = False

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


def rule_match(results: Results) -> RuleMatch:
    """How well the rules match a query."""
    if not results.total:
        return RuleMatch.NONE
    if results.relaxed:
        return RuleMatch.SOME_WORDS
    return RuleMatch.CORRECTED if results.corrected else RuleMatch.ALL_WORDS


def hits_beside(text: str, library: Library | None, *, match: RuleMatch, is_term: bool) -> CardHits:
    """The cards and rulings for a query. ``match``: how well rules match it; ``is_term``: it is a word of the rules."""
    names = names_of_cards(library)
    if not names.slugs or not text:
        return CardHits()
    words = _RULING.sub(" ", text).strip()
    for_rulings = words != text.strip()
    matches, is_name = ([], False) if for_rulings else _cards(CARD.sub(" ", words), names, match)
    found = _rulings(words, names, library)
    if found.card:
        matches = [fold(found.card[0]), *matches]
    cards = {
        slug: (name, reverse("reading:card", args=[slug])) for name, slug in (names.slugs[each] for each in matches)
    }
    is_better = match in (RuleMatch.SOME_WORDS, RuleMatch.NONE)
    most = _MAX_BESIDE
    if for_rulings or found.card or match is RuleMatch.NONE:
        most = _MAX_RULINGS if for_rulings else _MAX_OF_CARD
    shown = for_rulings or found.card or found.is_whole or match is RuleMatch.NONE
    rulings = ruling_rows(found.pks[:most]) if shown else []
    return CardHits(
        list(cards.values())[:_MAX_CARDS],
        shown_rulings(rulings, library),
        f"{reverse('reading:rulings')}?{urlencode({'q': words})}" if rulings else "",
        len(found.pks) if rulings else 0,
        first=for_rulings or bool(found.card) or (is_name and not is_term) or (bool(cards) and is_better),
        among=is_better and found.is_whole,
    )


def _cards(text: str, names: CardNames, match: RuleMatch) -> tuple[list[str], bool]:
    """The names of cards for a query, and whether it is one of them, misspelt or shortened, rather than a beginning."""
    folded = fold(text)
    if len(folded) < _MIN_LETTERS:
        return [], False
    if folded in names.slugs:
        starting = names.starting(folded, _MAX_CARDS)
        return [folded, *(name for name in starting if name != folded)], True
    if matches := names.with_words(folded, _MAX_CARDS):
        return matches, True
    if matches := names.starting(folded, _MAX_CARDS):
        return matches, folded in names.short
    near = names.near(folded, _MAX_CARDS) if match is not RuleMatch.ALL_WORDS else []  # what rules say is no slip
    return near, bool(near)


def _rulings(text: str, names: CardNames, library: Library | None) -> FoundRulings:
    """The rulings for a query; of whole words alone on a machine without their index."""
    index = reader.current()
    if index:
        words = newest_words(library)
        return find_rulings(text, index, names, words.entries if words else ())
    rows = listing.rulings_with(CARD.sub(" ", text).strip())[:_MAX_RULINGS]
    return FoundRulings([row.pk for row in rows], None, bool(rows))


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
