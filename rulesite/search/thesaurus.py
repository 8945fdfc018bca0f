"""What players say and today's rules say otherwise: words of former days, of other games, abbreviations, signs.

The words lie in ``players_words.toml``, each with what the rules say and why that is the same.  A query that has one is
looked for as it was typed and as the rules would say it; whoever asked is told.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulesite.search import analysis

_FILE = Path(__file__).with_name("players_words.toml")


@dataclass(frozen=True)
class Pair:
    """Words that players use, what the rules say for them (one thing, or several), and why."""

    word: str
    says: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Told:
    """A query as the rules would say it, and the pairs by which."""

    text: str
    pairs: tuple[Pair, ...]


@cache
def pairs() -> Mapping[tuple[str, ...], Pair]:
    """The pairs by the stems of their words."""
    found = (Pair(row["word"], *_meaning(row)) for row in _rows()["pair"])
    return {tuple(analysis.stems(pair.word)): pair for pair in found}


@cache
def _shapes() -> Sequence[tuple[re.Pattern[str], tuple[str, ...], str]]:
    """The shapes of signs that no text has as they are typed, what the rules say for them, and why."""
    return [(re.compile(row["like"]), *_meaning(row)) for row in _rows()["shape"]]


def _rows() -> dict[str, list[dict[str, str]]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def _meaning(row: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    return tuple(row["says"].split("|")), row["why"]


@cache
def _longest() -> int:
    return max(map(len, pairs()))


def told(text: str) -> Iterator[Told]:
    """A query as the rules would say it, in each way there is; nothing where it has no such words or signs.

    >>> [one.text for one in told("what if I scoop")], [one.text for one in told("the stack")]
    (['what if I concede'], [])
    >>> [one.text for one in told('"fizzle" cmc')]
    ['"fizzle" mana value']
    >>> [one.text for one in told("a 2/0 creature")]
    ['a toughness 0 or less creature']
    """
    signs = list(_signs(text))
    taken = [range(start, end) for start, end, _ in signs]
    words = [place for place in _words(text) if not any(place[0] < one.stop and one.start < place[1] for one in taken)]
    found = sorted([*signs, *words], key=lambda place: place[:2])
    for way in range(max((len(pair.says) for _, _, pair in found), default=0)):
        said = text
        for start, end, pair in reversed(found):
            said = f"{said[:start]}{pair.says[min(way, len(pair.says) - 1)]}{said[end:]}"
        if said != text:
            yield Told(said, tuple(pair for _, _, pair in found))


def _signs(text: str) -> Iterator[tuple[int, int, Pair]]:
    """Where a query has signs of a known shape; of two at one place the shape that is told of first."""
    held: set[int] = set()
    for shape, says, why in _shapes():
        for sign in shape.finditer(text):
            where = range(*sign.span())
            if held.isdisjoint(where) and not analysis.in_quotes(text, sign.start()):
                held.update(where)
                yield sign.start(), sign.end(), Pair(sign.group(), says, why)


def _words(text: str) -> Iterator[tuple[int, int, Pair]]:
    """Where a query has players' words, of two that begin at one place the longer."""
    words = list(analysis.words(text))
    stems = [analysis.stem(word.text) for word in words]
    nth = 0
    while nth < len(words):
        for length in range(min(_longest(), len(words) - nth), 0, -1):
            first, last = words[nth], words[nth + length - 1]
            pair = pairs().get(tuple(stems[nth : nth + length]))
            if pair is not None and not analysis.in_quotes(text, first.start) and text[last.end : last.end + 1] != "*":
                yield first.start, last.end, pair
                nth += length - 1
                break
        nth += 1
