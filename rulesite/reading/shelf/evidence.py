"""Rules that the search finds for what a card says: shown only where they have most of its rarer words.

One of these words must stand beside the same word as on the card: words alone are in too many rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rulesite.cards.models import Card
from rulesite.cards.vocabulary import TYPES
from rulesite.search import analysis, search, searcher
from rulesite.search.current.questions import ASIDE_STEMS
from rulesite.search.results.hits import Hit
from rulesite.search.store.schema import EXAMPLE, GLOSSARY, INDEX

_ASKED, _LOOKED_AT = 5, 6
"""Words of a card that are searched for, the rarest in the rules; hits that are looked at."""
_MIN_WORDS, _MIN_SHARE = 2, 0.6
_RARE = 0.03
"""The share of all texts that may have a word that tells something."""
_PERSONS = frozenset(analysis.stem(word) for word in ("you", "your", "they", "their", "its", "this", "that", "those"))
_SENTENCE = re.compile(r"[.:;\n]\s*")
_ASIDE = re.compile(r"\([^)]*\)|\{[^{}]*\}")


def rules_for(card: Card, known: Iterable[str], most: int) -> list[tuple[Hit, Sequence[str]]]:
    """At most so many rules of the current edition with most of the rarer words of a card, and these words.

    ``known`` are keywords and terms that need no search. Without an index there is none.
    """
    try:
        library = searcher.current()
    except searcher.NoIndex:
        return []
    words = _rarest(card, frozenset(stem for name in known for stem in analysis.stems(name)), library)
    most_common = _RARE * library.texts
    rare = {stem for stem in words if library.vocabulary.stem_counts.get(stem, 0) <= most_common}
    if len(words) < _MIN_WORDS or not rare:
        return []
    least = max(_MIN_WORDS, _MIN_SHARE * len(words))
    pairs = {pair for text in _texts(card) for pair in _pairs(text)}
    rules: list[tuple[Hit, Sequence[str]]] = []
    current = library.editions[library.today.edition].address
    for hit in search.search(" ".join(words.values()), size=_LOOKED_AT, exact=True).hits:
        if hit.edition != current or not hit.number or hit.kind in (EXAMPLE, GLOSSARY, INDEX) or len(rules) == most:
            continue
        text = "".join(piece.text for piece in hit.whole or hit.excerpt)
        stems = {*analysis.stems(text), *analysis.stems(hit.title)}
        shared = [word for stem, word in words.items() if stem in stems]
        if rare.isdisjoint(stems):
            continue  # “until end of turn” is in too many
        if len(shared) >= least and any(not words.keys().isdisjoint(pair) for pair in pairs & _pairs(text)):
            rules.append((hit, shared))
    return rules


def _rarest(card: Card, known: frozenset[str], library: searcher.Searcher) -> dict[str, str]:
    """The words of a card that are rare in the rules, by their stems, as it prints them."""
    words: dict[str, str] = {}
    vocabulary = library.vocabulary
    for text in _texts(card):
        for word in analysis.words(text):
            stem = vocabulary.stem(word.text)
            if word.text.isalpha() and len(word.text) > 2 and word.text in vocabulary:
                words.setdefault(stem, word.text)
    counts = vocabulary.stem_counts
    aside = known | ASIDE_STEMS | _PERSONS
    telling = sorted((stem for stem in words if stem not in aside), key=lambda stem: (counts.get(stem, 0), stem))
    if len(untyped := [stem for stem in telling if stem not in _TYPES]) > _MIN_WORDS:
        telling = untyped
    return {stem: words[stem] for stem in telling[:_ASKED]}


def _texts(card: Card) -> Iterator[str]:
    """The sentences of a card without reminders, symbols and its own name."""
    for face in card.faces:
        text = _ASIDE.sub(" ", face["text"])
        for name in card.names:
            text = text.replace(name, " ").replace(name.partition(",")[0], " ")
        yield from _SENTENCE.split(text)


def _pairs(text: str) -> set[tuple[str, str]]:
    """The stems that stand side by side in the sentences of a text, function words left out."""
    pairs: set[tuple[str, str]] = set()
    for sentence in _SENTENCE.split(text):
        pairs.update(pairwise(stem for stem in analysis.stems(sentence) if stem not in ASIDE_STEMS))
    return pairs


_TYPES = frozenset(analysis.stem(name) for name in TYPES)
