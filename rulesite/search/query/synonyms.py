"""Synonyms: players' words for what the current rules call otherwise, such as old terms, abbreviations and signs.

Players' words are listed in ``slang.toml``, each with the wording of the rules and why it means the same; former terms
of the book itself come from `phrase_pairs`. A query with a synonym is searched as typed and in the wording of the
rules, and the reader gets a message.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rulesite.search import analysis
from rulesite.search.query.parser import ASIDES
from rulesite.search.query.phrase_pairs import Dictionary, Pair, Phrases

_FILE = Path(__file__).with_name("slang.toml")


@dataclass(frozen=True)
class Expansion:
    """A query in the wording of the rules, and the pairs that were applied."""

    text: str
    pairs: tuple[Pair, ...]


@cache
def pairs() -> Phrases:
    """The pairs of players' words, by the stems of the words."""
    listed = (Pair(row["word"], *_meaning(row)) for row in _rows()["pair"])
    return Phrases({tuple(analysis.stems(pair.word)): pair for pair in listed})


@cache
def _shapes() -> Sequence[tuple[re.Pattern[str], tuple[str, ...], str]]:
    """Patterns of signs that no text has as typed, with their wordings in the rules and the reason."""
    return [(re.compile(row["like"]), *_meaning(row)) for row in _rows()["shape"]]


def _rows() -> dict[str, list[dict[str, str]]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def _meaning(row: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    return tuple(row["says"].split("|")), row["why"]


def expansions(text: str, book: Dictionary = Dictionary()) -> Iterator[Expansion]:  # noqa: B008 - it is never changed
    """Yield each expansion of a query into the wording of the rules; none if it has no synonyms or signs.

    ``book`` is the book's own dictionary; players' words win over it.

    >>> [one.text for one in expansions("what if I scoop")], [one.text for one in expansions("the stack")]
    (['what if I concede'], [])
    >>> [one.text for one in expansions('"fizzle" cmc')]
    ['"fizzle" mana value']
    >>> [one.text for one in expansions("a 2/0 creature")]
    ['a toughness 0 or less creature']
    """
    signs = list(_signs(text))
    taken = [range(start, end) for start, end, _ in signs]
    known = (pairs(), book.today, _meant(text, book))
    words = [
        (start, end, _with_evidence(pair, book))
        for start, end, pair in _places(text, known)
        if not any(start < sign.stop and sign.start < end for sign in taken)
    ]
    replacements = sorted([*signs, *words], key=lambda place: place[:2])
    for variant in range(max((len(pair.says) for _, _, pair in replacements), default=0)):
        expanded = text
        for start, end, pair in reversed(replacements):
            expanded = f"{expanded[:start]}{pair.says[min(variant, len(pair.says) - 1)]}{expanded[end:]}"
        if expanded != text:
            yield Expansion(expanded, tuple(pair for _, _, pair in replacements))


def is_news(pair: Pair, text: str) -> bool:
    """Whether a query has none of the synonyms of a pair yet, so that a message is worthwhile.

    >>> is_news(Pair("replaced", ("replacement effect",), "the same"), "order of replacement effects")
    False
    """
    query = f" {' '.join(analysis.stems(text))} "
    return not any(f" {' '.join(analysis.stems(phrase))} " in query for phrase in pair.says)


def _signs(text: str) -> Iterator[tuple[int, int, Pair]]:
    """Yield the signs of known patterns in a query: start, end and pair. Where two overlap, the first listed wins."""
    taken: set[int] = set()
    for shape, says, why in _shapes():
        for sign in shape.finditer(text):
            span = range(*sign.span())
            if taken.isdisjoint(span) and not analysis.in_quotes(text, sign.start()):
                taken.update(span)
                yield sign.start(), sign.end(), Pair(sign.group(), says, why)


def formerly(text: str, book: Dictionary) -> Iterator[Expansion]:
    """Yield each expansion of a query into the wording of older editions, with its former phrases."""
    replacements = list(_places(text, (book.formerly,)))
    for variant in range(max((len(pair.says) for _, _, pair in replacements), default=0)):
        expanded, phrases = text, []
        for start, end, pair in reversed(replacements):
            phrase = pair.says[min(variant, len(pair.says) - 1)]
            expanded = f"{expanded[:start]}{phrase}{expanded[end:]}"
            phrases.append(Pair(phrase, (pair.word,), pair.why))
        yield Expansion(expanded, tuple(phrases))


def _meant(text: str, book: Dictionary) -> Phrases:
    """The glossary's equivalents of a query that is a term as a whole."""
    if not book.whole:
        return Phrases()
    whole = tuple(analysis.stems(text))
    return Phrases({whole: book.whole[whole]} if whole in book.whole else {})


def _with_evidence(pair: Pair, book: Dictionary) -> Pair:
    """The pair, with the book's own reason if the book has the same pair."""
    own = book.today.get(tuple(analysis.stems(pair.word)))
    same = own is not None and not set(map(_content, own.says)).isdisjoint(map(_content, pair.says))
    return replace(pair, why=own.why) if own is not None and same else pair


def _content(phrase: str) -> tuple[str, ...]:
    return tuple(stem for stem in analysis.stems(phrase) if stem not in ASIDES)


def _places(text: str, known: Sequence[Phrases]) -> Iterator[tuple[int, int, Pair]]:
    """Yield the known phrases in a query: start, end and pair. The longest wins, then the first list."""
    words = list(analysis.words(text))
    stems = [analysis.stem(word.text) for word in words]
    reaches = [phrases.reach for phrases in known]
    index = 0
    while index < len(words):
        longest = max(reach.get(stems[index], 0) for reach in reaches)
        for length in range(min(longest, len(words) - index), 0, -1):
            key = tuple(stems[index : index + length])
            pair = next((phrases[key] for phrases in known if key in phrases), None)
            if pair is None:
                continue
            start, end = words[index].start, words[index + length - 1].end
            if not analysis.in_quotes(text, start) and text[end : end + 1] != "*":
                yield start, end, pair
                index += length - 1
                break
        index += 1
