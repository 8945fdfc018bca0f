"""A card by its name: as written, half typed, or misspelt. The names are kept in memory while cards are loaded."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.text import slugify
from rapidfuzz import process
from rapidfuzz.distance import OSA

from rulesite.cards.models import Card, CardCollection

_LETTERS = str.maketrans({"Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe", "ø": "o", "Ø": "O", "’": "'", "ß": "ss"})
_WORD = re.compile(r"[\w'+]+")
_MIN_CORRECTED = 4
_MIN_WORDS = 2
_MAX_SHORT = 5
"""Cards that share a short name: more are no evidence for any."""
_MAX_NAME = 60
"""Characters of a text that can be a name: of longer ones nobody types the rest."""


def fold(name: str) -> str:
    """A name without case, accents and punctuation, for comparison.

    >>> fold("Æther Vial"), fold("Lim-Dûl’s Vault"), fold("Fire // Ice")
    ('aether vial', 'lim duls vault', 'fire ice')
    """
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS)).casefold().replace("'", "").replace(",", "")
    return " ".join(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c)).replace("_", " ")))


def slug_of(name: str) -> str:
    """The name in the address of a card's page.

    >>> slug_of("Lim-Dûl's Vault"), slug_of("Æther Vial"), slug_of("_____")
    ('lim-duls-vault', 'aether-vial', 'card')
    """
    return slugify(name.translate(_LETTERS).replace("_", " "))[:190] or "card"


@dataclass
class CardNames:
    """All names of cards and faces, folded and sorted, each with its card's name and slug."""

    slugs: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Folded name: name as printed, slug."""

    @cached_property
    def ordered(self) -> list[str]:
        """The folded names, sorted."""
        return sorted(self.slugs)

    @cached_property
    def later_words(self) -> list[tuple[str, str]]:
        """Each later word of a name with the name, sorted: “vial” leads to “aether vial”."""
        return sorted((word, name) for name in self.slugs for word in name.split()[1:] if len(word) > 2)

    @cached_property
    def by_word(self) -> dict[str, list[str]]:
        """Each word to the names with it."""
        names: dict[str, list[str]] = defaultdict(list)
        for name in self.slugs:
            for word in set(name.split()):
                names[word].append(name)
        return names

    def with_words(self, text: str, limit: int) -> list[str]:
        """Folded names that have two words or more in the order of a text, others between; shorter ones first."""
        words = text.split()
        if len(words) < _MIN_WORDS:
            return []
        few = min((self.by_word.get(word, []) for word in words), key=len)
        in_order = re.compile(r"\b.*?\b".join(["", *map(re.escape, words), ""]))
        return sorted(filter(in_order.search, few), key=lambda name: (len(name), name))[:limit]

    @cached_property
    def short(self) -> dict[str, list[tuple[str, str]]]:
        """What a card is called for short: its name before a comma ("athreos"), or without "the"; each card with it."""
        shortened: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for name, slug in dict.fromkeys(self.slugs.values()):
            for part in map(fold, name.split(" // ")):
                if "," in name:
                    shortened[fold(name.partition(",")[0])].append((name, slug))
                if part.startswith("the "):
                    shortened[part.removeprefix("the ")].append((name, slug))
        return shortened

    def called(self, text: str) -> list[tuple[str, str]]:
        """Name and slug of the cards that have a folded name, whole or for short."""
        return [self.slugs[text]] if text in self.slugs else self.short.get(text, [])[:_MAX_SHORT]

    def near_called(self, text: str) -> list[tuple[str, str]]:
        """The same for a name with a slip or two."""
        if near := self.nearest(text):
            return [self.slugs[near]]
        if not _MIN_CORRECTED < len(text) <= _MAX_NAME:
            return []
        matches = process.extract(text, self.short.keys(), scorer=OSA.distance, score_cutoff=_most(text), limit=2)
        return self.short[matches[0][0]][:_MAX_SHORT] if len(matches) == 1 else []

    def starting(self, prefix: str, limit: int) -> list[str]:
        """Folded names that start with a text, then those with a later word that does; shorter ones first."""
        first = self.ordered[bisect_left(self.ordered, prefix) : bisect_left(self.ordered, prefix + "\uffff")]
        names = sorted(first, key=lambda name: (len(name), name))[:limit]
        if len(names) < limit and prefix:
            start = bisect_left(self.later_words, (prefix, ""))
            end = bisect_left(self.later_words, (prefix + "\uffff", ""))
            later = {name for _, name in self.later_words[start:end]} - set(names)
            names += sorted(later, key=lambda name: (len(name), name))[: limit - len(names)]
        return names

    def near(self, text: str, limit: int) -> list[str]:
        """Folded names that are the text but for a slip or two."""
        if not _MIN_CORRECTED <= len(text) <= _MAX_NAME:
            return []
        near = process.extract(text, self.ordered, scorer=OSA.distance, score_cutoff=_most(text), limit=limit)
        return [name for name, _, _ in near]

    def nearest(self, text: str) -> str:
        """The folded name that is the text but for the fewest slips; "" if none or several are."""
        near = self.near(text, 2)
        if len(near) > 1 and OSA.distance(text, near[0]) == OSA.distance(text, near[1]):
            return ""
        return near[0] if near else ""

    def near_start(self, text: str, limit: int) -> list[str]:
        """Folded names that are the text but for a slip or two, or else begin so."""
        names = self.near(text, limit)
        if names or not _MIN_CORRECTED <= len(text) <= _MAX_NAME:
            return names
        starts = [name[: len(text)] for name in self.ordered]
        near = process.extract(text, starts, scorer=OSA.distance, score_cutoff=_most(text), limit=limit)
        return [self.ordered[index] for _, _, index in near]


def _most(text: str) -> int:
    """How many slips are forgiven."""
    return 1 if len(text) < 2 * _MIN_CORRECTED else 2


def read_names() -> CardNames:
    """The names of all stored cards; empty while none are loaded."""
    if not is_loaded():
        return CardNames()
    slugs: dict[str, tuple[str, str]] = {}
    faces: dict[str, tuple[str, str]] = {}
    for name, folded, slug in Card.objects.order_by("pk").values_list("name", "folded", "slug"):
        slugs.setdefault(folded, (name, slug))
        if " // " in name:
            faces.update((fold(part), (name, slug)) for part in name.split(" // "))
    return CardNames({**faces, **slugs})


def is_loaded() -> bool:
    """Whether there are any cards."""
    return CardCollection.objects.exists()


def find(names: CardNames, text: str) -> tuple[str, str] | None:
    """Name and slug of the card that a text names, as written or with a slip; None if none or several could be."""
    folded = fold(text)
    if folded in names.slugs:
        return names.slugs[folded]
    near = names.nearest(folded)
    return names.slugs[near] if near else None


def printed_in(text: str, names: CardNames) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and slug of each card's name in a text, the longest first.

    A name has its capitals, and two words or more. A single word ("Sleep", "Turn") is the name of a card only where
    the text says so once, by what stands before it: "named Sleep", "casts Sleep", "controls Humility".
    """
    tokens = list(_PRINTED.finditer(text))
    single: dict[str, list[tuple[int, int]]] = defaultdict(list)
    told: set[str] = set()
    index = 0
    while index < len(tokens):
        token = tokens[index]
        step = 1
        if token.group()[0].isupper():
            for last in range(min(len(tokens), index + _MAX_WORDS) - 1, index, -1):
                if not tokens[last].group()[0].isupper():
                    continue
                end, slug = _named(text, token.start(), tokens[last].end(), names)
                if slug:
                    yield token.start(), end, slug
                    step = last - index + 1
                    break
            else:
                end, slug = _named(text, token.start(), token.end(), names)
                if slug:
                    single[slug].append((token.start(), end))
                    if _TELLING.search(text, max(0, token.start() - _TELLING_LENGTH), token.start()):
                        told.add(slug)
        index += step
    for slug in told:
        yield from ((start, end, slug) for start, end in single[slug])


_PRINTED = re.compile(r"[^\W_][\w'’-]*")
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$")
_TELLING = re.compile(
    r"\b(?:named|card|cards|casts?|casting|controls?|activates?|copy of|copies|copying|plays?|"
    r"resolves?|reveals?|discards?|sacrifices?) [“\"]?$"
)
"""Words before a name that say that it is one."""
_TELLING_LENGTH = 16
_MAX_WORDS = 8


def _named(text: str, start: int, end: int, names: CardNames) -> tuple[int, str]:
    """The end of a name that a stretch of a text is, and its card's slug; without "'s" where it has that."""
    span = text[start:end]
    if "\n" in span:
        return end, ""
    for ending in dict.fromkeys((0, *(len(match.group()) for match in [_POSSESSIVE.search(span)] if match))):
        printed = span[: len(span) - ending]
        known = names.slugs.get(fold(printed))
        if known and _as_printed(known[0], printed):
            return end - ending, known[1]
    return end, ""


def _as_printed(name: str, span: str) -> bool:
    """Whether a text has the capitals of the name, or of one of its faces."""
    plain = span.replace("’", "'")
    return any(plain == part.replace("’", "'") for part in (name, *name.split(" // ")))
