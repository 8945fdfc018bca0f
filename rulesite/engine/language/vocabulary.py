"""The kinds of words: card types, subtypes, colours, keywords, counters, numbers, and inflected forms."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rulesite.engine.language.keyword_table import taking


class Vocabulary(NamedTuple):
    """Known words in lower case, with what they stand for (lower-case singular; subtypes keep their capital)."""

    types: dict[str, str]
    supertypes: dict[str, str]
    colors: dict[str, str]
    subtypes: dict[str, str]
    land_types: dict[str, str]
    creature_types: frozenset[str]
    keywords: frozenset[str]
    cost_keywords: frozenset[str]
    number_keywords: frozenset[str]
    other_keywords: frozenset[str]
    counters: frozenset[str]

    @property
    def every_keyword(self) -> frozenset[str]:
        """All keywords that the reader recognises, whatever follows them in print."""
        return self.keywords | self.cost_keywords | self.number_keywords | self.other_keywords


ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
}

BASIC_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")


def plural(word: str) -> str:
    """The regular plural (and the third person of a verb).

    >>> plural("ability"), plural("search"), plural("play")
    ('abilities', 'searches', 'plays')
    """
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(s|x|z|ch|sh)$", word) else "s")


@cache
def _blocks() -> dict[str, list[str]]:
    blocks: dict[str, list[str]] = {}
    current: list[str] = []
    for line in files(__package__).joinpath("vocabulary.txt").read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        heading = re.fullmatch(r"\[(.+)\]", line)
        if heading:
            current = blocks.setdefault(heading[1], [])
        else:
            current.extend(line.split(";") if ";" in line else line.split())
    return blocks


def word_list(kind: str) -> tuple[str, ...]:
    """The words of a block of `vocabulary.txt`, in order. Raises KeyError for an unknown block."""
    return tuple(_blocks()[kind])


def _inflected() -> dict[str, str]:
    forms = {}
    for word in word_list("verb or noun that is inflected"):
        forms[plural(word)] = word
        forms[word] = word
    forms.update(
        {
            "goes": "go",
            "are": "is",
            "were": "was",
            "have": "has",
            "does": "do",
            "don't": "doesn't",
            "haven't": "hasn't",
            "aren't": "isn't",
            "weren't": "wasn't",
            "cannot": "can't",
            "an": "a",
            "libraries": "library",
            "untapped": "untapped",
            "casting": "cast",
            "exiling": "exile",
            "playing": "playing",
            "activated": "activated",
            "'": "'s",
        }
    )
    return forms


NUMBERS = {word: number for number, word in enumerate(word_list("number"))}
INFLECTED = _inflected()


def _with_plurals(words: list[str]) -> dict[str, str]:
    forms: dict[str, str] = {}
    for entry in words:
        word, _, many = entry.partition("/")
        forms[(many or plural(word)).lower()] = word
        forms[word.lower()] = word
    return forms


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary in `vocabulary.txt`, loaded once."""
    blocks = _blocks()
    lands = _with_plurals(blocks["land type"])
    walkers = _with_plurals(blocks["planeswalker type"])
    creatures = _with_plurals(blocks["creature type"])
    return Vocabulary(
        types=_with_plurals(blocks["type"]),
        supertypes={**{word: word for word in blocks["supertype"]}, "snow-covered": "snow"},
        colors={word: word for word in blocks["color"]},
        subtypes={**walkers, **creatures, **_with_plurals(blocks["other subtype"]), **lands},
        land_types=lands,
        creature_types=frozenset(creatures.values()),
        keywords=taking(""),
        cost_keywords=taking("cost"),
        number_keywords=taking("number"),
        other_keywords=taking("number and cost") | taking("a quality") | taking("name"),
        counters=frozenset(blocks["counter"]),
    )
