"""The entries that typeahead offers: rule numbers, and headings and terms by any of their words.

A typed date limits them to the editions of that time and what those contain.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from rulesite.search import analysis
from rulesite.search.query.number_prefix import Typed
from rulesite.search.searcher import Occurrence, Searcher
from rulesite.search.store import names as store_names
from rulesite.search.store.schema import EXAMPLE

_MAX_CANDIDATES = 400
"""How many candidates of a kind are examined to choose the best."""


@dataclass(frozen=True)
class Standing:
    """A provision with a number: its place, and the requested edition."""

    place: Occurrence
    edition: int


@dataclass(frozen=True, eq=False)
class Entries:
    """The headings and terms of a library, sorted by the text that a reader may type."""

    library: Searcher
    books: dict[str, str]
    """Folded name of each document to its slug."""
    names: list[str]
    kinds: dict[str, dict[str, int]]
    """For each name, the records of the newest heading and the newest term with that name."""
    starts: list[tuple[str, int, int]]
    """The rest of a name from one of its words on, the number of words skipped, and the index of the name."""
    _beginnings: dict[int, dict[str, list[int]]] = field(default_factory=dict)

    def named(self, beginning: str) -> dict[str, int]:
        """Names with a word that starts with ``beginning``, and how many words precede it."""
        skipped_words: dict[str, int] = {}
        offset = bisect_left(self.starts, (beginning,))
        for rest, skipped, name in self.starts[offset : offset + _MAX_CANDIDATES]:
            if not rest.startswith(beginning):
                break
            skipped_words[self.names[name]] = min(skipped, skipped_words.get(self.names[name], skipped))
        return skipped_words

    def beginnings(self, letters: int) -> dict[str, list[int]]:
        """The first ``letters`` letters from each word on, and the names that contain them."""
        names = self._beginnings.get(letters)
        if names is None:
            names = {}
            for rest, _, name in self.starts:
                names.setdefault(rest[:letters], []).append(name)
            self._beginnings[letters] = names
        return names


@lru_cache(maxsize=1)
def entries_of(library: Searcher) -> Entries:
    """The entries of a library; memoized."""
    kinds: dict[str, dict[str, int]] = {}
    for name, kind, record in library.kept(store_names.NAMES):
        kinds.setdefault(name, {})[kind] = record
    names = list(kinds)
    starts = [(names[index][start:], skipped, index) for index, start, skipped in library.kept(store_names.STARTS)]
    books = {
        name: edition.document
        for edition in library.editions
        for name in (edition.document.lower(), *map(analysis.fold, (edition.short_title, edition.title)))
    }
    return Entries(library, books, names, kinds, starts)


def editions_meant(library: Searcher, typed: Typed) -> int:
    """The editions of a date as a mask; where a full year or day has none, those in force at that time."""
    dated, in_force = 0, {}
    for number, edition in enumerate(library.editions):
        if typed.book and edition.document != typed.book:
            continue
        if edition.date.startswith(typed.date.rstrip("-")):
            dated |= 1 << number
        elif edition.date < typed.date:
            in_force[edition.document] = 1 << number
    return dated or (sum(in_force.values()) if len(typed.date) >= 4 else 0)


def numbered(library: Searcher, typed: Typed) -> Iterator[tuple[str, list[Standing]]]:
    """Numbers with the typed prefix, each with its provisions at the requested time and in the requested document.

    The exact number comes first, then its subrules, then longer numbers. Each rule has its newest place; the newest
    rule comes first.
    """
    meant = editions_meant(library, typed) if typed.date else -1
    if typed.book:
        meant &= library.document_masks[typed.book]
    prefix = typed.number
    numbers = library.numbers_from(prefix, _MAX_CANDIDATES)
    for number in sorted(
        numbers, key=lambda name: (name != prefix, name[len(prefix) : len(prefix) + 1].isdigit(), len(name), name)
    ):
        if standing := _standing(library, number, meant):
            yield number, standing


def _standing(library: Searcher, number: str, editions: int) -> list[Standing]:
    newest: dict[int, Standing] = {}
    for place in sorted(library.numbered(number), key=lambda place: place.key):
        edition = (place.editions & editions).bit_length() - 1
        record = library.records[place.record]
        family = record.family
        if edition >= 0 and record.kind != EXAMPLE and (family not in newest or edition > newest[family].edition):
            newest[family] = Standing(place, edition)
    return sorted(newest.values(), key=lambda held: (library.first_of(held.edition), -held.edition))
