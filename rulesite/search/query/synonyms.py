"""What players say and today's rules say otherwise: words of former days, of other games, abbreviations, signs.

The words of players lie in ``slang.toml``, each with what the rules say and why that is the same; the words of
former days are those that the book itself said otherwise later (`phrase_pairs`).  A query that has one is looked for as
it was typed and as the rules would say it; whoever asked is told.
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
    """A query as the rules would say it, and the pairs by which."""

    text: str
    pairs: tuple[Pair, ...]


@cache
def pairs() -> Phrases:
    """The pairs by the stems of their words."""
    found = (Pair(row["word"], *_meaning(row)) for row in _rows()["pair"])
    return Phrases({tuple(analysis.stems(pair.word)): pair for pair in found})


@cache
def _shapes() -> Sequence[tuple[re.Pattern[str], tuple[str, ...], str]]:
    """The shapes of signs that no text has as they are typed, what the rules say for them, and why."""
    return [(re.compile(row["like"]), *_meaning(row)) for row in _rows()["shape"]]


def _rows() -> dict[str, list[dict[str, str]]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def _meaning(row: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    return tuple(row["says"].split("|")), row["why"]


def told(text: str, book: Dictionary = Dictionary()) -> Iterator[Expansion]:  # noqa: B008 - it is never changed
    """A query as the rules would say it, in each way there is; nothing where it has no such words or signs.

    ``book`` is the book's own dictionary, which is asked after players' words.

    >>> [one.text for one in told("what if I scoop")], [one.text for one in told("the stack")]
    (['what if I concede'], [])
    >>> [one.text for one in told('"fizzle" cmc')]
    ['"fizzle" mana value']
    >>> [one.text for one in told("a 2/0 creature")]
    ['a toughness 0 or less creature']
    """
    signs = list(_signs(text))
    taken = [range(start, end) for start, end, _ in signs]
    known = (pairs(), book.today, _meant(text, book))
    words = [
        (start, end, _with_evidence(pair, book))
        for start, end, pair in _places(text, known)
        if not any(start < one.stop and one.start < end for one in taken)
    ]
    found = sorted([*signs, *words], key=lambda place: place[:2])
    for way in range(max((len(pair.says) for _, _, pair in found), default=0)):
        said = text
        for start, end, pair in reversed(found):
            said = f"{said[:start]}{pair.says[min(way, len(pair.says) - 1)]}{said[end:]}"
        if said != text:
            yield Expansion(said, tuple(pair for _, _, pair in found))


def is_news(pair: Pair, text: str) -> bool:
    """Whether a query lacks the very phrases that are said for one of its words, so that it is worth telling.

    >>> is_news(Pair("replaced", ("replacement effect",), "the same"), "order of replacement effects")
    False
    """
    said = f" {' '.join(analysis.stems(text))} "
    return not any(f" {' '.join(analysis.stems(phrase))} " in said for phrase in pair.says)


def _signs(text: str) -> Iterator[tuple[int, int, Pair]]:
    """Where a query has signs of a known shape; of two at one place the shape that is told of first."""
    held: set[int] = set()
    for shape, says, why in _shapes():
        for sign in shape.finditer(text):
            where = range(*sign.span())
            if held.isdisjoint(where) and not analysis.in_quotes(text, sign.start()):
                held.update(where)
                yield sign.start(), sign.end(), Pair(sign.group(), says, why)


def formerly(text: str, book: Dictionary) -> Iterator[Expansion]:
    """A query as older editions said it, in each way there is, with the phrases that are theirs."""
    found = list(_places(text, (book.formerly,)))
    for way in range(max((len(pair.says) for _, _, pair in found), default=0)):
        said, phrases = text, []
        for start, end, pair in reversed(found):
            phrase = pair.says[min(way, len(pair.says) - 1)]
            said = f"{said[:start]}{phrase}{said[end:]}"
            phrases.append(Pair(phrase, (pair.word,), pair.why))
        yield Expansion(said, tuple(phrases))


def _meant(text: str, book: Dictionary) -> Phrases:
    """What the glossary says instead of what is asked, where nothing else is asked."""
    if not book.whole:
        return Phrases()
    whole = tuple(analysis.stems(text))
    return Phrases({whole: book.whole[whole]} if whole in book.whole else {})


def _with_evidence(pair: Pair, book: Dictionary) -> Pair:
    """A player's word with the book's own reason, where the book says the same of it."""
    own = book.today.get(tuple(analysis.stems(pair.word)))
    same = own is not None and not set(map(_content, own.says)).isdisjoint(map(_content, pair.says))
    return replace(pair, why=own.why) if own is not None and same else pair


def _content(phrase: str) -> tuple[str, ...]:
    return tuple(stem for stem in analysis.stems(phrase) if stem not in ASIDES)


def _places(text: str, known: Sequence[Phrases]) -> Iterator[tuple[int, int, Pair]]:
    """Where a query has words that are known, of two that begin at one place the longer, and of two lists the first."""
    words = list(analysis.words(text))
    stems = [analysis.stem(word.text) for word in words]
    reaches = [phrases.reach for phrases in known]
    nth = 0
    while nth < len(words):
        longest = max(reach.get(stems[nth], 0) for reach in reaches)
        for length in range(min(longest, len(words) - nth), 0, -1):
            key = tuple(stems[nth : nth + length])
            pair = next((phrases[key] for phrases in known if key in phrases), None)
            if pair is None:
                continue
            start, end = words[nth].start, words[nth + length - 1].end
            if not analysis.in_quotes(text, start) and text[end : end + 1] != "*":
                yield start, end, pair
                nth += length - 1
                break
        nth += 1
