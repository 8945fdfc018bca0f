"""Cards on the pages of rules and terms: those that use the keyword, and those that the text names."""

from __future__ import annotations

from django.urls import reverse

from rulesite.cards.beside_rules import RestingOn, resting_on
from rulesite.cards.names import printed_in
from rulesite.reading.shelf.texts import names_of_cards
from rulesite.rulebook.models import Library

_MAX_NAMED = 20


def resting(title: str, library: Library | None, *, is_heading: bool = False) -> RestingOn:
    """The cards and rulings that use the keyword or term of a title; asks nothing while no cards are loaded."""
    return resting_on(title, is_heading=is_heading) if title and names_of_cards(library).slugs else RestingOn()


def named(texts: list[str], library: Library | None) -> list[tuple[str, str]]:
    """The cards that some texts name, such as the examples of a rule: name and address, each once."""
    names = names_of_cards(library)
    if not names.slugs:
        return []
    cards = {slug: text[start:end] for text in texts for start, end, slug in printed_in(text, names)}
    return [(name, reverse("reading:card", args=[slug])) for slug, name in cards.items()][:_MAX_NAMED]
