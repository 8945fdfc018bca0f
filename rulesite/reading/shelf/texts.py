"""The words of cards and rulings as HTML: symbols drawn; keywords, terms and names of cards linked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString

from rulesite.cards.names import CardNames, printed_in, read_names
from rulesite.cards.vocabulary import ABILITY, ACTION, Entry, Use, Vocabulary, own_names
from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.editions import held
from rulesite.reading.rendering import emphasis, symbols
from rulesite.reading.rendering.spans import Span, render_paragraphs, settle
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Edition, Library

_vocabulary = partial(memoize, most=2, of=of_one)(Vocabulary)
_names = partial(memoize, most=1)(read_names)


def names_of_cards(library: Library | None) -> CardNames:
    """The names of all cards; empty while none are loaded."""
    return _names(library)


def newest_words(library: Library | None) -> Vocabulary | None:
    """The words of the newest edition that has a glossary; None without one."""
    editions = held(library)
    first = editions.editions[0].document_id if editions.editions else 0
    edition = next(iter(editions.with_glossary(first)), None)
    return _vocabulary(library, edition) if edition else None


class CardMarker:
    """Renders the texts of one card or ruling; collects the words of the rules that it links."""

    def __init__(self, library: Library | None, own: Sequence[str] = ()) -> None:
        self._words = newest_words(library)
        self._names = names_of_cards(library)
        self._own = own
        self.used: dict[str, Entry] = {}

    def paragraphs(self, text: str, *, types: bool = False) -> list[SafeString]:
        """The paragraphs of a text. ``types``: it is a type line, in which no card is named."""
        spans: list[Span] = []
        skip = own_names(text, self._own)
        if not types:
            cards = list(printed_in(text, self._names))
            skip += [(start, end) for start, end, _ in cards]
            own = {self._names.slugs.get(name, ("", ""))[1] for name in map(str.lower, self._own)}
            spans += [card_span(start, end, slug) for start, end, slug in cards if slug not in own]
        spans += symbols.find(text)
        spans += emphasis.find(text)
        if self._words:
            for use in self._words.find(text, skip):
                self.used.setdefault(use.entry.name, use.entry)
                spans.append(self._span(use, self._words.edition))
        return render_paragraphs(text, settle(spans))

    @staticmethod
    def _span(use: Use, edition: Edition) -> Span:
        style = "ref" if use.entry.kind in (ABILITY, ACTION) else "term"
        return Span(use.start, use.end, f'<a class="{style}" href="{escape(entry_url(use.entry, edition))}">', "</a>")


def card_span(start: int, end: int, slug: str) -> Span:
    """The link of a card's name in a text."""
    return Span(start, end, f'<a class="ref card-name" href="{escape(reverse("reading:card", args=[slug]))}">', "</a>")


def entry_url(entry: Entry, edition: Edition) -> str:
    """Where a word leads: a keyword to its rule, another term to its definition, or to its rule if it has none."""
    path = edition.get_absolute_url()
    if entry.key and (entry.kind in (ABILITY, ACTION) or not entry.slug):
        return rule_url(path, entry.key)
    return f"{path}glossary/{entry.slug}/"
