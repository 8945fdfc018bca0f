"""What players say and today's rules say otherwise: words of former days, of other games, abbreviations.

The words lie in ``players_words.toml``, each with what the rules say and why that is the same.  A query that has one is
looked for as it was typed and as the rules would say it; whoever asked is told.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
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
    rows = tomllib.loads(_FILE.read_text(encoding="utf-8"))["pair"]
    found = (Pair(row["word"], tuple(row["says"].split("|")), row["why"]) for row in rows)
    return {tuple(analysis.stems(pair.word)): pair for pair in found}


@cache
def _longest() -> int:
    return max(map(len, pairs()))


def told(text: str) -> Iterator[Told]:
    """A query as the rules would say it, in each way there is; nothing where it has no such words.

    >>> [one.text for one in told("what if I scoop")], [one.text for one in told("the stack")]
    (['what if I concede'], [])
    >>> [one.text for one in told('"fizzle" cmc')]
    ['"fizzle" mana value']
    """
    words = list(analysis.words(text))
    stems = [analysis.stem(word.text) for word in words]
    found: list[tuple[int, int, Pair]] = []
    nth = 0
    while nth < len(words):
        for length in range(min(_longest(), len(words) - nth), 0, -1):
            first, last = words[nth], words[nth + length - 1]
            pair = pairs().get(tuple(stems[nth : nth + length]))
            if pair is not None and not analysis.in_quotes(text, first.start) and text[last.end : last.end + 1] != "*":
                found.append((first.start, last.end, pair))
                nth += length - 1
                break
        nth += 1
    for way in range(max((len(pair.says) for _, _, pair in found), default=0)):
        said = text
        for start, end, pair in reversed(found):
            said = f"{said[:start]}{pair.says[min(way, len(pair.says) - 1)]}{said[end:]}"
        if said != text:
            yield Told(said, tuple(pair for _, _, pair in found))
